//! Whatever the metadata: `sql_datasets` answers its four keys, or an error of the request; no panic, no name that is
//! not in the metadata, and each answer in a second at most.
#![no_main]

mod clock;

use libfuzzer_sys::fuzz_target;
use lineage_identity::request::{Context, evaluate};
use serde_json::Value;

fuzz_target!(|text: &str| {
    let answer = clock::within_a_second(|| evaluate(text, &Context::default()));
    let metadata = format!(r#"{{"op":"sql_datasets","metadata":{text}}}"#);
    let datasets = clock::within_a_second(|| evaluate(&metadata, &Context::default()));
    let datasets: Value = serde_json::from_str(&datasets).unwrap();
    let is_answer = ["inputs", "outputs", "notes", "job_facets"]
        .iter()
        .all(|key| datasets.get(key).is_some());
    assert!(is_answer || datasets.get("error").is_some(), "{datasets}");
    assert!(serde_json::from_str::<Value>(&answer).is_ok());
    // Escapes and quotes aside, every part of a name stands in the metadata; names may be folded.
    let lower = text.to_ascii_lowercase();
    if is_answer
        && !["\\", "``", "]]", "''"]
            .iter()
            .any(|escape| text.contains(escape))
    {
        assert_names_are_in(&datasets, &lower);
    }
});

fn assert_names_are_in(datasets: &Value, lower: &str) {
    for dataset in ["inputs", "outputs"]
        .iter()
        .flat_map(|key| datasets[key].as_array().unwrap())
    {
        let name = dataset["name"].as_str().unwrap_or_default().to_ascii_lowercase();
        for part in name.split('.') {
            assert!(lower.contains(part), "{part:?} is not in {lower:?}");
        }
    }
}
