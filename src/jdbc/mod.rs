//! JDBC URLs: from a URL and a table to the identity that a Hop connection to the same place has.
//!
//! A URL is read into what a connection holds (database type, hosts, database, …), by the grammar of its family.
//! How that is named is the matter of [`crate::relational`] alone, so that a connection and its URL agree.

mod cluster;
mod db2;
mod embedded;
mod family;
mod hive;
mod host;
mod mysql;
mod oracle;
mod params;
mod sqlserver;
mod standard;
mod table;
mod warehouse;

use std::borrow::Cow;
use std::fmt;

use crate::contract::Contract;
use crate::identity::{Identity, NoIdentity, Resolution};
use crate::reason::{Code, Warning};
use crate::relational::{self, Connection, Table};
use crate::text::{has_variable, non_blank, trim};

pub use host::HostPort;
pub use table::split_name;

/// What is known of a connection besides its URL.
#[derive(Clone, Copy, Default)]
pub struct JdbcOptions<'a> {
    /// The Hop database type, which decides where the URL cannot: `GREENPLUM` of `jdbc:postgresql:`.
    pub hop_type: Option<&'a str>,
    /// The connection properties. They count where the URL does not say the same; keys in any letter case.
    pub properties: &'a [(&'a str, &'a str)],
    /// The database, where the URL names none.
    pub database: Option<&'a str>,
    /// The schema of the table, where its text names none. It goes before the URL's own default schema.
    pub schema: Option<&'a str>,
    /// The version of the contract.
    pub contract: Contract,
}

impl fmt::Debug for JdbcOptions<'_> {
    /// Leaves out the properties' values: passwords are among them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys: Vec<_> = self.properties.iter().map(|(key, _)| key).collect();
        f.debug_struct("JdbcOptions")
            .field("hop_type", &self.hop_type)
            .field("properties", &keys)
            .field("database", &self.database)
            .field("schema", &self.schema)
            .field("contract", &self.contract)
            .finish()
    }
}

/// What a JDBC URL says of the place it leads to: the fields that a connection to it holds, without parameters
/// and without credentials.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct JdbcUrl<'a> {
    /// The database type: a Hop type id (`POSTGRESQL`), the id of a further store (`TRINO`), or, for a family
    /// that is not known, the URL's sub-protocol.
    pub database_type: Cow<'a, str>,
    /// The hosts, in the order of the URL. None for an embedded database.
    pub hosts: Vec<HostPort<'a>>,
    /// The named instance (SQL Server; Spanner's instance).
    pub instance: Option<Cow<'a, str>>,
    /// The catalogue, where the type has one besides its database (Databricks, Athena; Spanner's project).
    pub catalog: Option<Cow<'a, str>>,
    /// The database, service, account or file.
    pub database: Option<Cow<'a, str>>,
    /// The schema that the URL makes the default.
    pub schema: Option<Cow<'a, str>>,
    /// What to be careful about.
    pub warnings: Vec<Warning>,
}

/// Reads a JDBC URL.
///
/// # Errors
///
/// [`Code::NotAJdbcUrl`] for other text, [`Code::UnresolvedVariable`] for one with variables, and a code of its
/// own for each kind of URL that does not say where the database is.
///
/// ```
/// use lineage_identity::jdbc::{JdbcOptions, parse};
/// let url = parse("jdbc:postgresql://etl:s3cr3t@db-1,db-2:5433/shop?ssl=true", &JdbcOptions::default())?;
/// assert_eq!(url.database_type, "POSTGRESQL");
/// assert_eq!((url.hosts[0].host.as_ref(), url.hosts[0].port.as_deref()), ("db-1", None));
/// assert_eq!((url.hosts[1].host.as_ref(), url.hosts[1].port.as_deref()), ("db-2", Some("5433")));
/// assert_eq!(url.database.as_deref(), Some("shop"));
/// # Ok::<(), lineage_identity::NoIdentity>(())
/// ```
pub fn parse<'a>(url: &'a str, options: &JdbcOptions<'a>) -> Result<JdbcUrl<'a>, NoIdentity> {
    let rest = after_jdbc(trim(url)).ok_or(Code::NotAJdbcUrl)?;
    if has_variable(rest) {
        return Err(Code::UnresolvedVariable.into());
    }
    let mut parsed = family::parse(rest, options)?;
    if parsed.database.is_none() {
        parsed.database = non_blank(options.database).map(Cow::Borrowed);
    }
    Ok(parsed)
}

/// What follows `jdbc:`, in any letter case.
fn after_jdbc(url: &str) -> Option<&str> {
    let (scheme, rest) = url.split_once(':')?;
    scheme.eq_ignore_ascii_case("jdbc").then_some(rest)
}

/// The identity of a table that is reached through a JDBC URL, or why there is none.
///
/// The table text is split at dots outside the quotes of the database type.
///
/// ```
/// use lineage_identity::jdbc::{JdbcOptions, resolve};
/// let table = resolve("jdbc:postgresql://db/analytics", "staging.orders", &JdbcOptions::default());
/// if let Ok(identity) = table.identity {
///     assert_eq!(identity.namespace, "postgres://db:5432");
///     assert_eq!(identity.name, "analytics.staging.orders");
/// }
/// ```
#[must_use]
pub fn resolve(url: &str, table: &str, options: &JdbcOptions<'_>) -> Resolution {
    match parse(url, options) {
        Ok(parsed) => resolve_parsed(&parsed, table, options),
        Err(reason) => Err(reason).into(),
    }
}

