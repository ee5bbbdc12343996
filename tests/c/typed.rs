//! Turns the conformance cases into calls of the typed functions, and what these answer into responses.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::run;
use crate::support::{self, Case};

/// The operations that have a typed function, and their fields in the order in which `cases.c` reads them.
const OPERATIONS: &[(&str, &[&str])] = &[
    ("file", &["uri", "naming", "form", "job_namespace", "contract"]),
    (
        "relational",
        &[
            "type",
            "host",
            "port",
            "default_port",
            "url",
            "instance",
            "catalog",
            "preferred_schema",
            "database",
            "schema",
            "table",
            "contract",
            "options",
            "aliases",
        ],
    ),
    (
        "table_name",
        &["database", "schema", "table", "default_catalog", "default_schema"],
    ),
    (
        "jdbc",
        &[
            "url", "type", "database", "schema", "table", "contract", "options", "aliases",
        ],
    ),
    ("store", &["store"]),
    ("run", &["log_channel_id", "job_namespace", "job_name"]),
    (
        "settings",
        &[
            "HOP_LINEAGE_OPENLINEAGE_NAMESPACE",
            "HOP_LINEAGE_OPENLINEAGE_FILE_SPEC_NAMING",
        ],
    ),
];

/// The cases whose request a typed function can express; for `batch` those of `file`.
pub fn cases(batch: bool) -> Vec<Case> {
    let all = support::cases().into_iter();
    let cases: Vec<_> = all
        .filter(|case| call(&case.request, batch).is_some() && case.response.get("error").is_none())
        .collect();
    assert!(!cases.is_empty());
    cases
}

/// A request as the texts that `cases.c` reads, or nothing when it has no typed function.
fn call(request: &str, batch: bool) -> Option<Vec<Option<String>>> {
    let mut request: Map<String, Value> = serde_json::from_str(request).ok()?;
    let op = request.remove("op")?.as_str()?.to_owned();
    if batch && op != "file" {
        return None;
    }
    let (_, fields) = OPERATIONS.iter().find(|(name, _)| *name == op)?;
    let pairs = request.remove(if op == "store" { "parts" } else { "properties" });
    if op == "settings" {
        request = request.remove("variables")?.as_object()?.clone();
    }
    if request.keys().any(|key| !fields.contains(&key.as_str())) {
        return None;
    }
    let function = match op.as_str() {
        "file" if batch => "files",
        "relational" if request.get("table").is_none_or(Value::is_null) => "namespace",
        "jdbc" if request.get("table").is_none_or(Value::is_null) => return None,
        op => op,
    };
    let mut call = vec![Some(function.to_owned())];
    call.extend(fields.iter().map(|field| text(field, request.get(*field))));
    if matches!(op.as_str(), "jdbc" | "store") {
        let pairs = pairs.unwrap_or_default();
        let pairs = pairs.as_object().cloned().unwrap_or_default();
        call.push(Some(pairs.len().to_string()));
        for (key, value) in &pairs {
            call.extend([Some(key.clone()), text(key, Some(value))]);
        }
    }
    Some(call)
}

/// A field as text. C says "the type's own default port" with 0 and "none" with a number below it.
fn text(field: &str, value: Option<&Value>) -> Option<String> {
    match value? {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        Value::Number(port) if field == "default_port" && port.as_i64() == Some(0) => Some("-1".to_owned()),
        other => Some(other.to_string()),
    }
}

/// Sends texts to `cases.c` and reads the same number of texts back.
pub fn texts(program: &Path, mode: &str, requests: &[String]) -> Vec<String> {
    let mut input = Vec::new();
    for request in requests {
        write(&mut input, Some(request));
    }
    let output = run(program, &[mode], &input);
    assert!(output.status.success(), "{output:?}");
    let mut reader = Reader(&output.stdout);
    let answers = requests.iter().map(|_| reader.text().unwrap()).collect();
    assert!(reader.0.is_empty());
    answers
}

/// Makes the typed calls of these requests, and responses of what they answer.
pub fn answers(program: &Path, batch: bool, requests: &[String]) -> Vec<String> {
    let calls: Vec<_> = requests
        .iter()
        .map(|request| call(request, batch).unwrap())
        .collect();
    let mut input = Vec::new();
    for text in calls.iter().flatten() {
        write(&mut input, text.as_ref());
    }
    let output = run(program, &["typed"], &input);
    assert!(output.status.success(), "{output:?}");
    let mut reader = Reader(&output.stdout);
    let answers = calls
        .iter()
        .map(|call| response(call[0].as_ref().unwrap(), &mut reader))
        .collect();
    assert!(reader.0.is_empty());
    answers
}

/// The response that an answer of a typed function amounts to.
fn response(function: &str, reader: &mut Reader<'_>) -> String {
    let status = reader.number();
    let (first, second, code, message) = (reader.text(), reader.text(), reader.text(), reader.text());
    let warnings: Vec<_> = (0..reader.number()).map(|_| reader.text()).collect();
    let mut response = match (function, status) {
        ("namespace", 0) => json!({"namespace": first}),
        ("table_name", 0) => json!({"name": first}),
        ("run", 0) => run_response(first, second),
        ("settings", 0) => {
            json!({"job_namespace": first, "file_spec_naming": second.as_deref() == Some("true")})
        }
        (_, 0) => json!({"identity": {"namespace": first, "name": second}}),
        ("namespace", 1) => json!({"namespace": null, "reason": {"code": code, "message": message}}),
        ("table_name", 1) => json!({"name": null, "reason": {"code": code, "message": message}}),
        ("run", 1) => json!({"run_id": null, "reason": {"code": code, "message": message}}),
        (_, 1) => json!({"identity": null, "reason": {"code": code, "message": message}}),
        (_, status) => json!({"status": status, "code": code, "message": message}),
    };
    if !warnings.is_empty() {
        response["warnings"] = json!(warnings);
    }
    let aliases: Vec<_> = (0..reader.number())
        .map(|_| json!({"namespace": reader.text(), "name": reader.text(), "type": "TABLE"}))
        .collect();
    if !aliases.is_empty() {
        response["aliases"] = json!(aliases);
    }
    response.to_string()
}

fn run_response(id: Option<String>, parent: Option<String>) -> Value {
    // The C function leaves out whether the id was derived: it was, unless it is the channel's own.
    let derived = id
        .as_deref()
        .is_some_and(|id| id.as_bytes().get(14) == Some(&b'3'));
    let mut response = json!({"run_id": id, "derived": derived});
    if let Some(parent) = parent {
        response["parent"] = serde_json::from_str(&parent).unwrap();
    }
    response
}

fn write(input: &mut Vec<u8>, text: Option<&String>) {
    match text {
        Some(text) => input.extend_from_slice(format!("{}\n{text}", text.len()).as_bytes()),
        None => input.extend_from_slice(b"-1\n"),
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn number(&mut self) -> i64 {
        let end = self.0.iter().position(|byte| *byte == b'\n').unwrap();
        let number = str::from_utf8(&self.0[..end]).unwrap().parse().unwrap();
        self.0 = &self.0[end + 1..];
        number
    }

    fn text(&mut self) -> Option<String> {
        let length = usize::try_from(self.number()).ok()?;
        let (text, rest) = self.0.split_at(length);
        self.0 = rest;
        Some(String::from_utf8(text.to_vec()).unwrap())
    }
}
