//! The dialects: which grammar reads them, and by whose rules their names are folded and compared.

use std::borrow::Cow;

use sqlparser::ast::{Ident as SqlIdent, ObjectName, ObjectNamePart};
use sqlparser::dialect::{self, Dialect as SqlDialect};

use super::tree::{Ident, Name};
use crate::relational::{DatabaseType, Fold, types};

/// The grammar that reads a dialect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Grammar {
    Postgres,
    Sqlite,
    MySql,
    MsSql,
    Oracle,
    Snowflake,
    BigQuery,
    Databricks,
    Spark,
    Hive,
    ClickHouse,
    DuckDb,
    Teradata,
    Generic,
}

/// A dialect of SQL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dialect {
    pub(super) grammar: Grammar,
    database_type: &'static DatabaseType,
}

/// Names by which a dialect is asked for, its grammar, and the type whose rules its names follow. The type's own id
/// is a name of it too.
const NAMES: &[(&[&str], Grammar, &str)] = &[
    (
        &["postgres", "postgresql", "pg", "pgsql", "edb"],
        Grammar::Postgres,
        "POSTGRESQL",
    ),
    (&["redshift"], Grammar::Postgres, "REDSHIFT"),
    (&["greenplum"], Grammar::Postgres, "GREENPLUM"),
    (&["cockroachdb", "cockroach"], Grammar::Postgres, "COCKROACHDB"),
    (&["cratedb", "crate"], Grammar::Postgres, "CRATEDB"),
    (
        &["kingbasees", "kingbase", "kingbase8"],
        Grammar::Postgres,
        "KINGBASEES",
    ),
    (&["mysql"], Grammar::MySql, "MYSQL"),
    (&["mariadb"], Grammar::MySql, "MARIADB"),
    (&["singlestore", "memsql"], Grammar::MySql, "SINGLESTORE"),
    (&["doris"], Grammar::MySql, "DORIS"),
    (&["infobright"], Grammar::MySql, "INFOBRIGHT"),
    (&["oceanbase"], Grammar::MySql, "OCEANBASE"),
    (&["sqlite"], Grammar::Sqlite, "SQLITE"),
    (
        &["mssqlnative", "mssql", "sqlserver", "tsql", "jtds"],
        Grammar::MsSql,
        "MSSQLNATIVE",
    ),
    (&["synapse"], Grammar::MsSql, "SYNAPSE"),
    (&["fabric"], Grammar::MsSql, "FABRIC"),
    (&["sybase"], Grammar::MsSql, "SYBASE"),
    (&["oracle"], Grammar::Oracle, "ORACLE"),
    (&["snowflake"], Grammar::Snowflake, "SNOWFLAKE"),
    (
        &["googlebigquery", "bigquery"],
        Grammar::BigQuery,
        "GOOGLEBIGQUERY",
    ),
    (&["databricks"], Grammar::Databricks, "DATABRICKS"),
    (&["spark", "sparksql"], Grammar::Spark, "SPARK"),
    (&["hive", "hive2"], Grammar::Hive, "HIVE"),
    (&["cloudera-impala", "impala"], Grammar::Hive, "CLOUDERA-IMPALA"),
    (&["clickhouse", "ch"], Grammar::ClickHouse, "CLICKHOUSE"),
    (&["duckdb"], Grammar::DuckDb, "DuckDB"),
    (&["trino"], Grammar::Generic, "TRINO"),
    (&["presto"], Grammar::Generic, "PRESTO"),
    (&["athena", "awsathena"], Grammar::Generic, "ATHENA"),
    (&["db2"], Grammar::Generic, "DB2"),
    (&["as/400", "as400"], Grammar::Generic, "AS/400"),
    (&["teradata"], Grammar::Teradata, "TERADATA"),
    (&["vertica"], Grammar::Generic, "VERTICA"),
    (&["vertica5"], Grammar::Generic, "VERTICA5"),
    (&["netezza"], Grammar::Generic, "NETEZZA"),
    (&["exasol4", "exasol", "exa"], Grammar::Generic, "EXASOL4"),
    (&["h2"], Grammar::Generic, "H2"),
    (&["hypersonic", "hsqldb"], Grammar::Generic, "HYPERSONIC"),
    (&["derby"], Grammar::Generic, "DERBY"),
    (&["firebird", "firebirdsql"], Grammar::Generic, "FIREBIRD"),
    (&["interbase"], Grammar::Generic, "INTERBASE"),
    (&["informix", "informix-sqli"], Grammar::Generic, "INFORMIX"),
    (&["ingres"], Grammar::Generic, "INGRES"),
    (&["vectorwise"], Grammar::Generic, "VECTORWISE"),
    (&["monetdb"], Grammar::Generic, "MONETDB"),
    (&["saphana", "sap", "hana"], Grammar::Generic, "SAPHANA"),
    (&["sapdb"], Grammar::Generic, "SAPDB"),
    (&["spanner", "cloudspanner"], Grammar::BigQuery, "SPANNER"),
    (&["generic", "ansi"], Grammar::Generic, "GENERIC"),
];

