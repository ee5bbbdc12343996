//! The dialects: which grammar reads them, and by whose rules their names are folded and compared.

mod names;

use std::borrow::Cow;

use sqlparser::dialect::{self, Dialect as SqlDialect};

use super::tree::Ident;
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

/// A grammar of `sqlparser`, and the dialect here that writes its strings, names and comments alike.
pub(super) type OtherGrammar = (Grammar, &'static dyn SqlDialect);

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
    pub(super) fn other_grammars(self, text: &str) -> &'static [OtherGrammar] {
        const ANSI: OtherGrammar = (Grammar::Teradata, &dialect::AnsiDialect {});
        const DATABRICKS: OtherGrammar = (Grammar::Databricks, &dialect::DatabricksDialect {});
        const GENERIC: OtherGrammar = (Grammar::Generic, &dialect::GenericDialect {});
        const POSTGRES: OtherGrammar = (Grammar::Postgres, &dialect::PostgreSqlDialect {});
        const REDSHIFT: OtherGrammar = (Grammar::Postgres, &dialect::RedshiftSqlDialect {});
        const SNOWFLAKE: OtherGrammar = (Grammar::Snowflake, &dialect::SnowflakeDialect {});
        const SQLITE: OtherGrammar = (Grammar::Sqlite, &dialect::SQLiteDialect {});
        let alike = !text.contains(['\\', '"', '#']);
        match self.grammar {
            Grammar::Oracle => &[GENERIC, SNOWFLAKE],
            Grammar::Postgres if self.database_type.id == "REDSHIFT" => &[REDSHIFT, GENERIC],
            Grammar::Postgres if self.database_type.id != "POSTGRESQL" => &[POSTGRES, GENERIC],
            Grammar::Postgres => &[],
            Grammar::Sqlite => &[SQLITE],
            Grammar::Generic | Grammar::Teradata => &[ANSI, SNOWFLAKE],
            Grammar::Spark | Grammar::Hive if alike => &[DATABRICKS, GENERIC],
            Grammar::DuckDb => &[GENERIC],
            _ if alike => &[GENERIC],
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
