//! MySQL and its kin: `//host,address=(host=…)(port=…),(host=…,port=…),user@[host,host]/database?…`.
//!
//! Source: MySQL Connector/J, "Connection URL Syntax"; MariaDB Connector/J, "Connection strings".

use std::borrow::Cow;

use super::JdbcUrl;
use super::family::Input;
use super::host::{HostPort, after_user_info};
use super::standard;
use crate::identity::NoIdentity;
use crate::reason::{Code, Warning};
use crate::text::trim;

/// The parameters that lead to a socket of the same machine, whatever the host.
pub(super) const SOCKET_KEYS: &[&str] = &["localSocket", "pipe", "namedPipePath"];

/// Reads a URL of MySQL's grammar.
pub(super) fn parse<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let url = standard::split(input)?;
    if url.params.get(SOCKET_KEYS).is_some() {
        return Err(Code::LocalSocket.into());
    }
    let mut hosts = Vec::new();
    read_hosts(url.authority, &mut hosts)?;
    Ok(JdbcUrl {
        hosts,
        database: url.database(),
        warnings: Vec::from_iter(input.sub_protocol.contains("+srv").then_some(Warning::DnsSrvName)),
        ..input.url()
    })
}

/// Reads hosts between commas that stand outside brackets. Each has its own user info; where one without stands
/// before one with, the comma may be part of a password.
fn read_hosts<'a>(authority: &'a str, hosts: &mut Vec<HostPort<'a>>) -> Result<(), NoIdentity> {
    let mut depth = 0usize;
    let mut start = 0;
    for (at, c) in authority.char_indices().chain([(authority.len(), ',')]) {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 || at == authority.len() => {
                let host = trim(&authority[start..at]);
                if host.contains('@') && start > 0 && !authority[..start].contains('@') {
                    return Err(Code::AmbiguousUserInfo.into());
                }
                read_host(host, hosts)?;
                start = at + 1;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Reads one place of the list: a host, a bracketed list of hosts, or a host by keys.
fn read_host<'a>(text: &'a str, hosts: &mut Vec<HostPort<'a>>) -> Result<(), NoIdentity> {
    let text = after_user_info(text);
    if text.is_empty() {
        return Ok(());
    }
    if let Some(list) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        // An address in brackets has colons and nothing that a list has.
        let is_address = list.split(':').count() > 2 && !list.contains([',', '(']);
        if !is_address {
            return read_hosts(list, hosts);
        }
    }
    if text.contains('=') {
        hosts.push(by_keys(text).ok_or(Code::MalformedUrl)?);
    } else {
        hosts.push(HostPort::read(text));
    }
    Ok(())
}

/// Reads `address=(host=h)(port=3306)(type=master)` and `(host=h,port=3306,user=u)`.
fn by_keys(text: &str) -> Option<HostPort<'_>> {
    let keys = match text.split_once('=') {
        Some((word, keys)) if word.trim().eq_ignore_ascii_case("address") => keys,
        _ => text,
    };
    let value = |asked: &str| {
        keys.split(['(', ')', ',']).find_map(|pair| {
            let (key, value) = pair.split_once('=')?;
            key.trim().eq_ignore_ascii_case(asked).then_some(trim(value))
        })
    };
    Some(HostPort {
        host: Cow::Borrowed(value("host").filter(|host| !host.is_empty())?),
        port: value("port").filter(|port| !port.is_empty()).map(Cow::Borrowed),
    })
}
