//! Reads the metadata, whatever it holds.

use serde::Serialize;
use serde_json::Value;

/// The metadata of a node that read or wrote through SQL.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Metadata {
    /// The statement, or what was filed as one.
    pub query: Option<String>,
    /// The table, or what was filed as one.
    pub table_name: Option<String>,
    /// Whether the node read or wrote; absent when it is not known.
    pub operation: Option<Operation>,
    /// The schema that the writer was given.
    pub schema: Option<String>,
    /// The datasource; absent when it is not known.
    pub source: Option<Source>,
    /// What the metadata itself says of a missing datasource.
    pub notes: Option<String>,
    /// The columns of the data frame, where there was one.
    pub fields: Option<Vec<Field>>,
    /// What could not be used.
    pub(super) problems: Vec<&'static str>,
}

/// What a node did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// It read.
    Read,
    /// It wrote.
    Write,
}

/// A datasource.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Source {
    /// `postgresql`, `sqlite`.
    pub dialect: String,
    /// The host.
    pub host: Option<String>,
    /// The port.
    pub port: Option<String>,
    /// The database; of SQLite the absolute path of its file.
    pub database: Option<String>,
    /// What bare names resolve against.
    pub default_schema: Option<String>,
    /// The attached databases of SQLite, by name and file; absent when they cannot be known.
    pub attached: Option<Vec<(String, String)>>,
}

/// A column of the data frame.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub data_type: String,
}

impl Metadata {
    /// Reads metadata from the text of its JSON, as [`Metadata::from_json`] reads the JSON.
    ///
    /// ```
    /// use lineage_identity::datasets::{Metadata, sql_datasets};
    /// let datasets = sql_datasets(&Metadata::from_text("no JSON"));
    /// assert_eq!(datasets.notes[0], "the metadata is no JSON");
    /// ```
    #[must_use]
    pub fn from_text(metadata: &str) -> Metadata {
        match serde_json::from_str(metadata) {
            Ok(metadata) => Metadata::from_json(&metadata),
            Err(_) => Metadata {
                problems: vec!["the metadata is no JSON"],
                ..Metadata::default()
            },
        }
    }

    /// Reads the metadata that a node returned: an object with `sql_metadata`, and `dataframe_metadata` where there
    /// was a data frame. What cannot be used becomes a note of the answer.
    #[must_use]
    pub fn from_json(metadata: &Value) -> Metadata {
        let mut this = Metadata::default();
        let Some(sql) = metadata.get("sql_metadata").filter(|sql| sql.is_object()) else {
            this.problems.push("the metadata holds no sql_metadata");
            return this;
        };
        let mut text = |key: &str, problem: &'static str| match sql.get(key) {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) if text.is_empty() => None,
            Some(Value::String(text)) => Some(text.clone()),
            Some(_) => {
                this.problems.push(problem);
                None
            }
        };
        let query = text("query", "the query of the metadata is no text");
        let table_name = text("table_name", "the table_name of the metadata is no text");
        let schema = text("schema", "the schema of the metadata is no text");
        let notes = text("notes", "the notes of the metadata are no text");
        let operation = text("operation", "the operation of the metadata is no text");
        (this.query, this.table_name, this.schema) = (query, table_name, schema);
        // Notes of the producer may quote a URL: no secret gets out of there.
        this.notes = notes.filter(|notes| !notes.contains("://") && !notes.contains('@'));
        this.operation = match operation.as_deref() {
            Some("read") => Some(Operation::Read),
            Some("write") => Some(Operation::Write),
            Some(_) => {
                this.problems
                    .push("the operation of the metadata is neither read nor write");
                None
            }
            None => None,
        };
        match sql.get("source") {
            None | Some(Value::Null) => {}
            Some(source) => match Source::from_json(source) {
                Some(source) => this.source = Some(source),
                None => this.problems.push("the source of the metadata names no dialect"),
            },
        }
        match metadata.get("dataframe_metadata") {
            None | Some(Value::Null) => {}
            Some(frame) => {
                this.fields = fields(frame);
                if this.fields.is_none() {
                    this.problems
                        .push("the dataframe_metadata does not hold a name and a type for each column");
                }
            }
        }
        this
    }
}

impl Source {
    fn from_json(source: &Value) -> Option<Source> {
        let text = |key: &str| source.get(key)?.as_str().map(str::to_owned);
        let attached = source.get("attached").and_then(Value::as_object).map(|attached| {
            let file = |(name, file): (&String, &Value)| Some((name.clone(), file.as_str()?.to_owned()));
            attached.iter().filter_map(file).collect()
        });
        Some(Source {
            dialect: text("dialect").filter(|dialect| !dialect.is_empty())?,
            host: text("host"),
            port: match source.get("port") {
                Some(Value::Number(port)) => Some(port.to_string()),
                _ => text("port"),
            },
            database: text("database").filter(|database| !database.is_empty()),
            default_schema: text("default_schema").filter(|schema| !schema.is_empty()),
            attached,
        })
    }
}

fn fields(frame: &Value) -> Option<Vec<Field>> {
    let list = |key: &str| frame.get(key)?.as_array();
    let (names, types) = (list("column_names")?, list("datatypes")?);
    if names.len() != types.len() {
        return None;
    }
    let field = |(name, data_type): (&Value, &Value)| {
        Some(Field {
            name: match name {
                Value::String(name) => name.clone(),
                // A data frame's columns may be numbers.
                Value::Number(name) => name.to_string(),
                _ => return None,
            },
            data_type: data_type.as_str()?.to_owned(),
        })
    };
    names.iter().zip(types).map(field).collect()
}
