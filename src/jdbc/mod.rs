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
pub(crate) mod oracle;
mod params;
mod plain;
mod sqlserver;
mod standard;
mod table;
mod warehouse;

use std::borrow::Cow;
use std::fmt;

use crate::contract::Contract;
use crate::identity::{Identity, NoIdentity, Resolution, namespace_warning};
use crate::reason::{Code, Warning};
use crate::relational::{self, Connection, DatabaseType, Parts, ServerSettings, TableName, types};
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
    /// Settings of the server that decide how it stores names. They count where the URL does not set the same.
    pub settings: ServerSettings,
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
            .field("settings", &self.settings)
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
    /// What the URL sets of how names are stored.
    pub settings: ServerSettings,
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
    parsed.check(options.properties)?;
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
/// let identity = table.identity?;
/// assert_eq!(identity.namespace, "postgres://db:5432");
/// assert_eq!(identity.name, "analytics.staging.orders");
/// # Ok::<(), lineage_identity::NoIdentity>(())
/// ```
#[must_use]
pub fn resolve(url: &str, table: &str, options: &JdbcOptions<'_>) -> Resolution {
    match plain::read(url, table, options) {
        Some(name) => Ok(Identity::from(name)).into(),
        None => resolve_by(url, table, options, relational::resolve_parts),
    }
}

/// The name of a table with a plain name behind a plain URL under the default options, about which there is nothing
/// to say besides; nothing for what wants a closer look.
pub(crate) fn read_plain<'a>(url: &'a str, table: &'a str) -> Option<TableName<'a>> {
    plain::read(url, table, &JdbcOptions::default())
}

/// [`resolve`], with the identities under which the same table is known elsewhere. A list of hosts has none.
#[must_use]
pub fn resolve_with_aliases(url: &str, table: &str, options: &JdbcOptions<'_>) -> Resolution {
    resolve_by(url, table, options, relational::resolve_parts_with_aliases)
}

fn resolve_by(
    url: &str,
    table: &str,
    options: &JdbcOptions<'_>,
    ask: fn(&Connection<'_>, &Parts<'_>) -> Resolution,
) -> Resolution {
    let url = match parse(url, options) {
        Ok(url) => url,
        Err(reason) => return Err(reason).into(),
    };
    let database_type = url.database_type().unwrap_or(&types::UNKNOWN);
    match table::read(table, options.schema, database_type) {
        Ok(table) => each_host(&url, options, None, |place| ask(place, &table)),
        Err(reason) => Err(reason).into(),
    }
}

/// The dataset namespace of a JDBC URL, or why there is none, with the warnings.
///
/// ```
/// use lineage_identity::jdbc::{JdbcOptions, resolve_namespace};
/// let (namespace, warnings) = resolve_namespace("jdbc:mysql://DB/shop", &JdbcOptions::default());
/// assert_eq!((namespace?.as_str(), warnings.as_slice()), ("mysql://db:3306", [].as_slice()));
/// # Ok::<(), lineage_identity::NoIdentity>(())
/// ```
pub fn resolve_namespace(url: &str, options: &JdbcOptions<'_>) -> (Result<String, NoIdentity>, Vec<Warning>) {
    let answer = match parse(url, options) {
        Ok(url) => each_host(&url, options, None, namespace_alone),
        Err(reason) => Err(reason).into(),
    };
    (
        answer.identity.map(|identity| identity.namespace),
        answer.warnings,
    )
}

/// The namespace of a connection as an identity without a name.
pub(crate) fn namespace_alone(connection: &Connection<'_>) -> Resolution {
    let (namespace, warnings) = relational::resolve_namespace(connection);
    Resolution {
        warnings,
        ..namespace.map(|namespace| Identity::new(namespace, "")).into()
    }
}

