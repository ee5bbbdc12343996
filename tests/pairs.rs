//! A Hop connection and the JDBC URL that Hop builds of it name a table alike.
//!
//! The exceptions are listed one by one; one that no longer differs fails the test.

use lineage_identity::Contract;
use lineage_identity::jdbc::{self, JdbcOptions};
use lineage_identity::relational::{self, Connection, Table, types};

/// What Hop's own dialect classes build for host `Host.Example` and database `mydb`: with port 1234, and with a blank
/// port.
///
/// Source: `hop-databases.json`, `url_observed`; Teradata's port is an extra option there.
#[rustfmt::skip]
const URLS: &[(&str, &str, &str)] = &[
    ("AS/400", "jdbc:as400://Host.Example/mydb", "jdbc:as400://Host.Example/mydb"),
    ("CACHE", "jdbc:Cache://Host.Example:1234/mydb", "jdbc:Cache://Host.Example:/mydb"),
    ("CLICKHOUSE", "jdbc:clickhouse://host.example:1234/mydb", "jdbc:clickhouse://host.example/mydb"),
    ("CLOUDERA-IMPALA", "jdbc:impala://Host.Example:1234/mydb/", "jdbc:impala://Host.Example:/mydb/"),
    ("COCKROACHDB", "jdbc:postgresql://Host.Example:1234/mydb", "jdbc:postgresql://Host.Example:/mydb"),
    ("CRATEDB", "jdbc:crate://Host.Example:1234/mydb", "jdbc:crate://Host.Example:/mydb"),
    ("DATABRICKS", "jdbc:databricks://Host.Example:1234;HttpPath=null", "jdbc:databricks://Host.Example:;HttpPath=null"),
    ("DB2", "jdbc:db2://Host.Example:1234/mydb", "jdbc:db2://Host.Example:/mydb"),
    ("DERBY", "jdbc:derby://Host.Example:1234/mydb", "jdbc:derby://Host.Example/mydb"),
    ("DORIS", "jdbc:mysql://Host.Example:1234/mydb", "jdbc:mysql://Host.Example/mydb"),
    ("DuckDB", "jdbc:duckdb:mydb", "jdbc:duckdb:mydb"),
    ("EXASOL4", "jdbc:exa:Host.Example:1234", "jdbc:exa:Host.Example:"),
    ("FIREBIRD", "jdbc:firebirdsql://Host.Example:1234/mydb", "jdbc:firebirdsql://Host.Example:/mydb"),
    ("GOOGLEBIGQUERY", "jdbc:bigquery://Host.Example:1234;ProjectId=mydb;", "jdbc:bigquery://Host.Example:443;ProjectId=mydb;"),
    ("GREENPLUM", "jdbc:postgresql://Host.Example:1234/mydb", "jdbc:postgresql://Host.Example:/mydb"),
    ("H2", "jdbc:h2:tcp://Host.Example:1234/mydb", "jdbc:h2:tcp://Host.Example:/mydb"),
    ("HIVE", "jdbc:hive2://Host.Example:1234/mydb", "jdbc:hive2://Host.Example/mydb"),
    ("HYPERSONIC", "jdbc:hsqldb:hsql://Host.Example:1234/mydb", "jdbc:hsqldb:hsql://Host.Example:/mydb"),
    ("INFOBRIGHT", "jdbc:mysql://Host.Example:1234/mydb", "jdbc:mysql://Host.Example/mydb"),
    ("INFORMIX", "jdbc:informix-sqli://Host.Example:1234/mydb:INFORMIXSERVER=null;DELIMIDENT=Y", "jdbc:informix-sqli://Host.Example:/mydb:INFORMIXSERVER=null;DELIMIDENT=Y"),
    ("INGRES", "jdbc:ingres://Host.Example:1234/mydb", "jdbc:ingres://Host.Example:II7/mydb"),
    ("INTERBASE", "jdbc:interbase://Host.Example:1234/mydb", "jdbc:interbase://Host.Example:/mydb"),
    ("IRIS", "jdbc:IRIS://Host.Example:1234/mydb", "jdbc:IRIS://Host.Example:/mydb"),
    ("KINGBASEES", "jdbc:kingbase://Host.Example:1234/mydb", "jdbc:kingbase://Host.Example:/mydb"),
    ("MARIADB", "jdbc:mariadb://Host.Example:1234/mydb", "jdbc:mariadb://Host.Example/mydb"),
    ("MONETDB", "jdbc:monetdb://Host.Example:1234/mydb", "jdbc:monetdb://Host.Example/mydb"),
    ("MSACCESS", "jdbc:ucanaccess://mydb;showSchema=true", "jdbc:ucanaccess://mydb;showSchema=true"),
    ("MSSQL", "jdbc:jtds:sqlserver://Host.Example:1234/mydb", "jdbc:jtds:sqlserver://Host.Example/mydb"),
    ("MSSQLNATIVE", "jdbc:sqlserver://Host.Example:1234;databaseName=mydb", "jdbc:sqlserver://Host.Example;databaseName=mydb"),
    ("MYSQL", "jdbc:mysql://Host.Example:1234/mydb", "jdbc:mysql://Host.Example/mydb"),
    ("NETEZZA", "jdbc:netezza://Host.Example:1234/mydb", "jdbc:netezza://Host.Example:/mydb"),
    ("ORACLE", "jdbc:oracle:thin:@Host.Example:1234:mydb", "jdbc:oracle:thin:@Host.Example::mydb"),
    ("ORACLERDB", "jdbc:rdbThin://Host.Example:1234/mydb", "jdbc:rdbThin://Host.Example:/mydb"),
    ("POSTGRESQL", "jdbc:postgresql://Host.Example:1234/mydb", "jdbc:postgresql://Host.Example:/mydb"),
    ("REDSHIFT", "jdbc:redshift://Host.Example:1234/mydb", "jdbc:redshift://Host.Example:/mydb"),
    ("SAPDB", "jdbc:sapdb://Host.Example/mydb", "jdbc:sapdb://Host.Example/mydb"),
    ("SINGLESTORE", "jdbc:singlestore://Host.Example:1234/mydb", "jdbc:singlestore://Host.Example:/mydb"),
    ("SNOWFLAKE", "jdbc:snowflake://host.example.snowflakecomputing.com:1234/?db=mydb", "jdbc:snowflake://host.example.snowflakecomputing.com/?db=mydb"),
    ("SQLBASE", "jdbc:sqlbase://Host.Example:1234/mydb", "jdbc:sqlbase://Host.Example:/mydb"),
    ("SQLITE", "jdbc:sqlite:mydb", "jdbc:sqlite:mydb"),
    ("SYBASE", "jdbc:jtds:sybase://Host.Example:1234/mydb", "jdbc:jtds:sybase://Host.Example:/mydb"),
    ("SYBASEIQ", "jdbc:sybase:Tds:Host.Example:1234/mydb", "jdbc:sybase:Tds:Host.Example:/mydb"),
    ("TERADATA", "jdbc:teradata://Host.Example/DATABASE=mydb,DBS_PORT=1234", "jdbc:teradata://Host.Example/DATABASE=mydb"),
    ("UNIVERSE", "jdbc:ibm-u2://Host.Example/mydb", "jdbc:ibm-u2://Host.Example/mydb"),
    ("VECTORWISE", "jdbc:ingres://Host.Example:1234/mydb", "jdbc:ingres://Host.Example:VW7/mydb"),
    ("VERTICA", "jdbc:vertica://Host.Example:1234/mydb", "jdbc:vertica://Host.Example:/mydb"),
    ("VERTICA5", "jdbc:vertica://Host.Example:1234/mydb", "jdbc:vertica://Host.Example:/mydb"),
];

