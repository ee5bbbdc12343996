//! The table of database types: Hop's 49, and further stores that JDBC URLs and SQL reach.
//!
//! Source: `hop-databases.json` of the project's facts (Hop's own dialect classes, asked) for the ids, the v3
//! schemes and the v3 ports; contract v3, "Dataset namespace", for the schemes that differ from the id; the naming
//! specification and the products' documents and drivers for v4, levels, quotes, case and default schemas.

use std::borrow::Cow;

use super::case::{Fold, KEEP, LOWER, LOWER_ASCII, UPPER, UPPER_ASCII};
use crate::text::non_blank;

/// A database type, and all that naming needs to know of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct DatabaseType {
    /// The id: of Hop's type, or of the further store.
    pub id: &'static str,
    /// Whether Hop has the type.
    pub hop: bool,
    /// The scheme of the namespace in v3.
    pub v3_scheme: &'static str,
    /// The port that v3 prints for a blank one; 0 is none.
    pub v3_port: u16,
    /// The scheme of the namespace in v4.
    pub v4_scheme: &'static str,
    /// The port that v4 prints for a blank one; 0 is none.
    pub v4_port: u16,
    /// What the namespace is made of in v4.
    pub place: Place,
    /// What stands before the table.
    pub levels: Levels,
    /// The pairs of characters that quote an identifier.
    pub quotes: &'static [(char, char)],
    /// Whether a backslash escapes the closing quote, besides writing it twice.
    pub backslash: bool,
    /// What becomes of an unquoted name in the catalogue.
    pub unquoted: Fold,
    /// What becomes of a quoted one.
    pub quoted: Fold,
    /// What becomes of a database name that stands in the connection rather than in SQL text.
    pub database: Fold,
    /// Whether Hop quotes every name of a field, so that nothing folds there.
    pub fields_are_quoted: bool,
    /// Whether the rule of letter case has no source; names are kept then, with a warning.
    pub case_is_open: bool,
    /// The schema of a table that nobody gave one.
    pub default_schema: DefaultSchema,
}

/// What a namespace is made of in v4.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// `{scheme}://{host}:{port}`.
    Host,
    /// `{scheme}://{host}`: the port field does not reach the driver; one written in a URL does.
    HostOfField,
    /// `{scheme}://{host}`, never a port.
    HostAlone,
    /// A server when there is a host, else a file.
    HostOrFile,
    /// `{scheme}://{absolute path}`, whatever the host field holds.
    File,
    /// A host with symbolic ports as `II7`.
    Ingres,
    /// Host and port lists, in pairs.
    Hive,
    /// A host, or a descriptor in the database field.
    Oracle,
    /// A host with instances; Synapse and Fabric by the host's suffix.
    SqlServer,
    /// `fabric-warehouse://{endpoint}`.
    Fabric,
    /// `redshift://{cluster}.{region}:{port}`.
    Redshift,
    /// `snowflake://{account}`.
    Snowflake,
    /// `bigquery`.
    BigQuery,
    /// `spanner://{project}:{instance}`.
    Spanner,
    /// A URL only (`GENERIC`).
    Url,
    /// None (`NONE`).
    Nowhere,
}

