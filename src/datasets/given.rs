//! What the metadata give: a statement, a table, or nothing that can be read.

use super::metadata::{Metadata, Operation};
use super::shown;
use crate::sql::{Dialect, Script};

/// What the string of the node is.
pub(super) enum Given<'m> {
    /// A table, by its name.
    Table(&'m str),
    /// A statement, and what was found in it.
    Statement(&'m str, Script),
    /// Something that may be either, or that cannot be placed, and why.
    Unclear(String),
    Nothing,
}

/// Tells names and statements apart.
///
/// Source: `sql-metadata.md`, the rules of reads and writes.
pub(super) fn given(metadata: &Metadata, dialect: Option<Dialect>) -> Given<'_> {
    let write = metadata.operation == Some(Operation::Write);
    let (query, name) = (metadata.query.as_deref(), metadata.table_name.as_deref());
    match (query, name) {
        (Some(query), _) if !write => Given::Statement(query, read(query, dialect)),
        (Some(text), _) | (None, Some(text)) => named(text, metadata.operation, dialect),
        (None, None) => Given::Nothing,
    }
}

/// A string that need not be a statement.
fn named<'m>(text: &'m str, operation: Option<Operation>, dialect: Option<Dialect>) -> Given<'m> {
    let unplaced = || {
        Given::Unclear(format!(
            "{}: left out, whether it was read or written is not known",
            shown(Some(text))
        ))
    };
    let table = || operation.map_or_else(unplaced, |_| Given::Table(text));
    if is_plain(text) {
        return table();
    }
    match first_word(text) {
        Start::Other => return table(),
        Start::Table if operation == Some(Operation::Read) => {
            return Given::Unclear("left out, TABLE may start a statement or be part of the name".to_owned());
        }
        Start::Table | Start::Statement => {}
    }
    let script = read(text, dialect);
    match () {
        () if script.failed() => Given::Unclear(
            "left out, a statement starts at the name of the table, and cannot be read".to_owned(),
        ),
        // A saver's text that names no table at all is the name of the table.
        () if operation == Some(Operation::Write) && script.tables().next().is_none() => Given::Table(text),
        () => Given::Statement(text, script),
    }
}

pub(super) fn read(text: &str, dialect: Option<Dialect>) -> Script {
    dialect.map_or_else(Script::default, |dialect| Script::read(text, dialect))
}

/// Whether the text is a plain identifier, or some joined by dots.
fn is_plain(text: &str) -> bool {
    let part = |part: &str| {
        !part.is_empty()
            && part
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
    };
    text.split('.').all(part)
}

enum Start {
    Statement,
    Table,
    Other,
}

/// Whether a statement can start with this text.
fn first_word(text: &str) -> Start {
    const STATEMENTS: &[&str] = &[
        "alter",
        "analyze",
        "attach",
        "begin",
        "call",
        "close",
        "comment",
        "commit",
        "copy",
        "create",
        "declare",
        "delete",
        "desc",
        "describe",
        "detach",
        "discard",
        "do",
        "drop",
        "end",
        "execute",
        "explain",
        "fetch",
        "grant",
        "insert",
        "listen",
        "lock",
        "merge",
        "move",
        "notify",
        "pragma",
        "prepare",
        "reassign",
        "refresh",
        "reindex",
        "release",
        "replace",
        "reset",
        "revoke",
        "rollback",
        "savepoint",
        "select",
        "set",
        "show",
        "start",
        "truncate",
        "unlisten",
        "update",
        "vacuum",
        "values",
        "with",
    ];
    let text = crate::sql::without_leading_comments(text);
    let word: String = text
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect();
    let is = |known: &&str| known.eq_ignore_ascii_case(&word);
    match () {
        () if text.starts_with('(') || STATEMENTS.iter().any(is) => Start::Statement,
        () if is(&"table") => Start::Table,
        () => Start::Other,
    }
}
