//! SQL metadata, as Hamilton's SQL loaders and savers return it, to input and output datasets with notes.
//!
//! The conversion never fails its caller: metadata that cannot be used is a note.

mod given;
mod metadata;
mod place;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::relational::Part;
use crate::sql::{Dialect, NamedTable, Script};
use given::{Given, given};
use place::Place;

pub use metadata::{Field, Metadata, Operation, Source};

/// How the datasets are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Naming<'a> {
    /// After the datasource, as the OpenLineage naming specification has it.
    #[default]
    Datasource,
    /// The same, and other dialects than PostgreSQL and SQLite by contract v4.
    AllDialects,
    /// As before: in this job namespace, by the bare table name.
    Legacy(&'a str),
}

/// What a node read and wrote.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SqlDatasets {
    /// The datasets that were read, sorted.
    pub inputs: Vec<Dataset>,
    /// The datasets that were written, sorted.
    pub outputs: Vec<Dataset>,
    /// Why anything was left out.
    pub notes: Vec<String>,
    /// The facets of the job.
    pub job_facets: JobFacets,
}

/// The facets of the job that ran the statement.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct JobFacets {
    /// The statement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sql: Option<SqlFacet>,
}

/// The content of the `sql` job facet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SqlFacet {
    /// The statement's text.
    pub query: String,
}

/// A dataset with its facets.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub struct Dataset {
    /// Where it lives.
    pub namespace: String,
    /// What it is called there; none for a query in legacy naming.
    pub name: Option<String>,
    /// What is known of it.
    pub facets: Facets,
}

/// The facets of a dataset, without the producer and the schema, which the emitter adds.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub struct Facets {
    /// The datasource.
    #[serde(rename = "dataSource", skip_serializing_if = "Option::is_none")]
    pub data_source: Option<DataSourceFacet>,
    /// The columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schema: Option<SchemaFacet>,
}

/// The content of the `dataSource` facet.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub struct DataSourceFacet {
    /// The namespace.
    pub name: String,
    /// The namespace.
    pub uri: String,
}

/// The content of the `schema` facet.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub struct SchemaFacet {
    /// The columns, in order.
    pub fields: Vec<Field>,
}

/// The datasets of a node, named after the datasource.
///
/// Source: the page "SQL datasets"; `sql-metadata.md` for what it leaves to the reader.
///
/// ```
/// use lineage_identity::datasets::{Metadata, sql_datasets};
/// let metadata = Metadata::from_json(&serde_json::json!({"sql_metadata": {
///     "query": "SELECT * FROM Orders", "operation": "read", "__version__": "1.1.0",
///     "source": {"dialect": "postgresql", "host": "db", "database": "sales", "default_schema": "public"}}}));
/// let datasets = sql_datasets(&metadata);
/// assert_eq!(datasets.inputs[0].namespace, "postgres://db:5432");
/// assert_eq!(datasets.inputs[0].name.as_deref(), Some("sales.public.orders"));
/// ```
#[must_use]
pub fn sql_datasets(metadata: &Metadata) -> SqlDatasets {
    sql_datasets_named(metadata, Naming::Datasource)
}

/// The datasets of a node, named as asked for.
#[must_use]
pub fn sql_datasets_named(metadata: &Metadata, naming: Naming<'_>) -> SqlDatasets {
    let mut answer = match naming {
        Naming::Legacy(job_namespace) => legacy(metadata, job_namespace),
        Naming::Datasource | Naming::AllDialects => datasource(metadata, naming == Naming::AllDialects),
    };
    answer.notes.splice(
        0..0,
        metadata.problems.iter().map(|problem| (*problem).to_owned()),
    );
    answer.inputs.sort();
    answer.inputs.dedup();
    answer.outputs.sort();
    answer.outputs.dedup();
    answer
}

fn schema_facet(metadata: &Metadata) -> Option<SchemaFacet> {
    metadata.fields.as_ref().map(|fields| SchemaFacet {
        fields: fields.clone(),
    })
}

/// One dataset in the job's namespace, named by the string that the node was given.
///
/// Source: `sql-metadata.md`: version 1.0.0 filed a string as a query when it holds the upper-case text `SELECT`.
fn legacy(metadata: &Metadata, job_namespace: &str) -> SqlDatasets {
    let mut answer = SqlDatasets::default();
    let query = metadata.query.as_deref().filter(|query| query.contains("SELECT"));
    let name = metadata
        .table_name
        .as_deref()
        .or(metadata.query.as_deref())
        .filter(|_| query.is_none());
    if query.or(name).is_none() {
        return answer;
    }
    let dataset = Dataset {
        namespace: job_namespace.to_owned(),
        name: name.map(str::to_owned),
        facets: Facets {
            data_source: None,
            schema: schema_facet(metadata),
        },
    };
    match metadata.operation {
        Some(Operation::Write) => answer.outputs.push(dataset),
        Some(Operation::Read) => answer.inputs.push(dataset),
        // Before there was an operation, only a read had a query.
        None if query.is_some() => answer.inputs.push(dataset),
        None => {
            answer.notes.push(format!(
                "{}: left out, whether it was read or written is not known",
                shown(name)
            ));
            return answer;
        }
    }
    if metadata.operation != Some(Operation::Write) {
        answer.job_facets.sql = query.map(|query| SqlFacet {
            query: query.to_owned(),
        });
    }
    answer
}

