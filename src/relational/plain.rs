//! The short way to the name of a table whose connection and segments are plain text, by contract v3. It answers
//! what [`super::resolve_at_length`] answers, only sooner; whatever it is not sure of goes the long way. A property
//! test holds the two together.

use super::types::DatabaseType;
use super::v3::qualifiers;
use super::{Connection, Table};
use crate::Contract;
use crate::identity::Identity;
use crate::text::{end_of_host, is_name, non_blank, trim};

/// The name of a table, borrowed from where its parts stand.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TableName<'a> {
    database_type: &'static DatabaseType,
    host: &'a str,
    /// 0 is none.
    port: u16,
    segments: [Option<&'a str>; 3],
}

/// Plain parts, each without blanks around it; a blank one is none.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PlainParts<'a> {
    /// The database that was written before the table.
    pub(crate) written_database: Option<&'a str>,
    /// The schema that was written before the table.
    pub(crate) written_schema: Option<&'a str>,
    /// The database of the connection.
    pub(crate) database: Option<&'a str>,
    /// The preferred schema of the connection.
    pub(crate) preferred_schema: Option<&'a str>,
}

/// The name of a table with plain fields on a plain connection; nothing for what is to go the long way.
pub(super) fn read<'a>(connection: &Connection<'a>, table: &Table<'a>) -> Option<TableName<'a>> {
    if connection.contract != Contract::V3
        || connection.default_port.is_some()
        || non_blank(connection.url).is_some()
    {
        return None;
    }
    let parts = PlainParts {
        written_database: field(table.database)?,
        written_schema: field(table.schema)?,
        database: field(connection.database)?,
        preferred_schema: field(connection.preferred_schema)?,
    };
    TableName::new(
        connection.database_type()?,
        connection
            .host
            .map(trim)
            .filter(|host| is_host(host.as_bytes()))?,
        trim(connection.port.unwrap_or_default()),
        parts,
        field(table.table)??,
    )
}

impl<'a> TableName<'a> {
    /// The name of these plain parts. An empty port is the type's own.
    #[inline]
    pub(crate) fn new(
        database_type: &'static DatabaseType,
        host: &'a str,
        port: &str,
        parts: PlainParts<'a>,
        table: &'a str,
    ) -> Option<Self> {
        let [database, schema] = qualifiers(
            database_type.levels,
            [parts.written_database, parts.written_schema],
            [parts.database, parts.preferred_schema],
        );
        Some(TableName {
            database_type,
            host,
            port: match port.is_empty() {
                true => database_type.v3_port,
                false => read_port(port.as_bytes())?,
            },
            segments: [database, schema, Some(table)],
        })
    }

    /// Writes the namespace.
    #[inline]
    pub(crate) fn write_namespace(&self, out: &mut impl Sink) {
        out.put(self.database_type.v3_scheme.as_bytes());
        out.put(b"://");
        out.put(self.host.as_bytes()).make_ascii_lowercase();
        if self.port > 0 {
            out.put(b":");
            put_number(out, self.port);
        }
    }

    /// Writes the name.
    #[inline]
    pub(crate) fn write_name(&self, out: &mut impl Sink) {
        for (at, segment) in self.segments.iter().flatten().enumerate() {
            if at > 0 {
                out.put(b".");
            }
            out.put(segment.as_bytes());
        }
    }

    /// An upper bound of what both take together.
    #[inline]
    pub(crate) fn room(&self) -> usize {
        let segments = self.segments.iter().flatten();
        let segments: usize = segments.map(|segment| segment.len() + 1).sum();
        self.database_type.v3_scheme.len() + self.host.len() + segments + "://:65535".len()
    }
}

/// What a name is written to.
pub(crate) trait Sink {
    /// Adds bytes, and lends what was added.
    fn put(&mut self, bytes: &[u8]) -> &mut [u8];
}

impl Sink for Vec<u8> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) -> &mut [u8] {
        let start = self.len();
        self.extend_from_slice(bytes);
        &mut self[start..]
    }
}

/// A short text on the stack. What does not fit is left out.
#[cfg(feature = "jni")]
pub(crate) struct Short {
    bytes: [u8; Short::ROOM],
    length: usize,
}

#[cfg(feature = "jni")]
impl Short {
    pub(crate) const ROOM: usize = 256;

    #[inline]
    pub(crate) fn new() -> Self {
        Short {
            bytes: [0; Self::ROOM],
            length: 0,
        }
    }

    #[inline]
    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }
}

#[cfg(feature = "jni")]
impl Sink for Short {
    #[inline]
    fn put(&mut self, bytes: &[u8]) -> &mut [u8] {
        let end = self.length + bytes.len();
        let Some(place) = self.bytes.get_mut(self.length..end) else {
            return &mut [];
        };
        place.copy_from_slice(bytes);
        self.length = end;
        place
    }
}

