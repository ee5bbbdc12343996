//! The one small tree that every grammar's tree is turned into: what a statement reads and writes, and where
//! the names in it are looked up. Expressions keep only their column references and subqueries.

use smallvec::SmallVec;
use smol_str::SmolStr;

/// One identifier, without its quotes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Ident {
    /// The text, unescaped, in the case in which it was written.
    pub text: SmolStr,
    /// Whether it stood in quotes, so that its case counts as the dialect has it for quoted names.
    pub quoted: bool,
}

impl Ident {
    pub(super) fn plain(text: impl Into<SmolStr>) -> Self {
        Ident {
            text: text.into(),
            quoted: false,
        }
    }
}

/// The parts of a dotted name, outermost first. Most names have one or two.
pub(super) type Parts = SmallVec<[Ident; 2]>;

/// A dotted name, outermost part first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Name {
    /// The parts as written; an empty one stands for a level that was left out (`db..t`).
    pub parts: Parts,
    /// The database link or server behind the name (`emp@remote`), where the dialect has such names.
    pub link: Option<String>,
    /// Whether it is the path of a file.
    pub file: bool,
}

impl Name {
    pub(super) fn of(parts: impl IntoIterator<Item = Ident>) -> Self {
        Name {
            parts: parts.into_iter().collect(),
            ..Name::default()
        }
    }

    /// The single identifier that the name is, if it is one.
    pub(super) fn single(&self) -> Option<&Ident> {
        match self.parts.as_slice() {
            [only] if self.link.is_none() && !self.file => Some(only),
            _ => None,
        }
    }
}

/// A statement.
#[derive(Debug, Default)]
pub(super) struct Statement {
    pub with: With,
    /// What is written.
    pub targets: Vec<Target>,
    /// `FROM`, `USING`: what is read besides, and what column references and target aliases mean.
    pub from: Vec<Source>,
    /// The query whose rows go to the targets, or are the answer.
    pub query: Option<Query>,
    /// Assignments, as column and value.
    pub sets: Vec<(Ident, Expr)>,
    /// Conditions, `RETURNING` and every other place where an expression stands.
    pub exprs: Exprs,
    /// What the statement holds that is not looked into.
    pub remarks: Vec<Remark>,
}

/// Something that a reader of the answer should know about the statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Remark {
    /// A plain `EXPLAIN`: nothing is run.
    NotRun,
    /// A procedure is called, or its body defined: what it reads is not in sight.
    Routine,
    /// A prepared statement is run: its text is elsewhere.
    Prepared,
    /// Text that is run as SQL.
    Dynamic,
    /// Data from or to files, stages or programs, which are no tables.
    File,
    /// Several tables could be the one that is written.
    UnclearTarget,
    /// A property graph is read: its tables are named elsewhere.
    Graph,
    /// A table is called like a function, and could be one.
    Called,
}

/// A table that is written.
#[derive(Debug, Clone, Default)]
pub(super) struct Target {
    pub name: Name,
    /// The columns that are written, in order, where they are named.
    pub columns: Vec<Ident>,
    /// Whether the statement creates it for the session only.
    pub temporary: bool,
    /// Whether the name may be the alias of a source of the statement (`UPDATE x … FROM t AS x`).
    pub by_alias: bool,
    /// Whether the query's rows are written to it, so that columns can be traced.
    pub fed: bool,
}

#[derive(Debug, Default)]
pub(super) struct With {
    pub recursive: bool,
    pub ctes: Vec<Cte>,
}

/// A common table expression.
#[derive(Debug)]
pub(super) struct Cte {
    pub name: Ident,
    pub columns: Vec<Ident>,
    pub query: Query,
}

/// A query, with the scope of its `WITH`.
#[derive(Debug, Default)]
pub(super) struct Query {
    pub with: With,
    pub body: Body,
    pub sort: Exprs,
    /// `LIMIT` and the like.
    pub exprs: Exprs,
}

