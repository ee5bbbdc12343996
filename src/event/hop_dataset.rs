//! The datasets of Hop's file and relational events.
//!
//! Source: `hop-sink`, `file_datasets` and `relational_datasets`.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde::Deserialize;

use super::Note;
use super::facet::{
    ColumnLineageDatasetFacet, ColumnSources, DatasourceDatasetFacet, InputField,
    LifecycleStateChangeDatasetFacet, Map, SchemaDatasetFacet, SchemaField,
};
use super::hop::HopOptions;
use super::safe;
use super::write::{Dataset, DatasetFacets};
use crate::config::Config;
use crate::file::{self, FileOptions};
use crate::identity::{Identity, NoIdentity, namespace_warning};
use crate::reason::{Code, Warning};
use crate::relational::{self, Table};
use crate::request::{ConnectionField, RequestError, Text};

/// A file that was read or written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct FileIo<'a> {
    /// `READ`, `WRITE`, `DELETE`, `COPY` or `MOVE`.
    #[serde(borrow)]
    pub operation: Text<'a>,
    /// The file that is read, and that is written where no target is named.
    #[serde(borrow)]
    pub source_uri: Option<Text<'a>>,
    /// The file that is written.
    #[serde(borrow)]
    pub target_uri: Option<Text<'a>>,
    /// The columns of the file's content.
    #[serde(borrow)]
    pub schema: Option<Vec<HopColumn<'a>>>,
    /// Whether it went well; true when absent.
    pub success: Option<bool>,
}

/// A column as Hop knows it.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct HopColumn<'a> {
    /// Its name.
    #[serde(borrow)]
    pub name: Text<'a>,
    /// The name of its Hop type: `Integer`.
    #[serde(borrow, rename = "type")]
    pub data_type: Option<Text<'a>>,
}

/// Tables that were read or written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct RelationalIo<'a> {
    /// The connection, by the fields of the operation `relational`.
    #[serde(borrow)]
    pub connection: Option<ConnectionField<'a>>,
    /// The dataset namespace as Hop computed it, in place of a connection.
    #[serde(borrow)]
    pub namespace: Option<Text<'a>>,
    /// With a namespace: what stands for a blank database.
    #[serde(borrow)]
    pub default_catalog: Option<Text<'a>>,
    /// With a namespace: what stands for a blank schema.
    #[serde(borrow)]
    pub default_schema: Option<Text<'a>>,
    /// The tables that are read.
    #[serde(borrow)]
    pub inputs: Option<Vec<HopTable<'a>>>,
    /// The tables that are written.
    #[serde(borrow)]
    pub outputs: Option<Vec<HopTable<'a>>>,
    /// The SQL text.
    #[serde(borrow)]
    pub sql: Option<Text<'a>>,
    /// The columns that are written; those that are read, where nothing is written.
    #[serde(borrow)]
    pub schema: Option<Vec<HopColumn<'a>>>,
    /// `OVERWRITE`, `TRUNCATE`, `DROP` or `CREATE`.
    #[serde(borrow)]
    pub lifecycle: Option<Text<'a>>,
    /// Which columns the columns of the one output come from.
    #[serde(borrow)]
    pub column_lineage: Option<Vec<HopEdge<'a>>>,
    /// Whether it went well; true when absent.
    pub success: Option<bool>,
}

/// A table as it was named in Hop.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct HopTable<'a> {
    /// The database.
    #[serde(borrow)]
    pub database: Option<Text<'a>>,
    /// The schema.
    #[serde(borrow)]
    pub schema: Option<Text<'a>>,
    /// The table.
    #[serde(borrow)]
    pub table: Option<Text<'a>>,
}

/// The columns that an output column comes from.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct HopEdge<'a> {
    /// The output column.
    #[serde(borrow)]
    pub output: Text<'a>,
    /// The input columns.
    #[serde(borrow)]
    pub inputs: Vec<HopInput<'a>>,
}

