//! SQLite's grammar, as `sqlite3-parser` knows it, into our tree.

mod expr;

use sqlite3_parser::ast::{
    AlterTableBody, As, Cmd, CompoundOperator, CreateTableBody, FromClause, InsertBody, JoinConstraint,
    Name as SqliteName, OneSelect, QualifiedName, ResultColumn, Select as SqliteSelect, SelectTable, Set,
    Stmt, Upsert, UpsertDo, With as SqliteWith,
};
use sqlite3_parser::lexer::sql::{Error, Parser};
use sqlite3_parser::{Bump, FallibleIterator, ast};

use super::grammar::{SyntaxError, offset};
use super::tree::{
    Body, Cte, Expr, Ident, Item, Name, Query, Remark, Role, Select, Source, SourceKind, Statement, Target,
    With,
};
use expr::{all, collect, expr, limit, sorted, window};

/// Parses the text of one statement.
///
/// A query in parentheses is no statement to SQLite, but people pass one where others take it.
///
/// Column references are left out where nobody asks for them (`traced`).
pub(super) fn parse(text: &str, traced: bool) -> Result<Vec<Statement>, SyntaxError> {
    let inner = text
        .trim()
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    parse_bare(text, traced).or_else(|error| inner.and_then(|inner| parse(inner, traced).ok()).ok_or(error))
}

fn parse_bare(text: &str, traced: bool) -> Result<Vec<Statement>, SyntaxError> {
    // What a tree takes, as far as one piece of memory for it pays.
    let bump = Bump::with_capacity((16 * text.len()).min(64 << 10));
    let mut parser = Parser::new(&bump, text.as_bytes());
    let mut statements = Vec::new();
    loop {
        match parser.next() {
            Ok(Some(command)) => statements.push(self::command(traced, &command)),
            Ok(None) => return Ok(statements),
            Err(error) => {
                return Err(SyntaxError {
                    offset: position(text, &error),
                });
            }
        }
    }
}

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

fn command(traced: bool, command: &Cmd<'_>) -> Statement {
    match command {
        Cmd::Stmt(stmt) => statement(traced, stmt),
        Cmd::Explain(_) | Cmd::ExplainQueryPlan(_) => remark(Remark::NotRun),
    }
}

fn remark(remark: Remark) -> Statement {
    Statement {
        remarks: vec![remark],
        ..Statement::default()
    }
}

