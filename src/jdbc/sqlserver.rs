//! SQL Server and Sybase ASE: `sqlserver://host[\instance][:port][;key=value…]`, `jtds:…://host[:port][/database][;…]`,
//! `sybase:Tds:host:port[/database][?…]`.
//!
//! Source: Microsoft, "Building the connection URL"; jTDS FAQ, "What is the URL format used by jTDS?"; SAP jConnect,
//! "URL connection properties".

use std::borrow::Cow;

use super::JdbcUrl;
use super::family::Input;
use super::host::{HostPort, after_user_info, read_hosts};
use super::params::{Params, Style};
use super::standard;
use crate::identity::NoIdentity;
use crate::reason::{Code, Warning};
use crate::text::{non_blank, trim};

/// `{…}` around values, a doubled `}` inside.
const STYLE: Style = Style {
    separators: &[';'],
    quotes: Some(('{', '}')),
};

/// The parameters that say where the database is.
const SERVER_KEYS: &[&str] = &["serverName", "server"];
const PORT_KEYS: &[&str] = &["portNumber", "port"];
const INSTANCE_KEYS: &[&str] = &["instanceName", "instance"];
pub(super) const DATABASE_KEYS: &[&str] = &["databaseName", "database"];

/// All of them but the database's, which count where the place before them says less.
pub(super) const PLACE_KEYS: [&[&str]; 3] = [SERVER_KEYS, PORT_KEYS, INSTANCE_KEYS];

/// Reads a URL of Microsoft's driver.
pub(super) fn parse_microsoft<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let rest = input.rest.strip_prefix("//").unwrap_or(input.rest);
    let (place, params) = rest.split_once(';').unwrap_or((rest, ""));
    let params = Params::new(params, STYLE, input.options.properties)?;
    // Parameters behind another family's separator, or a password with one in it.
    if place.contains(['?', '&', '=', ',']) {
        return Err(Code::MalformedUrl.into());
    }
    let place = trim(after_user_info(place));
    let server = params.get(SERVER_KEYS);
    let host = match (server, place) {
        (Some(Cow::Owned(server)), "") => HostPort {
            host: Cow::Owned(server),
            port: None,
        },
        (Some(Cow::Borrowed(server)), "") => HostPort::read(server),
        (_, place) => HostPort::read(place),
    };
    from_parts(input, host, &params)
}

/// Reads a URL of jTDS.
pub(super) fn parse_jtds<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let url = standard::split(input)?;
    if url.params.is("namedPipe", "true") {
        return Err(Code::LocalSocket.into());
    }
    let host = HostPort::read(after_user_info(url.authority));
    let mut parsed = from_parts(input, host, &url.params)?;
    parsed.database = url.database().or(parsed.database);
    Ok(parsed)
}

/// The URL of this host. Its instance counts only without a port, and then the port cannot be known, but for the
/// default instance.
///
/// Source: `identifiers.json`, MSSQL, instance rules.
fn from_parts<'a>(
    input: &Input<'a, '_>,
    host: HostPort<'a>,
    params: &Params<'a>,
) -> Result<JdbcUrl<'a>, NoIdentity> {
    let (name, instance) = match host.host.split_once('\\') {
        Some((name, instance)) => (Cow::Owned(name.to_owned()), Some(Cow::Owned(instance.to_owned()))),
        None => (host.host, None),
    };
    if name.to_ascii_lowercase().starts_with("(localdb)") {
        return Err(Code::LocalSocket.into());
    }
    let port = host.port.or_else(|| params.get(PORT_KEYS));
    let instance = instance.or_else(|| params.get(INSTANCE_KEYS));
    let is_named = instance.is_some_and(|name| {
        let name = trim(&name);
        !name.is_empty() && !name.eq_ignore_ascii_case("MSSQLSERVER")
    });
    if is_named && port.is_none() {
        return Err(Code::InstancePortUnknown.into());
    }
    Ok(JdbcUrl {
        hosts: Vec::from_iter((!name.is_empty()).then_some(HostPort { host: name, port })),
        database: params.get(DATABASE_KEYS),
        ..input.url()
    })
}

/// Reads a URL of SAP's jConnect, which has no `//`. It serves SAP IQ and ASE alike.
pub(super) fn parse_jconnect<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let (place, params) = input.rest.split_once('?').unwrap_or((input.rest, ""));
    let params = Params::new(params, Style::between(&['&']), input.options.properties)?;
    let (host, database) = super::host::split_authority(place)?;
    Ok(JdbcUrl {
        hosts: read_hosts(host, ","),
        database: non_blank(database)
            .map(Cow::Borrowed)
            .or_else(|| params.get(&["databaseName"])),
        warnings: Vec::from_iter(input.type_is_open().then_some(Warning::DatabaseTypeAssumed)),
        ..input.url()
    })
}
