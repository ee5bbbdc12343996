//! SQLite's grammar, as `sqlite3-parser` knows it, into our tree.

mod expr;
mod name;

use std::cell::Cell;

use sqlite3_parser::ast::{
    AlterTableBody, Cmd, CompoundOperator, CreateTableBody, FromClause, InsertBody, JoinConstraint,
    OneSelect, ResultColumn, Select as SqliteSelect, SelectTable, Set, Stmt, Upsert, UpsertDo,
    With as SqliteWith,
};
use sqlite3_parser::lexer::sql::{Error, Parser};
use sqlite3_parser::{Bump, FallibleIterator, ast};

use super::Failure;
use super::grammar::{SyntaxError, offset};
use super::tree::{
    Body, Cte, Expr, Item, Name, Query, Remark, Role, Select, Source, SourceKind, Statement, Target, With,
};
use crate::reason::Code;
use name::{alias, ident, is_function, qualified, table, target};

/// Parses the text of one statement.
///
/// A query in parentheses is no statement to SQLite, but people pass one where others take it.
///
/// Column references are left out where nobody asks for them. The parser needs no stack for what is nested, but what
/// reads its tree does: a tree that is deeper than these levels is `too-deep`.
pub(super) fn parse(text: &str, columns: bool, levels: u32) -> Result<Vec<Statement>, Failure> {
    let inner = text
        .trim()
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    match (parse_bare(text, columns, levels), inner) {
        (Err(failure), Some(inner)) if failure.code == Code::SyntaxError => {
            parse(inner, columns, levels).map_err(|_| failure)
        }
        (result, _) => result,
    }
}

fn parse_bare(text: &str, columns: bool, levels: u32) -> Result<Vec<Statement>, Failure> {
    // What a tree takes, as far as one piece of memory for it pays.
    let bump = Bump::with_capacity((16 * text.len()).min(64 << 10));
    let mut parser = Parser::new(&bump, text.as_bytes());
    let convert = Convert {
        columns,
        levels: Cell::new(levels),
        too_deep: Cell::new(false),
    };
    let mut statements = Vec::with_capacity(1);
    loop {
        match parser.next() {
            Ok(Some(command)) => statements.push(convert.command(&command)),
            Ok(None) if convert.too_deep.get() => return Err(Code::TooDeep.into()),
            Ok(None) => return Ok(statements),
            Err(error) => {
                return Err(Failure::from(SyntaxError {
                    offset: position(text, &error),
                }));
            }
        }
    }
}

struct Convert {
    /// Whether column references are asked for.
    columns: bool,
    /// How many levels deeper a tree may still be.
    levels: Cell<u32>,
    too_deep: Cell<bool>,
}

/// The levels that a query takes: as many expressions, one within the other, need as much stack.
const QUERY: u32 = 5;

fn position(text: &str, error: &Error) -> Option<usize> {
    let (Error::UnrecognizedToken(at)
    | Error::UnterminatedLiteral(at)
    | Error::UnterminatedBracket(at)
    | Error::UnterminatedBlockComment(at)
    | Error::BadVariableName(at)
    | Error::BadNumber(at)
    | Error::ExpectedEqualsSign(at)
    | Error::MalformedBlobLiteral(at)
    | Error::MalformedHexInteger(at)
    | Error::ParserError(_, at)) = error
    else {
        return None;
    };
    at.as_ref().map(|at| offset(text, at.line, at.column))
}

impl Convert {
    /// Goes some levels deeper, if so many are left.
    fn deeper<T: Default>(&self, levels: u32, then: impl FnOnce() -> T) -> T {
        let before = self.levels.get();
        let Some(left) = before.checked_sub(levels) else {
            self.too_deep.set(true);
            return T::default();
        };
        self.levels.set(left);
        let answer = then();
        self.levels.set(before);
        answer
    }

    fn command(&self, command: &Cmd<'_>) -> Statement {
        match command {
            Cmd::Stmt(stmt) => self.statement(stmt),
            Cmd::Explain(_) | Cmd::ExplainQueryPlan(_) => remark(Remark::NotRun),
        }
    }