impl From<TableName<'_>> for Identity {
    fn from(name: TableName<'_>) -> Self {
        Identity {
            namespace: text(name.room(), |out| name.write_namespace(out)),
            name: text(name.room(), |out| name.write_name(out)),
        }
    }
}

/// What is written, which is ASCII as all plain text is.
#[inline]
fn text(room: usize, write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut out = Vec::with_capacity(room);
    write(&mut out);
    String::from_utf8(out).unwrap_or_default()
}

/// A field that is blank or plain; nothing for any other.
#[inline]
fn field(field: Option<&str>) -> Option<Option<&str>> {
    let Some(text) = field.map(trim) else {
        return Some(None);
    };
    is_name(text.as_bytes()).then_some(Some(text).filter(|text| !text.is_empty()))
}

/// Whether a host is a name or an IPv4 address as nearly all are.
#[inline]
fn is_host(text: &[u8]) -> bool {
    text.first().is_some_and(u8::is_ascii_alphanumeric) && end_of_host(text, 0) == text.len()
}

/// A port of digits that do not begin with 0.
#[inline]
fn read_port(text: &[u8]) -> Option<u16> {
    if text.first().is_none_or(|first| *first == b'0') {
        return None;
    }
    text.iter().try_fold(0u16, |port, byte| {
        let digit = byte.is_ascii_digit().then(|| u16::from(byte - b'0'))?;
        port.checked_mul(10)?.checked_add(digit)
    })
}

#[inline]
fn put_number(out: &mut impl Sink, mut number: u16) {
    let mut digits = [0; 5];
    let mut start = digits.len();
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (number % 10) as u8;
        number /= 10;
        start -= 1;
        if number == 0 {
            break;
        }
    }
    out.put(&digits[start..]);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::types::TYPES;
    use super::super::{Connection, Table, resolve_at_length};
    use super::{put_number, read, read_port};
    use crate::identity::{Identity, Resolution};

    #[track_caller]
    fn assert_same(connection: &Connection<'_>, table: &Table<'_>) {
        if let Some(name) = read(connection, table) {
            let long = resolve_at_length(connection, table);
            assert_eq!(
                Resolution::from(Ok(Identity::from(name))),
                long,
                "{connection:?} {table:?}"
            );
        }
    }

    #[test]
    fn plain_tables_go_the_short_way() {
        for row in TYPES {
            let connection = Connection {
                hop_type: Some(row.id),
                host: Some(" DB.example.com"),
                database: Some("shop"),
                ..Connection::default()
            };
            let table = Table {
                schema: Some("public"),
                table: Some("orders"),
                ..Table::default()
            };
            assert!(read(&connection, &table).is_some(), "{}", row.id);
            assert_same(&connection, &table);
        }
    }

    #[test]
    fn ports_are_read_as_they_are_written() {
        for number in 1..=u16::MAX {
            let mut text = Vec::new();
            put_number(&mut text, number);
            assert_eq!(text, number.to_string().into_bytes());
            assert_eq!(read_port(&text), Some(number));
        }
        for text in ["", "0", "01", "65536", "99999", "1a", "-1", "100000"] {
            assert_eq!(read_port(text.as_bytes()), None, "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1024))]

        #[test]
        fn the_short_way_answers_what_the_long_way_does(
            row in prop::sample::select(TYPES),
            host in " ?([a-zA-Z0-9._-]{0,8}|[ -~é]{0,6}) ?",
            port in prop::option::of("|0|-1| ?[0-9]{1,6}|[ -~]{0,3}"),
            database in prop::option::of(" ?([a-zA-Z0-9_-]{0,6}|[ -~é]{0,6}) ?"),
            preferred in prop::option::of(" ?([a-zA-Z0-9_-]{0,6}|[ -~é]{0,6}) ?"),
            written in prop::option::of("[a-zA-Z0-9_-]{0,6}|[ -~]{0,6}"),
            schema in prop::option::of("[a-zA-Z0-9_-]{0,6}|[ -~]{0,6}"),
            table in prop::option::of("[a-zA-Z0-9_-]{0,6}|[ -~]{0,6}"),
            from_url: bool,
        ) {
            let connection = Connection {
                hop_type: Some(row.id),
                host: Some(&host),
                port: port.as_deref(),
                database: database.as_deref(),
                preferred_schema: preferred.as_deref(),
                instance: schema.as_deref(),
                catalog: written.as_deref(),
                from_url,
                ..Connection::default()
            };
            assert_same(&connection, &Table {
                database: written.as_deref(),
                schema: schema.as_deref(),
                table: table.as_deref(),
            });
        }
    }
}
