//! Products with a way of their own to write hosts: Exasol, SAP HANA, Cassandra, Ingres, MongoDB.

use std::borrow::Cow;

use super::JdbcUrl;
use super::family::Input;
use super::host::{HostPort, after_user_info, read_hosts, split_authority, spread_ports};
use super::params::{Params, Style, decode};
use super::standard;
use crate::identity::NoIdentity;
use crate::reason::{Code, Warning};
use crate::relational::symbolic_port;
use crate::text::{non_blank, trim};

/// The longest range of hosts that is written out.
const LONGEST_RANGE: u32 = 256;

/// Exasol: `exa:host[..last][/fingerprint][,…][:port][;key=value…]`.
///
/// Source: Exasol, "JDBC driver, connection string"; a port also counts for the hosts before it.
pub(super) fn parse_exasol<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let (place, params) = input.rest.split_once([';', '?']).unwrap_or((input.rest, ""));
    let params = Params::new(params, Style::between(&[';']), input.options.properties)?;
    let place = place.strip_prefix("//").unwrap_or(place);
    // Parameters behind another family's separator.
    if place.contains('=') {
        return Err(Code::MalformedUrl.into());
    }
    let mut hosts = Vec::new();
    for text in after_user_info(place).split(',') {
        let (host, rest) = match text.split_once('/') {
            Some((host, rest)) => (host, rest.split_once(':').map(|(_, port)| port)),
            None => text
                .rsplit_once(':')
                .map_or((text, None), |(host, port)| (host, Some(port))),
        };
        let port = non_blank(rest);
        match host.split_once("..") {
            Some((first, last)) => {
                expand(trim(first), trim(last), port, &mut hosts).ok_or(Code::MalformedUrl)?
            }
            None if trim(host).is_empty() => {}
            None => hosts.push(HostPort::new(trim(host), port)),
        }
    }
    spread_ports(&mut hosts);
    Ok(JdbcUrl {
        hosts,
        schema: params.get(&["schema"]),
        ..input.url()
    })
}

/// Writes a range out: `n11..14` is n11, n12, n13, n14.
fn expand<'a>(first: &str, last: &str, port: Option<&'a str>, hosts: &mut Vec<HostPort<'a>>) -> Option<()> {
    // `exasol-11..14.example.com` has the domain behind the last number.
    let digits = last.find(|c: char| !c.is_ascii_digit()).unwrap_or(last.len());
    let (last, domain) = last.split_at(digits);
    let name = first.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = &first[name.len()..];
    let (from, to) = (number.parse::<u32>().ok()?, last.parse::<u32>().ok()?);
    if to < from || to - from >= LONGEST_RANGE {
        return None;
    }
    let width = if number.starts_with('0') { number.len() } else { 0 };
    hosts.extend((from..=to).map(|number| HostPort {
        host: Cow::Owned(format!("{name}{number:0width$}{domain}")),
        port: port.map(Cow::Borrowed),
    }));
    Some(())
}

/// SAP HANA: `//host:port[;host:port…][/][?key=value&…]`.
///
/// Source: SAP HANA Client Interface Programming Reference, "Connect to SAP HANA via JDBC".
pub(super) fn parse_hana<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let (place, params) = input.rest.split_once('?').unwrap_or((input.rest, ""));
    let params = Params::new(params, Style::between(&['&', ';']), input.options.properties)?;
    let (authority, _) = split_authority(place.strip_prefix("//").unwrap_or_default())?;
    // The `;` between hosts is the one before parameters in other families.
    if authority.contains('=') {
        return Err(Code::MalformedUrl.into());
    }
    let hosts = after_user_info(authority).split([';', ',']).map(HostPort::read);
    Ok(JdbcUrl {
        hosts: hosts.filter(|host| !host.host.is_empty()).collect(),
        database: params.get(&["databaseName"]),
        schema: params.get(&["currentSchema"]),
        ..input.url()
    })
}

/// Cassandra: `//host[:port][--host…][/keyspace][?…]`; a port also counts for the hosts before it.
///
/// Source: ING's JDBC wrapper of the DataStax driver, "Usage". A secure connect bundle holds the hosts itself.
pub(super) fn parse_cassandra<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let url = standard::split(input)?;
    if url.params.get(&["secureconnectbundle"]).is_some() {
        return Err(Code::ServiceDiscovery.into());
    }
    let mut hosts = read_hosts(url.authority, "--");
    spread_ports(&mut hosts);
    Ok(JdbcUrl {
        hosts,
        database: url.database(),
        ..input.url()
    })
}

/// Ingres: `//host:port/database[;key=value…]`, the port a number or an installation code (`II7`).
///
/// A code that is the default of its type is left blank, as a Hop connection has it. The code of Vector makes a
/// URL Vector's.
///
/// Source: Actian, "JDBC driver, URL format"; `identifiers.json`, INGRES, host rules.
pub(super) fn parse_ingres<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let mut url = standard::parse(input)?;
    let is_vector = |host: &HostPort<'_>| {
        host.port
            .as_deref()
            .and_then(|port| port.get(..2))
            .is_some_and(|code| code.eq_ignore_ascii_case("VW"))
    };
    if input.type_is_open() && url.hosts.iter().any(is_vector) {
        url.database_type = Cow::Borrowed("VECTORWISE");
    }
    let default = if url.database_type == "VECTORWISE" {
        "VW7"
    } else {
        "II7"
    };
    for host in &mut url.hosts {
        host.port = match host.port.take() {
            Some(port) if port.eq_ignore_ascii_case(default) => None,
            Some(port) => Some(symbolic_port(&port).map_or(port, |number| Cow::Owned(number.to_string()))),
            None => None,
        };
    }
    Ok(url)
}

/// MongoDB: `[user:password@]host[:port][,…][/database][?…]`.
///
/// Source: MongoDB, "Connection strings"; the SQL interface's JDBC driver takes the same text.
pub(super) fn parse_mongodb<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let url = standard::split(input)?;
    Ok(JdbcUrl {
        hosts: read_hosts(url.authority, ","),
        database: match url.database() {
            None => url
                .params
                .get(&["database"])
                .map(|name| Cow::Owned(decode(&name).into_owned())),
            name => name,
        },
        warnings: Vec::from_iter(input.sub_protocol.contains("+srv").then_some(Warning::DnsSrvName)),
        ..input.url()
    })
}