fn resolve_parsed(url: &JdbcUrl<'_>, table: &str, options: &JdbcOptions<'_>) -> Resolution {
    let table = match table::read(table, &url.database_type) {
        Ok(table) => table,
        Err(reason) => return Err(reason).into(),
    };
    let table = Table {
        schema: table.schema.or(non_blank(options.schema)),
        ..table
    };
    let mut resolution = each_host(url, options, |connection| relational::resolve(connection, &table));
    add_warnings(&mut resolution.warnings, &url.warnings);
    resolution
}

/// The dataset namespace of a JDBC URL.
///
/// # Errors
///
/// The reason why there is none.
///
/// ```
/// use lineage_identity::jdbc::{JdbcOptions, namespace};
/// assert_eq!(namespace("no URL", &JdbcOptions::default()).unwrap_err().code.text(), "not-a-jdbc-url");
/// ```
pub fn namespace(url: &str, options: &JdbcOptions<'_>) -> Result<String, NoIdentity> {
    let parsed = parse(url, options)?;
    let answer = each_host(&parsed, options, |connection| {
        relational::namespace(connection)
            .map(|namespace| Identity::new(namespace, ""))
            .into()
    });
    answer.identity.map(|identity| identity.namespace)
}

/// Asks about a connection to each host and joins the namespaces: `postgres://a:5432,b:5433`.
///
/// Source: `DECISIONS`, hosts; `identifiers.json`, common rules, host lists: each host with its own port, joined
/// by commas in the given order.
fn each_host(
    url: &JdbcUrl<'_>,
    options: &JdbcOptions<'_>,
    ask: impl Fn(&Connection<'_>) -> Resolution,
) -> Resolution {
    let mut hosts = url.hosts.iter();
    let mut resolution = ask(&connection(url, hosts.next(), options));
    for host in hosts {
        let Ok(identity) = &mut resolution.identity else {
            break;
        };
        let next = ask(&connection(url, Some(host), options));
        add_warnings(&mut resolution.warnings, &next.warnings);
        match next.identity {
            Ok(next) => {
                let host = next.namespace.split_once("://").map_or("", |(_, host)| host);
                identity.namespace.push(',');
                identity.namespace.push_str(host);
            }
            Err(reason) => resolution.identity = Err(reason),
        }
    }
    resolution
}

/// The connection to this host of the URL.
fn connection<'u>(
    url: &'u JdbcUrl<'_>,
    host: Option<&'u HostPort<'_>>,
    options: &JdbcOptions<'_>,
) -> Connection<'u> {
    Connection {
        hop_type: Some(&url.database_type),
        host: host.map(|host| host.host.as_ref()),
        port: host.and_then(|host| host.port.as_deref()),
        instance: url.instance.as_deref(),
        catalog: url.catalog.as_deref(),
        preferred_schema: url.schema.as_deref(),
        database: url.database.as_deref(),
        contract: options.contract,
        ..Connection::default()
    }
}

/// Adds the warnings that are not there yet.
fn add_warnings(to: &mut Vec<Warning>, warnings: &[Warning]) {
    for warning in warnings {
        if !to.contains(warning) {
            to.push(*warning);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{JdbcOptions, parse};

    fn hosts(url: &str) -> String {
        let parsed = parse(url, &JdbcOptions::default()).unwrap();
        let hosts: Vec<_> = parsed
            .hosts
            .iter()
            .map(|h| format!("{}:{}", h.host, h.port.as_deref().unwrap_or("-")))
            .collect();
        format!(
            "{} {}",
            hosts.join(" "),
            parsed.database.as_deref().unwrap_or("-")
        )
    }

    #[test]
    fn hosts_of_mysql() {
        for (url, expected) in [
            ("jdbc:mysql://db/shop", "db:- shop"),
            (
                "jdbc:mysql:loadbalance://a:3306,b:3307/shop?x=y",
                "a:3306 b:3307 shop",
            ),
            ("jdbc:mysql://u:p@a:1,u2:p@b:2/s", "a:1 b:2 s"),
            (
                "jdbc:mysql://address=(protocol=tcp)(host=a)(port=1),(host=b,port=2,user=u)/s",
                "a:1 b:2 s",
            ),
            ("jdbc:mysql://u:p@[a:1,address=(host=::1)]/s", "a:1 ::1:- s"),
            ("jdbc:mysql://[::1]:3307/s", "[::1]:3307 s"),
            ("jdbc:mysql://[::1]/s", "[::1]:- s"),
            ("jdbc:mariadb:sequential://a,b/s", "a:- b:- s"),
            ("JDBC:MariaDB://h", "h:- -"),
        ] {
            assert_eq!(hosts(url), expected, "{url}");
        }
    }

    #[test]
    fn debug_shows_no_property() {
        let options = JdbcOptions {
            properties: &[("password", "s3cr3t")],
            ..JdbcOptions::default()
        };
        assert!(!format!("{options:?}").contains("s3cr3t"));
    }
}
