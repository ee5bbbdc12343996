//! What the names of a dialect stand for: tables, files, catalogues, the session, other servers.

use sqlparser::ast::{Ident as SqlIdent, ObjectName, ObjectNamePart};

use super::super::tree::{Ident, Name};
use super::{Dialect, Grammar};

impl Dialect {
    /// A name as its dialect means it: BigQuery's dotted names in one pair of backticks, Oracle's database links.
    pub(in crate::sql) fn adapt(self, mut name: Name) -> Name {
        match self.grammar {
            Grammar::BigQuery => bigquery_levels(&name),
            Grammar::Oracle => {
                let at = name
                    .parts
                    .iter()
                    .position(|part| !part.quoted && part.text.contains('@'));
                if let Some(at) = at {
                    let behind: Vec<_> = name.parts.drain(at + 1..).collect();
                    if let Some(part) = name.parts.last_mut()
                        && let Some((table, link)) = part.text.split_once('@')
                    {
                        let link = behind
                            .iter()
                            .fold(link.to_owned(), |link, part| link + "." + &part.text);
                        (name.link, part.text) = (Some(link), table.into());
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
    pub(in crate::sql) fn is_no_table(self, name: &Name) -> bool {
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
    pub(in crate::sql) fn is_elsewhere(self, name: &Name) -> bool {
        name.link.is_some() || (name.parts.len() > 3 && self.grammar == Grammar::MsSql)
    }

    /// Whether a name is the path of a file.
    ///
    /// Source: Spark, "Run SQL on files directly"; DuckDB, "Reading files in FROM".
    pub(in crate::sql) fn is_file(self, name: &Name) -> bool {
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
    pub(in crate::sql) fn is_temporary(self, name: &Name) -> bool {
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
    pub(in crate::sql) fn is_of_catalog(self, name: &Name) -> bool {
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
    pub(in crate::sql) fn is_variable(self, name: &ObjectName) -> bool {
        match name.0.as_slice() {
            [ObjectNamePart::Identifier(name)] => self.is_parameter(name),
            _ => false,
        }
    }

    pub(in crate::sql) fn is_parameter(self, name: &SqlIdent) -> bool {
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
            text: part.into(),
            quoted,
        })
        .collect::<Vec<_>>();
    levels.reverse();
    Name::of(levels)
}
