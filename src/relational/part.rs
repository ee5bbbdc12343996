//! One part of a name: with or without quotes around it.

use std::borrow::Cow;

use super::types::DatabaseType;
use crate::text::{non_blank, trim};

/// A part of a name, without its quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part<'a> {
    /// The name.
    pub text: Cow<'a, str>,
    /// Whether its letters keep their case where the product lets quoted names keep it.
    pub quoted: bool,
    /// Whether quotes were written around it.
    pub(super) quotes: bool,
}

impl<'a> Part<'a> {
    /// A part without quotes.
    #[must_use]
    pub fn unquoted(text: impl Into<Cow<'a, str>>) -> Self {
        Part {
            text: text.into(),
            quoted: false,
            quotes: false,
        }
    }

    /// A part that stood in quotes, which are off already.
    #[must_use]
    pub fn quoted(text: impl Into<Cow<'a, str>>) -> Self {
        Part {
            text: text.into(),
            quoted: true,
            quotes: true,
        }
    }

    /// Reads one identifier: the blanks around it and one pair of the type's quotes come off, and what is escaped
    /// in them is read. Text in which the quotes do not enclose one identifier stays as it is.
    ///
    /// Source: contract v3, "Dataset name": "no surrounding quotes"; `DECISIONS`, dots and quotes in fields.
    ///
    /// ```
    /// use lineage_identity::relational::{Part, types};
    /// let postgres = types::find("POSTGRESQL").unwrap();
    /// assert_eq!(Part::read(r#" "a""b" "#, postgres).text, r#"a"b"#);
    /// assert_eq!(Part::read(r#""a"."b""#, postgres).text, r#""a"."b""#);
    /// assert!(!Part::read("Orders", postgres).quoted);
    /// ```
    #[must_use]
    pub fn read(text: &'a str, database_type: &DatabaseType) -> Self {
        let text = trim(text);
        let quotes = database_type.quotes.iter();
        let read = quotes
            .filter_map(|(open, close)| {
                let inner = text.strip_prefix(*open)?.strip_suffix(*close)?;
                Some((inner, unescape(inner, *close, database_type.backslash)?, *open))
            })
            .next();
        match read {
            Some((_, name, open)) => Part {
                text: name,
                // Source: `identifiers.json`, H2 (observed): a name in backticks folds as one without quotes.
                quoted: !(database_type.id == "H2" && open == '`'),
                quotes: true,
            },
            None => Part::unquoted(text),
        }
    }

    /// Reads the field of a connection or a transform: one name, which Hop quotes itself where it must.
    ///
    /// Source: `DatabaseMeta.quoteField`: a name with one of these characters is quoted, as is every name of a type
    /// that quotes all fields. Reserved words are too; which ones, a request does not say.
    pub(super) fn read_field(text: &'a str, database_type: &DatabaseType) -> Self {
        let part = Part::read(text, database_type);
        let hop_quotes = |byte: &u8| b" /-+,*(){}[]%@?.".contains(byte);
        let quoted = part.quoted
            || (!part.quotes
                && (database_type.fields_are_quoted || part.text.as_bytes().iter().any(hop_quotes)));
        Part { quoted, ..part }
    }

    /// The same part, free of what it borrowed.
    pub(super) fn to_owned_part(&self) -> Part<'static> {
        Part {
            text: Cow::Owned(self.text.clone().into_owned()),
            quoted: self.quoted,
            quotes: self.quotes,
        }
    }

    /// Whether nothing is left of the part.
    pub(super) fn is_blank(&self) -> bool {
        trim(&self.text).is_empty()
    }
}

/// The part that a field holds, where it is not blank.
pub(super) fn field<'a>(text: Option<&'a str>, database_type: &DatabaseType) -> Option<Part<'a>> {
    Some(Part::read_field(non_blank(text)?, database_type)).filter(|part| !part.is_blank())
}

/// The name inside quotes, or nothing when a closing quote stands in it that is not escaped.
fn unescape(inner: &str, close: char, backslash: bool) -> Option<Cow<'_, str>> {
    let escape = |c: char| c == close || (backslash && c == '\\');
    if !inner.contains(escape) {
        return Some(Cow::Borrowed(inner));
    }
    let mut name = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        if backslash && c == '\\' {
            name.push(chars.next()?);
        } else if c == close {
            name.push(chars.next().filter(|next| *next == close)?);
        } else {
            name.push(c);
        }
    }
    Some(Cow::Owned(name))
}

#[cfg(test)]
mod tests {
    use super::Part;
    use crate::relational::types::find;

    #[test]
    fn one_pair_of_quotes_comes_off() {
        for (hop_type, text, expected, quoted) in [
            ("POSTGRESQL", "\"Sales\"", "Sales", true),
            ("POSTGRESQL", "\" a \"", " a ", true),
            ("POSTGRESQL", "\"a\"\"b\"", "a\"b", true),
            ("POSTGRESQL", "\"a\".\"b\"", "\"a\".\"b\"", false),
            ("POSTGRESQL", "\"", "\"", false),
            ("POSTGRESQL", "`a`", "`a`", false),
            ("MSSQL", "[a]]b]", "a]b", true),
            ("MSSQL", "[a].[b]", "[a].[b]", false),
            ("MYSQL", "`a`", "a", true),
            ("H2", "`a`", "a", false),
            ("GOOGLEBIGQUERY", "`a\\`b`", "a`b", true),
        ] {
            let part = Part::read(text, find(hop_type).unwrap());
            assert_eq!((part.text.as_ref(), part.quoted), (expected, quoted), "{text}");
        }
    }
}
