//! Embedded databases: the file is the place.

use std::borrow::Cow;

use crate::identity::NoIdentity;
use crate::reason::Code;
use crate::text::{has_variable, non_blank, trim};

/// The path in a database field, without what the product writes around it.
///
/// Source: `identifiers.json`, the embedded form of each type.
///
/// # Errors
///
/// [`Code::InMemoryDatabase`], [`Code::NoDatabase`], [`Code::UnresolvedVariable`] or, for what lies in an archive, on
/// the class path or at a service, [`Code::NotAFile`].
pub(super) fn path<'a>(database: Option<&'a str>, id: &str) -> Result<Cow<'a, str>, NoIdentity> {
    let Some(text) = non_blank(database) else {
        let blank_is_memory = matches!(id, "SQLITE" | "DuckDB");
        let code = if blank_is_memory {
            Code::InMemoryDatabase
        } else {
            Code::NoDatabase
        };
        return Err(code.into());
    };
    if has_variable(text) {
        return Err(Code::UnresolvedVariable.into());
    }
    let text = if id == "SQLITE" { text } else { before(text, ';') };
    let (inside, memory, elsewhere): (&[&str], &[&str], &[&str]) = match id {
        "SQLITE" => (&["file:"], &[":memory:", "file::memory:"], &[":resource:"]),
        "DuckDB" => (&[], &[":memory:"], &["md:", "motherduck:"]),
        "DERBY" => (&["directory:"], &["memory:"], &["classpath:", "jar:"]),
        "H2" => (
            &["file:", "nio:", "niomapped:", "async:"],
            &["mem:"],
            &["zip:", "classpath:"],
        ),
        "HYPERSONIC" => (&["file:"], &["mem:"], &["res:"]),
        _ => (&[], &[], &[]),
    };
    let starts = |prefix: &&&str| after(text, prefix).is_some();
    let is_memory = memory.iter().any(|prefix| starts(&prefix))
        || (id == "DuckDB" && text == "memory")
        || (id == "SQLITE"
            && text
                .split_once('?')
                .is_some_and(|(_, query)| query.contains("mode=memory")));
    if is_memory {
        return Err(Code::InMemoryDatabase.into());
    }
    if elsewhere.iter().any(|prefix| starts(&prefix)) || text.contains("://") {
        return Err(Code::NotAFile.into());
    }
    let mut path = inside
        .iter()
        .find_map(|prefix| after(text, prefix))
        .unwrap_or(text);
    if id == "SQLITE" && after(text, "file:").is_some() {
        path = before(path, '?');
    }
    if id == "H2" {
        path = path.strip_suffix(".mv.db").unwrap_or(path);
    }
    let path = trim(path);
    Ok(if is_windows(path) {
        Cow::Owned(path.replace('\\', "/"))
    } else {
        Cow::Borrowed(path)
    })
}

/// The text behind a prefix in any letter case.
fn after<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let head = text.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then(|| &text[prefix.len()..])
}

fn before(text: &str, end: char) -> &str {
    text.split(end).next().unwrap_or_default()
}

/// Whether a path is one of Windows: with a drive, or on a share.
fn is_windows(path: &str) -> bool {
    drive(path.strip_prefix('/').unwrap_or(path)) || path.starts_with("\\\\")
}

/// Whether a path begins with a drive and a root.
fn drive(path: &str) -> bool {
    matches!(path.as_bytes(), [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic())
}

/// The namespace of a file.
///
/// Source: `DECISIONS`, SQLite files: `sqlite:///srv/x.db` and `sqlite://C:/data/sales.db`; `identifiers.json`,
/// common rules, embedded, for the others: `duckdb:///C:/x.duckdb`, and a share's server as authority.
///
/// # Errors
///
/// [`Code::RelativePath`] for a path that starts at no root.
pub(super) fn namespace(scheme: &str, id: &str, path: &str) -> Result<String, NoIdentity> {
    if let Some(share) = path.strip_prefix("//").filter(|share| !share.starts_with('/')) {
        return Ok(format!("{scheme}://{share}"));
    }
    let without_root = path.strip_prefix('/').unwrap_or(path);
    if drive(without_root) {
        let root = if id == "SQLITE" { "" } else { "/" };
        return Ok(format!("{scheme}://{root}{without_root}"));
    }
    match path.strip_prefix('/') {
        Some(rest) => Ok(format!("{scheme}:///{}", rest.trim_start_matches('/'))),
        None => Err(Code::RelativePath.into()),
    }
}

/// The name of the catalogue that the file opens as: DuckDB's, the file's name up to its first dot.
///
/// Source: `identifiers.json`, DuckDB (observed).
pub(super) fn catalog<'p>(id: &str, path: &'p str) -> Option<&'p str> {
    let file = path.rsplit('/').next().filter(|_| id == "DuckDB")?;
    non_blank(file.split('.').next())
}

#[cfg(test)]
mod tests {
    use super::{namespace, path};
    use crate::reason::Code;

    fn read(id: &str, database: &str) -> Result<String, Code> {
        let path = path(Some(database), id).map_err(|reason| reason.code)?;
        namespace("x", id, &path).map_err(|reason| reason.code)
    }

    #[test]
    fn files() {
        for (id, database, expected) in [
            ("SQLITE", "/srv/x.db", "x:///srv/x.db"),
            ("SQLITE", "C:\\data\\sales.db", "x://C:/data/sales.db"),
            ("SQLITE", "/C:/data/sales.db", "x://C:/data/sales.db"),
            ("SQLITE", "file:/srv/x.db?cache=shared", "x:///srv/x.db"),
            ("DuckDB", "C:\\data\\x.duckdb", "x:///C:/data/x.duckdb"),
            ("MSACCESS", "\\\\srv\\share\\x.mdb;k=v", "x://srv/share/x.mdb"),
            ("H2", "file:/data/Sales.mv.db;USER=x", "x:///data/Sales"),
            ("H2", "nio:/data/x", "x:///data/x"),
            ("HYPERSONIC", "file:/data/x;shutdown=true", "x:///data/x"),
            ("DERBY", "directory:/data/x;password=s3cr3t", "x:///data/x"),
            ("SQLITE", "///srv/x.db", "x:///srv/x.db"),
        ] {
            assert_eq!(read(id, database).as_deref(), Ok(expected), "{id} {database}");
        }
    }

    #[test]
    fn what_is_no_file() {
        for (id, database, code) in [
            ("SQLITE", ":memory:", Code::InMemoryDatabase),
            ("SQLITE", "file:x?mode=memory", Code::InMemoryDatabase),
            ("SQLITE", " ", Code::InMemoryDatabase),
            ("DuckDB", "memory", Code::InMemoryDatabase),
            ("DuckDB", ":memory:x", Code::InMemoryDatabase),
            ("DuckDB", "md:x", Code::NotAFile),
            ("DuckDB", "s3://b/x.duckdb", Code::NotAFile),
            ("H2", "mem:x", Code::InMemoryDatabase),
            ("H2", "~/x", Code::RelativePath),
            ("H2", "./x", Code::RelativePath),
            ("H2", "zip:/x.zip!/y", Code::NotAFile),
            ("HYPERSONIC", "res:x", Code::NotAFile),
            ("HYPERSONIC", "x", Code::RelativePath),
            ("DERBY", "memory:x", Code::InMemoryDatabase),
            ("DERBY", "x", Code::RelativePath),
            ("H2", " ", Code::NoDatabase),
            ("SQLITE", "${DIR}/x.db", Code::UnresolvedVariable),
        ] {
            assert_eq!(read(id, database), Err(code), "{id} {database}");
        }
    }
}