/// A column of an input table.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct HopInput<'a> {
    /// The table.
    #[serde(borrow)]
    pub table: HopTable<'a>,
    /// The column.
    #[serde(borrow)]
    pub field: Text<'a>,
}

/// A dataset with what its facets hold.
#[derive(Debug)]
pub(super) struct OwnedDataset {
    identity: Identity,
    /// Name and type.
    schema: Vec<(String, Option<String>)>,
    /// Name and URI.
    data_source: Option<(String, String)>,
    lifecycle: Option<&'static str>,
    /// Output column, and the columns it comes from.
    columns: ColumnLineage,
}

/// Datasets in order of appearance, each once.
#[derive(Debug, Default)]
pub(super) struct Side {
    pub(super) datasets: Vec<OwnedDataset>,
    pub(super) warnings: Vec<Warning>,
    known: HashSet<Identity>,
}

impl Side {
    fn add(&mut self, dataset: OwnedDataset, warnings: &[Warning]) {
        self.warnings.extend_from_slice(warnings);
        if self.known.insert(dataset.identity.clone()) {
            self.datasets.push(dataset);
        }
    }
}

/// Inputs and outputs.
pub(super) type Sides<'s> = (&'s mut Side, &'s mut Side);

/// Output columns in their order, each with the columns it comes from.
type ColumnLineage = Vec<(String, Vec<(Identity, String)>)>;

impl OwnedDataset {
    fn of(identity: Identity) -> Self {
        OwnedDataset {
            identity,
            schema: Vec::new(),
            data_source: None,
            lifecycle: None,
            columns: Vec::new(),
        }
    }

    /// A dataset whose store is its namespace. Where the configuration has a logical name for it, the dataset is
    /// named by that; its data source stays the store.
    fn of_store(mut identity: Identity, options: &HopOptions<'_>) -> Self {
        let uri = safe::uri(&identity.namespace).map(Cow::into_owned);
        let data_source = uri.map(|uri| (identity.namespace.clone(), uri));
        let logical = |config: &Config| config.resolve_namespace(&identity.namespace);
        if let Some(namespace) = options.config.and_then(logical) {
            identity.namespace = namespace;
        }
        OwnedDataset {
            data_source,
            ..OwnedDataset::of(identity)
        }
    }

    /// The dataset as it is written. A facet without content is left out: it would wipe what is known.
    ///
    /// Source: reported case `event-empty-facets-omitted`.
    pub(super) fn shown<'s>(&'s self, producer: &'s str) -> Dataset<'s> {
        let field = |(name, data_type): &'s (String, Option<String>)| {
            SchemaField::new(name.as_str()).with_type(data_type.as_deref())
        };
        let fields: Vec<_> = self.schema.iter().map(field).collect();
        let input = |(identity, field): &'s (Identity, String)| {
            InputField::new(
                identity.namespace.as_str(),
                identity.name.as_str(),
                field.as_str(),
                None,
            )
        };
        let columns: Vec<_> = self
            .columns
            .iter()
            .map(|(output, inputs)| {
                (
                    Cow::Borrowed(output.as_str()),
                    ColumnSources::new(inputs.iter().map(input).collect()),
                )
            })
            .collect();
        let source = self.data_source.as_ref();
        Dataset {
            namespace: &self.identity.namespace,
            name: &self.identity.name,
            facets: DatasetFacets {
                schema: (!fields.is_empty()).then(|| SchemaDatasetFacet::new(producer, fields)),
                data_source: source.map(|(name, uri)| {
                    DatasourceDatasetFacet::new(producer, name.as_str().into(), uri.as_str().into())
                }),
                column_lineage: (!columns.is_empty())
                    .then(|| ColumnLineageDatasetFacet::new(producer, Map(columns), None)),
                lifecycle_state_change: self
                    .lifecycle
                    .map(|change| LifecycleStateChangeDatasetFacet::new(producer, change.into())),
                symlinks: None,
            },
        }
    }
}

