//! Checks events: against the schemas, and for what schemas cannot say.
//!
//! Only the command line has this; the library that C and Java load answers `unsupported-operation`.

mod schema;

use std::collections::HashSet;

use jsonschema::Validator;
use jsonschema::error::ValidationErrorKind;
use serde_json::Value;

use crate::event::{Problem, safe};
use crate::identity::namespace_warning;
use crate::reason::Code;
use crate::run::is_uuid;
use schema::Schemas;

/// What is wrong with the events of a text: one event over any number of lines, or one event a line.
///
/// Besides the schemas (event and facets, formats included) these are looked at: blank namespaces and names,
/// namespaces that Marquez refuses, run ids, columns that come from a dataset which is not in the event, and
/// credentials anywhere.
///
/// ```
/// let problems = lineage_identity::validate::problems("{}\n");
/// assert_eq!((problems[0].line, problems[0].code.text()), (1, "schema-mismatch"));
/// ```
#[must_use]
pub fn problems(text: &str) -> Vec<Problem> {
    let mut found = Vec::new();
    let Some(schemas) = Schemas::shipped() else {
        return vec![Problem::new(1, "", Code::Panic)];
    };
    for (line, event) in events(text) {
        match event {
            Ok(event) => Check {
                schemas,
                line,
                found: &mut found,
            }
            .event(&event),
            Err(line) => found.push(Problem::new(line, "", Code::InvalidJson)),
        }
    }
    found
}

/// The events of a text, each with its line; the line of the error where one is no JSON.
fn events(text: &str) -> Vec<(usize, Result<Value, usize>)> {
    let mut lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    let Some((first, begin)) = lines.next() else {
        return vec![(1, Err(1))];
    };
    // An indented event does not end on its first line.
    let whole: Result<Value, _> = serde_json::from_str(text);
    match (serde_json::from_str::<serde::de::IgnoredAny>(begin), whole) {
        (Err(_), Ok(event)) => vec![(first + 1, Ok(event))],
        (Err(error), Err(whole)) if error.is_eof() => vec![(first + 1, Err(whole.line()))],
        _ => std::iter::once((first, begin))
            .chain(lines)
            .map(|(at, line)| (at + 1, serde_json::from_str(line).map_err(|_| at + 1)))
            .collect(),
    }
}

struct Check<'c> {
    schemas: &'static Schemas,
    line: usize,
    found: &'c mut Vec<Problem>,
}

