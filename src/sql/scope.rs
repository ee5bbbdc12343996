//! Which tables a statement reads and writes: where a name is looked up, and what it means there.

use std::cell::RefCell;
use std::rc::Rc;

use super::columns::Traced;
use super::dialect::{Dialect, Grammar};
use super::tree::{
    Body, Cte, Expr, Ident, Name, Query, Remark, Select, Source, SourceKind, Statement, Target, With,
};

/// The tables of a statement, as they were written.
#[derive(Debug, Default)]
pub(super) struct Tables {
    pub reads: Vec<Name>,
    pub writes: Vec<Written>,
    pub remarks: Vec<Remark>,
    /// Where the values of columns come from, where that was asked for.
    pub traced: Vec<Traced>,
}

/// A table that is written.
#[derive(Debug, Clone)]
pub(super) struct Written {
    pub name: Name,
    pub temporary: bool,
}

/// The tables of a `WITH` that can be seen from a place, and the scope around it.
pub(super) struct Scope<'t> {
    with: &'t With,
    /// How many of the tables can be seen.
    seen: usize,
    /// Which of them have been read already; all scopes of one `WITH` share it.
    used: Rc<RefCell<Vec<bool>>>,
    outer: Chain<'t>,
}

pub(super) type Chain<'t> = Option<Rc<Scope<'t>>>;

/// The scope inside a query or statement with this `WITH`.
pub(super) fn enter<'t>(with: &'t With, outer: &Chain<'t>) -> Chain<'t> {
    if with.ctes.is_empty() {
        return outer.clone();
    }
    Some(Rc::new(Scope {
        with,
        seen: with.ctes.len(),
        used: Rc::new(RefCell::new(vec![false; with.ctes.len()])),
        outer: outer.clone(),
    }))
}

/// The table of `WITH` that a single name means here, and the scope of its own query.
pub(super) fn find<'t>(
    dialect: Dialect,
    name: &Ident,
    from: &Chain<'t>,
) -> Option<(&'t Cte, usize, Rc<Scope<'t>>)> {
    let mut at = from.as_ref();
    while let Some(scope) = at {
        let visible = &scope.with.ctes[..scope.seen];
        if let Some(index) = visible.iter().rposition(|cte| dialect.same(&cte.name, name)) {
            return Some((&visible[index], index, scope.clone()));
        }
        at = scope.outer.as_ref();
    }
    None
}

impl<'t> Scope<'t> {
    /// What the query of the table number `index` sees.
    pub(super) fn of_table(&self, dialect: Dialect, index: usize) -> Chain<'t> {
        let cte = &self.with.ctes[index];
        let recursive_shape = matches!(&cte.query.body, Body::Set(branches) if branches.len() > 1);
        let seen = match () {
            () if self.with.recursive || dialect.sees_later_tables() => self.with.ctes.len(),
            () if dialect.recurses_without_keyword() && recursive_shape => index + 1,
            () => index,
        };
        Some(Rc::new(Scope {
            with: self.with,
            seen,
            used: self.used.clone(),
            outer: self.outer.clone(),
        }))
    }
}

/// Finds the tables of a statement.
pub(super) fn tables(statement: &Statement, dialect: Dialect) -> Tables {
    let mut finder = Finder {
        dialect,
        found: Tables::default(),
        pending: Vec::new(),
    };
    finder.statement(statement, &None);
    // Tables of WITH are gone into one after the other, not one within the other, however long their chain.
    while let Some((query, scope)) = finder.pending.pop() {
        finder.query(query, &scope);
    }
    finder.found
}

struct Finder<'t> {
    dialect: Dialect,
    found: Tables,
    pending: Vec<(&'t Query, Chain<'t>)>,
}

