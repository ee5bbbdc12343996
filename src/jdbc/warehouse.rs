//! Cloud warehouses and others whose URLs name the database in parameters, or the place in words.

use std::borrow::Cow;

use super::JdbcUrl;
use super::family::Input;
use super::host::{HostPort, after_user_info, read_hosts, split_authority};
use super::params::{Params, Style};
use super::standard;
use crate::identity::NoIdentity;
use crate::reason::Code;
use crate::relational::ServerSettings;
use crate::text::{non_blank, trim};

/// `snowflake://account[.snowflakecomputing.com][:port]/?db=…&schema=…`.
///
/// Source: Snowflake, "JDBC Driver connection parameter reference"; Hop's URL, which also begins with `&`.
pub(super) fn parse_snowflake<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let url = standard::split_at(input, &['?', '&', ';'], &['&', ';'])?;
    Ok(JdbcUrl {
        hosts: read_hosts(url.authority, ","),
        database: url.params.get_decoded(&["db", "database"]),
        schema: url.params.get_decoded(&["schema"]),
        settings: ServerSettings {
            quoted_identifiers_ignore_case: url.params.truth("QUOTED_IDENTIFIERS_IGNORE_CASE"),
            ..ServerSettings::default()
        },
        ..input.url()
    })
}

/// `bigquery://[https://host/path][:port];ProjectId=…;DefaultDataset=…`.
///
/// Source: Google's and Simba's BigQuery JDBC driver, "Connection URL"; Hop's URL. Port 443 is what a blank port
/// means there.
pub(super) fn parse_bigquery<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let (endpoint, params) = input.rest.split_once(';').unwrap_or((input.rest, ""));
    let params = Params::new(params, Style::between(&[';']), input.options.properties)?;
    let endpoint = endpoint.strip_prefix("//").unwrap_or(endpoint);
    let endpoint = endpoint.split_once("://").map_or(endpoint, |(_, place)| place);
    let mut host = HostPort::read(after_user_info(split_authority(endpoint)?.0));
    host.port = host.port.filter(|port| port != "443");
    Ok(JdbcUrl {
        hosts: Vec::from_iter((!host.host.is_empty()).then_some(host)),
        database: params.get(&["ProjectId", "Project"]),
        // A dataset of another project is not where a bare table of this one lies.
        schema: params
            .get(&["DefaultDataset"])
            .filter(|dataset| !dataset.contains('.')),
        ..input.url()
    })
}

/// `databricks://host[:port][/schema][;ConnCatalog=…;ConnSchema=…]`.
///
/// Source: Databricks, "Databricks JDBC Driver, connection properties".
pub(super) fn parse_databricks<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let url = standard::split(input)?;
    Ok(JdbcUrl {
        hosts: read_hosts(url.authority, ","),
        catalog: url.params.get(&["ConnCatalog"]),
        schema: url.params.get(&["ConnSchema"]).or(url.database()),
        ..input.url()
    })
}

/// `awsathena://AwsRegion=…;Catalog=…;Schema=…`, or with the endpoint `athena.{region}.amazonaws.com:443`.
///
/// Source: Amazon Athena JDBC driver 2.x and 3.x, "Connection URL"; the specification's Athena row: the host of
/// the namespace is the regional endpoint.
pub(super) fn parse_athena<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let rest = input.rest.strip_prefix("//").unwrap_or(input.rest);
    let params = Params::new(rest, Style::between(&[';']), input.options.properties)?;
    let endpoint = rest.split([';', ':', '/']).next().unwrap_or_default();
    let region = params.get(&["AwsRegion", "Region"]).or_else(|| {
        let region = endpoint.strip_prefix("athena.")?.split(".amazonaws.com").next()?;
        Some(Cow::Borrowed(region))
    });
    let region = region
        .filter(|region| !region.contains('.'))
        .ok_or(Code::NoHost)?;
    Ok(JdbcUrl {
        hosts: vec![HostPort {
            host: Cow::Owned(format!("athena.{region}.amazonaws.com")),
            port: None,
        }],
        // v3 knows one field for the first level, v4 both.
        database: params.get(&["Catalog"]),
        catalog: params.get(&["Catalog"]),
        schema: params.get(&["Schema", "Database"]),
        ..input.url()
    })
}