/// What stands before the table, and where it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Levels {
    /// `{database}.{schema}.{table}`: SQL text may name the database, else the connection's.
    Three,
    /// The same where SQL cannot reach another database than the connection's.
    ThreeOfConnection,
    /// `{catalog}.{schema}.{table}`, the catalogue from the connection's field of that name.
    Catalog,
    /// The same, with a catalogue that is always called so; the database field is a schema.
    Constant(&'static str),
    /// The same, with the file's name up to its first dot as database.
    FileStem,
    /// `{database}.{table}`: the nearest qualifier wins over the database field. A catalogue that was written
    /// before it stays when one is given here that is another.
    Nearest(Option<&'static str>),
    /// `{schema}.{table}`: the database field does not count.
    Schema,
    /// `{database}.{table}`: the database of the connection; there are no schemas.
    Database,
    /// `{table}`.
    Table,
}

/// The schema of a table that nobody gave one, in v4.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DefaultSchema {
    /// The product leaves no choice: it is filled in.
    Safe(&'static str),
    /// The usual one: it is filled in, with a warning.
    Assume(&'static str),
    /// Left out, with a warning.
    Never,
    /// Left out: the name does not carry one.
    NoLevel,
}

const DOUBLE: &[(char, char)] = &[('"', '"')];
const BACKTICK: &[(char, char)] = &[('`', '`')];
const MYSQL_QUOTES: &[(char, char)] = &[('`', '`'), ('"', '"')];
const BOTH: &[(char, char)] = &[('"', '"'), ('`', '`')];
const BRACKETS: &[(char, char)] = &[('[', ']'), ('"', '"')];
const ACCESS_QUOTES: &[(char, char)] = &[('[', ']'), ('`', '`')];
const SQLITE_QUOTES: &[(char, char)] = &[('"', '"'), ('`', '`'), ('[', ']')];

/// A Hop type: its id, its v3 scheme and port, its v4 scheme and port.
const fn hop(
    id: &'static str,
    v3_scheme: &'static str,
    v3_port: u16,
    v4_scheme: &'static str,
    v4_port: u16,
) -> DatabaseType {
    DatabaseType {
        id,
        hop: true,
        v3_scheme,
        v3_port,
        v4_scheme,
        v4_port,
        place: Place::Host,
        levels: Levels::ThreeOfConnection,
        quotes: DOUBLE,
        backslash: false,
        unquoted: KEEP,
        quoted: KEEP,
        database: KEEP,
        fields_are_quoted: false,
        case_is_open: false,
        default_schema: DefaultSchema::Never,
    }
}

/// A store that Hop has no type for. Its v3 scheme is the one that its JDBC URL has, but for URLs shared with a Hop
/// type.
const fn store(
    id: &'static str,
    v3_scheme: &'static str,
    v4_scheme: &'static str,
    port: u16,
) -> DatabaseType {
    DatabaseType {
        hop: false,
        ..hop(id, v3_scheme, port, v4_scheme, port)
    }
}

impl DatabaseType {
    const fn place(self, place: Place) -> Self {
        DatabaseType { place, ..self }
    }
    const fn levels(self, levels: Levels) -> Self {
        DatabaseType { levels, ..self }
    }
    const fn quotes(self, quotes: &'static [(char, char)]) -> Self {
        DatabaseType { quotes, ..self }
    }
    const fn case(self, unquoted: Fold, quoted: Fold, database: Fold) -> Self {
        DatabaseType {
            unquoted,
            quoted,
            database,
            ..self
        }
    }
    const fn safe(self, schema: &'static str) -> Self {
        DatabaseType {
            default_schema: DefaultSchema::Safe(schema),
            ..self
        }
    }
    const fn assume(self, schema: &'static str) -> Self {
        DatabaseType {
            default_schema: DefaultSchema::Assume(schema),
            ..self
        }
    }
    const fn no_level(self) -> Self {
        DatabaseType {
            default_schema: DefaultSchema::NoLevel,
            ..self
        }
    }
    const fn backslash(self) -> Self {
        DatabaseType {
            backslash: true,
            ..self
        }
    }
    const fn fields_are_quoted(self) -> Self {
        DatabaseType {
            fields_are_quoted: true,
            ..self
        }
    }
    const fn case_is_open(self) -> Self {
        DatabaseType {
            case_is_open: true,
            ..self
        }
    }

    /// What becomes of a name in the catalogue.
    #[must_use]
    pub fn fold(&self, quoted: bool) -> Fold {
        if quoted { self.quoted } else { self.unquoted }
    }

    /// The name as the catalogue has it.
    ///
    /// ```
    /// use lineage_identity::relational::types;
    /// let postgres = types::find("PostgreSQL").unwrap();
    /// assert_eq!(postgres.stored("Orders", false), "orders");
    /// assert_eq!(postgres.stored("Orders", true), "Orders");
    /// ```
    #[must_use]
    pub fn stored<'n>(&self, name: &'n str, quoted: bool) -> Cow<'n, str> {
        self.fold(quoted).apply(name)
    }
}

