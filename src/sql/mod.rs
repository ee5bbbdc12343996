//! SQL text: which tables its statements read and write.
//!
//! A script is cut into statements (`scan`), each is read by the grammar that knows its dialect best (`postgres`,
//! `sqlite`, `generic`) and turned into one small tree (`tree`). What names mean, and which tables come out, is
//! worked out once, on that tree (`scope`, `answer`).

mod answer;
mod columns;
mod dialect;
mod generic;
mod grammar;
mod postgres;
mod scan;
mod scope;
mod script;
mod sqlite;
mod template;
mod tree;
mod worker;

use std::borrow::Cow;

use crate::contract::Contract;
use crate::reason::Code;
use crate::relational::Connection;

pub use answer::{
    ColumnLineage, ColumnLineageFacet, Dataset, FieldLineage, InputField, Lineage, Note, StatementError,
    TableName, TransformationOfField,
};
pub use dialect::Dialect;
pub(crate) use script::{NamedTable, Script, without_leading_comments};

use answer::Collector;
use dialect::Grammar;
use grammar::SyntaxError;
use scan::{Depth, Piece};
use scope::Tables;
use template::Marker;

/// How to read a script.
#[derive(Debug, Clone, Copy)]
pub struct Options<'a> {
    /// The dialect.
    pub dialect: Dialect,
    /// The schema of tables that are named without one.
    pub default_schema: Option<&'a str>,
    /// The connection on which the script runs: its tables are answered as identities.
    pub connection: Option<Connection<'a>>,
    /// The version of the contract.
    pub contract: Contract,
    /// Whether to trace columns as well.
    pub columns: bool,
}

impl Options<'_> {
    /// A script of this dialect under contract 3, without a connection.
    #[must_use]
    pub fn of(dialect: Dialect) -> Self {
        Options {
            dialect,
            default_schema: None,
            connection: None,
            contract: Contract::default(),
            columns: false,
        }
    }
}

/// The longest statement that is read, in bytes.
const LONGEST: usize = 64 << 20;

/// The tables that a script reads and writes.
///
/// Each statement is read by itself: one that cannot be read is an error with its number, line and column, and the
/// others still count. Inputs and outputs are sorted and hold each table once.
///
/// ```
/// use lineage_identity::sql::{Dialect, Options, lineage};
/// let options = Options::of(Dialect::find("postgres").unwrap());
/// let found = lineage("WITH c AS (SELECT * FROM a.b) INSERT INTO d SELECT * FROM c; oops", &options);
/// assert_eq!(found.inputs[0].name(), "a.b");
/// assert_eq!(found.outputs[0].name(), "d");
/// assert_eq!((found.errors[0].statement_index, found.errors[0].line), (1, Some(1)));
/// ```
#[must_use]
pub fn lineage(sql: &str, options: &Options<'_>) -> Lineage {
    let pieces = scan::pieces(sql, options.dialect, options.columns);
    let marker = Marker::absent_from(sql, &pieces);
    let mut collector = Collector::new(sql, options, &marker);
    let task = Task::of(options.dialect, options.columns);
    for (index, piece) in pieces.iter().enumerate() {
        match read(sql, piece, task, &marker) {
            Ok(statements) => collector.statements(index, statements),
            Err(failure) => collector.failed(index, piece.start, &failure),
        }
    }
    collector.finish()
}

/// Why a statement was not read.
#[derive(Debug, Clone, Copy)]
struct Failure {
    code: Code,
    /// Where, in bytes from the start of the statement.
    offset: Option<usize>,
}

impl From<Code> for Failure {
    fn from(code: Code) -> Self {
        Failure { code, offset: None }
    }
}

impl From<SyntaxError> for Failure {
    fn from(error: SyntaxError) -> Self {
        Failure {
            code: Code::SyntaxError,
            offset: error.offset,
        }
    }
}

/// What to look for in a statement.
#[derive(Debug, Clone, Copy)]
struct Task {
    dialect: Dialect,
    columns: bool,
    /// Whether to read by the grammars that may know what the dialect's own does not.
    others: bool,
    /// How deep a tree may be that is read, where its depth was not counted before.
    levels: u32,
}

impl Task {
    fn of(dialect: Dialect, columns: bool) -> Self {
        Task {
            dialect,
            columns,
            others: false,
            levels: u32::MAX,
        }
    }
}

