//! Reads the conformance cases and compares answers with them. Every door's test uses this.

use std::path::Path;

use serde_json::Value;

/// One line of `tests/cases/*.jsonl`.
pub struct Case {
    /// `file:id`, for messages.
    pub id: String,
    /// The request, as one line of JSON.
    pub request: String,
    /// The response to expect.
    pub response: Value,
    /// Texts that must stand nowhere in the response.
    pub absent: Vec<String>,
}

/// All cases, in the order of their files and lines.
pub fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    let cases: Vec<_> = files.iter().flat_map(|path| read(path)).collect();
    assert!(!cases.is_empty(), "no cases in {}", folder.display());
    cases
}

fn read(path: &Path) -> Vec<Case> {
    let file = path.file_stem().unwrap().to_str().unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(at, line)| {
            parse(file, line).unwrap_or_else(|| panic!("{}:{}: no case", path.display(), at + 1))
        })
        .collect()
}

fn parse(file: &str, line: &str) -> Option<Case> {
    let case: Value = serde_json::from_str(line).ok()?;
    case["source"].as_str()?;
    let absent = case["absent"].as_array().cloned().unwrap_or_default();
    // A request that is no JSON, or whose exact text matters, stands as a string.
    let request = case["request"]
        .as_str()
        .map_or_else(|| case["request"].to_string(), str::to_owned);
    Some(Case {
        id: format!("{file}:{}", case["id"].as_str()?),
        request,
        response: case.get("response")?.clone(),
        absent: absent
            .iter()
            .map(|text| text.as_str().unwrap_or_default().to_owned())
            .collect(),
    })
}

/// Runs all cases through a door (requests in, one answer for each out) and reports every difference at once.
#[allow(dead_code, reason = "a door that cannot take every request picks its cases")]
pub fn check(door: &str, answer: impl FnOnce(&[String]) -> Vec<String>) {
    check_cases(door, &cases(), answer);
}

/// The same with these cases only.
pub fn check_cases(door: &str, cases: &[Case], answer: impl FnOnce(&[String]) -> Vec<String>) {
    let requests: Vec<_> = cases.iter().map(|case| case.request.clone()).collect();
    let answers = answer(&requests);
    assert_eq!(answers.len(), cases.len(), "{door}: one answer for each request");
    let wrong: Vec<_> = cases
        .iter()
        .zip(&answers)
        .filter_map(|(case, answer)| difference(case, answer))
        .collect();
    assert!(
        wrong.is_empty(),
        "{door}: {} of {} cases differ\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
    println!("{door}: {} cases", cases.len());
}

/// What is different, or nothing.
fn difference(case: &Case, answer: &str) -> Option<String> {
    let given: Value = serde_json::from_str(answer).unwrap_or(Value::Null);
    let leaked = case.absent.iter().find(|text| answer.contains(text.as_str()));
    let same = same(&case.response, &given) && leaked.is_none();
    (!same).then(|| {
        format!(
            "{}\n  request  {}\n  expected {}\n  answered {answer}",
            case.id, case.request, case.response
        )
    })
}

/// Equality, but that a reason, an error and a note is compared only by what the case gives of it (its code).
fn same(expected: &Value, given: &Value) -> bool {
    match (expected, given) {
        (Value::Object(e), Value::Object(g)) => {
            let open = e.contains_key("code");
            (open || e.len() == g.len())
                && e.iter()
                    .all(|(key, value)| g.get(key).is_some_and(|given| same(value, given)))
        }
        (Value::Array(e), Value::Array(g)) => e.len() == g.len() && e.iter().zip(g).all(|(e, g)| same(e, g)),
        _ => expected == given,
    }
}
