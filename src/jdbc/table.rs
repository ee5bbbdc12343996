//! Table text: names with their qualifiers, split at dots outside quotes.

use crate::identity::NoIdentity;
use crate::reason::Code;
use crate::relational::types::{DatabaseType, Levels};
use crate::relational::{Part, Parts, Table};
use crate::text::{non_blank, trim};

/// Splits a name at the dots that stand outside quotes. The parts keep their quotes; a doubled closing quote does
/// not end a quoted part.
///
/// # Errors
///
/// [`Code::UnclosedQuote`] when a quote has no end.
///
/// ```
/// use lineage_identity::jdbc::split_name;
/// assert_eq!(split_name(r#""Sales"."Or.ders""#, &[('"', '"')])?, [r#""Sales""#, r#""Or.ders""#]);
/// assert_eq!(split_name("[dbo].[T]", &[('[', ']')])?, ["[dbo]", "[T]"]);
/// assert_eq!(split_name("db..t", &[])?, ["db", "", "t"]);
/// # Ok::<(), lineage_identity::NoIdentity>(())
/// ```
pub fn split_name<'a>(text: &'a str, quotes: &[(char, char)]) -> Result<Vec<&'a str>, NoIdentity> {
    split(text, quotes, &['.'], false)
}

/// The same, with these characters in the place of dots; a backslash may escape what follows it inside quotes.
fn split<'a>(
    text: &'a str,
    quotes: &[(char, char)],
    separators: &[char],
    backslash: bool,
) -> Result<Vec<&'a str>, NoIdentity> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut end_quote = None;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match end_quote {
            // A doubled end is a character of the name.
            Some(end) if c == end => end_quote = chars.next_if(|(_, next)| *next == end).map(|_| end),
            Some(_) if backslash && c == '\\' => drop(chars.next()),
            Some(_) => {}
            None if separators.contains(&c) => {
                parts.push(trim(&text[start..at]));
                start = at + 1;
            }
            // A quote opens a part only where the part begins; elsewhere it is a character as any other.
            None if trim(&text[start..at]).is_empty() => {
                end_quote = quotes.iter().find(|(open, _)| *open == c).map(|(_, end)| *end);
            }
            None => {}
        }
    }
    if end_quote.is_some() {
        return Err(Code::UnclosedQuote.into());
    }
    parts.push(trim(&text[start..]));
    Ok(parts)
}

/// Reads table text of a database type. The schema counts where the text names none.
///
/// # Errors
///
/// [`Code::UnclosedQuote`]; [`Code::TooManyQualifiers`] for more parts than the type has levels;
/// [`Code::OtherServer`] for a name that leads to another server.
pub(super) fn read<'a>(
    text: &'a str,
    schema: Option<&'a str>,
    row: &DatabaseType,
) -> Result<Parts<'a>, NoIdentity> {
    // Source: contract v3, "Dataset name": no trailing semicolon.
    let text = trim(trim(text).trim_end_matches(';'));
    let table = match row.id {
        "INFORMIX" => informix(text, row),
        "GOOGLEBIGQUERY" => bigquery(text, row),
        // Source: `identifiers.json`, AS/400: system naming writes LIB/TABLE.
        "AS/400" => from_parts(&split(text, row.quotes, &['.', '/'], row.backslash)?, row.levels),
        _ => from_parts(&split(text, row.quotes, &['.'], row.backslash)?, row.levels),
    }?;
    // Source: `identifiers.json`, ORACLE: a database link is another database.
    if row.id == "ORACLE"
        && table
            .table
            .is_some_and(|table| !table.ends_with('"') && table.contains('@'))
    {
        return Err(Code::OtherServer.into());
    }
    let part = |part: Option<&'a str>| part.map(|text| Part::read(text, row));
    let schema = table.schema.or(non_blank(schema));
    let name = Part::read(table.table.unwrap_or_default(), row);
    Ok(Parts::new(part(table.database), part(schema), name))
}

/// The table of these parts.
///
/// Source: `identifiers.json`, extra qualifiers: SQL Server's fourth is a linked server; MySQL and its kin have no
/// third, but for the catalogue `def` that every MySQL server shows.
fn from_parts<'a>(parts: &[&'a str], levels: Levels) -> Result<Table<'a>, NoIdentity> {
    let (database, schema, table) = match (parts, levels) {
        ([table], _) => (None, None, *table),
        ([schema, table], _) => (None, Some(*schema), *table),
        ([catalog, schema, table], Levels::Nearest(None)) if catalog.eq_ignore_ascii_case("def") => {
            (None, Some(*schema), *table)
        }
        ([_, _, _], Levels::Nearest(None) | Levels::Table | Levels::Database) => {
            return Err(Code::TooManyQualifiers.into());
        }
        ([database, schema, table], _) => (Some(*database), Some(*schema), *table),
        ([_, _, _, _], Levels::Three) => return Err(Code::OtherServer.into()),
        _ => return Err(Code::TooManyQualifiers.into()),
    };
    Ok(Table {
        database: database.filter(|database| !database.is_empty()),
        schema: schema.filter(|schema| !schema.is_empty()),
        table: Some(table),
    })
}

/// Reads `[project.][dataset.]table`, in which a project may carry a domain (`example.com:project`) and one pair of
/// backticks may hold the whole path.
///
/// Source: `identifiers.json`, GOOGLEBIGQUERY, extra qualifiers and examples.
fn bigquery<'a>(text: &'a str, row: &DatabaseType) -> Result<Table<'a>, NoIdentity> {
    let whole = text.strip_prefix('`').and_then(|text| text.strip_suffix('`'));
    let text = whole.filter(|inner| !inner.contains('`')).unwrap_or(text);
    let is_domain = |colon: &usize| text[..*colon].contains('.') && !text[..*colon].contains('`');
    let parts = match text.find(':').filter(is_domain) {
        Some(colon) => {
            let end = text[colon..].find('.').map_or(text.len(), |dot| colon + dot);
            let mut parts = vec![trim(&text[..end])];
            if let Some(rest) = text.get(end + 1..) {
                parts.extend(split(rest, row.quotes, &['.'], row.backslash)?);
            }
            parts
        }
        None => split(text, row.quotes, &['.'], row.backslash)?,
    };
    from_parts(&parts, row.levels)
}

/// Reads `[database[@server]:][owner.]table`.
///
/// Source: `identifiers.json`, INFORMIX, one qualifier.
fn informix<'a>(text: &'a str, row: &DatabaseType) -> Result<Table<'a>, NoIdentity> {
    let (database, name) = match text.split_once(':') {
        Some((database, name)) if !database.contains(['"', '.']) => (Some(trim(database)), name),
        _ => (None, text),
    };
    if database.is_some_and(|database| database.contains('@')) {
        return Err(Code::OtherServer.into());
    }
    let table = from_parts(&split(name, row.quotes, &['.'], row.backslash)?, row.levels)?;
    Ok(Table {
        database: database.or(table.database),
        ..table
    })
}
