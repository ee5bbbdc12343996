//! The facts about SQL metadata: `tests/data/sql-cases.jsonl` by the facts' own rules of comparison. Datasets
//! compare as sets; `notes` is true (some), false (none) or null (not checked); `notes_mention` are texts that must
//! occur in the notes in any letter case; `sql` is compared where it is given.
#![cfg(feature = "sql")]

use std::collections::BTreeSet;

use lineage_identity::request::{Context, evaluate};
use serde_json::{Value, json};

fn set(list: &Value) -> BTreeSet<String> {
    list.as_array().unwrap().iter().map(Value::to_string).collect()
}

fn wrong(case: &Value, answer: &Value) -> Vec<String> {
    let expected = &case["expected"];
    let mut wrong = Vec::new();
    for key in ["inputs", "outputs"] {
        if set(&expected[key]) != set(&answer[key]) {
            wrong.push(key.to_owned());
        }
    }
    let notes = answer["notes"].as_array().unwrap();
    if expected["notes"]
        .as_bool()
        .is_some_and(|some| some == notes.is_empty())
    {
        wrong.push("notes".to_owned());
    }
    let text = answer["notes"].to_string().to_lowercase();
    for mention in expected["notes_mention"].as_array().into_iter().flatten() {
        if !text.contains(&mention.as_str().unwrap().to_lowercase()) {
            wrong.push(format!("notes do not mention {mention}"));
        }
    }
    if let Some(sql) = expected.get("sql")
        && *sql != answer["job_facets"]["sql"]["query"]
    {
        wrong.push("sql".to_owned());
    }
    wrong
}

#[test]
fn every_fact_about_sql_metadata_holds() {
    let cases = include_str!("data/sql-cases.jsonl");
    let mut count = 0;
    let mut failures = Vec::new();
    for line in cases.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let mut request = case["input"].clone();
        request["op"] = json!("sql_datasets");
        let answer = evaluate(&request.to_string(), &Context::default());
        let wrong = wrong(&case, &serde_json::from_str(&answer).unwrap());
        if !wrong.is_empty() {
            failures.push(format!("{}: {wrong:?}\n  {answer}", case["id"]));
        }
        count += 1;
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert_eq!(count, 40);
}

#[test]
fn whatever_the_metadata_holds_there_is_an_answer() {
    for metadata in [
        json!(null),
        json!(7),
        json!([]),
        json!({}),
        json!({"sql_metadata": null}),
        json!({"sql_metadata": {"query": 7, "table_name": [], "operation": "both", "source": "x", "notes": {}}}),
        json!({"sql_metadata": {"query": "SELECT 1", "operation": "read", "source": {"dialect": 3}}}),
        json!({"sql_metadata": {"table_name": "t", "operation": "write", "source": {"dialect": "sqlite", "attached": 1}}}),
        json!({"sql_metadata": {"table_name": "t"}, "dataframe_metadata": {"column_names": [1, "a"], "datatypes": ["x"]}}),
    ] {
        for identity in ["datasource", "legacy"] {
            let request = json!({"op": "sql_datasets", "metadata": metadata, "identity": identity, "job_namespace": "n"});
            let answer: Value =
                serde_json::from_str(&evaluate(&request.to_string(), &Context::default())).unwrap();
            let keys: Vec<_> = answer.as_object().unwrap().keys().map(String::as_str).collect();
            assert_eq!(keys.len(), 4, "{answer}");
            for key in ["inputs", "outputs", "notes", "job_facets"] {
                assert!(keys.contains(&key), "{answer}");
            }
        }
    }
}