#[derive(Debug, Default)]
pub(super) enum Body {
    /// Rows from nowhere, or from what is no table.
    #[default]
    Nothing,
    Select(Box<Select>),
    /// `UNION` and its kin: whether a branch's rows can come out, and the branch.
    Set(Vec<(bool, Query)>),
    Values(Vec<Expr>),
    /// `TABLE t`.
    Table(Name),
    /// A statement in the place of a query: it writes, and may return rows.
    Statement(Box<Statement>),
}

#[derive(Debug, Default)]
pub(super) struct Select {
    pub items: Vec<Item>,
    pub from: Vec<Source>,
    /// `SELECT … INTO t`.
    pub into: Vec<Target>,
    pub filter: Exprs,
    pub group: Exprs,
    /// Windows, `DISTINCT ON`, `TOP` and every other place where an expression stands.
    pub exprs: Exprs,
    /// Whether the rows go through steps that are not followed column by column (pipes, pivots).
    pub reshaped: bool,
}

#[derive(Debug)]
pub(super) enum Item {
    Column {
        expr: Expr,
        alias: Option<Ident>,
    },
    /// `*`, `t.*`; `altered` when columns are taken out or replaced.
    Star {
        of: Option<Name>,
        altered: bool,
    },
}

impl Item {
    /// Whether it says anything, where columns are traced or are not.
    pub(super) fn counts(&self, columns: bool) -> bool {
        columns || matches!(self, Item::Column { expr, .. } if !expr.is_empty())
    }
}

/// One entry of a `FROM` clause.
#[derive(Debug, Default)]
pub(super) struct Source {
    pub kind: SourceKind,
    pub alias: Option<Ident>,
    pub columns: Vec<Ident>,
    /// Arguments, samples, time travel: expressions that belong to the entry.
    pub exprs: Exprs,
    /// Join conditions.
    pub on: Exprs,
    /// Columns of `USING`.
    pub using: Vec<Ident>,
    /// Whether its columns are other than those of the table (`PIVOT`).
    pub reshaped: bool,
    /// Whether the table is called like a function.
    pub called: bool,
}

#[derive(Debug, Default)]
pub(super) enum SourceKind {
    /// A function, an array, a variable: no table.
    #[default]
    Opaque,
    Table(Name),
    Query(Box<Query>),
    Join(Vec<Source>),
}

/// What is left of an expression.
#[derive(Debug, Default)]
pub(super) struct Expr {
    pub columns: Vec<Column>,
    pub queries: Vec<Query>,
    /// Tables named in the expression itself (`x IN t`).
    pub tables: Vec<Name>,
    /// Whether the expression is one column, as it is.
    pub plain: bool,
}

impl Expr {
    fn is_empty(&self) -> bool {
        self.columns.is_empty() && self.queries.is_empty() && self.tables.is_empty()
    }
}

/// Expressions of which only the names in them count. One without any is left out.
#[derive(Debug, Default)]
pub(super) struct Exprs(Vec<Expr>);

impl Exprs {
    pub(super) fn push(&mut self, expr: Expr) {
        if !expr.is_empty() {
            self.0.push(expr);
        }
    }
}

impl Extend<Expr> for Exprs {
    fn extend<I: IntoIterator<Item = Expr>>(&mut self, exprs: I) {
        exprs.into_iter().for_each(|expr| self.push(expr));
    }
}

impl From<Expr> for Exprs {
    fn from(expr: Expr) -> Self {
        [expr].into_iter().collect()
    }
}

impl FromIterator<Expr> for Exprs {
    fn from_iter<I: IntoIterator<Item = Expr>>(exprs: I) -> Self {
        let mut this = Exprs::default();
        this.extend(exprs);
        this
    }
}

impl std::ops::Deref for Exprs {
    type Target = [Expr];

    fn deref(&self) -> &[Expr] {
        &self.0
    }
}

/// A column reference in an expression.
#[derive(Debug, Clone)]
pub(super) struct Column {
    pub name: Parts,
    pub role: Role,
}

/// What a column does for the value of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    /// Its value goes into the value.
    Value,
    /// Its value goes into an aggregate; whether the aggregate hides it (`count`).
    Aggregate { masking: bool },
    /// It decides between values.
    Condition,
    /// It partitions or orders a window.
    Window,
}
