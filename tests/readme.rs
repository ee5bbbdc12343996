//! What the documents show is what the code does.

use std::path::Path;
use std::process::Command;

use lineage_identity::request::{Context, evaluate};
use serde_json::{Value, json};

fn text(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The rows of the table under this mark, without the backticks around a cell.
fn table(document: &str, mark: &str) -> Vec<Vec<String>> {
    let text = text(document);
    let start = text
        .find(mark)
        .unwrap_or_else(|| panic!("{document} has no {mark}"));
    let rows = text[start..]
        .lines()
        .skip(3)
        .take_while(|line| line.starts_with('|'));
    let cells = |row: &str| {
        row.trim_matches('|')
            .split('|')
            .map(|cell| cell.trim().trim_matches('`').to_owned())
            .collect()
    };
    rows.map(cells).collect()
}

fn identity(request: &Value) -> (String, String) {
    let answer: Value = serde_json::from_str(&evaluate(&request.to_string(), &Context::default())).unwrap();
    let part = |key: &str| answer["identity"][key].as_str().map(str::to_owned);
    let reason = || {
        (
            answer["reason"]["code"]
                .as_str()
                .unwrap_or("no answer")
                .to_owned(),
            String::new(),
        )
    };
    part("namespace").zip(part("name")).unwrap_or_else(reason)
}

#[test]
fn the_table_of_locations_is_true() {
    let rows = table("README.md", "<!-- checked: file -->");
    assert!(rows.len() >= 12);
    for row in rows {
        assert_eq!(
            identity(&json!({"op": "file", "uri": row[0]})),
            (row[1].clone(), row[2].clone()),
            "{row:?}"
        );
    }
}

#[test]
fn the_table_of_databases_is_true_and_whole() {
    let rows = table("README.md", "<!-- checked: relational -->");
    let mut expected = String::new();
    for hop_type in lineage_identity::relational::types::TYPES
        .iter()
        .filter(|row| row.hop)
    {
        let request = json!({"op": "relational", "type": hop_type.id, "host": "Host",
            "database": "db", "schema": "sch", "table": "tab"});
        let (namespace, name) = identity(&request);
        expected.push_str(&format!("| `{}` | `{namespace}` | `{name}` |\n", hop_type.id));
    }
    let given: String = rows
        .iter()
        .map(|row| format!("| `{}` | `{}` | `{}` |\n", row[0], row[1], row[2]))
        .collect();
    assert!(
        given == expected,
        "the table of README.md should read:\n{expected}"
    );
}

/// The code blocks of a document in this language.
fn blocks(document: &str, language: &str) -> Vec<String> {
    let text = text(document);
    let fence = format!("```{language}\n");
    text.split(fence.as_str())
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap().to_owned())
        .collect()
}

#[test]
fn the_programs_are_those_that_the_demo_runs() {
    assert_eq!(blocks("README.md", "java"), [text("examples/Identify.java")]);
    assert_eq!(blocks("README.md", "c"), [text("examples/identify.c")]);
}

#[test]
fn the_shell_sessions_happen_as_shown() {
    let documents = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")).unwrap();
    let mut documents: Vec<_> = documents
        .map(|entry| format!("docs/{}", entry.unwrap().file_name().display()))
        .collect();
    documents.push("README.md".to_owned());
    let mut commands = 0;
    for document in documents.iter().filter(|name| name.ends_with(".md")) {
        for session in blocks(document, "console") {
            for step in session.split("$ ").skip(1) {
                let (command, shown) = step.split_once('\n').unwrap();
                assert_eq!(run(command), shown, "{document}: {command}");
                commands += 1;
            }
        }
    }
    assert!(commands >= 3);
}

/// What a shell prints for a command, with our command on its path.
fn run(command: &str) -> String {
    let folder = Path::new(env!("CARGO_BIN_EXE_lineage-identity"))
        .parent()
        .unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let output = Command::new("sh")
        .arg("-c")
        .arg(command)
        .env("PATH", path)
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
}
