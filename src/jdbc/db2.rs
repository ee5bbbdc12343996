//! Drivers that write `key=value` behind a colon: Db2 `//host[:port]/database[:key=value;…]` and Informix alike.
//!
//! Source: IBM, "URL format for IBM Data Server Driver for JDBC and SQLJ type 4 connectivity"; IBM Informix JDBC
//! Driver Guide, "Format of database URLs".

use super::JdbcUrl;
use super::family::Input;
use super::host::{read_hosts, split_authority};
use super::params::{Params, Style, decode};
use crate::identity::NoIdentity;
use crate::reason::Code;
use crate::text::non_blank;

/// Reads a Db2 or Informix URL. Without `//` the database lies in a directory of the client: no host.
pub(super) fn parse<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let (place, params) = split_params(input.rest);
    let params = Params::new(params, Style::between(&[';']), input.options.properties)?;
    // Informix finds the server in a directory then.
    if params.is("SQLH_TYPE", "LDAP") || params.is("SQLH_TYPE", "FILE") {
        return Err(Code::DirectoryNaming.into());
    }
    let (authority, database) = match place.strip_prefix("//") {
        Some(place) => split_authority(place)?,
        None => ("", Some(place)),
    };
    Ok(JdbcUrl {
        hosts: read_hosts(authority, ","),
        database: non_blank(database).map(decode),
        schema: params.get(&["currentSchema"]),
        ..input.url()
    })
}

/// Cuts the parameters off: they begin behind the path, or, where there is none, behind the last colon before the
/// first `=`.
fn split_params(rest: &str) -> (&str, &str) {
    let authority = if rest.starts_with("//") { 2 } else { 0 };
    let path = rest[authority..].find('/').map(|at| at + authority);
    let start = match path {
        Some(path) => rest[path..].find([':', ';', '?']).map(|at| at + path),
        None => rest[..rest.find('=').unwrap_or_default()].rfind([':', ';', '?']),
    };
    match start {
        Some(at) => (&rest[..at], &rest[at + 1..]),
        None => (rest.split(';').next().unwrap_or(rest), ""),
    }
}
