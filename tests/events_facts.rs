//! The facts about `lineage_openlineage`: 18 lineages, each with the events or the error that the page asks for.

use lineage_identity::request::{Context, evaluate};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

/// The input's text as it stands: the order of models and columns counts.
#[derive(Deserialize)]
struct Fact<'a> {
    #[serde(borrow)]
    input: Input<'a>,
}

#[derive(Deserialize)]
struct Input<'a> {
    #[serde(borrow)]
    lineage: &'a RawValue,
    #[serde(borrow)]
    options: &'a RawValue,
}

#[test]
fn every_fact_holds() {
    let facts = include_str!("data/events-facts.jsonl");
    let mut count = 0;
    for line in facts.lines() {
        let fact: Value = serde_json::from_str(line).unwrap();
        let Fact { input } = serde_json::from_str(line).unwrap();
        let (lineage, options) = (input.lineage, input.options);
        let request = format!(r#"{{"op":"events","lineage":{lineage},"options":{options}}}"#);
        let answer: Value = serde_json::from_str(&evaluate(&request, &Context::default())).unwrap();
        compare(&fact, &answer);
        count += 1;
    }
    assert_eq!(count, 18);
}

fn compare(fact: &Value, answer: &Value) {
    let (id, expected) = (&fact["id"], &fact["expected"]);
    if let Some(argument) = expected["error"].as_str() {
        assert_eq!(answer["error"]["field"], argument, "{id}: {answer}");
        return;
    }
    let text = answer["text"]
        .as_str()
        .unwrap_or_else(|| panic!("{id}: {answer}"));
    let events: Vec<Value> = match expected["form"].as_str() {
        Some("pretty") => vec![serde_json::from_str(text).unwrap()],
        _ => text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect(),
    };
    assert_eq!(Value::from(events), expected["events"], "{id}");
    assert_eq!(
        text.contains("\n  "),
        expected["form"] == "pretty",
        "{id}: the form"
    );
    if let Some(bytes) = expected["text"].as_str() {
        assert_eq!(text, bytes, "{id}");
    }
    if id == "page-example" {
        // R compares with this copy.
        assert_eq!(
            Some(text),
            include_str!("data/page-example.json").strip_suffix('\n')
        );
    }
    assert!(answer.get("notes").is_none(), "{id}: {answer}");
}
