//! Whatever a lineage and its arguments hold, `events` answers with valid events or with an error, and without the
//! secret that stands in the input.
#![no_main]

use libfuzzer_sys::fuzz_target;
use lineage_identity::request::{Context, evaluate};
use lineage_identity::validate::problems;
use serde_json::Value;

fuzz_target!(|data: &str| {
    for op in ["events", "hop_event", "accumulate"] {
        check(&with_op(data, op));
    }
    check(data);
});

/// The same request for another operation.
fn with_op(request: &str, op: &str) -> String {
    match request.trim_start().strip_prefix('{') {
        Some(rest) => format!("{{\"op\":\"{op}\",{rest}"),
        None => request.to_owned(),
    }
}

fn check(request: &str) {
    let answer = evaluate(request, &Context::default());
    let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
    let Some(text) = answer["text"].as_str().filter(|text| !text.is_empty()) else {
        return;
    };
    let warned = answer["warnings"].to_string().contains("namespace-rejected-by-marquez");
    for problem in problems(text) {
        // Job namespaces are taken as given; what is said of datasets is a warning.
        let allowed = problem.code.text() == "namespace-rejected" && (warned || problem.pointer.starts_with("/job"))
            || problem.code.text() == "secret-found" && !problem.pointer.ends_with("name");
        assert!(allowed, "{problem:?}\n{text}");
    }
}