impl Dialect {
    /// The dialect of this name: a dialect's (`postgres`), a Hop type's id (`MSSQLNATIVE`), or a JDBC URL. Any
    /// letter case; nothing for a name that is none of these.
    ///
    /// ```
    /// use lineage_identity::sql::Dialect;
    /// assert_eq!(Dialect::find("PostgreSQL"), Dialect::find("jdbc:postgresql://db/x"));
    /// assert!(Dialect::find("klingon").is_none());
    /// ```
    #[must_use]
    pub fn find(name: &str) -> Option<Dialect> {
        let name = crate::text::trim(name);
        let name = match name.get(..5) {
            Some(scheme) if scheme.eq_ignore_ascii_case("jdbc:") => sub_protocol(&name[5..]),
            _ => name,
        };
        let (_, grammar, id) = NAMES
            .iter()
            .find(|(names, _, _)| names.iter().any(|known| known.eq_ignore_ascii_case(name)))?;
        Some(Dialect {
            grammar: *grammar,
            database_type: types::find(id)?,
        })
    }

    /// The row of the table of database types whose rules the dialect's names follow.
    #[must_use]
    pub fn database_type(self) -> &'static DatabaseType {
        self.database_type
    }

    /// Whether it is no product's dialect.
    #[must_use]
    pub fn is_generic(self) -> bool {
        self.database_type.id == "GENERIC"
    }

    pub(super) fn sqlparser(self) -> &'static dyn SqlDialect {
        match self.grammar {
            Grammar::MySql => &dialect::MySqlDialect {},
            Grammar::MsSql => &dialect::MsSqlDialect {},
            Grammar::Oracle => &dialect::OracleDialect {},
            Grammar::Snowflake => &dialect::SnowflakeDialect {},
            Grammar::BigQuery => &dialect::BigQueryDialect {},
            Grammar::Databricks => &dialect::DatabricksDialect {},
            Grammar::Spark => &dialect::SparkSqlDialect {},
            Grammar::Hive => &dialect::HiveDialect {},
            Grammar::ClickHouse => &dialect::ClickHouseDialect {},
            Grammar::DuckDb => &dialect::DuckDbDialect {},
            Grammar::Teradata => &dialect::TeradataDialect {},
            Grammar::Postgres | Grammar::Sqlite | Grammar::Generic => &dialect::GenericDialect {},
        }
    }

    /// Grammars to try on a statement that the dialect's own does not know.
    ///
    /// Only where they write strings and names the same way: where a backslash or a double quote means something
    /// else, the text must hold none.
    pub(super) fn other_grammars(self, text: &str) -> &'static [&'static dyn SqlDialect] {
        let alike = !text.contains(['\\', '"', '#']);
        match self.grammar {
            Grammar::Oracle => &[&dialect::GenericDialect {}, &dialect::SnowflakeDialect {}],
            Grammar::Postgres if self.database_type.id == "REDSHIFT" => {
                &[&dialect::RedshiftSqlDialect {}, &dialect::GenericDialect {}]
            }
            Grammar::Postgres if self.database_type.id != "POSTGRESQL" => {
                &[&dialect::PostgreSqlDialect {}, &dialect::GenericDialect {}]
            }
            Grammar::Postgres => &[],
            Grammar::Sqlite => &[&dialect::SQLiteDialect {}],
            Grammar::Generic | Grammar::Teradata => {
                &[&dialect::AnsiDialect {}, &dialect::SnowflakeDialect {}]
            }
            Grammar::Spark | Grammar::Hive if alike => {
                &[&dialect::DatabricksDialect {}, &dialect::GenericDialect {}]
            }
            Grammar::DuckDb => &[&dialect::GenericDialect {}],
            _ if alike => &[&dialect::GenericDialect {}],
            _ => &[],
        }
    }

    /// How an identifier is stored, by the rules of the identity core.
    pub(super) fn stored<'i>(self, ident: &'i Ident) -> Cow<'i, str> {
        let fold = if ident.quoted {
            self.database_type.quoted
        } else {
            self.database_type.unquoted
        };
        fold.apply(&ident.text)
    }

    /// Whether two identifiers of a statement (aliases, tables of WITH) mean the same.
    ///
    /// Where names are stored as written, they are compared without case, but for ClickHouse, which compares them
    /// exactly.
    pub(super) fn same(self, a: &Ident, b: &Ident) -> bool {
        match (self.database_type.unquoted, self.grammar) {
            (Fold::Keep, Grammar::ClickHouse) => a.text == b.text,
            (Fold::Keep, _) => a.text.eq_ignore_ascii_case(&b.text),
            _ => self.stored(a) == self.stored(b),
        }
    }

    /// Whether an `UPDATE` or a `DELETE` may name its target by an alias or a table of WITH.
    ///
    /// Source: Transact-SQL, "UPDATE", "DELETE": the object may be an alias of the FROM clause, or a common table
    /// expression over one table.
    pub(super) fn writes_through_aliases(self) -> bool {
        matches!(self.grammar, Grammar::MsSql | Grammar::Generic)
    }

    /// Whether `SELECT … INTO x` makes a table rather than fills a variable.
    pub(super) fn selects_into_tables(self) -> bool {
        matches!(
            self.grammar,
            Grammar::MsSql | Grammar::Postgres | Grammar::Generic | Grammar::Snowflake
        )
    }

    /// Whether a table of WITH may name itself without RECURSIVE.
    pub(super) fn recurses_without_keyword(self) -> bool {
        matches!(
            self.grammar,
            Grammar::Sqlite | Grammar::MsSql | Grammar::Oracle | Grammar::Snowflake | Grammar::Teradata
        ) || matches!(
            self.database_type.id,
            "DB2" | "AS/400" | "DERBY" | "FIREBIRD" | "HYPERSONIC" | "H2"
        )
    }

    /// Whether a table of WITH may name one that stands after it.
    ///
    /// Source: SQLite, "WITH clause": all tables of one clause see each other.
    pub(super) fn sees_later_tables(self) -> bool {
        self.grammar == Grammar::Sqlite
    }

    /// Whether `FROM t, t.items` reads an array of `t`.
    ///
    /// Source: BigQuery, "Correlated joins"; Redshift, "Querying semistructured data"; Impala, "Complex types".
    pub(super) fn walks_into_fields(self) -> bool {
        matches!(self.grammar, Grammar::BigQuery | Grammar::Hive) || self.database_type.id == "REDSHIFT"
    }

    /// A name as its dialect means it: BigQuery's dotted names in one pair of backticks, Oracle's database links.
    pub(super) fn adapt(self, mut name: Name) -> Name {
        match self.grammar {
            Grammar::BigQuery => bigquery_levels(&name),
            Grammar::Oracle => {
                let at = name
                    .parts
                    .iter()
                    .position(|part| !part.quoted && part.text.contains('@'));
                if let Some(at) = at {
                    let behind = name.parts.split_off(at + 1);
                    if let Some(part) = name.parts.last_mut()
                        && let Some((table, link)) = part.text.split_once('@')
                    {
                        let link = behind
                            .iter()
                            .fold(link.to_owned(), |link, part| link + "." + &part.text);
                        (name.link, part.text) = (Some(link), table.to_owned());
                    }
                }
                name
            }
            _ => name,
        }
    }

    /// Whether a name stands for no table, but for one row from nowhere.
    ///
    /// Source: Oracle, MySQL, "DUAL"; Db2, "SYSIBM.SYSDUMMY1"; SAP HANA, "DUMMY"; Firebird, "RDB$DATABASE".
    pub(super) fn is_no_table(self, name: &Name) -> bool {
        let Some(last) = name.parts.last().filter(|part| !part.quoted) else {
            return false;
        };
        let is = |known: &str| last.text.eq_ignore_ascii_case(known);
        match self.grammar {
            Grammar::Oracle => {
                is("DUAL")
                    && name
                        .parts
                        .first()
                        .is_some_and(|first| name.parts.len() == 1 || first.text.eq_ignore_ascii_case("SYS"))
            }
            Grammar::MySql | Grammar::Snowflake | Grammar::Hive | Grammar::Spark | Grammar::Databricks => {
                is("DUAL") && name.parts.len() == 1
            }
            _ => match self.database_type.id {
                "DB2" | "AS/400" | "DERBY" => is("SYSDUMMY1"),
                "SAPHANA" => is("DUMMY") && name.parts.len() == 1,
                "FIREBIRD" | "INTERBASE" => is("RDB$DATABASE"),
                "H2" | "HYPERSONIC" => is("DUAL") && name.parts.len() == 1,
                _ => false,
            },
        }
    }

    /// Whether a name leads to another server: over a database link, or by SQL Server's fourth part.
    pub(super) fn is_elsewhere(self, name: &Name) -> bool {
        name.link.is_some() || (name.parts.len() > 3 && self.grammar == Grammar::MsSql)
    }

    /// Whether a name is the path of a file.
    ///
    /// Source: Spark, "Run SQL on files directly"; DuckDB, "Reading files in FROM".
    pub(super) fn is_file(self, name: &Name) -> bool {
        const FORMATS: &[&str] = &[
            "avro",
            "binaryfile",
            "csv",
            "delta",
            "json",
            "orc",
            "parquet",
            "text",
        ];
        let path = |part: &Ident| part.text.contains('/');
        let spark = matches!(self.grammar, Grammar::Spark | Grammar::Databricks);
        name.file
            || match name.parts.as_slice() {
                [format, file] if spark => {
                    FORMATS
                        .iter()
                        .any(|known| known.eq_ignore_ascii_case(&format.text))
                        && path(file)
                }
                [file] => {
                    self.grammar == Grammar::DuckDb
                        && file.quoted
                        && (path(file) || has_file_extension(&file.text))
                }
                _ => false,
            }
    }

    /// Whether a name is that of a table of the session.
    ///
    /// Source: Transact-SQL, "tempdb"; PostgreSQL, `pg_temp`; SQLite, the `temp` schema.
    pub(super) fn is_temporary(self, name: &Name) -> bool {
        let schema = name
            .parts
            .len()
            .checked_sub(2)
            .map(|at| name.parts[at].text.as_str());
        match self.grammar {
            Grammar::MsSql => name.parts.last().is_some_and(|table| table.text.starts_with('#')),
            Grammar::Postgres => {
                schema.is_some_and(|schema| schema.eq_ignore_ascii_case("pg_temp"))
                    || (self.database_type.id == "REDSHIFT"
                        && name.parts.last().is_some_and(|table| table.text.starts_with('#')))
            }
            Grammar::Sqlite => schema.is_some_and(|schema| schema.eq_ignore_ascii_case("temp")),
            Grammar::Snowflake | Grammar::DuckDb => {
                schema.is_some_and(|schema| schema.eq_ignore_ascii_case("temp"))
            }
            Grammar::BigQuery => schema.is_some_and(|schema| schema.eq_ignore_ascii_case("_session")),
            _ => {
                schema.is_some_and(|schema| schema.eq_ignore_ascii_case("session"))
                    && matches!(self.database_type.id, "DB2" | "DERBY")
            }
        }
    }

    /// Whether a name is that of a table of the database's own catalogue.
    ///
    /// Source: `INFORMATION_SCHEMA` of SQL; PostgreSQL, "System Catalogs"; SQLite, "The Schema Table" and
    /// "PRAGMA functions"; SQL Server,
    /// the `sys` schema; Oracle, the data dictionary of `SYS`; MySQL, its system schemas.
    pub(super) fn is_of_catalog(self, name: &Name) -> bool {
        let Some((table, qualifiers)) = name.parts.split_last() else {
            return false;
        };
        let schema_is = |known: &[&str]| {
            qualifiers
                .last()
                .is_some_and(|schema| known.iter().any(|known| known.eq_ignore_ascii_case(&schema.text)))
        };
        let starts = |prefix: &str| {
            table
                .text
                .get(..prefix.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(prefix))
        };
        schema_is(&["information_schema"])
            || match self.grammar {
                Grammar::Postgres => {
                    schema_is(&["pg_catalog", "pg_toast"]) || (qualifiers.is_empty() && starts("pg_"))
                }
                Grammar::Sqlite => starts("sqlite_") || (qualifiers.is_empty() && starts("pragma_")),
                Grammar::MsSql => schema_is(&["sys"]),
                Grammar::Oracle => {
                    schema_is(&["sys"])
                        || (qualifiers.is_empty()
                            && ["all_", "user_", "dba_", "v$", "gv$"]
                                .iter()
                                .any(|prefix| starts(prefix) && starts_known(prefix, &table.text)))
                }
                Grammar::MySql => schema_is(&["mysql", "performance_schema", "sys"]),
                Grammar::ClickHouse => schema_is(&["system"]),
                _ => match self.database_type.id {
                    "DB2" | "AS/400" | "DERBY" => schema_is(&["syscat", "sysibm", "sysstat", "sys", "qsys2"]),
                    "TERADATA" => schema_is(&["dbc"]),
                    "VERTICA" | "VERTICA5" => schema_is(&["v_catalog", "v_monitor"]),
                    _ => false,
                },
            }
    }

    /// Whether a name in FROM is a variable (`@rows`), which is no table.
    pub(super) fn is_variable(self, name: &ObjectName) -> bool {
        match name.0.as_slice() {
            [ObjectNamePart::Identifier(name)] => self.is_parameter(name),
            _ => false,
        }
    }

    pub(super) fn is_parameter(self, name: &SqlIdent) -> bool {
        name.quote_style.is_none() && name.value.starts_with(['@', ':'])
    }
}

