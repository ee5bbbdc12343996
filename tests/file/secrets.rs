//! Canaries: the secrets of every case go through every operation that takes a place, and come out of none.

use std::collections::BTreeSet;

use lineage_identity::request::{Context, evaluate};
use serde_json::{Value, json};

/// The texts of a request in which a secret may stand: where a connection, a file or a URL is told.
const PLACES: &[&str] = &["uri", "url", "host", "namespace"];

struct Canary {
    id: String,
    text: String,
    secrets: Vec<String>,
}

fn canaries() -> Vec<Canary> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let case: Value = serde_json::from_str(line).unwrap();
            let secrets: Vec<String> = case["absent"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|secret| secret.as_str().unwrap().to_owned())
                .collect();
            for place in PLACES.iter().filter_map(|place| case["request"][place].as_str()) {
                let secrets: Vec<_> = secrets
                    .iter()
                    .filter(|secret| place.contains(*secret))
                    .cloned()
                    .collect();
                if !secrets.is_empty() {
                    let file = path.file_stem().unwrap().to_string_lossy();
                    found.push(Canary {
                        id: format!("{file}:{}", case["id"].as_str().unwrap()),
                        text: place.to_owned(),
                        secrets,
                    });
                }
            }
        }
    }
    found
}

/// Every operation that takes a place, with the text in its stead.
fn requests(text: &str) -> Vec<Value> {
    let mut requests = Vec::new();
    // A JSON document is a legal name of a file, and has no secrets then.
    let forms: &[&str] = if text.starts_with('{') {
        &[]
    } else {
        &["vfs", "path"]
    };
    for contract in [3, 4] {
        for form in forms {
            for naming in ["spec", "legacy"] {
                requests.push(
                    json!({"op": "file", "uri": text, "form": form, "naming": naming, "contract": contract,
                    "facets": ["dataSource"], "explain": true}),
                );
            }
        }
        requests.push(json!({"op": "location", "namespace": text, "name": "/x", "contract": contract}));
        requests.push(json!({"op": "jdbc", "url": text, "table": "t", "contract": contract}));
        requests.push(json!({"op": "relational", "type": "POSTGRESQL", "host": text, "table": "t", "contract": contract}));
        for hop_type in [
            "POSTGRESQL",
            "GENERIC",
            "SNOWFLAKE",
            "BIGQUERY",
            "SQLITE",
            "ORACLE",
        ] {
            requests.push(json!({"op": "relational", "type": hop_type, "host": "db", "url": text, "table": "t", "contract": contract}));
        }
    }
    requests.push(json!({"op": "file", "uri": "file:///x", "config": {"connections": {"conn": {"kind": "sftp", "host": text}}}}));
    requests.push(json!({"op": "file", "uri": "conn:///x", "config": {"connections": {"conn": {"kind": "webdav", "endpoint": text}}}}));
    requests.push(json!({"op": "file", "uri": "conn:///c/x", "config": {"connections": {"conn": {"kind": "azure", "endpoint": text}}}}));
    requests
}

#[test]
fn no_secret_gets_out() {
    let canaries = canaries();
    assert!(canaries.len() > 100, "{} canaries", canaries.len());
    let mut leaks = BTreeSet::new();
    for canary in &canaries {
        for request in requests(&canary.text) {
            let answer = evaluate(&request.to_string(), &Context::default());
            if let Some(secret) = canary
                .secrets
                .iter()
                .find(|secret| answer.contains(secret.as_str()))
            {
                leaks.insert(format!("{} ({secret})\n  {request}\n  {answer}", canary.id));
            }
        }
    }
    assert!(
        leaks.is_empty(),
        "{} leaks\n{}",
        leaks.len(),
        leaks.into_iter().take(40).collect::<Vec<_>>().join("\n")
    );
}
