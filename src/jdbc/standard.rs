//! The grammar that most families share: `//host[:port][,host[:port]…][/database][?key=value&…]`.

use std::borrow::Cow;

use super::JdbcUrl;
use super::family::Input;
use super::host::{read_hosts, split_authority};
use super::params::{Params, Style, decode};
use crate::identity::NoIdentity;
use crate::text::non_blank;

/// A URL of the standard grammar, taken apart.
pub(super) struct Standard<'a> {
    /// The hosts, with user info.
    pub(super) authority: &'a str,
    /// What stands behind the first `/`, not decoded.
    pub(super) path: Option<&'a str>,
    /// The parameters and the connection properties.
    pub(super) params: Params<'a>,
}

impl<'a> Standard<'a> {
    /// The path as the name of a database.
    pub(super) fn database(&self) -> Option<Cow<'a, str>> {
        non_blank(self.path).map(decode)
    }
}

/// Takes a URL apart. Text without `//` is all path.
pub(super) fn split<'a>(input: &Input<'a, '_>) -> Result<Standard<'a>, NoIdentity> {
    split_at(input, &['?', ';'], &['&', ';'])
}

/// Takes a URL apart whose parameters begin at one of `start` and are divided by `separators`.
pub(super) fn split_at<'a>(
    input: &Input<'a, '_>,
    start: &[char],
    separators: &'static [char],
) -> Result<Standard<'a>, NoIdentity> {
    let rest = after_mode(input.rest);
    let (before, params) = match rest.find(start) {
        Some(at) => (&rest[..at], &rest[at + 1..]),
        None => (rest, ""),
    };
    let params = Params::new(params, Style::between(separators), input.options.properties)?;
    let (authority, path) = match before.strip_prefix("//") {
        Some(place) => split_authority(place)?,
        None => ("", Some(before.strip_prefix('/').unwrap_or(before))),
    };
    Ok(Standard {
        authority,
        path,
        params,
    })
}

/// The URL behind the word that says how a driver picks among several hosts: `loadbalance:`, `sequential:`.
fn after_mode(rest: &str) -> &str {
    match rest.split_once("//") {
        Some((mode, place)) if mode.ends_with(':') && !mode.contains(['/', '@', '?', ';']) => {
            &rest[rest.len() - place.len() - 2..]
        }
        _ => rest,
    }
}

/// The parameters that hold the default schema.
pub(super) const SCHEMA_KEYS: &[&str] = &["currentSchema", "searchpath"];

/// `//hosts/database`, with the default schema in one of the family's parameters.
pub(super) fn parse<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let url = split(input)?;
    Ok(JdbcUrl {
        hosts: read_hosts(url.authority, ","),
        database: url.database(),
        schema: url.params.get_decoded(SCHEMA_KEYS).map(first_of_list),
        ..input.url()
    })
}

/// `//hosts/database/further`, where only the first part of the path names the database.
///
/// Source: InterSystems, "Defining a JDBC connection URL": the log file and more follow the namespace.
pub(super) fn parse_first_segment<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let mut url = split(input)?;
    url.path = url.path.and_then(|path| path.split('/').next());
    Ok(JdbcUrl {
        hosts: read_hosts(url.authority, ","),
        database: url.database(),
        ..input.url()
    })
}

/// `//hosts/catalog/schema`.
///
/// Source: Trino, "JDBC driver", parameter reference; Presto likewise.
pub(super) fn parse_catalog<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let url = split(input)?;
    let mut segments = url.path.unwrap_or_default().split('/');
    let mut next = || non_blank(segments.next()).map(decode);
    Ok(JdbcUrl {
        hosts: read_hosts(url.authority, ","),
        database: next(),
        schema: next(),
        ..input.url()
    })
}

/// The first of a comma-separated list, as the search path of PostgreSQL is one.
fn first_of_list(list: Cow<'_, str>) -> Cow<'_, str> {
    match list.split_once(',') {
        Some((first, _)) => Cow::Owned(first.trim().to_owned()),
        None => list,
    }
}
