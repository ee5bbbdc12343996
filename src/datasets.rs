//! SQL metadata, as Hamilton's SQL loaders and savers return it, to input and output datasets with notes.
//!
//! The conversion never fails its caller: metadata that cannot be used is a note.

mod metadata;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

pub use metadata::{Field, Metadata, Operation, Source};

use crate::contract::Contract;
use crate::relational::{Connection, Part, Parts, namespace, resolve_parts};
use crate::sql::{Dialect, NamedTable, Script};

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

/// What the string of the node is.
enum Given<'m> {
    /// A table, by its name.
    Table(&'m str),
    /// A statement, and what was found in it.
    Statement(&'m str, Script),
    /// Something that may be either, or that cannot be placed, and why.
    Unclear(String),
    Nothing,
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

/// Tells names and statements apart.
///
/// Source: `sql-metadata.md`, the rules of reads and writes.
fn given(metadata: &Metadata, dialect: Option<Dialect>) -> Given<'_> {
    let write = metadata.operation == Some(Operation::Write);
    let (query, name) = (metadata.query.as_deref(), metadata.table_name.as_deref());
    match (query, name) {
        (Some(query), _) if !write => Given::Statement(query, read(query, dialect)),
        (Some(text), _) | (None, Some(text)) => named(text, metadata.operation, dialect),
        (None, None) => Given::Nothing,
    }
}

/// A string that need not be a statement.
fn named<'m>(text: &'m str, operation: Option<Operation>, dialect: Option<Dialect>) -> Given<'m> {
    let unplaced = || {
        Given::Unclear(format!(
            "{}: left out, whether it was read or written is not known",
            shown(Some(text))
        ))
    };
    let table = || operation.map_or_else(unplaced, |_| Given::Table(text));
    if is_plain(text) {
        return table();
    }
    match first_word(text) {
        Start::Other => return table(),
        Start::Table if operation == Some(Operation::Read) => {
            return Given::Unclear("left out, TABLE may start a statement or be part of the name".to_owned());
        }
        Start::Table | Start::Statement => {}
    }
    let script = read(text, dialect);
    match () {
        () if script.failed() => Given::Unclear(
            "left out, a statement starts at the name of the table, and cannot be read".to_owned(),
        ),
        // A saver's text that names no table at all is the name of the table.
        () if operation == Some(Operation::Write) && script.tables().next().is_none() => Given::Table(text),
        () => Given::Statement(text, script),
    }
}

fn read(text: &str, dialect: Option<Dialect>) -> Script {
    dialect.map_or_else(Script::default, |dialect| Script::read(text, dialect))
}

/// Whether the text is a plain identifier, or some joined by dots.
fn is_plain(text: &str) -> bool {
    let part = |part: &str| {
        !part.is_empty()
            && part
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
    };
    text.split('.').all(part)
}

enum Start {
    Statement,
    Table,
    Other,
}

/// Whether a statement can start with this text.
fn first_word(text: &str) -> Start {
    const STATEMENTS: &[&str] = &[
        "alter",
        "analyze",
        "attach",
        "begin",
        "call",
        "close",
        "comment",
        "commit",
        "copy",
        "create",
        "declare",
        "delete",
        "desc",
        "describe",
        "detach",
        "discard",
        "do",
        "drop",
        "end",
        "execute",
        "explain",
        "fetch",
        "grant",
        "insert",
        "listen",
        "lock",
        "merge",
        "move",
        "notify",
        "pragma",
        "prepare",
        "reassign",
        "refresh",
        "reindex",
        "release",
        "replace",
        "reset",
        "revoke",
        "rollback",
        "savepoint",
        "select",
        "set",
        "show",
        "start",
        "truncate",
        "unlisten",
        "update",
        "vacuum",
        "values",
        "with",
    ];
    let text = crate::sql::without_leading_comments(text);
    let word: String = text
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect();
    let is = |known: &&str| known.eq_ignore_ascii_case(&word);
    match () {
        () if text.starts_with('(') || STATEMENTS.iter().any(is) => Start::Statement,
        () if is(&"table") => Start::Table,
        () => Start::Other,
    }
}

/// Where the tables of a datasource live.
enum Place<'m> {
    Postgres {
        source: &'m Source,
        schema: Option<&'m str>,
    },
    Sqlite {
        source: &'m Source,
        schema: Option<&'m str>,
    },
    /// A dialect by contract v4.
    Other {
        source: &'m Source,
        schema: Option<&'m str>,
        dialect: Dialect,
    },
}