/// Every type, sorted by id (letter case aside).
#[rustfmt::skip]
pub const TYPES: &[DatabaseType] = &[
    hop("AS/400", "as/400", 0, "as400", 0).place(Place::HostOfField).levels(Levels::Nearest(Some("")))
        .case(UPPER_ASCII, KEEP, UPPER_ASCII),
    store("ATHENA", "awsathena", "awsathena", 0).place(Place::HostAlone).levels(Levels::Catalog).quotes(BOTH)
        .case(LOWER, LOWER, KEEP).assume("default"),
    hop("CACHE", "cache", 1972, "cache", 1972).assume("SQLUser"),
    store("CASSANDRA", "cassandra", "cassandra", 9042).levels(Levels::Nearest(None)).case(LOWER_ASCII, KEEP, LOWER_ASCII),
    hop("CLICKHOUSE", "clickhouse", 8123, "clickhouse", 8123).levels(Levels::Nearest(None)).quotes(BOTH).backslash()
        .assume("default"),
    hop("CLOUDERA-IMPALA", "cloudera-impala", 21050, "impala", 21050).levels(Levels::Nearest(None)).quotes(BACKTICK)
        .case(LOWER_ASCII, LOWER_ASCII, LOWER_ASCII).safe("default"),
    hop("COCKROACHDB", "cockroachdb", 5432, "postgres", 5432).case(LOWER_ASCII, KEEP, KEEP).assume("public"),
    hop("CRATEDB", "cratedb", 5432, "crate", 5432).levels(Levels::Constant("crate")).case(LOWER_ASCII, KEEP, KEEP)
        .safe("doc"),
    hop("DATABRICKS", "databricks", 443, "databricks", 0).place(Place::HostAlone).levels(Levels::Catalog).quotes(BACKTICK)
        .case(LOWER, LOWER, LOWER).assume("default"),
    hop("DB2", "db2", 50000, "db2", 50000).case(UPPER_ASCII, KEEP, UPPER_ASCII),
    hop("DERBY", "derby", 1527, "derby", 1527).place(Place::HostOrFile).case(UPPER, KEEP, KEEP).assume("APP"),
    hop("DORIS", "doris", 3306, "mysql", 3306).levels(Levels::Nearest(Some("internal"))).quotes(BACKTICK),
    hop("DuckDB", "duckdb", 0, "duckdb", 0).place(Place::File).levels(Levels::FileStem).safe("main"),
    hop("EXASOL4", "exasol4", 8563, "exasol", 8563).levels(Levels::Schema).case(UPPER, KEEP, KEEP).fields_are_quoted(),
    store("FABRIC", "fabric", "fabric-warehouse", 0).place(Place::Fabric).levels(Levels::Three).quotes(BRACKETS).assume("dbo"),
    hop("FIREBIRD", "firebird", 3050, "firebird", 3050).place(Place::HostOrFile).levels(Levels::Database)
        .case(UPPER_ASCII, KEEP, KEEP).no_level(),
    hop("GENERIC", "generic", 0, "generic", 0).place(Place::Url),
    hop("GOOGLEBIGQUERY", "googlebigquery", 0, "bigquery", 0).place(Place::BigQuery).levels(Levels::Three).quotes(BACKTICK)
        .backslash(),
    hop("GREENPLUM", "greenplum", 5432, "postgres", 5432).case(LOWER_ASCII, KEEP, KEEP).assume("public"),
    hop("H2", "h2", 8082, "h2", 9092).place(Place::HostOrFile).quotes(BOTH).case(UPPER, KEEP, KEEP).safe("PUBLIC"),
    hop("HIVE", "hive", 10000, "hive", 10000).place(Place::Hive).levels(Levels::Nearest(None)).quotes(BACKTICK)
        .case(LOWER, LOWER, LOWER).safe("default"),
    hop("HYPERSONIC", "hypersonic", 9001, "hsqldb", 9001).place(Place::HostOrFile).case(UPPER, KEEP, LOWER).safe("PUBLIC"),
    hop("INFOBRIGHT", "infobright", 5029, "mysql", 5029).levels(Levels::Nearest(None)).quotes(MYSQL_QUOTES),
    hop("INFORMIX", "informix", 1526, "informix", 1526).levels(Levels::Three).case(LOWER, KEEP, LOWER),
    hop("INGRES", "ingres", 0, "ingres", 21071).place(Place::Ingres).case(LOWER, LOWER, LOWER),
    hop("INTERBASE", "interbase", 3050, "interbase", 3050).levels(Levels::Database).case(UPPER_ASCII, KEEP, KEEP).no_level(),
    hop("IRIS", "iris", 1972, "iris", 1972).assume("SQLUser"),
    hop("KINGBASEES", "kingbasees", 54321, "kingbase", 54321).case_is_open().assume("public"),
    hop("MARIADB", "mysql", 3306, "mysql", 3306).levels(Levels::Nearest(None)).quotes(MYSQL_QUOTES),
    hop("MONETDB", "monetdb", 50000, "monetdb", 50000).case(LOWER, KEEP, KEEP),
    store("MONGODB", "mongodb", "mongodb", 27017).levels(Levels::Nearest(None)),
    hop("MSACCESS", "msaccess", 0, "msaccess", 0).place(Place::File).levels(Levels::Table).quotes(ACCESS_QUOTES).no_level(),
    hop("MSSQL", "mssql", 1433, "mssql", 1433).place(Place::SqlServer).levels(Levels::Three).quotes(BRACKETS).assume("dbo"),
    hop("MSSQLNATIVE", "mssql", 1433, "mssql", 1433).place(Place::SqlServer).levels(Levels::Three).quotes(BRACKETS)
        .assume("dbo"),
    hop("MYSQL", "mysql", 3306, "mysql", 3306).levels(Levels::Nearest(None)).quotes(MYSQL_QUOTES),
    hop("NETEZZA", "netezza", 5480, "netezza", 5480).levels(Levels::Three).case(UPPER, KEEP, UPPER),
    hop("NONE", "none", 0, "none", 0).place(Place::Nowhere),
    store("OCEANBASE", "oceanbase", "oceanbase", 2881).levels(Levels::Nearest(None)).quotes(MYSQL_QUOTES).case_is_open(),
    hop("ORACLE", "oracle", 1521, "oracle", 1521).place(Place::Oracle).case(UPPER_ASCII, KEEP, KEEP),
    hop("ORACLERDB", "oraclerdb", 0, "rdb", 0).levels(Levels::Database).case_is_open().no_level(),
    hop("POSTGRESQL", "postgres", 5432, "postgres", 5432).case(LOWER_ASCII, KEEP, KEEP).assume("public"),
    store("PRESTO", "presto", "presto", 0).levels(Levels::Catalog).case(LOWER, LOWER, LOWER),
    hop("REDSHIFT", "redshift", 5439, "redshift", 5439).place(Place::Redshift).levels(Levels::Three)
        .case(LOWER_ASCII, LOWER_ASCII, LOWER_ASCII).assume("public"),
    hop("SAPDB", "sapdb", 0, "sapdb", 0).place(Place::HostOfField).case(UPPER, KEEP, KEEP),
    store("SAPHANA", "sap", "sap", 0).case(UPPER, KEEP, UPPER),
    hop("SINGLESTORE", "singlestore", 3306, "singlestore", 3306).levels(Levels::Nearest(None)).quotes(MYSQL_QUOTES),
    hop("SNOWFLAKE", "snowflake", 443, "snowflake", 0).place(Place::Snowflake).levels(Levels::Three)
        .case(UPPER_ASCII, KEEP, UPPER_ASCII).assume("PUBLIC"),
    store("SPANNER", "spanner", "spanner", 0).place(Place::Spanner).quotes(MYSQL_QUOTES).no_level(),
    store("SPARK", "spark", "spark", 10001).levels(Levels::Nearest(Some("spark_catalog"))).quotes(MYSQL_QUOTES)
        .case(LOWER, LOWER, LOWER).safe("default"),
    hop("SQLBASE", "sqlbase", 2155, "sqlbase", 2155).case_is_open(),
    hop("SQLITE", "sqlite", 0, "sqlite", 0).place(Place::File).levels(Levels::Table).quotes(SQLITE_QUOTES).no_level(),
    hop("SYBASE", "sybase", 5001, "sybase", 5001).levels(Levels::Three).quotes(BRACKETS).assume("dbo"),
    hop("SYBASEIQ", "sybaseiq", 2638, "sybaseiq", 2638).quotes(BRACKETS),
    store("SYNAPSE", "synapse", "sqlserver", 1433).levels(Levels::Schema).quotes(BRACKETS).assume("dbo"),
    hop("TERADATA", "teradata", 1025, "teradata", 1025).levels(Levels::Nearest(None)),
    store("TRINO", "trino", "trino", 443).levels(Levels::Catalog).case(LOWER, LOWER, LOWER),
    hop("UNIVERSE", "universe", 0, "universe", 0).place(Place::HostOfField).case_is_open().no_level(),
    hop("VECTORWISE", "vectorwise", 0, "ingres", 27839).place(Place::Ingres).case(LOWER, LOWER, LOWER),
    hop("VERTICA", "vertica", 5433, "vertica", 5433).assume("public"),
    hop("VERTICA5", "vertica5", 5433, "vertica", 5433).assume("public"),
];