/// Reads one statement of a script, here or on a thread whose stack is large enough for it.
fn read(sql: &str, piece: &Piece, task: Task, marker: &Marker) -> Result<Vec<Tables>, Failure> {
    if piece.template {
        return Err(Code::UnrenderedTemplate.into());
    }
    let text = &sql[piece.start..piece.end];
    if text.len() > LONGEST {
        return Err(Code::StatementTooLong.into());
    }
    let text = template::patched(text, piece, marker);
    let grammar = task.dialect.grammar;
    if let Some(depth) = piece.depth
        && grammar == Grammar::Postgres
        && let Some(offset) = scan::long_operator(&text, depth)
    {
        let offset = Some(offset);
        return Err(SyntaxError { offset }.into());
    }
    let failure = match read_by_own(&text, piece.depth, task) {
        Ok(statements) => return Ok(statements),
        Err(failure) => failure,
    };
    let more = matches!(grammar, Grammar::Postgres | Grammar::Sqlite)
        && failure.code == Code::SyntaxError
        && !task.dialect.other_grammars(&text).is_empty();
    if more {
        // The parser of the others takes more stack.
        let task = Task { others: true, ..task };
        let depth = piece.depth.unwrap_or_else(|| scan::depth(&text, grammar));
        if let Ok(statements) = read_by(&text, depth, Grammar::Generic, task) {
            return Ok(statements);
        }
    }
    Err(failure)
}

/// Reads a statement by its dialect's own grammar. Where its depth was not counted, only one that turns out to be deep
/// pays for a count.
fn read_by_own(text: &str, depth: Option<Depth>, task: Task) -> Result<Vec<Tables>, Failure> {
    let grammar = task.dialect.grammar;
    if let Some(depth) = depth {
        return read_by(text, depth, grammar, task);
    }
    let shallow = Task {
        levels: worker::LEVELS,
        ..task
    };
    match read_by(text, Depth::default(), grammar, shallow) {
        Err(failure) if failure.code == Code::TooDeep => {
            read_by(text, scan::depth(text, grammar), grammar, task)
        }
        result => result,
    }
}

/// Reads a statement where there is stack enough for a parser of this grammar.
fn read_by(text: &str, depth: Depth, grammar: Grammar, task: Task) -> Result<Vec<Tables>, Failure> {
    match place(depth, grammar) {
        Place::Here => analyse(text, task),
        Place::Worker => worker::run(text.to_owned(), task),
        Place::Nowhere => Err(Code::TooDeep.into()),
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Place {
    Here,
    Worker,
    Nowhere,
}

/// Where a statement of this depth can be read.
fn place(depth: Depth, grammar: Grammar) -> Place {
    let stack = worker::stack_for(depth, grammar);
    match () {
        () if worker::is_too_deep(depth, grammar) => Place::Nowhere,
        () if stack <= worker::CALLER_STACK => Place::Here,
        () if cfg!(target_family = "wasm") || stack > worker::WORKER_STACK => Place::Nowhere,
        () => Place::Worker,
    }
}

/// Reads a statement on this thread. A parser that panics is stopped here.
fn analyse(text: &str, task: Task) -> Result<Vec<Tables>, Failure> {
    let dialect = task.dialect;
    let read = || {
        let statements = match dialect.grammar {
            _ if task.others => generic::parse_others(text, task).ok_or(SyntaxError { offset: None })?,
            Grammar::Postgres => postgres::parse(text, task.columns)?,
            Grammar::Sqlite => sqlite::parse(text, task.columns, task.levels)?,
            _ => generic::parse(text, task)?,
        };
        let tables = |statement| {
            let mut tables = scope::tables(statement, dialect);
            if task.columns {
                tables.traced = columns::trace(statement, dialect);
            }
            tables
        };
        Ok(statements.iter().map(tables).collect())
    };
    std::panic::catch_unwind(read).unwrap_or_else(|_| Err(Code::ParserFailed.into()))
}

/// The line and column of a byte, both counted from 1, the column in characters.
fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let line = memchr::memchr_iter(b'\n', before.as_bytes()).count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before[start..].chars().count() + 1)
}

/// The text of a name, which borrows where nothing has to be put together.
fn joined<'s>(parts: impl Iterator<Item = &'s str>) -> Cow<'s, str> {
    let mut parts = parts.peekable();
    let first = parts.next().unwrap_or_default();
    match parts.peek() {
        None => Cow::Borrowed(first),
        Some(_) => {
            let mut name = first.to_owned();
            for part in parts {
                name.push('.');
                name.push_str(part);
            }
            Cow::Owned(name)
        }
    }
}