fn datasource(metadata: &Metadata, all_dialects: bool) -> SqlDatasets {
    let mut answer = SqlDatasets::default();
    let dialect = metadata
        .source
        .as_ref()
        .and_then(|source| Dialect::find(&source.dialect));
    let given = given(metadata, dialect);
    if let Given::Statement(text, _) = &given {
        answer.job_facets.sql = Some(SqlFacet {
            query: (*text).to_owned(),
        });
    }
    let Some(source) = &metadata.source else {
        answer.notes.push(match metadata.notes.as_deref() {
            Some(notes) => format!("left out, the datasource is not known: {notes}"),
            None => "left out, the datasource is not known".to_owned(),
        });
        return answer;
    };
    let Some(place) = Place::of(source, metadata.schema.as_deref(), dialect, all_dialects) else {
        answer.notes.push(format!(
            "{}: left out, there is no naming for this dialect",
            shown(Some(&source.dialect))
        ));
        return answer;
    };
    let mut tables = Tables {
        place,
        found: Vec::new(),
        distinct: BTreeSet::new(),
    };
    match given {
        Given::Nothing => answer
            .notes
            .push("left out, the metadata names neither a table nor a statement".to_owned()),
        Given::Unclear(note) => answer.notes.push(note),
        Given::Table(name) => {
            let parts = name.split('.').map(Part::quoted).collect();
            tables.add(
                parts,
                metadata.operation != Some(Operation::Write),
                &mut answer.notes,
            );
        }
        Given::Statement(_, script) => {
            let writes = script.tables().any(|table| !table.read);
            if metadata.operation == Some(Operation::Write) && !writes && script.tables().next().is_some() {
                answer
                    .notes
                    .push("left out, the statement that was written with writes no table".to_owned());
            } else {
                tables.statement(&script, &mut answer.notes);
            }
        }
    }
    let schema = schema_facet(metadata).filter(|_| tables.distinct.len() == 1);
    for (read, namespace, name) in tables.found {
        let data_source = Some(DataSourceFacet {
            name: namespace.clone(),
            uri: namespace.clone(),
        });
        let facets = Facets {
            data_source,
            schema: schema.clone(),
        };
        let list = if read {
            &mut answer.inputs
        } else {
            &mut answer.outputs
        };
        list.push(Dataset {
            namespace,
            name: Some(name),
            facets,
        });
    }
    answer
}

/// Gathers the datasets of a node.
struct Tables<'m> {
    place: Place<'m>,
    /// Whether it is read, and its namespace and name.
    found: Vec<(bool, String, String)>,
    /// Every table there is, those that are left out too.
    distinct: BTreeSet<String>,
}

impl Tables<'_> {
    fn statement(&mut self, script: &Script, notes: &mut Vec<String>) {
        notes.extend(
            script
                .errors()
                .map(|(index, reason)| format!("statement {}: {reason}", index + 1)),
        );
        notes.extend(script.remarks().map(str::to_owned));
        let mut left_out = BTreeMap::new();
        for NamedTable {
            parts,
            read,
            left_out: reason,
            shown,
        } in script.tables()
        {
            match reason {
                Some(reason) => {
                    left_out.insert(shown.clone(), reason);
                    self.distinct.insert(shown);
                }
                None => self.add(parts, read, notes),
            }
        }
        notes.extend(
            left_out
                .into_iter()
                .map(|(table, reason)| format!("{table}: left out, {reason}")),
        );
    }

    fn add(&mut self, parts: Vec<Part<'_>>, read: bool, notes: &mut Vec<String>) {
        match self.place.name(&parts) {
            Ok((namespace, name)) => {
                self.distinct.insert(format!("{namespace} {name}"));
                self.found.push((read, namespace, name));
            }
            Err(reason) => {
                let table = parts
                    .iter()
                    .map(|part| part.text.as_ref())
                    .collect::<Vec<_>>()
                    .join(".");
                let note = format!("{table}: left out, {reason}");
                self.distinct.insert(table);
                if !notes.contains(&note) {
                    notes.push(note);
                }
            }
        }
    }
}

/// A name in a note.
fn shown(name: Option<&str>) -> Cow<'_, str> {
    match name {
        Some(name) if name.chars().count() <= 128 => Cow::Borrowed(name),
        _ => Cow::Borrowed("the table"),
    }
}