/// `cloudspanner:[//host[:port]]/projects/{project}/instances/{instance}/databases/{database}[?…]`.
///
/// Source: Google Cloud Spanner JDBC driver, "Connection URL". The project of the environment is not known here.
pub(super) fn parse_spanner<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let path = input.rest.split(['?', ';']).next().unwrap_or_default();
    let value = |key: &str| {
        let mut segments = path.split('/').skip_while(|segment| *segment != key);
        non_blank(segments.nth(1)).filter(|id| !id.eq_ignore_ascii_case("DEFAULT_PROJECT_ID"))
    };
    let (Some(project), Some(instance)) = (value("projects"), value("instances")) else {
        return Err(Code::NoHost.into());
    };
    Ok(JdbcUrl {
        catalog: Some(Cow::Borrowed(project)),
        instance: Some(Cow::Borrowed(instance)),
        database: value("databases").map(Cow::Borrowed),
        ..input.url()
    })
}

/// `redshift:iam://cluster:region/database`, or with an endpoint as host.
///
/// Source: Amazon Redshift JDBC driver, "Configuring authentication, IAM".
pub(super) fn parse_redshift_iam<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let mut url = standard::parse(input)?;
    if let [HostPort { host, port }] = &mut url.hosts[..]
        && let Some(region) = port.take_if(|port| port.contains('-') && !port.starts_with('-'))
    {
        *host = Cow::Owned(format!("{host}.{region}"));
    }
    Ok(url)
}

/// `teradata://host[/KEY=value,…]`, values in single quotes where they hold a comma.
///
/// Source: Teradata JDBC Driver Reference, "Connection URL".
pub(super) fn parse_teradata<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    const STYLE: Style = Style {
        separators: &[','],
        quotes: Some(('\'', '\'')),
    };
    let rest = input.rest.strip_prefix("//").unwrap_or(input.rest);
    let (place, params) = rest.split_once(['/', '?', ';']).unwrap_or((rest, ""));
    let first = params.split(',').next().unwrap_or_default();
    if first.split_once('@').is_some_and(|(_, host)| host.contains('/')) {
        return Err(Code::AmbiguousUserInfo.into());
    }
    let params = Params::new(params, STYLE, input.options.properties)?;
    let mut hosts = read_hosts(place, ",");
    if let [host] = &mut hosts[..] {
        host.port = host.port.take().or_else(|| params.get(&["DBS_PORT"]));
    }
    Ok(JdbcUrl {
        hosts,
        database: params.get(&["DATABASE"]),
        ..input.url()
    })
}

/// `clickhouse:[protocol:]//[protocol://]host[:port][,…][/database]`.
///
/// Source: ClickHouse, "JDBC Driver, configuration"; the ports are the server's defaults for each protocol.
pub(super) fn parse_clickhouse<'a>(input: &Input<'a, '_>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let (protocol, rest) = match input.rest.split_once("//") {
        Some((protocol, place)) if !place.is_empty() => (protocol.trim_end_matches(':'), place),
        _ => ("", input.rest),
    };
    let (before, params) = rest.split_once(['?', ';', '#']).unwrap_or((rest, ""));
    let params = Params::new(params, Style::between(&['&']), input.options.properties)?;
    let list_end = before.rfind("://").map_or(0, |at| at + 3);
    let at = before[list_end..].find('/').map(|at| at + list_end);
    let (authority, path) = match at {
        Some(at) => (&before[..at], Some(&before[at + 1..])),
        None => (before, None),
    };
    if path.is_some_and(|path| path.contains('@')) {
        return Err(Code::AmbiguousUserInfo.into());
    }
    let read = |text: &'a str| {
        let (own, place) = text.split_once("://").unwrap_or((protocol, text));
        let mut host = HostPort::read(after_user_info(place));
        host.port = host.port.or(port_of(trim(own)).map(Cow::Borrowed));
        host
    };
    let hosts = if authority.contains("://") {
        authority
    } else {
        after_user_info(authority)
    };
    Ok(JdbcUrl {
        hosts: hosts
            .split(',')
            .map(read)
            .filter(|host| !host.host.is_empty())
            .collect(),
        database: non_blank(path)
            .map(super::params::decode)
            .or_else(|| params.get(&["database"])),
        ..input.url()
    })
}

/// The port that ClickHouse serves a protocol on, where it is not the one of plain HTTP.
fn port_of(protocol: &str) -> Option<&'static str> {
    match protocol.to_ascii_lowercase().as_str() {
        "https" => Some("8443"),
        "grpc" => Some("9100"),
        "tcp" => Some("9000"),
        _ => None,
    }
}
