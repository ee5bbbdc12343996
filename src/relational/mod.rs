//! Relational datasets: from a Hop connection and a table.
//!
//! [`types`] is the table of database types. [`namespace`], [`dataset_name`] and [`Table::with_defaults`] are the
//! rules as Hop has them; [`resolve`] knows the type and gives the whole identity, in either contract.

mod alias;
mod case;
mod host;
mod part;
mod plain;
mod settings;
pub mod types;
mod v3;
mod v4;

use std::borrow::Cow;

use crate::contract::Contract;
use crate::identity::{Identity, NoIdentity, Resolution, namespace_warning};
use crate::reason::{Code, Warning};
use crate::text::non_blank;

pub use case::Fold;
pub(crate) use case::compare_ignoring_ascii_case;
pub(crate) use host::{push_host, read_port, symbolic_port};
pub use part::Part;
pub(crate) use plain::{PlainParts, TableName};
#[cfg(feature = "jni")]
pub(crate) use plain::{Short, Sink};
pub use settings::{Case, ServerSettings};
pub use types::DatabaseType;
pub use v3::namespace_of;

/// A Hop database connection. Absent and blank fields mean the same.
#[derive(Debug, Clone, Copy, Default)]
pub struct Connection<'a> {
    /// The id of the Hop database type: `POSTGRESQL`. Any letter case, blanks around it are ignored.
    pub hop_type: Option<&'a str>,
    /// The host field.
    pub host: Option<&'a str>,
    /// The port field.
    pub port: Option<&'a str>,
    /// The default port; absent means the one in the table of types, 0 and below none.
    pub default_port: Option<i64>,
    /// The manual URL.
    pub url: Option<&'a str>,
    /// The instance name (SQL Server).
    pub instance: Option<&'a str>,
    /// The catalogue field (Databricks, Trino and others).
    pub catalog: Option<&'a str>,
    /// The preferred schema, against which bare tables resolve.
    pub preferred_schema: Option<&'a str>,
    /// The database name field.
    pub database: Option<&'a str>,
    /// The version of the contract.
    pub contract: Contract,
    /// Whether host and port were read from a URL: a few of Hop's drivers ignore the port field, never a URL's port.
    pub from_url: bool,
    /// Settings of the server that decide how it stores names.
    pub settings: ServerSettings,
}

impl Connection<'_> {
    /// The row of the connection's type, where the table has one.
    #[must_use]
    pub fn database_type(&self) -> Option<&'static DatabaseType> {
        types::find(self.hop_type?)
    }
}

/// A table, by the segments in which it was named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Table<'a> {
    /// The database, or catalogue.
    pub database: Option<&'a str>,
    /// The schema.
    pub schema: Option<&'a str>,
    /// The table.
    pub table: Option<&'a str>,
}

impl<'a> Table<'a> {
    /// The table with its blank segments filled from these.
    ///
    /// Source: contract v3, "Dataset name": blank segments are filled from the connection's own catalogue and
    /// preferred schema.
    ///
    /// ```
    /// use lineage_identity::relational::{Table, dataset_name};
    /// let table = Table { table: Some("orders"), ..Table::default() };
    /// let filled = table.with_defaults(Some("analytics"), Some("staging"));
    /// assert_eq!(dataset_name(&filled)?, "analytics.staging.orders");
    /// # Ok::<(), lineage_identity::NoIdentity>(())
    /// ```
    #[must_use]
    pub fn with_defaults(self, catalog: Option<&'a str>, schema: Option<&'a str>) -> Table<'a> {
        Table {
            database: non_blank(self.database).or(non_blank(catalog)),
            schema: non_blank(self.schema).or(non_blank(schema)),
            table: self.table,
        }
    }

    /// The table with a blank database filled from this.
    ///
    /// ```
    /// use lineage_identity::relational::Table;
    /// let table = Table { schema: Some("staging"), table: Some("orders"), ..Table::default() };
    /// assert_eq!(table.with_default_catalog(Some("analytics")).database, Some("analytics"));
    /// ```
    #[must_use]
    pub fn with_default_catalog(self, catalog: Option<&'a str>) -> Table<'a> {
        self.with_defaults(catalog, None)
    }
}

/// The dataset name of a table whose database type is not known: the segments that are there, trimmed and joined by
/// dots. Letter case and quotes stay.
///
/// Source: contract v3, "Dataset name"; `DECISIONS`, the type-blind operations keep the text.
///
/// # Errors
///
/// [`Code::NoTable`] for a blank table.
///
/// ```
/// use lineage_identity::relational::{Table, dataset_name};
/// let table = Table { database: Some(" analytics "), schema: Some(""), table: Some("orders") };
/// assert_eq!(dataset_name(&table)?, "analytics.orders");
/// # Ok::<(), lineage_identity::NoIdentity>(())
/// ```
pub fn dataset_name(table: &Table<'_>) -> Result<String, NoIdentity> {
    let name = non_blank(table.table).ok_or(Code::NoTable)?;
    let segments = [non_blank(table.database), non_blank(table.schema), Some(name)];
    Ok(join(segments.into_iter().flatten()))
}