impl Check<'_> {
    fn add(&mut self, pointer: impl Into<String>, code: Code) {
        self.found.push(Problem::new(self.line, pointer, code));
    }

    fn event(&mut self, event: &Value) {
        let before = self.found.len();
        self.against(self.schemas.of_event(event), event, "");
        if self.found.len() == before && !self.schemas.any_event().is_valid(event) {
            self.add("", Code::SchemaMismatch);
        }
        let datasets = datasets(event);
        for (pointer, dataset) in &datasets {
            self.named(pointer, dataset);
            self.facets(pointer, dataset);
        }
        for key in ["/run", "/job"] {
            let part = event.pointer(key);
            part.into_iter().for_each(|part| self.facets(key, part));
        }
        event
            .get("job")
            .into_iter()
            .for_each(|job| self.named("/job", job));
        self.run_ids(event);
        self.column_sources(event, &datasets);
        self.secrets("", event);
    }

    /// Checks against a schema. The messages tell which rule is broken, not what the event says.
    fn against(&mut self, validator: &Validator, value: &Value, pointer: &str) {
        for error in validator.iter_errors(value) {
            let mut problem = Problem::new(
                self.line,
                format!("{pointer}{}", error.instance_path()),
                Code::SchemaMismatch,
            );
            let rule = error.kind().keyword();
            problem.message = match error.kind() {
                ValidationErrorKind::Required { property } => format!("required is {property}"),
                ValidationErrorKind::Format { format } => format!("this is no {format}"),
                _ => format!("{}: {rule}", problem.message),
            };
            if !self.found.contains(&problem) {
                self.found.push(problem);
            }
        }
    }

    /// Checks the facets of a dataset, run or job.
    fn facets(&mut self, pointer: &str, part: &Value) {
        for group in ["facets", "inputFacets", "outputFacets"] {
            for (key, facet) in part.get(group).and_then(Value::as_object).into_iter().flatten() {
                let at = format!("{pointer}/{group}/{}", escaped(key));
                let deleted = facet.get("_deleted") == Some(&Value::Bool(true));
                let url = facet
                    .get("_schemaURL")
                    .and_then(Value::as_str)
                    .unwrap_or_default();
                match self.schemas.of_facet(url) {
                    Some(validator) if !deleted => self.against(validator, facet, &at),
                    None if !deleted && !url.is_empty() => self.add(at, Code::FacetNotChecked),
                    _ => {}
                }
            }
        }
    }

    /// Checks the namespace and the name of a dataset or a job.
    fn named(&mut self, pointer: &str, part: &Value) {
        for key in ["namespace", "name"] {
            if part
                .get(key)
                .and_then(Value::as_str)
                .is_some_and(|text| text.trim().is_empty())
            {
                self.add(format!("{pointer}/{key}"), Code::BlankName);
            }
        }
        let namespace = part.get("namespace").and_then(Value::as_str).unwrap_or_default();
        if namespace_warning(namespace).is_some() {
            self.add(format!("{pointer}/namespace"), Code::NamespaceRejected);
        }
    }

    fn run_ids(&mut self, event: &Value) {
        for pointer in [
            "/run/runId",
            "/run/facets/parent/run/runId",
            "/run/facets/parent/root/run/runId",
        ] {
            let id = event.pointer(pointer).and_then(Value::as_str);
            if id.is_some_and(|id| !is_uuid(id)) {
                self.add(pointer, Code::RunIdNoUuid);
            }
        }
    }

    /// Columns may come from the event's datasets, by any of their names. A DatasetEvent has no inputs to name.
    fn column_sources(&mut self, event: &Value, datasets: &[(String, &Value)]) {
        if event.get("dataset").is_some() {
            return;
        }
        let known: HashSet<_> = datasets
            .iter()
            .flat_map(|(_, dataset)| identities(dataset))
            .collect();
        for (pointer, dataset) in datasets {
            let Some(facet) = dataset.pointer("/facets/columnLineage") else {
                continue;
            };
            let pointer = format!("{pointer}/facets/columnLineage");
            let columns = facet
                .get("fields")
                .and_then(Value::as_object)
                .into_iter()
                .flatten();
            for (column, sources) in columns {
                let at = format!("{pointer}/fields/{}/inputFields", escaped(column));
                self.input_fields(&at, sources.get("inputFields"), &known);
            }
            self.input_fields(&format!("{pointer}/dataset"), facet.get("dataset"), &known);
        }
    }

    fn input_fields(&mut self, pointer: &str, fields: Option<&Value>, known: &HashSet<(&str, &str)>) {
        for (at, field) in fields.and_then(Value::as_array).into_iter().flatten().enumerate() {
            if identity(field).is_some_and(|identity| !known.contains(&identity)) {
                self.add(format!("{pointer}/{at}"), Code::UnknownColumnSource);
            }
        }
    }

    /// Looks for credentials in every text, keys included.
    fn secrets(&mut self, pointer: &str, value: &Value) {
        let leaks = |text: &str| matches!(safe::text(text), std::borrow::Cow::Owned(_));
        match value {
            Value::String(text) if leaks(text) => self.add(pointer, Code::SecretFound),
            Value::Array(items) => {
                items
                    .iter()
                    .enumerate()
                    .for_each(|(at, item)| self.secrets(&format!("{pointer}/{at}"), item));
            }
            Value::Object(members) => members.iter().for_each(|(key, member)| {
                if leaks(key) {
                    self.add(pointer, Code::SecretFound);
                } else {
                    self.secrets(&format!("{pointer}/{}", escaped(key)), member);
                }
            }),
            _ => {}
        }
    }
}

/// The datasets of an event with their pointers.
fn datasets(event: &Value) -> Vec<(String, &Value)> {
    let side = |key: &'static str| {
        let datasets = event.get(key).and_then(Value::as_array).into_iter().flatten();
        datasets
            .enumerate()
            .map(move |(at, dataset)| (format!("/{key}/{at}"), dataset))
    };
    let single = event
        .get("dataset")
        .map(|dataset| ("/dataset".to_owned(), dataset));
    side("inputs").chain(side("outputs")).chain(single).collect()
}

/// The identity that an object carries.
fn identity(part: &Value) -> Option<(&str, &str)> {
    Some((part.get("namespace")?.as_str()?, part.get("name")?.as_str()?))
}

/// The identity of a dataset and those of its symlinks.
fn identities(dataset: &Value) -> impl Iterator<Item = (&str, &str)> {
    let symlinks = dataset
        .pointer("/facets/symlinks/identifiers")
        .and_then(Value::as_array);
    identity(dataset)
        .into_iter()
        .chain(symlinks.into_iter().flatten().filter_map(identity))
}

