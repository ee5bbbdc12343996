//! Shows answers, and turns outcomes into exit statuses.

use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::Value;

/// What a subcommand came to, the worst last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// Everything was found.
    Found,
    /// Something has no identity.
    NotFound,
    /// A flag has a value that it does not allow.
    Usage,
}

/// The exit status. A reader that went away is no failure of ours; other trouble with a file, input or output is
/// told.
pub fn exit(outcome: io::Result<Outcome>) -> ExitCode {
    match outcome {
        Ok(Outcome::Found) => ExitCode::SUCCESS,
        Ok(Outcome::NotFound) => ExitCode::from(1),
        Ok(Outcome::Usage) => ExitCode::from(2),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error.to_string());
            ExitCode::from(2)
        }
    }
}

/// Says something on standard error, which may be closed: then nobody wants to know.
pub fn complain(text: &str) {
    let _ = writeln!(io::stderr(), "lineage-identity: {text}");
}

/// Shows a response as a line: as it is, or the texts of its answer with tabs between. `about` says which of
/// several arguments it answers.
pub fn show(response: &str, json: bool, about: &str) -> io::Result<Outcome> {
    let value: Value = serde_json::from_str(response)?;
    let outcome = outcome(&value);
    if json {
        writeln!(io::stdout().lock(), "{response}")?;
        return Ok(outcome);
    }
    for warning in value["warnings"].as_array().into_iter().flatten() {
        complain(&format!(
            "{about}warning: {}",
            warning.as_str().unwrap_or_default()
        ));
    }
    match outcome {
        Outcome::Found => writeln!(io::stdout().lock(), "{}", texts(&value))?,
        Outcome::NotFound => complain(&format!("{about}{}", reason(&value["reason"]))),
        Outcome::Usage => complain(&format!("{about}{}", reason(&value["error"]))),
    }
    for rule in value["rules"].as_array().into_iter().flatten() {
        let part = |key: &str| rule[key].as_str().unwrap_or_default();
        let (rule, section) = (part("rule"), part("section"));
        writeln!(io::stdout().lock(), "  {rule} (docs/contract.md, {section})")?;
    }
    for alias in value["aliases"].as_array().into_iter().flatten() {
        writeln!(io::stdout().lock(), "  also {}", identity(alias))?;
    }
    Ok(outcome)
}

/// Says what was left out, and what to be careful about.
pub fn tell(answer: &Value) {
    for note in answer["notes"].as_array().into_iter().flatten() {
        // Some notes are text alone.
        let text = note.as_str().map_or_else(|| reason(note), str::to_owned);
        complain(&format!("note: {text}"));
    }
    for warning in answer["warnings"].as_array().into_iter().flatten() {
        complain(&format!("warning: {}", warning.as_str().unwrap_or_default()));
    }
}

fn outcome(response: &Value) -> Outcome {
    match (response.get("error"), response.get("reason")) {
        (Some(_), _) => Outcome::Usage,
        (_, Some(_)) => Outcome::NotFound,
        _ => Outcome::Found,
    }
}

/// The texts of an answer: namespace and name, or the one text there is.
fn texts(response: &Value) -> String {
    let text = || {
        ["namespace", "uri", "run_id"]
            .iter()
            .find_map(|key| response[key].as_str())
    };
    match response.get("identity") {
        Some(found) => identity(found),
        None => text().unwrap_or_default().to_owned(),
    }
}

/// Namespace and name with a tab between; the name alone where nothing tells a namespace.
pub fn identity(identity: &Value) -> String {
    let text = |key: &str| identity[key].as_str();
    let name = text("name").unwrap_or_default();
    text("namespace").map_or_else(|| name.to_owned(), |namespace| format!("{namespace}\t{name}"))
}

/// A reason or an error as `code: message`, or `code: field: message`.
pub fn reason(reason: &Value) -> String {
    let parts = ["code", "field", "message"].map(|key| reason[key].as_str());
    parts.into_iter().flatten().collect::<Vec<_>>().join(": ")
}
