//! The short way through a request that is made most: a flat object of plain texts, which names a file, a table on a
//! connection or a table behind a JDBC URL. It answers what [`super::read`] and [`super::answer`] do, only sooner;
//! whatever it is not sure of goes the long way. A property test holds the two together.

use super::Context;
use crate::file::{self, FileName};
use crate::jdbc;
use crate::relational::{self, Connection, Table, TableName};
use crate::text::any_byte;

/// The most fields that a request has here.
const FIELDS: usize = 12;

/// As much longer than its request an answer may be without a second allocation.
const ROOM: usize = 64;

/// Answers a plain request to the end of `out`; false, and nothing written, for one that is to go the long way.
#[inline]
pub(super) fn answer(request: &str, context: &Context<'_>, out: &mut Vec<u8>) -> bool {
    if context.config.is_some() || !is_plain(request.as_bytes()) {
        return false;
    }
    let Some(fields) = Fields::read(request) else {
        return false;
    };
    let name = match fields.op() {
        Some("file") => fields.file().map(Name::File),
        Some("jdbc") => fields.jdbc().map(Name::Table),
        Some("relational") => fields.relational().map(Name::Table),
        _ => None,
    };
    let Some(name) = name else {
        return false;
    };
    out.reserve(request.len() + ROOM);
    out.extend_from_slice(br#"{"identity":{"namespace":""#);
    name.write_namespace(out);
    out.extend_from_slice(br#"","name":""#);
    name.write_name(out);
    out.extend_from_slice(br#""}}"#);
    true
}

/// A name that borrows from the request, and so holds nothing that JSON escapes.
enum Name<'a> {
    File(FileName<'a>),
    Table(TableName<'a>),
}

impl Name<'_> {
    #[inline]
    fn write_namespace(&self, out: &mut Vec<u8>) {
        match self {
            Name::File(file) => {
                out.extend_from_slice(file.scheme.as_bytes());
                out.extend_from_slice(file.place.as_bytes());
            }
            Name::Table(table) => table.write_namespace(out),
        }
    }

    #[inline]
    fn write_name(&self, out: &mut Vec<u8>) {
        match self {
            Name::File(file) => out.extend_from_slice(file.name.as_bytes()),
            Name::Table(table) => table.write_name(out),
        }
    }
}

/// The fields of a flat object of texts, in their order.
struct Fields<'a> {
    fields: [(&'a str, &'a str); FIELDS],
    count: usize,
}

impl<'a> Fields<'a> {
    /// Reads an object without escapes; nothing for any other text.
    #[inline]
    fn read(request: &'a str) -> Option<Self> {
        let mut fields = [("", ""); FIELDS];
        let mut count = 0;
        let mut rest = skip(request, '{')?;
        loop {
            let (key, value);
            (key, rest) = text(rest)?;
            (value, rest) = text(skip(rest, ':')?)?;
            *fields.get_mut(count)? = (key, value);
            count += 1;
            match skip(rest, ',') {
                Some(next) => rest = next,
                None => break,
            }
        }
        let end = skip(rest, '}')?;
        end.is_empty().then_some(Fields { fields, count })
    }

    /// The operation, which comes first in practice.
    #[inline]
    fn op(&self) -> Option<&'a str> {
        let (key, op) = self.fields[0];
        (key == "op").then_some(op)
    }

    /// The other fields.
    #[inline]
    fn others(&self) -> &[(&'a str, &'a str)] {
        self.fields.get(1..self.count).unwrap_or_default()
    }

    #[inline]
    fn file(&self) -> Option<FileName<'a>> {
        match self.others() {
            [("uri", uri)] => file::read_plain(uri),
            _ => None,
        }
    }

    #[inline]
    fn jdbc(&self) -> Option<TableName<'a>> {
        match self.others() {
            [("url", url), ("table", table)] | [("table", table), ("url", url)] => {
                jdbc::read_plain(url, table)
            }
            _ => None,
        }
    }

    #[inline]
    fn relational(&self) -> Option<TableName<'a>> {
        let (mut connection, mut table) = (Connection::default(), Table::default());
        for (key, value) in self.others() {
            let field = match *key {
                "type" => &mut connection.hop_type,
                "host" => &mut connection.host,
                "port" => &mut connection.port,
                "database" => &mut connection.database,
                "preferred_schema" => &mut connection.preferred_schema,
                "schema" => &mut table.schema,
                "table" => &mut table.table,
                _ => return None,
            };
            if field.replace(value).is_some() {
                return None;
            }
        }
        relational::read_plain(&connection, &table)
    }
}