/// The segments, joined by dots.
fn join<'s>(segments: impl Iterator<Item = &'s str> + Clone) -> String {
    let mut name = String::with_capacity(segments.clone().map(|segment| segment.len() + 1).sum());
    for segment in segments {
        if !name.is_empty() {
            name.push('.');
        }
        name.push_str(segment);
    }
    name
}

/// The parts of a table's name, their quotes read: what SQL text gives.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parts<'a> {
    /// The database, or catalogue, where it was written.
    pub database: Option<Part<'a>>,
    /// The schema, where it was written.
    pub schema: Option<Part<'a>>,
    /// The table.
    pub table: Part<'a>,
}

impl<'a> Parts<'a> {
    /// A table of these parts. Blank qualifiers are none.
    #[must_use]
    pub fn new(database: Option<Part<'a>>, schema: Option<Part<'a>>, table: Part<'a>) -> Self {
        let written = |part: Option<Part<'a>>| part.filter(|part| !part.is_blank());
        Parts {
            database: written(database),
            schema: written(schema),
            table,
        }
    }

    /// The parts of fields, each of which is one name.
    fn of_fields(table: &Table<'a>, database_type: &DatabaseType) -> Self {
        let read = |text| part::field(text, database_type);
        let table_part = Part::read_field(table.table.unwrap_or_default(), database_type);
        Parts::new(read(table.database), read(table.schema), table_part)
    }

    /// BigQuery's one pair of backticks around a whole dotted name, taken apart. A project may hold dots itself.
    ///
    /// Source: `DECISIONS`, dots and quotes in fields; `identifiers.json`, GOOGLEBIGQUERY.
    fn split_whole(&self, row: &DatabaseType) -> Option<Parts<'static>> {
        if row.place != types::Place::BigQuery || !self.table.quotes || !self.table.text.contains('.') {
            return None;
        }
        let mut names = self
            .table
            .text
            .rsplitn(3, '.')
            .map(|name| Part::quoted(name.to_owned()));
        let table = names.next()?;
        let (schema, database) = (names.next(), names.next());
        let owned = |part: &Option<Part<'_>>| part.as_ref().map(Part::to_owned_part);
        Some(Parts::new(
            database.or_else(|| owned(&self.database)),
            schema,
            table,
        ))
    }
}

/// The dataset namespace of a connection.
///
/// # Errors
///
/// The reason why there is no namespace.
///
/// ```
/// use lineage_identity::relational::{Connection, namespace};
/// let connection = Connection { hop_type: Some("POSTGRESQL"), host: Some(" DB "), ..Connection::default() };
/// assert_eq!(namespace(&connection)?, "postgres://db:5432");
/// assert_eq!(namespace(&Connection::default()).unwrap_err().code.text(), "no-host");
/// # Ok::<(), lineage_identity::NoIdentity>(())
/// ```
pub fn namespace(connection: &Connection<'_>) -> Result<String, NoIdentity> {
    resolve_namespace(connection).0
}

/// The dataset namespace of a connection, or why there is none, with the warnings.
pub fn resolve_namespace(connection: &Connection<'_>) -> (Result<String, NoIdentity>, Vec<Warning>) {
    if let Some(url) = url_to_connect_by(connection) {
        let answer = through_url(connection, &url, crate::jdbc::namespace_alone);
        return (
            answer.identity.map(|identity| identity.namespace),
            answer.warnings,
        );
    }
    let mut warnings = v4::Warnings(Vec::new());
    let namespace = if connection.contract.follows_products() {
        v4::namespace(connection, &mut warnings)
    } else {
        v3::namespace(connection)
    };
    let rejected = namespace
        .iter()
        .filter_map(|namespace| namespace_warning(namespace));
    warnings.0.extend(rejected);
    (namespace, warnings.0)
}

/// The URL by which Hop connects whatever the other fields hold: the manual one, or Oracle's with a descriptor in the
/// database field.
///
/// Source: `DatabaseMeta.getURL` of Hop; `identifiers.json`, ORACLE. In v3 a generic connection has what its host
/// field says, as Hop emits it, and a descriptor no host.
fn url_to_connect_by<'a>(connection: &Connection<'a>) -> Option<Cow<'a, str>> {
    let place = connection.database_type().map(|row| row.place);
    let follows_products = connection.contract.follows_products();
    if let Some(url) = non_blank(connection.url) {
        let is_generic = matches!(place, Some(types::Place::Url | types::Place::Nowhere));
        return (follows_products || !is_generic).then_some(Cow::Borrowed(url));
    }
    let has_descriptor = place == Some(types::Place::Oracle) && non_blank(connection.host).is_none();
    let descriptor = non_blank(connection.database).filter(|text| text.starts_with('('))?;
    (follows_products && has_descriptor && !connection.from_url)
        .then(|| Cow::Owned(format!("jdbc:oracle:thin:@{descriptor}")))
}