fn statement(traced: bool, stmt: &Stmt<'_>) -> Statement {
    let mut this = Statement::default();
    match stmt {
        Stmt::Select(select) => this.query = Some(query(traced, select)),
        Stmt::Insert {
            with: w,
            tbl_name,
            columns,
            body,
            returning,
            ..
        } => {
            this.with = with(traced, w.as_ref());
            let columns = columns.iter().flat_map(|columns| columns.iter());
            this.targets.push(Target {
                columns: columns.map(ident).collect(),
                fed: true,
                ..target(tbl_name)
            });
            if let InsertBody::Select(select, upsert) = body {
                this.query = Some(query(traced, select));
                upserts(traced, *upsert, &mut this);
            }
            returned(traced, *returning, &mut this);
        }
        Stmt::Update {
            with: w,
            tbl_name,
            sets: s,
            from,
            where_clause,
            returning,
            order_by,
            limit: l,
            ..
        } => {
            this.with = with(traced, w.as_ref());
            this.targets.push(target(tbl_name));
            sets(traced, s, &mut this);
            this.from = from.as_ref().map(|it| sources(traced, it)).unwrap_or_default();
            chosen(traced, where_clause.as_ref(), *order_by, *l, &mut this);
            returned(traced, *returning, &mut this);
        }
        Stmt::Delete {
            with: w,
            tbl_name,
            where_clause,
            returning,
            order_by,
            limit: l,
            ..
        } => {
            this.with = with(traced, w.as_ref());
            this.targets.push(target(tbl_name));
            chosen(traced, where_clause.as_ref(), *order_by, *l, &mut this);
            returned(traced, *returning, &mut this);
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
                this.query = Some(query(traced, select));
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
            this.query = Some(query(traced, select));
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

fn upserts(traced: bool, first: Option<&Upsert<'_>>, this: &mut Statement) {
    let mut next = first;
    while let Some(upsert) = next {
        if let Some(index) = &upsert.index {
            this.exprs.push(sorted(traced, index.targets));
            this.exprs
                .extend(index.where_clause.iter().map(|it| expr(traced, it)));
        }
        if let UpsertDo::Set {
            sets: s,
            where_clause,
        } = &upsert.do_clause
        {
            this.exprs.extend(s.iter().map(|set| expr(traced, &set.expr)));
            this.exprs.extend(where_clause.iter().map(|it| expr(traced, it)));
        }
        next = upsert.next;
    }
}

fn sets(traced: bool, sets: &[Set<'_>], this: &mut Statement) {
    for set in sets {
        match set.col_names.as_slice() {
            [only] => this.sets.push((ident(only), expr(traced, &set.expr))),
            _ => this.exprs.push(expr(traced, &set.expr)),
        }
    }
}

/// The rows that an UPDATE or a DELETE is about.
fn chosen(
    traced: bool,
    condition: Option<&ast::Expr<'_>>,
    order: Option<&[ast::SortedColumn<'_>]>,
    bound: Option<&ast::Limit<'_>>,
    this: &mut Statement,
) {
    this.exprs.extend(condition.map(|it| expr(traced, it)));
    this.exprs.extend(order.map(|it| sorted(traced, it)));
    this.exprs.extend(bound.map(|it| limit(traced, it)));
}

fn returned(traced: bool, returning: Option<&[ResultColumn<'_>]>, this: &mut Statement) {
    for column in returning.unwrap_or_default() {
        if let ResultColumn::Expr(value, _) = column {
            this.exprs.push(expr(traced, value));
        }
    }
}

// Names.

/// A name with its quotes: `"a""b"`, `` `a` ``, `[a]`, and `'a'` where SQLite takes a string for a name.
fn ident(name: &SqliteName<'_>) -> Ident {
    unquoted(name.0)
}

fn unquoted(text: &str) -> Ident {
    let (open, close) = match text.as_bytes() {
        [b'[', .., b']'] => ('[', ']'),
        [q @ (b'"' | b'`' | b'\''), .., last] if q == last && text.len() > 1 => {
            (char::from(*q), char::from(*q))
        }
        _ => return Ident::plain(text),
    };
    let inner = &text[1..text.len() - 1];
    let text = match open == close {
        true => inner.replace(&format!("{open}{close}"), &open.to_string()),
        false => inner.to_owned(),
    };
    Ident {
        text: text.into(),
        quoted: true,
    }
}

fn qualified(name: &QualifiedName<'_>) -> Name {
    Name::of(name.db_name.iter().chain([&name.name]).map(ident))
}

fn target(name: &QualifiedName<'_>) -> Target {
    Target {
        name: qualified(name),
        ..Target::default()
    }
}

fn table(name: Name) -> Source {
    Source {
        kind: SourceKind::Table(name),
        ..Source::default()
    }
}

fn alias(alias: Option<&As<'_>>) -> Option<Ident> {
    alias.map(|(As::As(name) | As::Elided(name))| ident(name))
}

// Queries.

fn with(traced: bool, with: Option<&SqliteWith<'_>>) -> With {
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
        query: query(traced, cte.select),
    });
    // SQLite lets a table of WITH name itself with or without RECURSIVE.
    With {
        recursive: true,
        ctes: ctes.collect(),
    }
}

fn query(traced: bool, select: &SqliteSelect<'_>) -> Query {
    let first = one(traced, &select.body.select);
    let body = match &select.body.compounds {
        None => first,
        Some(compounds) => {
            let mut branches = vec![(true, branch(first))];
            branches.extend(compounds.iter().map(|compound| {
                (
                    compound.operator != CompoundOperator::Except,
                    branch(one(traced, &compound.select)),
                )
            }));
            Body::Set(branches)
        }
    };
    Query {
        with: with(traced, select.with.as_ref()),
        body,
        sort: select
            .order_by
            .iter()
            .map(|columns| sorted(traced, columns))
            .collect(),
        exprs: select.limit.iter().copied().map(|it| limit(traced, it)).collect(),
    }
}

fn branch(body: Body) -> Query {
    Query {
        body,
        ..Query::default()
    }
}

fn one(traced: bool, select: &OneSelect<'_>) -> Body {
    match select {
        OneSelect::Values(rows) => {
            let mut values = Expr::default();
            rows.iter()
                .flatten()
                .for_each(|value| collect(traced, value, Role::Value, &mut values));
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
                    .map(|it| item(traced, it))
                    .filter(|item| item.counts(traced))
                    .collect(),
                from: from.as_ref().map(|it| sources(traced, it)).unwrap_or_default(),
                filter: where_clause.iter().map(|e| expr(traced, e)).collect(),
                group: group_by
                    .unwrap_or_default()
                    .iter()
                    .map(|it| expr(traced, it))
                    .collect(),
                exprs: having.iter().map(|e| expr(traced, e)).collect(),
                ..Select::default()
            };
            for definition in window_clause.unwrap_or_default() {
                let mut windows = Expr::default();
                window(traced, &definition.window, &mut windows);
                this.exprs.push(windows);
            }
            Body::Select(Box::new(this))
        }
    }
}

fn item(traced: bool, column: &ResultColumn<'_>) -> Item {
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
            expr: expr(traced, value),
            alias: alias(name.as_ref()),
        },
    }
}

fn sources(traced: bool, from: &FromClause<'_>) -> Vec<Source> {
    let mut sources = Vec::with_capacity(1 + from.joins.iter().map(|joins| joins.len()).sum::<usize>());
    sources.extend(from.select.iter().map(|first| source(traced, first)));
    for join in from.joins.iter().flatten() {
        let mut joined = source(traced, &join.table);
        match &join.constraint {
            Some(JoinConstraint::On(condition)) => joined.on.push(expr(traced, condition)),
            Some(JoinConstraint::Using(columns)) => joined.using = columns.iter().map(ident).collect(),
            None => {}
        }
        sources.push(joined);
    }
    sources
}

fn source(traced: bool, table: &SelectTable<'_>) -> Source {
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
            all(traced, arguments.unwrap_or_default(), Role::Value, &mut values);
            this.exprs.push(values);
            alias
        }
        SelectTable::Select(select, alias) => {
            this.kind = SourceKind::Query(Box::new(query(traced, select)));
            alias
        }
        SelectTable::Sub(from, alias) => {
            this.kind = SourceKind::Join(sources(traced, from));
            alias
        }
    };
    this.alias = alias(name.as_ref());
    this
}

/// Whether a name that is called in FROM is one of SQLite's own functions. Any other is a virtual table, whose
/// arguments are terms of its WHERE, or a function of an extension.
///
/// Source: SQLite, "Table-valued Functions", "JSON Functions And Operators", "PRAGMA functions", and the extensions
/// that its shell is built with.
fn is_function(name: &QualifiedName<'_>) -> bool {
    const FUNCTIONS: &[&str] = &[
        "bytecode",
        "carray",
        "completion",
        "dbstat",
        "fsdir",
        "generate_series",
        "json_each",
        "json_tree",
        "jsonb_each",
        "jsonb_tree",
        "sqlite_dbpage",
        "sqlite_stmt",
        "tables_used",
        "zipfile",
    ];
    let name = ident(&name.name).text.to_ascii_lowercase();
    FUNCTIONS.contains(&name.as_str()) || name.starts_with("pragma_")
}
