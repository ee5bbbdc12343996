//! Every event and facet that any case is answered with is valid against the schemas of OpenLineage.
#![cfg(feature = "validate")]

mod support;

use lineage_identity::request::{Context, evaluate};
use lineage_identity::validate::problems;
use serde_json::{Value, json};

#[test]
fn every_event_of_every_case_is_valid() {
    let (mut events, mut facets) = (0, 0);
    for case in support::cases() {
        let answer: Value = serde_json::from_str(&evaluate(&case.request, &Context::default())).unwrap();
        for text in event_texts(&answer) {
            events += 1;
            assert_sound(&case.id, &text, &answer);
        }
        for facet in facets_in(&answer) {
            facets += 1;
            assert_sound(&case.id, &event_with(&facet), &answer);
        }
    }
    assert!(events > 100 && facets > 2, "{events} documents, {facets} facets");
}

#[test]
fn only_a_context_that_can_check_answers_validate() {
    let request = json!({"op": "validate", "text": "{}\n"}).to_string();
    let without = evaluate(&request, &Context::default());
    assert!(
        without.starts_with(r#"{"error":{"code":"unsupported-operation""#),
        "{without}"
    );
    let with = evaluate(&request, &Context::default().with_validate(problems));
    let answer: Value = serde_json::from_str(&with).unwrap();
    assert_eq!(answer["valid"], false);
    assert_eq!(answer["problems"][0]["code"], "schema-mismatch");
    assert_eq!(answer["problems"][0]["line"], 1);
}

/// The events in an answer, as text.
fn event_texts(answer: &Value) -> Vec<String> {
    let text = answer["text"]
        .as_str()
        .filter(|text| !text.is_empty())
        .map(str::to_owned);
    let states = answer["events"]
        .as_array()
        .into_iter()
        .flatten()
        .map(Value::to_string);
    text.into_iter().chain(states).collect()
}

/// The facets in an answer that is no event: objects that name their schema.
fn facets_in(value: &Value) -> Vec<Value> {
    match value {
        Value::Object(members) if members.contains_key("_schemaURL") => vec![value.clone()],
        Value::Object(members) if members.contains_key("eventTime") => Vec::new(),
        Value::Object(members) => members.values().flat_map(facets_in).collect(),
        Value::Array(items) => items.iter().flat_map(facets_in).collect(),
        _ => Vec::new(),
    }
}

/// A DatasetEvent with the facet: there it is checked like everywhere else.
fn event_with(facet: &Value) -> String {
    let event = json!({
        "eventTime": "2026-01-01T00:00:00Z",
        "dataset": {"namespace": "n", "name": "a", "facets": {"facet": facet}},
        "producer": "https://example.com/p",
        "schemaURL": "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/DatasetEvent",
    });
    event.to_string()
}

#[track_caller]
fn assert_sound(id: &str, text: &str, answer: &Value) {
    // A namespace that Marquez refuses is allowed where the answer warns of it.
    let warned = answer.to_string().contains("namespace-rejected-by-marquez");
    let wrong: Vec<_> = problems(text)
        .into_iter()
        .filter(|problem| !(warned && problem.code.text() == "namespace-rejected"))
        .collect();
    assert!(wrong.is_empty(), "{id}: {wrong:?}\n{text}");
}