/// Embedded databases and others without a host: the database field, and the URL that Hop builds of it.
#[rustfmt::skip]
const WITHOUT_HOST: &[(&str, &str, &str)] = &[
    ("DERBY", "/data/derby", "jdbc:derby:/data/derby"),
    ("DERBY", "memory:m", "jdbc:derby:memory:m"),
    ("DuckDB", "/data/x.duckdb", "jdbc:duckdb:/data/x.duckdb"),
    ("DuckDB", "memory", "jdbc:duckdb:"),
    ("GOOGLEBIGQUERY", "proj", "jdbc:bigquery://:443;ProjectId=proj;"),
    ("H2", "/data/x", "jdbc:h2:/data/x"),
    ("H2", "mem:x", "jdbc:h2:mem:x"),
    ("H2", "~/x", "jdbc:h2:~/x"),
    ("HYPERSONIC", "file:/data/x", "jdbc:hsqldb:file:/data/x"),
    ("HYPERSONIC", "mem:x", "jdbc:hsqldb:mem:x"),
    ("MSACCESS", "/data/x.accdb", "jdbc:ucanaccess:///data/x.accdb;showSchema=true"),
    ("MSACCESS", "C:/data/x.accdb", "jdbc:ucanaccess://C:/data/x.accdb;showSchema=true"),
    ("ORACLE", "SALES_TNS", "jdbc:oracle:thin:@SALES_TNS"),
    ("ORACLE", "(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=db7)(PORT=1522))(CONNECT_DATA=(SERVICE_NAME=sales)))",
        "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=db7)(PORT=1522))(CONNECT_DATA=(SERVICE_NAME=sales)))"),
    ("SQLITE", "/data/x.db", "jdbc:sqlite:/data/x.db"),
    ("SQLITE", "C:/data/x.db", "jdbc:sqlite:C:/data/x.db"),
    ("SQLITE", ":memory:", "jdbc:sqlite::memory:"),
    ("SQLITE", "x.db", "jdbc:sqlite:x.db"),
];