/// The namespace and name of a table, or why there are none.
type Named = Result<(String, String), Cow<'static, str>>;

impl<'m> Place<'m> {
    fn of(source: &'m Source, schema: Option<&'m str>, dialect: Option<Dialect>, all: bool) -> Option<Self> {
        let is = |known: &[&str]| {
            known
                .iter()
                .any(|known| known.eq_ignore_ascii_case(&source.dialect))
        };
        match dialect {
            _ if is(&["postgresql", "postgres"]) => Some(Place::Postgres { source, schema }),
            _ if is(&["sqlite"]) => Some(Place::Sqlite { source, schema }),
            Some(dialect) if all => Some(Place::Other {
                source,
                schema,
                dialect,
            }),
            _ => None,
        }
    }

    /// The identity of a table, by its parts from the outermost on.
    fn name(&self, parts: &[Part<'_>]) -> Named {
        match self {
            Place::Postgres { source, schema } => postgres(source, *schema, parts),
            Place::Sqlite { source, schema } => sqlite(source, *schema, parts),
            Place::Other {
                source,
                schema,
                dialect,
            } => {
                let connection = Connection {
                    hop_type: Some(dialect.database_type().id),
                    host: source.host.as_deref(),
                    port: source.port.as_deref(),
                    database: source.database.as_deref(),
                    preferred_schema: schema.or(source.default_schema.as_deref()),
                    contract: Contract::V4,
                    ..Connection::default()
                };
                let mut parts = parts.iter().rev().cloned();
                let table = parts.next().unwrap_or_else(|| Part::unquoted(""));
                let schema = parts.next();
                let resolution = resolve_parts(&connection, &Parts::new(parts.next(), schema, table));
                let identity = resolution.identity.map_err(|reason| reason.message)?;
                Ok((identity.namespace, identity.name))
            }
        }
    }
}

/// `postgres://{host}:{port}`, `{database}.{schema}.{table}`.
fn postgres(source: &Source, writer: Option<&str>, parts: &[Part<'_>]) -> Named {
    let connection = Connection {
        hop_type: Some("POSTGRESQL"),
        host: source.host.as_deref(),
        port: source.port.as_deref(),
        ..Connection::default()
    };
    let namespace = namespace(&connection).map_err(|reason| reason.message)?;
    // Source: `sql-metadata.md`, folding: unquoted parts, ASCII letters only.
    let folded = |part: &Part<'_>| match part.quoted {
        true => part.text.to_string(),
        false => part.text.to_ascii_lowercase(),
    };
    let mut given = parts.iter().rev().map(folded).filter(|part| !part.is_empty());
    let table = given.next().ok_or("the table has no name")?;
    let default = writer.or(source.default_schema.as_deref()).map(str::to_owned);
    let schema = given.next().or(default).ok_or("its schema is not known")?;
    let database = given
        .next()
        .or_else(|| source.database.clone())
        .ok_or("its database is not known")?;
    if given.next().is_some() {
        return Err("its name has more parts than a table's".into());
    }
    Ok((namespace, format!("{database}.{schema}.{table}")))
}

/// `sqlite://{file}`, `{table}`.
fn sqlite(source: &Source, writer: Option<&str>, parts: &[Part<'_>]) -> Named {
    let (table, qualifiers) = parts.split_last().ok_or("the table has no name")?;
    let schema = match qualifiers {
        [] => writer,
        [schema] => Some(schema.text.as_ref()),
        _ => return Err("its name has more parts than a table's".into()),
    };
    let file = match schema {
        None => source.database.as_deref(),
        Some(schema) if schema.eq_ignore_ascii_case("main") => source.database.as_deref(),
        Some(schema) if schema.eq_ignore_ascii_case("temp") => {
            return Err("the temp database has no identity".into());
        }
        Some(schema) => {
            let attached = source
                .attached
                .as_ref()
                .ok_or("which databases were attached is not known")?;
            let found = attached
                .iter()
                .find(|(name, _)| name.eq_ignore_ascii_case(schema));
            Some(
                found
                    .ok_or("no database was attached under this name")?
                    .1
                    .as_str(),
            )
        }
    };
    let file = file
        .filter(|file| !file.is_empty())
        .ok_or("its database is in memory, or not known")?;
    let bytes = file.as_bytes();
    let windows = bytes.len() > 1 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':';
    let file = if windows {
        Cow::Owned(file.replace('\\', "/"))
    } else {
        Cow::Borrowed(file)
    };
    Ok((format!("sqlite://{file}"), table.text.to_string()))
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