/// Asks about the place that a URL leads to.
fn through_url(
    connection: &Connection<'_>,
    url: &str,
    ask: impl Fn(&Connection<'_>) -> Resolution,
) -> Resolution {
    let connection = Connection {
        url: Some(url),
        ..*connection
    };
    crate::jdbc::through_manual_url(&connection, ask)
}

/// The identity of a table on a connection, or why there is none. Each field is one name.
///
/// ```
/// use lineage_identity::relational::{Connection, Table, resolve};
/// let connection = Connection {
///     hop_type: Some("MYSQL"), host: Some("db"), database: Some("shop"), ..Connection::default()
/// };
/// let table = Table { schema: Some("archive"), table: Some("orders"), ..Table::default() };
/// let identity = resolve(&connection, &table).identity?;
/// assert_eq!((identity.namespace.as_str(), identity.name.as_str()), ("mysql://db:3306", "archive.orders"));
/// # Ok::<(), lineage_identity::NoIdentity>(())
/// ```
#[must_use]
pub fn resolve(connection: &Connection<'_>, table: &Table<'_>) -> Resolution {
    match plain::read(connection, table) {
        Some(name) => Ok(Identity::from(name)).into(),
        None => resolve_at_length(connection, table),
    }
}

/// The name of a table with plain fields on a plain connection, about which there is nothing to say besides;
/// nothing for what wants a closer look.
pub(crate) fn read_plain<'a>(connection: &Connection<'a>, table: &Table<'a>) -> Option<TableName<'a>> {
    plain::read(connection, table)
}

fn resolve_at_length(connection: &Connection<'_>, table: &Table<'_>) -> Resolution {
    if let Some(url) = url_to_connect_by(connection) {
        // The fields are read with the quotes of the URL's type.
        return through_url(connection, &url, |place| resolve(place, table));
    }
    let database_type = connection.database_type().unwrap_or(&types::UNKNOWN);
    resolve_parts(connection, &Parts::of_fields(table, database_type))
}

/// The identity of a table on a connection, by parts whose quotes are read already.
///
/// ```
/// use lineage_identity::Contract;
/// use lineage_identity::relational::{Connection, Part, Parts, resolve_parts};
/// let connection = Connection {
///     hop_type: Some("SNOWFLAKE"), host: Some("org-acct"), database: Some("poc"), contract: Contract::V4,
///     ..Connection::default()
/// };
/// let table = Parts::new(None, Some(Part::unquoted("perf")), Part::quoted("Daily"));
/// let identity = resolve_parts(&connection, &table).identity?;
/// assert_eq!((identity.namespace.as_str(), identity.name.as_str()), ("snowflake://org-acct", "POC.PERF.Daily"));
/// # Ok::<(), lineage_identity::NoIdentity>(())
/// ```
#[must_use]
pub fn resolve_parts(connection: &Connection<'_>, table: &Parts<'_>) -> Resolution {
    if let Some(url) = url_to_connect_by(connection) {
        return through_url(connection, &url, |place| resolve_parts(place, table));
    }
    let split = connection.database_type().and_then(|row| table.split_whole(row));
    let table = split.as_ref().unwrap_or(table);
    let mut warnings = v4::Warnings(Vec::new());
    let identity = if connection.contract.follows_products() {
        v4::identity(connection, table, &mut warnings)
    } else {
        v3::namespace(connection)
            .and_then(|namespace| Ok(Identity::new(namespace, v3::name(connection, table)?)))
    };
    let rejected = identity
        .iter()
        .filter_map(|identity| namespace_warning(&identity.namespace));
    warnings.0.extend(rejected);
    if identity.is_err() {
        warnings.0.clear();
    }
    Resolution {
        warnings: warnings.0,
        ..Resolution::from(identity)
    }
}

/// [`resolve`], with the identities under which the same table is known elsewhere.
///
/// Source: `identifiers.json`, `known_aliases`; docs/contract.md, 2.5.
///
/// ```
/// use lineage_identity::relational::{Connection, Table, resolve_with_aliases};
/// let connection = Connection {
///     hop_type: Some("MYSQL"), host: Some("db"), database: Some("shop"), ..Connection::default()
/// };
/// let table = Table { schema: Some("archive"), table: Some("orders"), ..Table::default() };
/// // What Hop itself prints.
/// assert_eq!(resolve_with_aliases(&connection, &table).aliases[0].name, "shop.archive.orders");
/// ```
#[must_use]
pub fn resolve_with_aliases(connection: &Connection<'_>, table: &Table<'_>) -> Resolution {
    if let Some(url) = url_to_connect_by(connection) {
        return through_url(connection, &url, |place| resolve_with_aliases(place, table));
    }
    let database_type = connection.database_type().unwrap_or(&types::UNKNOWN);
    resolve_parts_with_aliases(connection, &Parts::of_fields(table, database_type))
}

/// [`resolve_parts`], with the identities under which the same table is known elsewhere.
#[must_use]
pub fn resolve_parts_with_aliases(connection: &Connection<'_>, table: &Parts<'_>) -> Resolution {
    if let Some(url) = url_to_connect_by(connection) {
        return through_url(connection, &url, |place| resolve_parts_with_aliases(place, table));
    }
    let mut resolution = resolve_parts(connection, table);
    resolution.aliases = alias::aliases(connection, table);
    resolution
}