impl<'t> Finder<'t> {
    fn with(&mut self, with: &'t With, outer: &Chain<'t>) -> Chain<'t> {
        let scope = enter(with, outer);
        if let Some(scope) = scope.as_ref().filter(|_| !with.ctes.is_empty()) {
            // A statement in WITH is run whether its rows are read or not.
            for (index, cte) in with.ctes.iter().enumerate() {
                if matches!(cte.query.body, Body::Statement(_)) {
                    self.go_into(index, scope);
                }
            }
        }
        scope
    }

    fn go_into(&mut self, index: usize, scope: &Rc<Scope<'t>>) {
        if !std::mem::replace(&mut scope.used.borrow_mut()[index], true) {
            self.pending
                .push((&scope.with.ctes[index].query, scope.of_table(self.dialect, index)));
        }
    }

    fn read(&mut self, name: &Name, scope: &Chain<'t>) {
        if let Some(single) = name.single()
            && let Some((_, index, scope)) = find(self.dialect, single, scope)
        {
            return self.go_into(index, &scope);
        }
        if !self.found.reads.contains(name) || self.found.reads.len() > 64 {
            self.found.reads.push(name.clone());
        }
    }

    fn statement(&mut self, statement: &'t Statement, outer: &Chain<'t>) {
        let scope = self.with(&statement.with, outer);
        self.found.remarks.extend(&statement.remarks);
        let mut written = Vec::new();
        for target in &statement.targets {
            self.target(target, statement, &scope, &mut written);
        }
        self.sources(&statement.from, &scope, &written);
        if let Some(query) = &statement.query {
            self.query(query, &scope);
        }
        self.exprs(&statement.exprs, &scope);
        statement
            .sets
            .iter()
            .for_each(|(_, value)| self.expr(value, &scope));
    }

    /// Adds what a target writes; `written` gets the source that it is, if it is one.
    fn target(
        &mut self,
        target: &'t Target,
        statement: &'t Statement,
        scope: &Chain<'t>,
        written: &mut Vec<*const Source>,
    ) {
        let mut name = &target.name;
        if target.by_alias {
            match named(self.dialect, name, &statement.from) {
                Some(source) => match &source.kind {
                    SourceKind::Table(table) => {
                        written.push(source);
                        name = table;
                    }
                    _ => return self.found.remarks.push(Remark::UnclearTarget),
                },
                None if self.dialect.grammar == Grammar::MySql => {
                    return self.found.remarks.push(Remark::UnclearTarget);
                }
                None => {}
            }
            if let Some(single) = name.single()
                && let Some((cte, ..)) = find(self.dialect, single, scope)
            {
                // Writing to a table of WITH writes to the one table behind it.
                match only_table(&cte.query) {
                    Some(table)
                        if table
                            .single()
                            .is_none_or(|name| find(self.dialect, name, scope).is_none()) =>
                    {
                        name = table
                    }
                    _ => return self.found.remarks.push(Remark::UnclearTarget),
                }
            }
        }
        self.found.writes.push(Written {
            name: name.clone(),
            temporary: target.temporary,
        });
    }

    fn query(&mut self, query: &'t Query, outer: &Chain<'t>) {
        let scope = self.with(&query.with, outer);
        match &query.body {
            Body::Nothing => {}
            Body::Select(select) => self.select(select, &scope),
            Body::Set(branches) => branches.iter().for_each(|(_, branch)| self.query(branch, &scope)),
            Body::Values(values) => self.exprs(values, &scope),
            Body::Table(name) => self.read(name, &scope),
            Body::Statement(statement) => self.statement(statement, &scope),
        }
        self.exprs(&query.sort, &scope);
        self.exprs(&query.exprs, &scope);
    }

    fn select(&mut self, select: &'t Select, scope: &Chain<'t>) {
        self.sources(&select.from, scope, &[]);
        for item in &select.items {
            if let super::tree::Item::Column { expr, .. } = item {
                self.expr(expr, scope);
            }
        }
        for exprs in [&select.filter, &select.group, &select.exprs] {
            self.exprs(exprs, scope);
        }
        for target in &select.into {
            self.found.writes.push(Written {
                name: target.name.clone(),
                temporary: target.temporary,
            });
        }
    }

    fn sources(&mut self, sources: &'t [Source], scope: &Chain<'t>, written: &[*const Source]) {
        for (index, source) in sources.iter().enumerate() {
            match &source.kind {
                SourceKind::Opaque => {}
                SourceKind::Table(name) => {
                    let field =
                        self.dialect.walks_into_fields() && is_field(self.dialect, name, &sources[..index]);
                    if !field && !written.contains(&std::ptr::from_ref(source)) {
                        self.read(name, scope);
                    }
                    if source.called {
                        self.found.remarks.push(Remark::Called);
                    }
                }
                SourceKind::Query(query) => self.query(query, scope),
                SourceKind::Join(inner) => self.sources(inner, scope, written),
            }
            self.exprs(&source.exprs, scope);
            self.exprs(&source.on, scope);
        }
    }

    fn exprs(&mut self, exprs: &'t [Expr], scope: &Chain<'t>) {
        exprs.iter().for_each(|expr| self.expr(expr, scope));
    }

    fn expr(&mut self, expr: &'t Expr, scope: &Chain<'t>) {
        expr.queries.iter().for_each(|query| self.query(query, scope));
        expr.tables.iter().for_each(|name| self.read(name, scope));
    }
}

/// The source that a name or alias means.
fn named<'t>(dialect: Dialect, name: &Name, sources: &'t [Source]) -> Option<&'t Source> {
    sources.iter().find_map(|source| {
        if let (SourceKind::Join(inner), None) = (&source.kind, &source.alias) {
            return named(dialect, name, inner);
        }
        let same = match (&source.alias, name.single(), &source.kind) {
            (Some(alias), Some(single), _) => dialect.same(alias, single),
            (None, Some(single), SourceKind::Table(table)) => {
                table.parts.last().is_some_and(|last| dialect.same(last, single))
            }
            (None, None, SourceKind::Table(table)) => {
                table.parts.len() == name.parts.len()
                    && table
                        .parts
                        .iter()
                        .zip(&name.parts)
                        .all(|(a, b)| dialect.same(a, b))
            }
            _ => false,
        };
        same.then_some(source)
    })
}

/// Whether a dotted name in FROM starts with the name of a source before it.
fn is_field(dialect: Dialect, name: &Name, before: &[Source]) -> bool {
    let [first, _, ..] = name.parts.as_slice() else {
        return false;
    };
    named(dialect, &Name::of([first.clone()]), before).is_some()
}

/// The single table that a query reads.
fn only_table(query: &Query) -> Option<&Name> {
    let Body::Select(select) = &query.body else {
        return None;
    };
    match select.from.as_slice() {
        [
            Source {
                kind: SourceKind::Table(name),
                ..
            },
        ] => Some(name),
        _ => None,
    }
}
