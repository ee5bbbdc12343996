//! Table text: names with their qualifiers, split at dots outside quotes.

use crate::identity::NoIdentity;
use crate::reason::Code;
use crate::relational::Table;
use crate::text::trim;

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
    let mut parts = Vec::new();
    let mut start = 0;
    let mut end_quote = None;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match end_quote {
            // A doubled end is a character of the name.
            Some(end) if c == end => end_quote = chars.next_if(|(_, next)| *next == end).map(|_| end),
            Some(_) => {}
            None if c == '.' => {
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

/// The quotes of a database type.
fn quotes(database_type: &str) -> &'static [(char, char)] {
    match database_type {
        "MYSQL" | "MARIADB" | "DORIS" | "INFOBRIGHT" | "SINGLESTORE" => &[('`', '`'), ('"', '"')],
        _ => &[('"', '"')],
    }
}

/// Reads table text of a database type.
///
/// # Errors
///
/// [`Code::UnclosedQuote`], and [`Code::TooManyQualifiers`] for more than three parts.
pub(super) fn read<'a>(text: &'a str, database_type: &str) -> Result<Table<'a>, NoIdentity> {
    let parts = split_name(text, quotes(database_type))?;
    let (database, schema, table) = match parts[..] {
        [table] => (None, None, table),
        [schema, table] => (None, Some(schema), table),
        [database, schema, table] => (Some(database), Some(schema), table),
        _ => return Err(Code::TooManyQualifiers.into()),
    };
    Ok(Table {
        database,
        schema: schema.filter(|schema| !schema.is_empty()),
        table: Some(table),
    })
}