fn columns(schema: Option<&Vec<HopColumn<'_>>>) -> Vec<(String, Option<String>)> {
    let text = |text: &Text<'_>| text.as_str().to_owned();
    let known = |column: &HopColumn<'_>| {
        let data_type = column
            .data_type
            .as_ref()
            .map(text)
            .filter(|data_type| !data_type.is_empty());
        (text(&column.name), data_type)
    };
    schema.into_iter().flatten().map(known).collect()
}

impl FileIo<'_> {
    /// Adds what is read and what is written. A failed operation leaves no trace on the file as a whole.
    pub(super) fn datasets(
        &self,
        options: &HopOptions<'_>,
        job_namespace: &str,
        sides: Sides<'_>,
        notes: &mut Vec<Note>,
    ) -> Result<(), RequestError> {
        let present = |uri: &Option<Text<'_>>| {
            uri.as_ref()
                .map(|uri| uri.as_str().to_owned())
                .filter(|uri| !uri.is_empty())
        };
        let (source, target) = (present(&self.source_uri), present(&self.target_uri));
        let (read, written, change) = match self.operation.as_str() {
            "READ" => (source, None, None),
            "WRITE" => (None, target.or(source), Some("OVERWRITE")),
            "DELETE" => (None, target.or(source), Some("DROP")),
            "COPY" | "MOVE" => (source, target, Some("OVERWRITE")),
            _ => {
                let allowed = "allowed are: READ, WRITE, DELETE, COPY, MOVE";
                return Err(RequestError::invalid("file.operation", allowed));
            }
        };
        let options = FileOptions {
            naming: options.naming,
            contract: options.contract,
            job_namespace: Some(job_namespace),
            config: options.config,
            ..FileOptions::default()
        };
        for (uri, side, change, field) in [
            (read, sides.0, None, "file.source_uri"),
            (written, sides.1, change, "file.target_uri"),
        ] {
            let Some(uri) = uri else { continue };
            let resolution = file::resolve(&uri, &options);
            match resolution.identity {
                Ok(identity) => {
                    let source = file::data_source(&uri, &options).ok();
                    side.add(
                        OwnedDataset {
                            schema: columns(self.schema.as_ref()),
                            data_source: source.and_then(|source| {
                                let uri = safe::uri(source.uri.as_deref()?)?.into_owned();
                                Some((safe::text(&source.name).into_owned(), uri))
                            }),
                            lifecycle: change.filter(|_| self.success.unwrap_or(true)),
                            ..OwnedDataset::of(identity)
                        },
                        &resolution.warnings,
                    );
                }
                Err(reason) => Note::push(notes, reason.code, field.to_owned()),
            }
        }
        Ok(())
    }
}

