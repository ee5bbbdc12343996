//! What Java needs to name plain tables of a connection without asking again.

use std::ptr;

use ::jni::sys::{JNIEnv, jclass, jint, jlong, jobjectArray, jstring};

use super::env::Env;
use super::relational::{Fields, connection};
use crate::guard::guard;
use crate::reason::Code;
use crate::relational::{self, Connection, Table};

/// The characters that may be plain. Which of them are, each connection decides.
const CANDIDATES: &str = "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// How a connection names tables whose names consist of plain characters: as they are, behind a fixed text.
#[derive(Debug, PartialEq, Eq)]
struct PlainTables {
    namespace: String,
    /// What stands before the table.
    before: String,
    /// The plain characters.
    plain: String,
}

impl PlainTables {
    /// Finds out by asking for the name of a table of each character.
    fn of(connection: &Connection<'_>, database: Option<&str>, schema: Option<&str>) -> Option<PlainTables> {
        let mut found: Option<PlainTables> = None;
        for character in CANDIDATES.chars() {
            let name = character.to_string();
            let table = Table {
                database,
                schema,
                table: Some(&name),
            };
            let Ok(identity) = relational::resolve(connection, &table).identity else {
                continue;
            };
            let Some(before) = identity.name.strip_suffix(character) else {
                continue;
            };
            let tables = found.get_or_insert_with(|| PlainTables {
                namespace: identity.namespace.clone(),
                before: before.to_owned(),
                plain: String::new(),
            });
            if tables.namespace == identity.namespace && tables.before == before {
                tables.plain.push(character);
            }
        }
        found
    }
}

/// `String[] plainTables(String[] connection, long defaultPort, int contract, String database, String schema)`:
/// namespace, what stands before the table, and the plain characters; null where no name is plain.
pub(super) unsafe extern "system" fn plain_tables(
    env: *mut JNIEnv,
    _: jclass,
    fields: jobjectArray,
    default_port: jlong,
    contract: jint,
    database: jstring,
    schema: jstring,
) -> jobjectArray {
    guard(ptr::null_mut(), || {
        // SAFETY: the JVM hands the interface of the calling thread to a native.
        let env = unsafe { Env::new(env) };
        let tables = || -> Result<Option<PlainTables>, Code> {
            let fields: Fields = env.texts(fields)?;
            let (database, schema) = (env.text(database)?, env.text(schema)?);
            let connection = connection(&fields, default_port, contract)?;
            Ok(PlainTables::of(
                &connection,
                database.as_deref(),
                schema.as_deref(),
            ))
        };
        match tables() {
            Ok(Some(tables)) => {
                env.new_strings(&[Some(&tables.namespace), Some(&tables.before), Some(&tables.plain)])
            }
            _ => ptr::null_mut(),
        }
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::PlainTables;
    use crate::contract::Contract;
    use crate::relational::{self, Connection, Table};

    const TYPES: &[&str] = &[
        "POSTGRESQL",
        "MYSQL",
        "ORACLE",
        "MSSQLNATIVE",
        "DB2",
        "SNOWFLAKE",
        "GOOGLEBIGQUERY",
        "REDSHIFT",
        "SQLITE",
        "H2",
        "DUCKDB",
        "HIVE",
        "CLICKHOUSE",
        "TERADATA",
        "DATABRICKS",
        "AS/400",
        "HYPERSONIC",
        "INFORMIX",
        "INGRES",
        "VERTICA5",
        "SAPDB",
        "SYBASE",
        "FIREBIRD",
        "CASSANDRA",
        "NOSUCHTYPE",
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_plain_table_is_named_as_if_it_had_been_asked_for(
            hop_type in prop::sample::select(TYPES),
            v4: bool,
            database in prop::option::of("[a-zA-Z .\"]{0,6}"),
            schema in prop::option::of("[a-zA-Z .\"`]{0,6}"),
            name in "[_a-zA-Z0-9]{1,12}",
        ) {
            let connection = Connection {
                hop_type: Some(hop_type),
                host: Some("db"),
                database: Some("shop"),
                contract: if v4 { Contract::V4 } else { Contract::V3 },
                ..Connection::default()
            };
            let (database, schema) = (database.as_deref(), schema.as_deref());
            if let Some(tables) = PlainTables::of(&connection, database, schema) {
                let plain: String = name.chars().filter(|c| tables.plain.contains(*c)).collect();
                prop_assume!(!plain.is_empty());
                let table = Table { database, schema, table: Some(&plain) };
                let asked = relational::resolve(&connection, &table).identity.unwrap();
                prop_assert_eq!((asked.namespace, asked.name), (tables.namespace, tables.before + &plain));
            }
        }
    }
}
