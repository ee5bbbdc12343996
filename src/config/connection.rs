//! Named connections: what a connection's name stands for.

use std::collections::{HashMap, HashSet};

use super::ConfigError;
use crate::file::{FileOptions, read};

/// A connection as it is written. Hop's own fields with secrets have no place here.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConnectionEntry {
    kind: ConnectionKind,
    endpoint: Option<String>,
    account: Option<String>,
    host: Option<String>,
    port: Option<PortEntry>,
    base_path: Option<String>,
}

/// A port may be text or a number.
#[derive(serde::Deserialize)]
#[serde(untagged)]
enum PortEntry {
    Number(i64),
    Text(String),
}

impl PortEntry {
    fn text(&self) -> String {
        match self {
            PortEntry::Number(port) => port.to_string(),
            PortEntry::Text(port) => port.trim().to_owned(),
        }
    }
}

/// Source: the eight kinds of connection in Hop's VFS plugins.
#[derive(serde::Deserialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum ConnectionKind {
    S3,
    Minio,
    Azure,
    Gs,
    Databricks,
    Sftp,
    Ftp,
    Ftps,
    Webdav,
}

/// What a connection stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    /// A bucket is the first folder.
    Bucket {
        /// The store: `s3` or `gs`.
        scheme: &'static str,
        /// Whether the namespace leaves out what tells this endpoint from another one of the configuration.
        endpoint_left_out: bool,
    },
    /// A container is the first folder.
    Azure {
        /// The host of the account.
        account: String,
    },
    /// One host.
    Host {
        /// The scheme, whose row says how paths are.
        scheme: &'static str,
        /// The namespace.
        namespace: String,
        /// What stands before every path: empty, or a path without a slash at its end.
        base_path: String,
        /// Whether paths under `/Volumes` and `/Workspace` stand for themselves.
        absolute_roots: bool,
    },
}

/// The default ports, which go without saying.
///
/// Source: the VFS providers, which print no default port.
const DEFAULT_PORTS: &[(ConnectionKind, &str)] = &[
    (ConnectionKind::Sftp, "22"),
    (ConnectionKind::Ftp, "21"),
    (ConnectionKind::Ftps, "21"),
];

/// The targets of all connections, checked.
pub(super) fn targets(
    entries: Vec<(String, ConnectionEntry)>,
) -> Result<HashMap<String, Target>, ConfigError> {
    let s3 = |entry: &ConnectionEntry| matches!(entry.kind, ConnectionKind::S3 | ConnectionKind::Minio);
    let endpoints: HashSet<_> = entries
        .iter()
        .filter(|(_, entry)| s3(entry))
        .map(|(_, entry)| endpoint_of(entry))
        .collect();
    let several = endpoints.len() > 1;
    entries
        .into_iter()
        .map(|(name, entry)| {
            let target = target(&name, &entry, several)?;
            Ok((name, target))
        })
        .collect()
}

/// What tells the stores behind two connections apart.
fn endpoint_of(entry: &ConnectionEntry) -> Option<String> {
    let port = entry.port.as_ref().map(PortEntry::text).unwrap_or_default();
    let host = entry.host.as_ref().map(|host| format!("{host}:{port}"));
    let endpoint = entry.endpoint.as_ref().map(|endpoint| {
        let host = endpoint
            .split_once("://")
            .map_or(endpoint.as_str(), |(_, host)| host);
        host.trim_end_matches('/').to_owned()
    });
    endpoint.or(host).map(|endpoint| endpoint.to_lowercase())
}

fn target(name: &str, entry: &ConnectionEntry, several_endpoints: bool) -> Result<Target, ConfigError> {
    let place = |field: &str| format!("connections.{name}.{field}");
    let drive = name.len() == 1 && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    if name.is_empty() || drive || name.contains([':', '/', '\\']) {
        let place = format!("connections.{name}");
        return Err(ConfigError::at(
            place,
            "no URI can have this connection: a name has no : / or \\, and a single letter is a drive",
        ));
    }
    allow(entry, &place)?;
    match entry.kind {
        ConnectionKind::S3 | ConnectionKind::Minio => Ok(Target::Bucket {
            scheme: "s3",
            endpoint_left_out: several_endpoints,
        }),
        ConnectionKind::Gs => Ok(Target::Bucket {
            scheme: "gs",
            endpoint_left_out: false,
        }),
        ConnectionKind::Azure => Ok(Target::Azure {
            account: account(entry, &place)?,
        }),
        ConnectionKind::Databricks => host(entry, "dbfs", &place),
        ConnectionKind::Sftp => host(entry, "sftp", &place),
        ConnectionKind::Ftp => host(entry, "ftp", &place),
        ConnectionKind::Ftps => host(entry, "ftps", &place),
        ConnectionKind::Webdav => webdav(entry, &place),
    }
}

