//! Whether columns are asked for makes no difference to which tables a statement reads and writes.
#![cfg(feature = "sql")]

use lineage_identity::sql::{Dialect, Options, lineage};
use serde_json::Value;

#[test]
fn tables_are_the_same_with_and_without_columns() {
    let mut compared = 0;
    for line in include_str!("cases/sql.jsonl").lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let request = &case["request"];
        let (Some(sql), Some(dialect)) = (request["sql"].as_str(), request["dialect"].as_str()) else {
            continue;
        };
        let Some(dialect) = Dialect::find(dialect) else {
            continue;
        };
        let plain = lineage(sql, &Options::of(dialect));
        let traced = lineage(
            sql,
            &Options {
                columns: true,
                ..Options::of(dialect)
            },
        );
        assert_eq!(
            (&plain.inputs, &plain.outputs),
            (&traced.inputs, &traced.outputs),
            "{sql}"
        );
        assert_eq!(plain.errors, traced.errors, "{sql}");
        assert!(
            plain.notes.iter().all(|note| traced.notes.contains(note)),
            "{sql}"
        );
        compared += 1;
    }
    assert!(compared > 100, "compared only {compared}");
}
