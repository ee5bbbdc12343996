//! Databases that are files, or servers of files: what follows the sub-protocol is a path, or a server and a path.
//!
//! The path goes to the database field as a Hop connection has it; [`crate::relational`] says what it names.

use std::borrow::Cow;

use super::JdbcUrl;
use super::family::Input;
use super::host::{HostPort, read_hosts, split_authority};
use super::params::{Params, Style};
use crate::identity::NoIdentity;
use crate::reason::Code;
use crate::relational::ServerSettings;
use crate::text::non_blank;

/// A file: SQLite, DuckDB, Access. `//` before an Access path is the driver's own.
///
/// Source: sqlite-jdbc, "Usage"; DuckDB, "Java JDBC client"; UCanAccess, "Connection URL".
pub(super) fn parse_file<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let (path, params) = split_file(input.rest);
    let params = Params::new(params, Style::between(&['&', ';']), &[])?;
    if input.sub_protocol == "ucanaccess" && path.contains('@') {
        return Err(Code::AmbiguousUserInfo.into());
    }
    // `///data/x.db` is how people write an absolute path where the driver expects `/data/x.db`.
    let path = if path.starts_with("///") || input.sub_protocol == "ucanaccess" {
        path.strip_prefix("//").unwrap_or(path)
    } else {
        path
    };
    let database = if params.is("mode", "memory") {
        ":memory:"
    } else {
        path
    };
    Ok(JdbcUrl {
        database: non_blank(Some(database)).map(Cow::Borrowed),
        ..input.url()
    })
}

/// A path and the parameters behind it, which begin at a `?`, or at a `;` that a `=` follows: a file's name may hold
/// a `;`.
fn split_file(rest: &str) -> (&str, &str) {
    let semicolon = rest.find(';').filter(|at| rest[*at..].contains('='));
    match rest.find('?').into_iter().chain(semicolon).min() {
        Some(at) => (&rest[..at], &rest[at + 1..]),
        None => (rest, ""),
    }
}

/// H2: `[file:|mem:|tcp://host[:port]/|ssl://host[:port]/]path[;KEY=value…]`.
///
/// Source: H2, "Features, Database URL overview".
pub(super) fn parse_h2<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    parse_server_or_file(input, &["tcp", "ssl"], &["SCHEMA"])
}

/// HSQLDB: `[file:|mem:|res:|hsql[s]://host[:port]/|http[s]://host[:port]/]name[;key=value…]`.
///
/// Source: HSQLDB guide, "Connecting to databases".
pub(super) fn parse_hsqldb<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    parse_server_or_file(input, &["hsql", "hsqls", "http", "https"], &["default_schema"])
}

fn parse_server_or_file<'a>(
    input: &Input<'a, '_>,
    protocols: &[&str],
    schema_keys: &[&str],
) -> Result<JdbcUrl<'a>, NoIdentity> {
    let (place, params) = input.rest.split_once(';').unwrap_or((input.rest, ""));
    let params = Params::new(params, Style::between(&[';']), input.options.properties)?;
    let server = place
        .split_once("://")
        .filter(|(protocol, _)| protocols.iter().any(|known| known.eq_ignore_ascii_case(protocol)));
    let (hosts, path) = match server {
        Some((_, server)) => {
            let (authority, path) = split_authority(server)?;
            (read_hosts(authority, ","), path)
        }
        None => (Vec::new(), Some(place)),
    };
    Ok(JdbcUrl {
        hosts,
        database: non_blank(path).map(Cow::Borrowed),
        settings: ServerSettings {
            database_to_lower: params.truth("DATABASE_TO_LOWER"),
            database_to_upper: params.truth("DATABASE_TO_UPPER"),
            ..ServerSettings::default()
        },
        schema: params
            .get(schema_keys)
            .filter(|schema| !schema.eq_ignore_ascii_case("true")),
        ..input.url()
    })
}

/// Derby: `//host[:port]/path[;key=value…]` or `[subprotocol:]path[;key=value…]`.
///
/// Source: Apache Derby reference manual, "Database connection URL".
pub(super) fn parse_derby<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let (place, params) = input.rest.split_once(';').unwrap_or((input.rest, ""));
    let params = Params::new(params, Style::between(&[';']), input.options.properties)?;
    let (hosts, path) = match place.strip_prefix("//") {
        Some(server) => {
            let (authority, path) = split_authority(server)?;
            (read_hosts(authority, ","), path)
        }
        None => (Vec::new(), Some(place)),
    };
    Ok(JdbcUrl {
        hosts,
        database: non_blank(path)
            .map(Cow::Borrowed)
            .or_else(|| params.get(&["databaseName"])),
        ..input.url()
    })
}

/// Firebird: `//host[:port]/path`, `host[/port]:path`, `embedded:path`, `local:path`.
///
/// Source: Jaybird manual, "JDBC URL format".
pub(super) fn parse_firebird<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let (rest, params) = input.rest.split_once(['?', ';']).unwrap_or((input.rest, ""));
    Params::new(params, Style::between(&['&', ';']), &[])?;
    let after = |words: &[&str]| {
        words.iter().find_map(|word| {
            let head = rest.get(..word.len())?;
            head.eq_ignore_ascii_case(word).then_some(&rest[word.len()..])
        })
    };
    if let Some(path) = after(&["embedded:", "local:"]) {
        return Ok(JdbcUrl {
            database: non_blank(Some(path)).map(Cow::Borrowed),
            ..input.url()
        });
    }
    let place = after(&["java:", "native:"]).unwrap_or(rest);
    let (hosts, path) = match place.strip_prefix("//") {
        Some(server) => {
            let (authority, path) = split_authority(server)?;
            (read_hosts(authority, ","), path)
        }
        None => legacy_firebird(place),
    };
    Ok(JdbcUrl {
        hosts,
        database: non_blank(path).map(Cow::Borrowed),
        ..input.url()
    })
}

/// `host[/port]:path`. A single letter before the colon is a drive, not a host.
fn legacy_firebird(place: &str) -> (Vec<HostPort<'_>>, Option<&str>) {
    match place.split_once(':') {
        Some((server, path)) if server.len() > 1 && !server.starts_with('/') => {
            let (host, port) = server
                .split_once('/')
                .map_or((server, None), |(host, port)| (host, Some(port)));
            (vec![HostPort::new(host, non_blank(port))], Some(path))
        }
        _ => (Vec::new(), Some(place)),
    }
}
