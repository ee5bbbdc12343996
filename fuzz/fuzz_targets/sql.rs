//! Whatever the text of a script: no panic, no table that is not in the text, the same answer twice, and each answer
//! in a second at most. The first byte chooses the dialect; the text of a request of the cases is taken as it is.
#![no_main]

mod clock;

use libfuzzer_sys::fuzz_target;
use lineage_identity::sql::{Dialect, Options, lineage};

const DIALECTS: &[&str] = &[
    "postgres",
    "sqlite",
    "mysql",
    "mssql",
    "oracle",
    "snowflake",
    "bigquery",
    "databricks",
    "spark",
    "hive",
    "clickhouse",
    "duckdb",
    "trino",
    "db2",
    "redshift",
    "teradata",
    "generic",
];

fuzz_target!(|data: &[u8]| {
    let Some((choice, text)) = data.split_first() else {
        return;
    };
    let text = String::from_utf8_lossy(text);
    let dialect = Dialect::find(DIALECTS[usize::from(*choice) % DIALECTS.len()]).unwrap();
    let options = Options {
        columns: true,
        ..Options::of(dialect)
    };
    let found = clock::within_a_second(|| lineage(&text, &options));
    assert_eq!(found, lineage(&text, &options));
    assert!(
        found
            .errors
            .iter()
            .all(|error| error.code.text() != "parser-failed"),
        "{text}"
    );
    // Escapes and doubled quotes aside, every name stands in the text.
    if !text.contains(['\\', '"', '`', ']', '\'', '{', '$', '%']) {
        for table in found.inputs.iter().chain(&found.outputs) {
            for part in table.name().split('.').filter(|part| !part.is_empty()) {
                assert!(text.contains(part), "{part:?} is not in {text:?}");
            }
        }
    }
});