/// Asks about a Hop connection that connects by a manual URL: its fields for host, port and database are not
/// used by Hop then, and may be stale.
///
/// Source: `DatabaseMeta.getURL` of Hop: the manual URL, where there is one, goes before the fields.
pub(crate) fn through_manual_url(
    connection: &Connection<'_>,
    ask: impl Fn(&Connection<'_>) -> Resolution,
) -> Resolution {
    let options = JdbcOptions {
        hop_type: connection.hop_type,
        contract: connection.contract,
        settings: connection.settings,
        ..JdbcOptions::default()
    };
    match parse(connection.url.unwrap_or_default(), &options) {
        Ok(url) => each_host(&url, &options, connection.preferred_schema, ask),
        Err(reason) => Err(reason).into(),
    }
}

/// Asks about a connection to each host and joins the namespaces: `postgres://a:5432,b:5433`.
///
/// Source: `DECISIONS`, hosts; `identifiers.json`, common rules, host lists: each host with its own port, joined
/// by commas in the given order.
fn each_host(
    url: &JdbcUrl<'_>,
    options: &JdbcOptions<'_>,
    preferred_schema: Option<&str>,
    ask: impl Fn(&Connection<'_>) -> Resolution,
) -> Resolution {
    let connection = |host: Option<&HostPort<'_>>| {
        let connection = Connection {
            host: host.map(|host| host.host.as_ref()),
            port: host.and_then(|host| host.port.as_deref()),
            preferred_schema: non_blank(preferred_schema).or(url.schema.as_deref()),
            ..url.connection(options)
        };
        ask(&connection)
    };
    let mut hosts = url.hosts.iter();
    let mut resolution = connection(hosts.next());
    for host in hosts {
        let Ok(identity) = &mut resolution.identity else {
            break;
        };
        let next = connection(Some(host));
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
    if url.hosts.len() > 1 {
        // Each host has its own, and no producer lists the others with it.
        resolution.aliases.clear();
    }
    if let Ok(identity) = &resolution.identity {
        add_warnings(&mut resolution.warnings, &url.warnings);
        if url.hosts.len() > 1 {
            let rejected = namespace_warning(&identity.namespace);
            add_warnings(&mut resolution.warnings, &[Warning::SeveralHosts]);
            add_warnings(&mut resolution.warnings, rejected.as_slice());
        }
    }
    resolution
}

impl JdbcUrl<'_> {
    /// Refuses what a URL that does not follow its grammar leaves in the place of a port or a name: parts of a
    /// password with a `?` in it, parameters behind another family's separator.
    fn check(&self, properties: &[(&str, &str)]) -> Result<(), NoIdentity> {
        if self.hosts.iter().any(|host| !host.may_be_host()) {
            return Err(Code::InvalidHost.into());
        }
        // Types whose namespace has no port would not notice.
        if self.hosts.iter().any(|host| !host.has_number_for_port()) {
            return Err(Code::InvalidPort.into());
        }
        let is_file = self.hosts.is_empty()
            && matches!(
                self.database_type().map(|row| row.place),
                Some(types::Place::File | types::Place::HostOrFile)
            );
        let names = [&self.instance, &self.catalog, &self.schema]
            .into_iter()
            .flatten();
        // What a property says is that name and nothing else, `=` and all.
        let own = |name: &str| properties.iter().any(|(_, value)| trim(value) == name);
        // `sqlite://user:password@host/x.db` is no path, whatever it is, and no name either.
        let holds_place = |name: &str| {
            name.split_once("//")
                .is_some_and(|(_, place)| place.contains('@'))
        };
        if names
            .clone()
            .chain(&self.database)
            .any(|name| holds_place(name) && !own(name))
        {
            return Err(Code::AmbiguousUserInfo.into());
        }
        let holds_params = names
            .chain(self.database.as_ref().filter(|_| !is_file))
            .any(|name| params::hidden_in_name(name, own(name)));
        let path = self.database.as_deref().filter(|_| is_file);
        if holds_params || path.is_some_and(|path| params::hidden_in_path(path, own(path))) {
            return Err(Code::MalformedUrl.into());
        }
        Ok(())
    }

    /// The row of the URL's database type, where the table has one.
    #[must_use]
    pub fn database_type(&self) -> Option<&'static DatabaseType> {
        types::find(&self.database_type)
    }

    /// What a connection to this place holds besides its host and its preferred schema.
    fn connection(&self, options: &JdbcOptions<'_>) -> Connection<'_> {
        Connection {
            hop_type: Some(&self.database_type),
            instance: self.instance.as_deref(),
            catalog: self.catalog.as_deref(),
            database: self.database.as_deref(),
            contract: options.contract,
            settings: self.settings.or(options.settings),
            from_url: true,
            ..Connection::default()
        }
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
    use super::JdbcOptions;

    #[test]
    fn debug_shows_no_property() {
        let options = JdbcOptions {
            properties: &[("password", "s3cr3t")],
            ..JdbcOptions::default()
        };
        assert!(!format!("{options:?}").contains("s3cr3t"));
    }
}