/// Refuses settings that the kind has no use for: they would be ignored in silence.
fn allow(entry: &ConnectionEntry, place: &dyn Fn(&str) -> String) -> Result<(), ConfigError> {
    let allowed: &[&str] = match entry.kind {
        ConnectionKind::S3 | ConnectionKind::Minio => &["endpoint", "host", "port"],
        ConnectionKind::Azure => &["account", "endpoint"],
        ConnectionKind::Gs => &[],
        ConnectionKind::Databricks => &["host", "base_path"],
        ConnectionKind::Sftp | ConnectionKind::Ftp | ConnectionKind::Ftps => &["host", "port", "base_path"],
        ConnectionKind::Webdav => &["endpoint", "base_path"],
    };
    let given = [
        ("endpoint", entry.endpoint.is_some()),
        ("account", entry.account.is_some()),
        ("host", entry.host.is_some()),
        ("port", entry.port.is_some()),
        ("base_path", entry.base_path.is_some()),
    ];
    match given
        .iter()
        .find(|(field, given)| *given && !allowed.contains(field))
    {
        Some((field, _)) => Err(ConfigError::at(
            place(field),
            "connections of this kind have no such setting",
        )),
        None => Ok(()),
    }
}

fn needed<'e>(
    value: &'e Option<String>,
    field: &str,
    place: &dyn Fn(&str) -> String,
) -> Result<&'e str, ConfigError> {
    let value = value.as_deref().map(str::trim).filter(|value| !value.is_empty());
    value.ok_or_else(|| ConfigError::at(place(field), "the connection needs this setting"))
}

/// The host of a storage account: that of its endpoint, else the one Azure gives it.
fn account(entry: &ConnectionEntry, place: &dyn Fn(&str) -> String) -> Result<String, ConfigError> {
    if entry.endpoint.is_some() {
        let (host, _) = endpoint(entry, place)?;
        return Ok(host);
    }
    let account = needed(&entry.account, "account", place)?;
    match account
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    {
        true => Ok(format!("{}.dfs.core.windows.net", account.to_lowercase())),
        false => Err(ConfigError::at(
            place("account"),
            "the name of an account has letters and digits only",
        )),
    }
}

/// Host and path of an endpoint URL. Credentials in it are dropped, as in any URL.
fn endpoint(
    entry: &ConnectionEntry,
    place: &dyn Fn(&str) -> String,
) -> Result<(String, String), ConfigError> {
    let text = needed(&entry.endpoint, "endpoint", place)?;
    let no_url = || ConfigError::at(place("endpoint"), "the endpoint is not a URL with a host");
    let options = FileOptions {
        contract: crate::Contract::V4,
        ..FileOptions::default()
    };
    let url = read(text, &options).map_err(|_| no_url())?;
    match url.scheme {
        "http://" | "https://" | "webdav4://" | "webdav4s://" => {
            Ok((url.place.into_owned(), url.name.into_owned()))
        }
        _ => Err(no_url()),
    }
}

fn host(
    entry: &ConnectionEntry,
    scheme: &'static str,
    place: &dyn Fn(&str) -> String,
) -> Result<Target, ConfigError> {
    let host = needed(&entry.host, "host", place)?;
    let sound = |byte: u8| byte.is_ascii_graphic() && !b"/\\@?#%\"'<>{}|^`,;".contains(&byte);
    let bracketed = host.starts_with('[') && host.ends_with(']');
    if !host.bytes().all(sound) || (host.contains([':', '[', ']']) && !bracketed) {
        return Err(ConfigError::at(place("host"), "not a host name or an IP address"));
    }
    let port = entry.port.as_ref().map(PortEntry::text).unwrap_or_default();
    let port = match port.as_str() {
        "" | "0" => "",
        port => match port.parse::<u16>() {
            Ok(_) if !port.starts_with(['0', '+']) => port,
            _ => return Err(ConfigError::at(place("port"), "not a port from 1 to 65535")),
        },
    };
    let port = if DEFAULT_PORTS.contains(&(entry.kind, port)) {
        ""
    } else {
        port
    };
    let colon = if port.is_empty() { "" } else { ":" };
    Ok(Target::Host {
        scheme,
        namespace: format!("{scheme}://{}{colon}{port}", host.to_lowercase()),
        base_path: base_path(entry.base_path.as_deref().unwrap_or_default()),
        absolute_roots: entry.kind == ConnectionKind::Databricks,
    })
}

fn webdav(entry: &ConnectionEntry, place: &dyn Fn(&str) -> String) -> Result<Target, ConfigError> {
    let (host, root) = endpoint(entry, place)?;
    let text = entry.endpoint.as_deref().unwrap_or_default().trim();
    let secure = ["https:", "webdav4s:"].iter().any(|scheme| {
        text.get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    });
    let scheme = if secure { "webdav4s" } else { "webdav4" };
    let root = base_path(&root) + &base_path(entry.base_path.as_deref().unwrap_or_default());
    Ok(Target::Host {
        scheme,
        namespace: format!("{scheme}://{host}"),
        base_path: root,
        absolute_roots: false,
    })
}

/// One slash before, none behind; the root is empty. Databricks' `dbfs:` before a path says nothing.
fn base_path(path: &str) -> String {
    let path = path.trim();
    let path = path.strip_prefix("dbfs:").unwrap_or(path).trim_matches('/');
    if path.is_empty() {
        String::new()
    } else {
        format!("/{path}")
    }
}
