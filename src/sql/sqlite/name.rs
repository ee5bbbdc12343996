//! Names as SQLite writes them.

use sqlite3_parser::ast::{As, Name as SqliteName, QualifiedName};

use super::super::tree::{Ident, Name, Parts, Source, SourceKind, Target};

/// A name with its quotes: `"a""b"`, `` `a` ``, `[a]`, and `'a'` where SQLite takes a string for a name.
pub(super) fn ident(name: &SqliteName<'_>) -> Ident {
    unquoted(name.0)
}

pub(super) fn unquoted(text: &str) -> Ident {
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

pub(super) fn qualified(name: &QualifiedName<'_>) -> Name {
    let mut parts = Parts::new();
    parts.extend(name.db_name.as_ref().map(ident));
    parts.push(ident(&name.name));
    Name {
        parts,
        ..Name::default()
    }
}

pub(super) fn target(name: &QualifiedName<'_>) -> Target {
    Target {
        name: qualified(name),
        ..Target::default()
    }
}

pub(super) fn table(name: Name) -> Source {
    Source {
        kind: SourceKind::Table(name),
        ..Source::default()
    }
}

pub(super) fn alias(alias: Option<&As<'_>>) -> Option<Ident> {
    alias.map(|(As::As(name) | As::Elided(name))| ident(name))
}

/// Whether a name that is called in FROM is one of SQLite's own functions. Any other is a virtual table, whose
/// arguments are terms of its WHERE, or a function of an extension.
///
/// Source: SQLite, "Table-valued Functions", "JSON Functions And Operators", "PRAGMA functions", and the extensions
/// that its shell is built with.
pub(super) fn is_function(name: &QualifiedName<'_>) -> bool {
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
