//! Relational datasets: from a Hop connection and a table.

use crate::contract::Contract;
use crate::identity::{NoIdentity, Resolution};
use crate::reason::Code;

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
    #[must_use]
    pub fn with_defaults(self, catalog: Option<&'a str>, schema: Option<&'a str>) -> Table<'a> {
        let _ = (catalog, schema);
        self
    }
}

/// The dataset name: the segments that are there, trimmed and joined by dots.
///
/// # Errors
///
/// [`Code::NoTable`] for a blank table.
pub fn dataset_name(_table: &Table<'_>) -> Result<String, NoIdentity> {
    Err(Code::NoTable.into())
}

/// The dataset namespace of a connection.
///
/// # Errors
///
/// The reason why there is no namespace.
pub fn namespace(_connection: &Connection<'_>) -> Result<String, NoIdentity> {
    Err(Code::NoHost.into())
}

/// The identity of a table on a connection, or why there is none.
#[must_use]
pub fn resolve(_connection: &Connection<'_>, _table: &Table<'_>) -> Resolution {
    Err(Code::NoHost.into()).into()
}
