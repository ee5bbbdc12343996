//! Oracle: what follows the `@` of `oracle:thin:[user/password]@…`.
//!
//! Source: Oracle, "JDBC Developer's Guide", data sources and URLs; "Net Services Reference", Easy Connect and
//! connect descriptors.

use std::borrow::Cow;

use super::JdbcUrl;
use super::family::Input;
use super::host::{HostPort, read_hosts};
use crate::identity::NoIdentity;
use crate::reason::Code;
use crate::text::{non_blank, trim};

/// Reads an Oracle URL.
pub(super) fn parse<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let Place { hosts, service } = read_place(trim(after_credentials(input.rest)))?;
    Ok(JdbcUrl {
        hosts,
        database: service.map(Cow::Borrowed),
        ..input.url()
    })
}

/// Where a connect string leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place<'a> {
    /// The hosts.
    pub(crate) hosts: Vec<HostPort<'a>>,
    /// The service name, or else the SID.
    pub(crate) service: Option<&'a str>,
}

/// What follows the `@` that ends the credentials. A password may hold an `@` itself; a descriptor and a URL's
/// parameters may hold others.
fn after_credentials(rest: &str) -> &str {
    if let Some(at) = rest.rfind("@(") {
        return &rest[at + 1..];
    }
    let end = rest.find('?').unwrap_or(rest.len());
    match rest[..end].rfind('@').or_else(|| rest.rfind('@')) {
        Some(at) => &rest[at + 1..],
        // `oracle:thin:host:…` is no URL of the driver, and what it holds may be credentials.
        None => "",
    }
}

/// Reads a connect string: a descriptor, Easy Connect, `host:port:sid`, or an alias.
///
/// # Errors
///
/// [`Code::DirectoryNaming`] and [`Code::TnsAlias`] for names that are resolved elsewhere, [`Code::NoHost`] and
/// [`Code::MalformedUrl`] for descriptors.
pub(crate) fn read_place(text: &str) -> Result<Place<'_>, NoIdentity> {
    if text.starts_with('(') {
        return descriptor(text);
    }
    if text.is_empty() {
        return Err(Code::NoHost.into());
    }
    let (text, params) = text.split_once('?').unwrap_or((text, ""));
    if params.split('=').next().is_some_and(|key| key.contains('@')) {
        return Err(Code::AmbiguousUserInfo.into());
    }
    match text.split_once(':') {
        Some((scheme, _))
            if ["ldap", "ldaps"]
                .iter()
                .any(|known| scheme.eq_ignore_ascii_case(known)) =>
        {
            Err(Code::DirectoryNaming.into())
        }
        Some((scheme, _)) if scheme.to_ascii_lowercase().starts_with("config-") => {
            Err(Code::DirectoryNaming.into())
        }
        Some((scheme, rest)) if rest.starts_with("//") => {
            let known = ["tcp", "tcps"]
                .iter()
                .any(|known| scheme.eq_ignore_ascii_case(known));
            if known {
                easy_connect(rest)
            } else {
                Err(Code::MalformedUrl.into())
            }
        }
        _ => easy_connect(text),
    }
}

/// Reads `[//]host[,host][:port][/service[:server][/instance]]` and `host:port:sid`.
fn easy_connect(text: &str) -> Result<Place<'_>, NoIdentity> {
    let place = text.strip_prefix("//");
    let slashes = place.is_some();
    let place = place.unwrap_or(text);
    let (authority, service) = match place.split_once('/') {
        Some((authority, service)) => (authority, Some(service)),
        None => (place, None),
    };
    if let Some(service) = service {
        // `host:/service` is what Hop builds for a blank port.
        let hosts = read_list(authority);
        // The kind of server (`:dedicated`) and the instance follow the service.
        let service = non_blank(service.split([':', '/']).next());
        return Ok(Place { hosts, service });
    }
    let after_brackets = authority.rfind(']').map_or(0, |end| end + 1);
    match authority[after_brackets..].split(':').count() {
        1 if !slashes && !authority.contains(',') => Err(Code::TnsAlias.into()),
        3 => {
            let (host, sid) = authority.rsplit_once(':').unwrap_or((authority, ""));
            Ok(Place {
                hosts: read_list(host),
                service: non_blank(Some(sid)),
            })
        }
        _ => Ok(Place {
            hosts: read_list(authority),
            service: None,
        }),
    }
}

/// Reads a list of hosts, in which a port also counts for the hosts without one before it.
///
/// Source: Net Services, Easy Connect Plus: `host1,host2:1521;host3:1522`.
fn read_list(authority: &str) -> Vec<HostPort<'_>> {
    let mut hosts: Vec<_> = authority
        .split(';')
        .flat_map(|part| read_hosts(part, ","))
        .collect();
    super::host::spread_ports(&mut hosts);
    hosts
}

/// Reads a connect descriptor: the host of each ADDRESS, and the service.
///
/// Source: `identifiers.json`, ORACLE, instance rules: SERVICE_NAME before SID before INSTANCE_NAME.
fn descriptor(text: &str) -> Result<Place<'_>, NoIdentity> {
    let mut hosts: Vec<HostPort<'_>> = Vec::new();
    let mut names = [None; 3];
    // The keys that enclose the place that is read.
    let mut keys: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['(', ')']) {
        let opens = rest[at..].starts_with('(');
        rest = &rest[at + 1..];
        if !opens {
            keys.pop().ok_or(Code::MalformedUrl)?;
            continue;
        }
        let pair = &rest[..rest.find(['(', ')']).unwrap_or(rest.len())];
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (key, value) = (trim(key), trim(value).trim_matches('"'));
        let parent = keys.last().copied().unwrap_or_default();
        let is_in = |section: &str| parent.eq_ignore_ascii_case(section);
        if key.eq_ignore_ascii_case("address") {
            hosts.push(HostPort::new("", None));
        }
        let address = hosts.last_mut().filter(|_| is_in("address"));
        match key.to_ascii_lowercase().as_str() {
            "host" => address
                .into_iter()
                .for_each(|address| address.host = Cow::Borrowed(value)),
            "port" => address
                .into_iter()
                .for_each(|address| address.port = Some(Cow::Borrowed(value))),
            "service_name" if is_in("connect_data") => same(&mut names[0], value)?,
            "sid" if is_in("connect_data") => same(&mut names[1], value)?,
            "instance_name" if is_in("connect_data") => same(&mut names[2], value)?,
            _ => {}
        }
        keys.push(key);
    }
    if !keys.is_empty() {
        return Err(Code::MalformedUrl.into());
    }
    // An address by another protocol (IPC, BEQ) has no host.
    hosts.retain(|address| !address.host.is_empty());
    if hosts.is_empty() {
        return Err(Code::NoHost.into());
    }
    Ok(Place {
        hosts,
        service: names.iter().find_map(|name| *name),
    })
}

/// Takes a name; another one before it, as two descriptions of a list may have, leaves the database open.
fn same<'a>(name: &mut Option<&'a str>, value: &'a str) -> Result<(), NoIdentity> {
    if value.is_empty() {
        return Ok(());
    }
    match name.replace(value) {
        Some(before) if !before.eq_ignore_ascii_case(value) => Err(Code::SeveralDatabases.into()),
        _ => Ok(()),
    }
}