impl RelationalIo<'_> {
    /// The identity of a table: by the connection, else in the namespace that Hop computed.
    fn identity(
        &self,
        table: &HopTable<'_>,
        options: &HopOptions<'_>,
    ) -> Result<(Identity, Vec<Warning>), NoIdentity> {
        let text = |text: &'_ Option<Text<'_>>| text.as_ref().map(|text| text.as_str().to_owned());
        let (database, schema, name) = (text(&table.database), text(&table.schema), text(&table.table));
        let table = Table {
            database: database.as_deref(),
            schema: schema.as_deref(),
            table: name.as_deref(),
        };
        if let Some(connection) = &self.connection {
            let resolution = relational::resolve(&connection.read(options.contract), &table);
            return resolution
                .identity
                .map(|identity| (identity, resolution.warnings));
        }
        let namespace =
            crate::text::non_blank(self.namespace.as_ref().map(Text::as_str)).ok_or(Code::NoHost)?;
        let (catalog, schema) = (text(&self.default_catalog), text(&self.default_schema));
        let name = relational::dataset_name(&table.with_defaults(catalog.as_deref(), schema.as_deref()))?;
        let identity = Identity::new(safe::text(namespace), name);
        let warnings = namespace_warning(&identity.namespace).into_iter().collect();
        Ok((identity, warnings))
    }

    /// Adds what is read and what is written. Tables that columns come from are read.
    pub(super) fn datasets(
        &self,
        options: &HopOptions<'_>,
        (inputs, outputs): Sides<'_>,
        notes: &mut Vec<Note>,
    ) -> Result<(), RequestError> {
        let change = self.change()?;
        for (tables, side, key) in [
            (&self.inputs, &mut *inputs, "inputs"),
            (&self.outputs, &mut *outputs, "outputs"),
        ] {
            for (at, table) in tables.iter().flatten().enumerate() {
                match self.identity(table, options) {
                    Ok((identity, warnings)) => {
                        side.add(OwnedDataset::of_store(identity, options), &warnings)
                    }
                    Err(reason) => Note::push(notes, reason.code, format!("relational.{key}[{at}]")),
                }
            }
        }
        for output in &mut outputs.datasets {
            output.lifecycle = change;
        }
        self.add_schema(&mut inputs.datasets, &mut outputs.datasets);
        if let [output] = outputs.datasets.as_mut_slice() {
            output.columns = self.column_lineage(options, inputs, notes);
            if output.schema.is_empty() {
                output.schema = output
                    .columns
                    .iter()
                    .map(|(name, _)| (name.clone(), None))
                    .collect();
            }
        }
        Ok(())
    }

    /// The schema belongs to every output, without one to the only input.
    fn add_schema(&self, inputs: &mut [OwnedDataset], outputs: &mut [OwnedDataset]) {
        let schema = columns(self.schema.as_ref());
        match (inputs, outputs) {
            ([input], []) => input.schema = schema,
            (_, outputs) => outputs
                .iter_mut()
                .for_each(|output| output.schema.clone_from(&schema)),
        }
    }

    fn column_lineage(
        &self,
        options: &HopOptions<'_>,
        inputs: &mut Side,
        notes: &mut Vec<Note>,
    ) -> ColumnLineage {
        let mut columns = ColumnLineage::new();
        let mut at_column: HashMap<&str, usize> = HashMap::new();
        let mut known = HashSet::new();
        for (at, edge) in self.column_lineage.iter().flatten().enumerate() {
            let output = edge.output.as_str();
            for input in &edge.inputs {
                let (identity, warnings) = match self.identity(&input.table, options) {
                    Ok(found) => found,
                    Err(reason) => {
                        Note::push(notes, reason.code, format!("relational.column_lineage[{at}]"));
                        continue;
                    }
                };
                let column = *at_column.entry(output).or_insert_with(|| {
                    columns.push((output.to_owned(), Vec::new()));
                    columns.len() - 1
                });
                let dataset = OwnedDataset::of_store(identity, options);
                if known.insert((column, dataset.identity.clone(), input.field.as_str())) {
                    let identity = dataset.identity.clone();
                    inputs.add(dataset, &warnings);
                    columns[column]
                        .1
                        .push((identity, input.field.as_str().to_owned()));
                }
            }
        }
        columns
    }

    /// What happened to the tables as a whole; nothing when it failed.
    fn change(&self) -> Result<Option<&'static str>, RequestError> {
        const ALLOWED: &[&str] = &["OVERWRITE", "TRUNCATE", "DROP", "CREATE"];
        let Some(given) = self.lifecycle.as_ref().map(Text::as_str) else {
            return Ok(None);
        };
        match ALLOWED.iter().find(|allowed| **allowed == given) {
            Some(change) => Ok(Some(*change).filter(|_| self.success.unwrap_or(true))),
            None => Err(RequestError::invalid(
                "relational.lifecycle",
                format!("allowed are: {}", ALLOWED.join(", ")),
            )),
        }
    }
}