    fn statement(&self, stmt: &Stmt<'_>) -> Statement {
        let mut this = Statement::default();
        match stmt {
            Stmt::Select(select) => this.query = Some(self.query(select)),
            Stmt::Insert {
                with: w,
                tbl_name,
                columns,
                body,
                returning,
                ..
            } => {
                this.with = self.with(w.as_ref());
                let columns = columns.iter().flat_map(|columns| columns.iter());
                this.targets.push(Target {
                    columns: columns.map(ident).collect(),
                    fed: true,
                    ..target(tbl_name)
                });
                if let InsertBody::Select(select, upsert) = body {
                    this.query = Some(self.query(select));
                    self.upserts(*upsert, &mut this);
                }
                self.returned(*returning, &mut this);
            }
            Stmt::Update {
                with: w,
                tbl_name,
                where_clause,
                returning,
                order_by,
                limit: l,
                ..
            }
            | Stmt::Delete {
                with: w,
                tbl_name,
                where_clause,
                returning,
                order_by,
                limit: l,
                ..
            } => {
                this.with = self.with(w.as_ref());
                this.targets.push(target(tbl_name));
                if let Stmt::Update { sets, from, .. } = stmt {
                    self.sets(sets, &mut this);
                    this.from = from.as_ref().map(|it| self.sources(it)).unwrap_or_default();
                }
                self.chosen(where_clause.as_ref(), *order_by, *l, &mut this);
                self.returned(*returning, &mut this);
            }
            Stmt::CreateTable {
                temporary,
                tbl_name,
                body,
                ..
            } => {
                this.targets.push(Target {
                    temporary: *temporary,
                    fed: true,
                    ..target(tbl_name)
                });
                if let CreateTableBody::AsSelect(select) = body {
                    this.query = Some(self.query(select));
                }
            }
            Stmt::CreateView {
                temporary,
                view_name,
                columns,
                select,
                ..
            } => {
                let columns = columns.iter().flat_map(|columns| columns.iter());
                this.targets.push(Target {
                    temporary: *temporary,
                    fed: true,
                    columns: columns.map(|column| ident(&column.col_name)).collect(),
                    ..target(view_name)
                });
                this.query = Some(self.query(select));
            }
            Stmt::CreateVirtualTable { tbl_name: name, .. }
            | Stmt::DropTable { tbl_name: name, .. }
            | Stmt::DropView { view_name: name, .. } => this.targets.push(target(name)),
            Stmt::AlterTable(name, AlterTableBody::RenameTo(new)) => {
                let mut renamed = target(name);
                renamed.name.parts.pop();
                renamed.name.parts.push(ident(new));
                this.from.push(table(qualified(name)));
                this.targets.push(renamed);
            }
            Stmt::AlterTable(name, _) => this.targets.push(target(name)),
            Stmt::CreateTrigger { .. } => this.remarks.push(Remark::Routine),
            _ => {}
        }
        this
    }

    fn upserts(&self, first: Option<&Upsert<'_>>, this: &mut Statement) {
        let mut next = first;
        while let Some(upsert) = next {
            if let Some(index) = &upsert.index {
                this.exprs.push(self.sorted(index.targets));
                this.exprs
                    .extend(index.where_clause.iter().map(|it| self.expr(it)));
            }
            if let UpsertDo::Set {
                sets: s,
                where_clause,
            } = &upsert.do_clause
            {
                this.exprs.extend(s.iter().map(|set| self.expr(&set.expr)));
                this.exprs.extend(where_clause.iter().map(|it| self.expr(it)));
            }
            next = upsert.next;
        }
    }

