//! The short way from a plain URL and a plain table name to the table's name, by contract v3: one host, no
//! credentials, no parameter that counts. It answers what [`super::resolve_by`] answers, only sooner; whatever it is
//! not sure of goes the long way. A property test holds the two together.
//!
//! Which families it knows decides speed and nothing else: their types' rules, and the parameters that count, stand
//! where the long way has them.

use super::family::type_of;
use super::{JdbcOptions, mysql, sqlserver, standard};
use crate::Contract;
use crate::relational::types::{DatabaseType, Levels};
use crate::relational::{PlainParts, TableName};
use crate::text::{any_byte, end_before, end_of_digits, end_of_host, end_of_name, is_name};

/// How the families below write a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Grammar {
    /// `//host[:port]/database[?key=value&…]`, without these parameters.
    Path(&'static [&'static str]),
    /// `//host[:port];databaseName=…[;key=value…]`.
    SqlServer,
    /// `thin:@//host[:port]/service`.
    Oracle,
}

/// The type and the grammar of a family, by what a URL begins with, and what follows that.
#[inline]
fn family(url: &str) -> Option<(&'static DatabaseType, Grammar, &str)> {
    let behind = |start: &'static str| url.strip_prefix(start);
    Some(if let Some(rest) = behind("jdbc:postgresql://") {
        let grammar = Grammar::Path(standard::SCHEMA_KEYS);
        (const { type_of("postgresql") }, grammar, rest)
    } else if let Some(rest) = behind("jdbc:mysql://") {
        (
            const { type_of("mysql") },
            Grammar::Path(mysql::SOCKET_KEYS),
            rest,
        )
    } else if let Some(rest) = behind("jdbc:sqlserver://") {
        (const { type_of("sqlserver") }, Grammar::SqlServer, rest)
    } else if let Some(rest) = behind("jdbc:oracle:thin:@//") {
        (const { type_of("oracle:thin") }, Grammar::Oracle, rest)
    } else if let Some(rest) = behind("jdbc:mariadb://") {
        (
            const { type_of("mariadb") },
            Grammar::Path(mysql::SOCKET_KEYS),
            rest,
        )
    } else {
        let rest = behind("jdbc:redshift://")?;
        let grammar = Grammar::Path(standard::SCHEMA_KEYS);
        (const { type_of("redshift") }, grammar, rest)
    })
}

/// Reads a plain URL and a plain table; nothing for what is to go the long way.
pub(super) fn read<'a>(url: &'a str, table: &'a str, options: &JdbcOptions<'_>) -> Option<TableName<'a>> {
    let as_given = options.contract == Contract::V3
        && options.hop_type.is_none()
        && options.properties.is_empty()
        && options.database.is_none()
        && options.schema.is_none();
    if !as_given {
        return None;
    }
    let (database_type, grammar, rest) = family(url)?;
    if !is_plain(rest.as_bytes()) {
        return None;
    }
    let (host, rest) = rest.split_at_checked(end_of_host(rest.as_bytes(), 0))?;
    let (port, rest) = match rest.strip_prefix(':') {
        Some(rest) => rest.split_at_checked(end_of_digits(rest.as_bytes()))?,
        None => ("", rest),
    };
    let database = match grammar {
        Grammar::Path(keys) => in_path(rest, keys),
        Grammar::SqlServer => in_params(rest),
        Grammar::Oracle => rest.strip_prefix('/'),
    }?;
    let begins = host
        .bytes()
        .next()
        .is_some_and(|first| first.is_ascii_alphanumeric());
    let is_sound = begins && !database.is_empty() && is_name(database.as_bytes());
    let (schema, written_database, table) = split(table).filter(|_| is_sound)?;
    if written_database.is_some() && database_type.levels == Levels::Nearest(None) {
        return None;
    }
    let parts = PlainParts {
        written_database,
        written_schema: schema,
        database: Some(database),
        preferred_schema: None,
    };
    TableName::new(database_type, host, port, parts, table)
}

/// The database in the path, where none of these parameters follows it.
#[inline]
fn in_path<'a>(rest: &'a str, keys: &[&str]) -> Option<&'a str> {
    let path = rest.strip_prefix('/')?;
    let end = end_before(path.as_bytes(), [b'?', b';']);
    let mut params = path.get(end + 1..).unwrap_or_default();
    while !params.is_empty() {
        let (key, _) = next_param(&mut params, [b'&', b';'])?;
        if is_one_of(key, keys) {
            return None;
        }
    }
    path.get(..end)
}

/// The database among the parameters, where it stands there once and no parameter says more of the place.
#[inline]
fn in_params(rest: &str) -> Option<&str> {
    let mut params = rest.strip_prefix(';')?;
    let mut database = None;
    while !params.is_empty() {
        let (key, value) = next_param(&mut params, [b';', b';'])?;
        if is_one_of(key, sqlserver::DATABASE_KEYS) && database.replace(value).is_some()
            || sqlserver::PLACE_KEYS.iter().any(|keys| is_one_of(key, keys))
        {
            return None;
        }
    }
    database
}

/// The next `key=value`; nothing where it is none.
#[inline]
fn next_param<'a>(params: &mut &'a str, separators: [u8; 2]) -> Option<(&'a str, &'a str)> {
    let (param, rest) = params.split_at_checked(end_before(params.as_bytes(), separators))?;
    *params = rest.get(1..).unwrap_or_default();
    let equals = end_before(param.as_bytes(), [b'=', b'=']);
    Some((param.get(..equals)?, param.get(equals + 1..)?))
}