/// A key as a part of a JSON pointer.
fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests {
    use super::problems;

    fn found(text: &str) -> Vec<(usize, String, &'static str)> {
        let problems = problems(text).into_iter();
        problems
            .map(|problem| (problem.line, problem.pointer, problem.code.text()))
            .collect()
    }

    #[track_caller]
    fn assert_found(text: &str, expected: &[(usize, &str, &'static str)]) {
        let found = found(text);
        let found: Vec<_> = found
            .iter()
            .map(|(line, at, code)| (*line, at.as_str(), *code))
            .collect();
        assert_eq!(found, expected);
    }

    /// A RunEvent with these inputs and outputs.
    fn run(inputs: &str, outputs: &str) -> String {
        format!(
            r#"{{"eventType":"COMPLETE","eventTime":"2026-01-01T00:00:00Z","run":{{"runId":"00000000-0000-4000-8000-000000000000"}},"job":{{"namespace":"hop","name":"j"}},"inputs":[{inputs}],"outputs":[{outputs}],"producer":"https://example.com/p","schemaURL":"https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent"}}"#
        )
    }

    fn facet(key: &str, version: &str, name: &str, body: &str) -> String {
        format!(
            r#""{key}":{{"_producer":"https://example.com/p","_schemaURL":"https://openlineage.io/spec/facets/{version}/{name}.json#/$defs/{name}",{body}}}"#
        )
    }

    #[test]
    fn sound_events_have_no_problem() {
        let event = run(r#"{"namespace":"file","name":"/a"}"#, "");
        assert_found(&event, &[]);
        assert_found(&format!("{event}\n\n{event}\r\n"), &[]);
        let indented: serde_json::Value = serde_json::from_str(&event).unwrap();
        assert_found(&serde_json::to_string_pretty(&indented).unwrap(), &[]);
    }

    #[test]
    fn lines_are_named() {
        let event = run("", "");
        assert_found("", &[(1, "", "invalid-json")]);
        assert_found("{\n\"a\":\n]\n}", &[(3, "", "invalid-json")]);
        assert_found(&format!("{event}\nnope\n{event}"), &[(2, "", "invalid-json")]);
        let bad = event.replace("\"COMPLETE\"", "\"DONE\"");
        assert_found(
            &format!("{event}\n{bad}"),
            &[(2, "/eventType", "schema-mismatch")],
        );
    }

    #[test]
    fn schemas_and_formats_are_checked() {
        let event = run("", "").replace("2026-01-01T00:00:00Z", "2026-01-01T00:00:00Z[Europe/London]");
        assert_found(&event, &[(1, "/eventTime", "schema-mismatch")]);
        let event = run("", "").replace(r#""name":"j""#, r#""title":"j""#);
        assert_found(&event, &[(1, "/job", "schema-mismatch")]);
        let fields = facet(
            "schema",
            "1-2-0",
            "SchemaDatasetFacet",
            r#""fields":[{"type":"INT"}]"#,
        );
        let event = run(
            &format!(r#"{{"namespace":"n","name":"a","facets":{{{fields}}}}}"#),
            "",
        );
        assert_found(
            &event,
            &[(1, "/inputs/0/facets/schema/fields/0", "schema-mismatch")],
        );
        let other = facet("schema", "9-9-9", "SchemaDatasetFacet", r#""fields":7"#);
        let event = run(
            &format!(r#"{{"namespace":"n","name":"a","facets":{{{other}}}}}"#),
            "",
        );
        assert_found(&event, &[(1, "/inputs/0/facets/schema", "facet-not-checked")]);
    }

    #[test]
    fn what_schemas_cannot_say_is_checked() {
        assert_found(
            &run(r#"{"namespace":"a b","name":" "}"#, ""),
            &[
                (1, "/inputs/0/name", "blank-name"),
                (1, "/inputs/0/namespace", "namespace-rejected"),
            ],
        );
        let event = run("", "").replace("00000000-0000-4000-8000-000000000000", "1-1-1-1-1");
        assert!(found(&event).contains(&(1, "/run/runId".to_owned(), "run-id-no-uuid")));
        let source = r#"{"namespace":"n","name":"a","field":"x"}"#;
        let lineage = facet(
            "columnLineage",
            "1-2-0",
            "ColumnLineageDatasetFacet",
            &format!(r#""fields":{{"p/q":{{"inputFields":[{source}]}}}},"dataset":[{source}]"#),
        );
        let output = format!(r#"{{"namespace":"n","name":"b","facets":{{{lineage}}}}}"#);
        let columns = "/outputs/0/facets/columnLineage";
        assert_found(
            &run("", &output),
            &[
                (
                    1,
                    &format!("{columns}/fields/p~1q/inputFields/0"),
                    "unknown-column-source",
                ),
                (1, &format!("{columns}/dataset/0"), "unknown-column-source"),
            ],
        );
        assert_found(&run(r#"{"namespace":"n","name":"a"}"#, &output), &[]);
        let links = facet(
            "symlinks",
            "1-0-1",
            "SymlinksDatasetFacet",
            r#""identifiers":[{"namespace":"n","name":"a","type":"TABLE"}]"#,
        );
        assert_found(
            &run(
                &format!(r#"{{"namespace":"s3://b","name":"k","facets":{{{links}}}}}"#),
                &output,
            ),
            &[],
        );
    }

    #[test]
    fn credentials_are_found_and_not_repeated() {
        let event = run(
            r#"{"namespace":"sftp://u:s3cr3t@h","name":"/a?X-Amz-Signature=t0k3n"}"#,
            "",
        );
        let expected = [
            (1, "/inputs/0/name", "secret-found"),
            (1, "/inputs/0/namespace", "secret-found"),
        ];
        assert_found(&event, &expected);
        let text = format!("{:?}", problems(&event));
        assert!(!text.contains("s3cr3t") && !text.contains("t0k3n"), "{text}");
    }
}
