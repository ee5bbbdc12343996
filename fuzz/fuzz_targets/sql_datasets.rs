//! Whatever the metadata: `sql_datasets` answers its four keys, or an error of the request; no panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use lineage_identity::request::{Context, evaluate};
use serde_json::Value;

fuzz_target!(|text: &str| {
    let answer = evaluate(text, &Context::default());
    let metadata = format!(r#"{{"op":"sql_datasets","metadata":{text}}}"#);
    let datasets: Value = serde_json::from_str(&evaluate(&metadata, &Context::default())).unwrap();
    let is_answer = ["inputs", "outputs", "notes", "job_facets"]
        .iter()
        .all(|key| datasets.get(key).is_some());
    assert!(is_answer || datasets.get("error").is_some(), "{datasets}");
    assert!(serde_json::from_str::<Value>(&answer).is_ok());
});