#[inline]
fn is_one_of(key: &str, keys: &[&str]) -> bool {
    keys.iter()
        .any(|known| known.len() == key.len() && known.eq_ignore_ascii_case(key))
}

/// Schema, database and table of plain table text.
#[inline]
fn split(text: &str) -> Option<(Option<&str>, Option<&str>, &str)> {
    let (first, rest) = next_name(text)?;
    let Some(rest) = rest else {
        return Some((None, None, first));
    };
    let (second, rest) = next_name(rest)?;
    let Some(rest) = rest else {
        return Some((Some(first), None, second));
    };
    let (third, rest) = next_name(rest)?;
    rest.is_none().then_some((Some(second), Some(first), third))
}

/// The plain name at the beginning, and what follows the dot behind it.
#[inline]
fn next_name(text: &str) -> Option<(&str, Option<&str>)> {
    let (name, rest) = text.split_at_checked(end_of_name(text.as_bytes(), 0))?;
    let rest = if rest.is_empty() {
        None
    } else {
        Some(rest.strip_prefix('.')?)
    };
    (!name.is_empty()).then_some((name, rest))
}

/// Whether no byte calls for a closer look: printable ASCII without blanks, quotes, brackets, `@`, and the bytes of
/// variables and escapes.
#[inline]
fn is_plain(bytes: &[u8]) -> bool {
    !any_byte(bytes, |byte| {
        (byte.wrapping_sub(b'&') > b'z' - b'&')
            | (byte.wrapping_sub(b'\'') <= b')' - b'\'')
            | (byte.wrapping_sub(b'[') <= b']' - b'[')
            | (byte == b'@')
            | (byte == b'`')
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{JdbcOptions, resolve_by};
    use super::read;
    use crate::identity::{Identity, Resolution};
    use crate::relational::resolve_parts;

    #[track_caller]
    fn assert_same(url: &str, table: &str) {
        let options = JdbcOptions::default();
        if let Some(name) = read(url, table, &options) {
            let long = resolve_by(url, table, &options, resolve_parts);
            assert_eq!(Resolution::from(Ok(Identity::from(name))), long, "{url} {table}");
        }
    }

    #[test]
    fn plain_urls_go_the_short_way() {
        for url in [
            "jdbc:postgresql://db.example.com:5432/shop?user=etl&ssl=true",
            "jdbc:postgresql://DB/shop",
            "jdbc:redshift://c.abc.eu-west-1.redshift.amazonaws.com/dev",
            "jdbc:mysql://db:3306/shop?useSSL=false",
            "jdbc:mariadb://10.0.0.1/shop",
            "jdbc:sqlserver://sql01:1433;databaseName=Ledger;encrypt=true",
            "jdbc:oracle:thin:@//ora:1521/ORCLPDB1",
        ] {
            for table in ["orders", "s.orders"] {
                assert!(read(url, table, &JdbcOptions::default()).is_some(), "{url}");
                assert_same(url, table);
            }
        }
    }

    #[test]
    fn what_counts_goes_the_long_way() {
        for url in [
            "jdbc:postgresql://db/shop?currentschema=x",
            "jdbc:postgresql://u:p@db/shop",
            "jdbc:postgresql://db/shop?password=p@ss",
            "jdbc:postgresql://a,b/shop",
            "jdbc:postgresql://${H}/shop",
            "jdbc:mysql://db/shop?pipe=x",
            "jdbc:sqlserver://sql01;databaseName=a;database=b",
            "jdbc:sqlserver://sql01;databaseName=a;instanceName=b",
            "jdbc:oracle:thin:u/p@//ora/ORCL",
        ] {
            assert!(read(url, "orders", &JdbcOptions::default()).is_none(), "{url}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1024))]

        #[test]
        fn the_short_way_answers_what_the_long_way_does(
            url in "jdbc:(postgresql|mysql|mariadb|redshift)://[a-zA-Z0-9.:_\\-@,!']{0,8}(/[a-zA-Z0-9_\\-/=:]{0,6})?([?;&][ -~]{0,8})?([&;](currentSchema|searchPath|pipe|localSocket|user)=[a-z]{0,3})?",
            table in "[a-zA-Z0-9_.\\-;\"]{0,10}",
        ) {
            assert_same(&url, &table);
        }

        #[test]
        fn sql_server_likewise(
            url in "jdbc:sqlserver://[a-zA-Z0-9.:_\\-@]{0,8}([;?&](databaseName|database|port|portNumber|instance|serverName|user|x)=[a-zA-Z0-9_={}/:]{0,4}){0,3}",
            table in "[a-z_]{1,3}(\\.[a-z_]{0,3}){0,3}",
        ) {
            assert_same(&url, &table);
        }

        #[test]
        fn oracle_likewise(
            url in "jdbc:oracle:thin:([a-z]{0,2}/[a-z]{0,2})?@(//)?[a-zA-Z0-9.:_\\-@]{0,8}(:[0-9]{0,5})?(/[a-zA-Z0-9_:/.]{0,6})?([?][a-z=]{0,5})?",
            table in "[a-z_]{1,3}(\\.[a-z_]{0,3}){0,3}(@[a-z]{1,2})?",
        ) {
            assert_same(&url, &table);
        }

        #[test]
        fn any_text_likewise(url in "jdbc:(postgresql|mysql|sqlserver|oracle:thin):[ -~é]{0,30}", table in any::<String>()) {
            assert_same(&url, &table);
        }
    }
}