/// Where the two differ, and why: type, contract, case (`port`, `blank`, `no host`).
#[rustfmt::skip]
const EXCEPTIONS: &[(&str, i32, &str, &str)] = &[
    // v3 prints the port field, as Hop does, although Hop's URL leaves it out.
    ("AS/400", 3, "port", "the port field does not reach the URL"),
    ("SAPDB", 3, "port", "the port field does not reach the URL"),
    ("UNIVERSE", 3, "port", "the port field does not reach the URL"),
    // v3 prints the host field, as Hop does, although a file is opened.
    ("DuckDB", 3, "port", "the host field does not reach the URL"),
    ("DuckDB", 3, "blank", "the host field does not reach the URL"),
    ("MSACCESS", 3, "port", "the host field does not reach the URL"),
    ("MSACCESS", 3, "blank", "the host field does not reach the URL"),
    ("SQLITE", 3, "port", "the host field does not reach the URL"),
    ("SQLITE", 3, "blank", "the host field does not reach the URL"),
    // v3 prints the host field as it is typed; Hop completes it in the URL.
    ("SNOWFLAKE", 3, "port", "Hop appends .snowflakecomputing.com in the URL"),
    ("SNOWFLAKE", 3, "blank", "Hop appends .snowflakecomputing.com in the URL"),
    // v3 knows a connection by its host field only, as Hop does.
    ("ORACLE", 3, "no host", "a descriptor in the database field names the host"),
];

/// An identity, or the code of the reason, for comparing. Reasons need not be alike.
fn text(resolution: lineage_identity::Resolution) -> String {
    match resolution.identity {
        Ok(identity) => format!("{} {}", identity.namespace, identity.name),
        Err(_) => "none".to_owned(),
    }
}

/// What the connection and the URL say of the table `SCH.TAB`: upper case, so that what Hop quotes of its own accord
/// (Exasol) and what it does not fold alike.
fn pair(
    hop_type: &str,
    host: &str,
    port: &str,
    database: &str,
    url: &str,
    contract: Contract,
) -> [String; 2] {
    let levels = types::find(hop_type).map(|row| row.levels);
    let has_schema = !matches!(levels, Some(types::Levels::Database | types::Levels::Table));
    let connection = Connection {
        hop_type: Some(hop_type),
        host: Some(host),
        port: Some(port),
        database: Some(database),
        contract,
        ..Connection::default()
    };
    let table = Table {
        schema: has_schema.then_some("SCH"),
        table: Some("TAB"),
        ..Table::default()
    };
    let options = JdbcOptions {
        hop_type: Some(hop_type),
        contract,
        ..JdbcOptions::default()
    };
    let table_text = if has_schema { "SCH.TAB" } else { "TAB" };
    [
        text(relational::resolve(&connection, &table)),
        text(jdbc::resolve(url, table_text, &options)),
    ]
}

