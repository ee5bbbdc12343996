//! Hive, Impala and Spark: `//host[:port][,…][/database][;session…][?conf…][#variables…]`.
//!
//! Source: Apache Hive, "HiveServer2 clients, JDBC connection URL"; Cloudera Impala JDBC driver guide.

use super::JdbcUrl;
use super::family::Input;
use super::host::{read_hosts, split_authority};
use super::params::{Params, Style, decode};
use crate::identity::NoIdentity;
use crate::reason::Code;
use crate::text::non_blank;

/// Reads a URL of HiveServer2's grammar.
pub(super) fn parse<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let (place, params) = match input.rest.find([';', '?', '#']) {
        Some(at) => (&input.rest[..at], &input.rest[at + 1..]),
        None => (input.rest, ""),
    };
    let params = Params::new(
        params,
        Style::between(&[';', '?', '#', '&']),
        input.options.properties,
    )?;
    // The hosts are ZooKeeper's then.
    if params
        .get(&["serviceDiscoveryMode"])
        .is_some_and(|mode| mode.to_ascii_lowercase().starts_with("zookeeper"))
    {
        return Err(Code::ServiceDiscovery.into());
    }
    let (authority, path) = split_authority(place.strip_prefix("//").unwrap_or_default())?;
    let path = path.map(|path| path.trim_end_matches('/'));
    Ok(JdbcUrl {
        hosts: read_hosts(authority, ","),
        database: non_blank(path)
            .map(decode)
            .or_else(|| params.get(&["ConnSchema"])),
        ..input.url()
    })
}
