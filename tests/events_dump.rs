//! Writes the events of all cases to `target/events.ndjson`, one a line, for the tests of OpenLineage's clients.

mod support;

use std::io::Write;
use std::path::Path;

use lineage_identity::request::{Context, evaluate};
use serde_json::Value;
use serde_json::value::RawValue;

#[test]
fn events_of_all_cases() {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("target"),
        Into::into,
    );
    let mut file = std::io::BufWriter::new(std::fs::File::create(target.join("events.ndjson")).unwrap());
    let mut count = 0;
    for case in support::cases() {
        let answer: Value = serde_json::from_str(&evaluate(&case.request, &Context::default())).unwrap();
        let states = answer["events"]
            .as_array()
            .into_iter()
            .flatten()
            .map(Value::to_string);
        let text = answer["text"].as_str().unwrap_or_default().to_owned();
        for text in std::iter::once(text)
            .chain(states)
            .filter(|text| !text.is_empty())
        {
            match serde_json::from_str::<Box<RawValue>>(&text) {
                // An indented event becomes a line.
                Ok(event) => {
                    let line = event
                        .get()
                        .split('\n')
                        .map(str::trim_start)
                        .collect::<Vec<_>>()
                        .concat();
                    writeln!(file, "{line}").unwrap();
                    count += 1;
                }
                Err(_) => {
                    writeln!(file, "{text}").unwrap();
                    count += text.lines().count();
                }
            }
        }
    }
    assert!(count > 100, "{count}");
}