/// What is taken for a type that the table does not have: names stay as they are.
pub(crate) const UNKNOWN: DatabaseType = store("", "", "", 0).levels(Levels::Three);

/// The type with this id, in any letter case and without blanks around it.
///
/// ```
/// use lineage_identity::relational::types;
/// assert_eq!(types::find(" MySQL ").unwrap().v3_port, 3306);
/// assert!(types::find("no such type").is_none());
/// ```
#[must_use]
pub fn find(id: &str) -> Option<&'static DatabaseType> {
    let id = non_blank(Some(id))?;
    let mut slot = slot(id.as_bytes());
    loop {
        let row = TYPES.get(usize::from(SLOTS[slot]))?;
        if row.id.eq_ignore_ascii_case(id) {
            return Some(row);
        }
        slot = (slot + 1) % SLOTS.len();
    }
}

/// Where an id stands in [`SLOTS`], unless another one took the place before it.
const fn slot(id: &[u8]) -> usize {
    if id.is_empty() {
        return 0;
    }
    // Three letters and the length tell nearly all ids apart.
    let [first, middle, last] = [id[0], id[id.len() / 2], id[id.len() - 1]];
    let weighed = first.to_ascii_uppercase() as usize * 31 + middle.to_ascii_uppercase() as usize * 7;
    (weighed + last.to_ascii_uppercase() as usize * 5 + id.len()) % 256
}

/// The rows by their ids' hash: this is asked several times for each dataset. Free slots hold a row that there
/// is not.
static SLOTS: [u8; 256] = {
    let mut slots = [u8::MAX; 256];
    let mut row = 0;
    while row < TYPES.len() {
        let mut at = slot(TYPES[row].id.as_bytes());
        while slots[at] != u8::MAX {
            at = (at + 1) % slots.len();
        }
        slots[at] = row as u8;
        row += 1;
    }
    slots
};

#[cfg(test)]
mod tests {
    use super::{TYPES, find};
    use crate::relational::case::compare_ignoring_ascii_case;

    #[test]
    fn sorted_and_without_doubles() {
        assert!(
            TYPES
                .windows(2)
                .all(|pair| compare_ignoring_ascii_case(pair[0].id, pair[1].id).is_lt())
        );
        assert!(TYPES.iter().all(|row| find(row.id) == Some(row)));
    }

    #[test]
    fn hop_has_49_types_and_there_are_11_more() {
        assert_eq!(TYPES.iter().filter(|row| row.hop).count(), 49);
        assert_eq!(TYPES.iter().filter(|row| !row.hop).count(), 11);
    }
}