/// What follows this character and the blanks around it.
#[inline]
fn skip(text: &str, character: char) -> Option<&str> {
    let rest = blanks_off(blanks_off(text).strip_prefix(character)?);
    Some(rest)
}

#[inline]
fn blanks_off(mut text: &str) -> &str {
    while let Some(rest) = text.strip_prefix(' ') {
        text = rest;
    }
    text
}

/// The text between the quotes here, and what follows them.
#[inline]
fn text(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_prefix('"')?;
    let end = memchr::memchr(b'"', text.as_bytes())?;
    Some((text.get(..end)?, text.get(end + 1..)?))
}

/// Whether all bytes are ASCII, and neither control characters nor backslashes: then a text ends at the next quote,
/// and needs no unescaping and no escaping.
#[inline]
fn is_plain(bytes: &[u8]) -> bool {
    !any_byte(bytes, |byte| {
        (byte.wrapping_sub(b' ') > b'~' - b' ') | (byte == b'\\')
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{Context, answer as long, read};

    fn short_way(request: &str) -> Option<String> {
        let mut answer = Vec::new();
        super::answer(request, &Context::default(), &mut answer).then(|| String::from_utf8(answer).unwrap())
    }

    #[track_caller]
    fn assert_same(request: &str) {
        if let Some(answer) = short_way(request) {
            assert_eq!(
                answer,
                long::to_json(read::answer(request, &Context::default())),
                "{request}"
            );
        }
    }

    #[test]
    fn plain_requests_go_the_short_way() {
        for request in [
            r#"{"op":"file","uri":"s3a://bucket/in/a.csv"}"#,
            r#" { "op" : "file" , "uri" : "file:///in/a b.csv" } "#,
            r#"{"op":"relational","type":"POSTGRESQL","host":"DB","port":"5433","database":"shop","schema":"s","table":"t"}"#,
            r#"{"op":"jdbc","url":"jdbc:postgresql://db/shop?ssl=true","table":"public.orders"}"#,
        ] {
            assert_eq!(
                short_way(request).is_some(),
                !request.contains("a b"),
                "{request}"
            );
            assert_same(request);
        }
    }

    #[test]
    fn what_is_wrong_goes_the_long_way() {
        for request in [
            "",
            "{}",
            r#"{"op":"file"}"#,
            r#"{"op":"file","uri":"file:///a"}x"#,
            r#"{"op":"file","uri":"file:///a",}"#,
            r#"{"op":"file","uri":"file:///a" "x":"y"}"#,
            r#"{"op":"file","uri":"file:///a","uri":"file:///a"}"#,
            r#"{"op":"file","uri":"file:///a","typo":"x"}"#,
            r#"{"op":"file","uri":null}"#,
            r#"{"op":"file","uri":"file:///a\u0062"}"#,
            r#"{"op":"relational","type":"MYSQL","host":"a","host":"b","table":"t"}"#,
            r#"{"op":"relational","type":"MYSQL","host":"a"}"#,
            r#"{"op":"jdbc","url":"jdbc:mysql://a/b"}"#,
        ] {
            assert_eq!(short_way(request), None, "{request}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1024))]

        #[test]
        fn the_short_way_answers_what_the_long_way_does(
            op in prop::sample::select(&["file", "relational", "jdbc", "run"]),
            fields in prop::collection::vec((
                prop::sample::select(&[
                    "uri", "url", "type", "host", "port", "database", "schema", "preferred_schema", "table", "contract", "op",
                ]),
                prop::sample::select(&[
                    "s3://b/k", "s3a:///b/k\\\"", "file:///a'b", "my-minio:///b/k", "jdbc:mysql://db:3306/shop",
                    "jdbc:oracle:thin:@//h/S", "MYSQL", "snowflake", "DB", "a.b", "5433", "0", "", " x ", "t", "é",
                ]),
            ), 0..6),
            blank in " ?",
        ) {
            let mut request = format!("{{{blank}\"op\":{blank}\"{op}\"");
            for (key, value) in fields {
                request += &format!("{blank},\"{key}\"{blank}:\"{value}\"");
            }
            assert_same(&(request + "}" + &blank));
        }

        #[test]
        fn files_likewise(uri in "(s3a?|file|hdfs|sftp|abfss|my-minio):/{1,3}[a-z0-9.:@_-]{0,8}(/[ -~é]{0,16})?") {
            assert_same(&format!("{{\"op\":\"file\",\"uri\":{}}}", serde_json::to_string(&uri).unwrap()));
        }

        #[test]
        fn any_text_likewise(request in r#"\{"op":"file","uri":"s3://b/[ -~]{0,12}"#) {
            assert_same(&request);
        }
    }
}