/// Whether an Oracle name without a schema is one of the data dictionary's, whose names are a closed family.
fn starts_known(prefix: &str, name: &str) -> bool {
    const OBJECTS: &[&str] = &[
        "tables",
        "tab_columns",
        "views",
        "objects",
        "constraints",
        "cons_columns",
        "indexes",
        "ind_columns",
        "users",
        "source",
        "sequences",
        "synonyms",
        "triggers",
        "procedures",
        "tab_comments",
        "col_comments",
        "segments",
    ];
    prefix.contains('$')
        || OBJECTS
            .iter()
            .any(|object| object.eq_ignore_ascii_case(&name[prefix.len()..]))
}

fn has_file_extension(name: &str) -> bool {
    let known = ["csv", "gz", "json", "ndjson", "parquet", "tsv", "xlsx"];
    name.rsplit_once('.')
        .is_some_and(|(_, extension)| known.iter().any(|known| known.eq_ignore_ascii_case(extension)))
}

/// `postgresql` of `postgresql://db/x`; the driver's own prefixes are skipped.
fn sub_protocol(url: &str) -> &str {
    let first = url.split(':').next().unwrap_or_default();
    match first.to_ascii_lowercase().as_str() {
        "jtds" | "log4jdbc" | "tc" => url[first.len()..]
            .trim_start_matches(':')
            .split([':', '/'])
            .next()
            .unwrap_or_default(),
        _ => first,
    }
}