    fn sets(&self, sets: &[Set<'_>], this: &mut Statement) {
        for set in sets {
            match set.col_names.as_slice() {
                [only] => this.sets.push((ident(only), self.expr(&set.expr))),
                _ => this.exprs.push(self.expr(&set.expr)),
            }
        }
    }

    /// The rows that an UPDATE or a DELETE is about.
    fn chosen(
        &self,
        condition: Option<&ast::Expr<'_>>,
        order: Option<&[ast::SortedColumn<'_>]>,
        bound: Option<&ast::Limit<'_>>,
        this: &mut Statement,
    ) {
        this.exprs.extend(condition.map(|it| self.expr(it)));
        this.exprs.extend(order.map(|it| self.sorted(it)));
        this.exprs.extend(bound.map(|it| self.limit(it)));
    }

    fn returned(&self, returning: Option<&[ResultColumn<'_>]>, this: &mut Statement) {
        for column in returning.unwrap_or_default() {
            if let ResultColumn::Expr(value, _) = column {
                this.exprs.push(self.expr(value));
            }
        }
    }

    fn with(&self, with: Option<&SqliteWith<'_>>) -> With {
        let Some(with) = with else {
            return With::default();
        };
        let ctes = with.ctes.iter().map(|cte| Cte {
            name: ident(&cte.tbl_name),
            columns: cte
                .columns
                .unwrap_or_default()
                .iter()
                .map(|column| ident(&column.col_name))
                .collect(),
            query: self.query(cte.select),
        });
        // SQLite lets a table of WITH name itself with or without RECURSIVE.
        With {
            recursive: true,
            ctes: ctes.collect(),
        }
    }

    fn query(&self, select: &SqliteSelect<'_>) -> Query {
        self.deeper(QUERY, || self.query_here(select))
    }

    fn query_here(&self, select: &SqliteSelect<'_>) -> Query {
        let first = self.one(&select.body.select);
        let body = match &select.body.compounds {
            None => first,
            Some(compounds) => {
                let mut branches = vec![(true, branch(first))];
                branches.extend(compounds.iter().map(|compound| {
                    (
                        compound.operator != CompoundOperator::Except,
                        branch(self.one(&compound.select)),
                    )
                }));
                Body::Set(branches)
            }
        };
        Query {
            with: self.with(select.with.as_ref()),
            body,
            sort: select
                .order_by
                .iter()
                .map(|columns| self.sorted(columns))
                .collect(),
            exprs: select.limit.iter().copied().map(|it| self.limit(it)).collect(),
        }
    }

    fn one(&self, select: &OneSelect<'_>) -> Body {
        match select {
            OneSelect::Values(rows) => {
                let mut values = Expr::default();
                rows.iter()
                    .flatten()
                    .for_each(|value| self.collect(value, Role::Value, &mut values));
                Body::Values(vec![values])
            }
            OneSelect::Select {
                columns,
                from,
                where_clause,
                group_by,
                having,
                window_clause,
                ..
            } => {
                let mut this = Select {
                    items: columns
                        .iter()
                        .map(|it| self.item(it))
                        .filter(|item| item.counts(self.columns))
                        .collect(),
                    from: from.as_ref().map(|it| self.sources(it)).unwrap_or_default(),
                    filter: where_clause.iter().map(|e| self.expr(e)).collect(),
                    group: group_by
                        .unwrap_or_default()
                        .iter()
                        .map(|it| self.expr(it))
                        .collect(),
                    exprs: having.iter().map(|e| self.expr(e)).collect(),
                    ..Select::default()
                };
                for definition in window_clause.unwrap_or_default() {
                    let mut windows = Expr::default();
                    self.window(&definition.window, &mut windows);
                    this.exprs.push(windows);
                }
                Body::Select(Box::new(this))
            }
        }
    }

    fn item(&self, column: &ResultColumn<'_>) -> Item {
        match column {
            ResultColumn::Star => Item::Star {
                of: None,
                altered: false,
            },
            ResultColumn::TableStar(name) => Item::Star {
                of: Some(Name::of([ident(name)])),
                altered: false,
            },
            ResultColumn::Expr(value, name) => Item::Column {
                expr: self.expr(value),
                alias: alias(name.as_ref()),
            },
        }
    }

    fn sources(&self, from: &FromClause<'_>) -> Vec<Source> {
        let mut sources = Vec::with_capacity(1 + from.joins.iter().map(|joins| joins.len()).sum::<usize>());
        sources.extend(from.select.iter().map(|first| self.source(first)));
        for join in from.joins.iter().flatten() {
            let mut joined = self.source(&join.table);
            match &join.constraint {
                Some(JoinConstraint::On(condition)) => joined.on.push(self.expr(condition)),
                Some(JoinConstraint::Using(columns)) => joined.using = columns.iter().map(ident).collect(),
                None => {}
            }
            sources.push(joined);
        }
        sources
    }

    fn source(&self, table: &SelectTable<'_>) -> Source {
        let mut this = Source::default();
        let name = match table {
            SelectTable::Table(name, alias, _) => {
                this.kind = SourceKind::Table(qualified(name));
                alias
            }
            SelectTable::TableCall(name, arguments, alias) => {
                let mut values = Expr::default();
                if !is_function(name) {
                    this.kind = SourceKind::Table(qualified(name));
                    this.called = true;
                }
                self.all(arguments.unwrap_or_default(), Role::Value, &mut values);
                this.exprs.push(values);
                alias
            }
            SelectTable::Select(select, alias) => {
                this.kind = SourceKind::Query(Box::new(self.query(select)));
                alias
            }
            SelectTable::Sub(from, alias) => {
                this.kind = SourceKind::Join(self.deeper(QUERY, || self.sources(from)));
                alias
            }
        };
        // Only columns are looked up by an alias: SQLite writes to tables by their own names alone.
        if self.columns {
            this.alias = alias(name.as_ref());
        }
        this
    }
}

fn remark(remark: Remark) -> Statement {
    Statement {
        remarks: vec![remark],
        ..Statement::default()
    }
}

fn branch(body: Body) -> Query {
    Query {
        body,
        ..Query::default()
    }
}