#[test]
fn a_connection_and_its_url_agree() {
    let mut pairs = Vec::new();
    for (hop_type, with_port, blank_port) in URLS {
        // Hop hides the database field of Databricks, which is blank then.
        let database = if *hop_type == "DATABRICKS" { "" } else { "mydb" };
        pairs.push((*hop_type, "port", "Host.Example", "1234", database, *with_port));
        pairs.push((*hop_type, "blank", "Host.Example", "", database, *blank_port));
    }
    for (hop_type, database, url) in WITHOUT_HOST {
        pairs.push((*hop_type, "no host", "", "", *database, *url));
    }
    let mut wrong = Vec::new();
    let mut used = vec![false; EXCEPTIONS.len()];
    for (hop_type, what, host, port, database, url) in pairs {
        for contract in [Contract::V3, Contract::V4] {
            let [connection, jdbc] = pair(hop_type, host, port, database, url, contract);
            if connection == jdbc {
                continue;
            }
            let known = EXCEPTIONS
                .iter()
                .position(|known| (known.0, known.1, known.2) == (hop_type, contract.number(), what));
            match known {
                Some(at) => used[at] = true,
                None => wrong.push(format!(
                    "(\"{hop_type}\", {}, \"{what}\", \"\"), // {connection} | {jdbc} | {url}",
                    contract.number()
                )),
            }
        }
    }
    let idle = EXCEPTIONS.iter().zip(used).filter(|(_, used)| !used);
    wrong.extend(idle.map(|(known, _)| format!("an exception that does not differ: {known:?}")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_hop_type_has_its_urls() {
    for row in types::TYPES
        .iter()
        .filter(|row| row.hop && !["GENERIC", "NONE"].contains(&row.id))
    {
        assert!(URLS.iter().any(|(id, _, _)| *id == row.id), "{}", row.id);
    }
}

/// The types whose URL is another type's: without a type the URL is taken for that one's.
#[test]
fn without_a_type_v4_still_agrees() {
    // Infobright's default port is not MySQL's: without a type the driver's counts.
    let exceptions = ["INFOBRIGHT"];
    for (hop_type, with_port, blank_port) in URLS {
        for (port, url) in [("1234", with_port), ("", blank_port)] {
            let [typed, untyped] = [Some(*hop_type), None].map(|hop_type| {
                let contract = Contract::V4;
                let options = JdbcOptions {
                    hop_type,
                    contract,
                    ..JdbcOptions::default()
                };
                text(jdbc::resolve(url, "SCH.TAB", &options))
            });
            if port.is_empty() && exceptions.contains(hop_type) {
                assert_ne!(typed, untyped, "{url}");
            } else {
                assert_eq!(typed, untyped, "{url}");
            }
        }
    }
}

#[test]
fn a_manual_url_is_its_jdbc_identity() {
    for (hop_type, url, _) in URLS {
        for (given, contract) in [
            (*hop_type, Contract::V3),
            (*hop_type, Contract::V4),
            ("GENERIC", Contract::V4),
        ] {
            let connection = Connection {
                hop_type: Some(given),
                // Stale fields, which Hop does not use beside a manual URL.
                host: Some("old.example.com"),
                port: Some("1"),
                database: Some("old"),
                url: Some(url),
                contract,
                ..Connection::default()
            };
            let table = Table {
                table: Some("TAB"),
                ..Table::default()
            };
            let options = JdbcOptions {
                hop_type: Some(given),
                contract,
                ..JdbcOptions::default()
            };
            let through_fields = text(relational::resolve(&connection, &table));
            // Exasol's fields are quoted by Hop, its table text is not: upper case hides it.
            assert_eq!(
                through_fields,
                text(jdbc::resolve(url, "TAB", &options)),
                "{given} {url}"
            );
        }
    }
}