/// The levels of a BigQuery table: the last part is the table, the one before it the dataset, all before that the
/// project, whose domain may hold a dot (`example.com:project`).
///
/// Source: BigQuery, "Lexical structure": one pair of backticks may hold the whole path; a domain ends in a colon.
fn bigquery_levels(name: &Name) -> Name {
    let quoted = name.parts.iter().any(|part| part.quoted);
    let joined = name
        .parts
        .iter()
        .map(|part| part.text.as_str())
        .collect::<Vec<_>>()
        .join(".");
    let mut levels = joined
        .rsplitn(3, '.')
        .map(|part| Ident {
            text: part.to_owned(),
            quoted,
        })
        .collect::<Vec<_>>();
    levels.reverse();
    Name::of(levels)
}

#[cfg(test)]
mod tests {
    use super::{Dialect, Grammar, NAMES};
    use crate::relational::types;

    #[test]
    fn every_name_leads_to_a_type() {
        for (names, grammar, id) in NAMES {
            let expected = types::find(id).unwrap();
            for name in names.iter().chain([id]) {
                let dialect = Dialect::find(name).unwrap();
                assert_eq!(
                    (dialect.grammar, dialect.database_type.id),
                    (*grammar, expected.id),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn urls_lead_to_their_dialect() {
        for (url, grammar) in [
            ("jdbc:postgresql://h/d", Grammar::Postgres),
            ("JDBC:MySQL://h/d", Grammar::MySql),
            ("jdbc:jtds:sqlserver://h/d", Grammar::MsSql),
            ("jdbc:sqlserver://h", Grammar::MsSql),
            ("jdbc:oracle:thin:@h:1521/x", Grammar::Oracle),
            ("jdbc:hive2://h/d", Grammar::Hive),
        ] {
            assert_eq!(Dialect::find(url).unwrap().grammar, grammar, "{url}");
        }
        assert!(Dialect::find("jdbc:nothing:x").is_none());
    }
}
