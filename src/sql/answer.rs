//! The answer: tables by the names they have outside their statement, errors and notes.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;

use super::columns::{Traced, Uses};
use super::scope::{Tables, Written};
use super::template::Marker;
use super::tree::{Ident, Name, Remark};
use super::{Failure, Options, joined, line_and_column};
use crate::contract::Contract;
use crate::identity::Identity;
use crate::reason::{Code, Warning};
use crate::relational::{Part, Parts, resolve_parts};

/// What a script reads and writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Lineage {
    /// The tables that are read, sorted, each once.
    pub inputs: Vec<Dataset>,
    /// The tables that are written, sorted, each once.
    pub outputs: Vec<Dataset>,
    /// The statements that could not be read.
    pub errors: Vec<StatementError>,
    /// What was left out or is worth knowing, in the order of the statements.
    pub notes: Vec<Note>,
    /// Where the values of written columns come from, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column_lineage: Option<Vec<ColumnLineage>>,
    /// What to be careful about with the identities, each code once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

/// Where the values of one output's columns come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ColumnLineage {
    /// The table that is written; none for a query whose rows are the answer.
    pub output: Option<Dataset>,
    /// The content of the `columnLineage` facet, without the producer and the schema, which the emitter adds.
    pub facet: ColumnLineageFacet,
}

/// The content of the `columnLineage` facet.
///
/// Source: `ColumnLineageDatasetFacet` 1-2-0.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ColumnLineageFacet {
    /// The output's columns.
    pub fields: BTreeMap<String, FieldLineage>,
    /// What decides which rows there are, and in which order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dataset: Vec<InputField>,
}

/// Where the values of a column come from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FieldLineage {
    /// The columns of the inputs, sorted.
    #[serde(rename = "inputFields")]
    pub input_fields: Vec<InputField>,
}

/// A column of an input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct InputField {
    /// Where the input lives; none where no connection is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// What the input is called.
    pub name: String,
    /// The column.
    pub field: String,
    /// What becomes of its value.
    pub transformations: Vec<TransformationOfField>,
}

/// What becomes of a column's value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TransformationOfField {
    /// `DIRECT` or `INDIRECT`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// `IDENTITY`, `TRANSFORMATION`, `AGGREGATION`, `CONDITIONAL`, `WINDOW`, `FILTER`, `JOIN`, `GROUP_BY`, `SORT`.
    pub subtype: &'static str,
    /// Always empty: the statement itself says more.
    pub description: &'static str,
    /// Whether nothing of the value can be seen in the output.
    pub masking: bool,
}

/// A table of a script.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Dataset {
    /// Its name, where no connection is known.
    Table(TableName),
    /// Its identity on the connection.
    Identity(Identity),
}

impl Dataset {
    /// The dataset's name.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Dataset::Table(table) => &table.name,
            Dataset::Identity(identity) => &identity.name,
        }
    }
}

/// A table as a statement names it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub struct TableName {
    /// The parts that are there, joined by dots.
    pub name: String,
    /// The database, where it is named.
    pub database: Option<String>,
    /// The schema, where it is named or given as default.
    pub schema: Option<String>,
    /// The table.
    pub table: String,
}

/// A statement that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct StatementError {
    /// The number of the statement, from 0.
    pub statement_index: usize,
    /// The reason.
    pub code: Code,
    /// The reason for a reader, without anything of the statement.
    pub message: &'static str,
    /// The line on which the grammar stopped, or the statement starts, from 1.
    pub line: Option<usize>,
    /// The column, in characters from 1.
    pub column: Option<usize>,
}

/// Something worth knowing about a statement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Note {
    /// The reason.
    pub code: Code,
    /// The reason for a reader. It may name a table, never a literal.
    pub message: Cow<'static, str>,
    /// The number of the statement, from 0.
    pub statement_index: usize,
}

/// Gathers the answer statement by statement.
pub(super) struct Collector<'a> {
    sql: &'a str,
    options: &'a Options<'a>,
    marker: &'a Marker,
    inputs: Datasets,
    outputs: Datasets,
    errors: Vec<StatementError>,
    notes: Vec<Note>,
    warnings: Vec<Warning>,
    column_lineage: Vec<ColumnLineage>,
    /// Temporary tables that the script itself made.
    temporary: Vec<Ident>,
}

impl<'a> Collector<'a> {
    pub(super) fn new(sql: &'a str, options: &'a Options<'a>, marker: &'a Marker) -> Self {
        Collector {
            sql,
            options,
            marker,
            inputs: Datasets::default(),
            outputs: Datasets::default(),
            errors: Vec::new(),
            notes: Vec::new(),
            warnings: Vec::new(),
            column_lineage: Vec::new(),
            temporary: Vec::new(),
        }
    }

    pub(super) fn failed(&mut self, index: usize, start: usize, failure: &Failure) {
        let (line, column) = line_and_column(self.sql, start + failure.offset.unwrap_or(0));
        self.errors.push(StatementError {
            statement_index: index,
            code: failure.code,
            message: failure.code.message(),
            line: Some(line),
            column: Some(column),
        });
    }

    pub(super) fn statements(&mut self, index: usize, statements: Vec<Tables>) {
        for statement in statements {
            for remark in &statement.remarks {
                self.note(index, code_of(*remark), None);
            }
            for Written { name, temporary } in &statement.writes {
                if *temporary && let Some(table) = name.parts.last() {
                    self.temporary.push(table.clone());
                }
                if let Some(dataset) = self.dataset(index, name) {
                    self.outputs.push(dataset);
                }
            }
            for name in &statement.reads {
                if let Some(dataset) = self.dataset(index, name) {
                    self.inputs.push(dataset);
                }
            }
            for traced in &statement.traced {
                self.traced(index, traced);
            }
        }
    }

    /// Adds where the columns of an output come from. A table that is left out of the answer is left out here too.
    fn traced(&mut self, index: usize, traced: &Traced) {
        let output = match &traced.target {
            None => None,
            Some(name) => match self.dataset(index, name) {
                None => return,
                output => output,
            },
        };
        let mut facet = ColumnLineageFacet {
            dataset: self.fields(index, &traced.rows),
            ..Default::default()
        };
        for (column, uses) in &traced.fields {
            let input_fields = self.fields(index, uses);
            if !input_fields.is_empty() && !self.marker.is_in(&column.text) {
                let field = facet.fields.entry(self.text(column)).or_default();
                field.input_fields.extend(input_fields);
            }
        }
        if traced.unclear {
            self.note(index, Code::UnclearColumn, None);
        }
        if traced.star {
            self.note(index, Code::UnknownColumns, None);
        }
        if !facet.fields.is_empty() || !facet.dataset.is_empty() {
            self.column_lineage.push(ColumnLineage { output, facet });
        }
    }

    fn fields(&mut self, index: usize, uses: &Uses) -> Vec<InputField> {
        let ident = |(text, quoted): &(String, bool)| Ident {
            text: text.into(),
            quoted: *quoted,
        };
        let mut fields = Vec::with_capacity(uses.len());
        for (input, transformations) in uses {
            let table = Name::of(input.table.iter().map(ident));
            let column = ident(&input.column);
            if self.marker.is_in(&column.text) {
                continue;
            }
            let (namespace, name) = match self.dataset(index, &table) {
                Some(Dataset::Table(table)) => (None, table.name),
                Some(Dataset::Identity(identity)) => (Some(identity.namespace), identity.name),
                None => continue,
            };
            let transformations = transformations.iter().map(|transformation| {
                let (kind, subtype) = transformation.names();
                TransformationOfField {
                    kind,
                    subtype,
                    description: "",
                    masking: transformation.masking(),
                }
            });
            let field = self.text(&column);
            fields.push(InputField {
                namespace,
                name,
                field,
                transformations: transformations.collect(),
            });
        }
        fields
    }

    /// An identifier, as the contract has it.
    fn text(&self, ident: &Ident) -> String {
        match self.options.contract {
            Contract::V4 => self.options.dialect.stored(ident).into_owned(),
            _ => ident.text.as_str().to_owned(),
        }
    }

    pub(super) fn finish(self) -> Lineage {
        Lineage {
            inputs: self.inputs.sorted(),
            outputs: self.outputs.sorted(),
            errors: self.errors,
            notes: self.notes,
            column_lineage: self.options.columns.then_some(self.column_lineage),
            warnings: self.warnings,
        }
    }

    fn note(&mut self, index: usize, code: Code, table: Option<&Name>) {
        let message = match table {
            Some(table) => Cow::Owned(format!("{}: {}", written(table), code.message())),
            None => Cow::Borrowed(code.message()),
        };
        let note = Note {
            code,
            message,
            statement_index: index,
        };
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// The dataset that a table of a statement is, or nothing and a note that says why.
    fn dataset(&mut self, index: usize, name: &Name) -> Option<Dataset> {
        if name.parts.is_empty() {
            self.note(index, Code::ComputedName, None);
            return None;
        }
        // The text of a template may hold anything: it is not repeated.
        if name.parts.iter().any(|part| self.marker.is_in(&part.text)) {
            self.note(index, Code::TemplateTable, None);
            return None;
        }
        let dialect = self.options.dialect;
        if dialect.is_elsewhere(name) {
            self.note(index, Code::OtherServer, Some(name));
            return None;
        }
        if name.parts.len() > 3 {
            self.note(index, Code::TooManyQualifiers, Some(name));
            return None;
        }
        if dialect.is_no_table(name) {
            return None;
        }
        if dialect.is_file(name) {
            self.note(index, Code::FileTransfer, None);
            return None;
        }
        let own = if dialect.is_temporary(name) || self.made_here(name) {
            Some(Code::TemporaryTable)
        } else {
            dialect.is_of_catalog(name).then_some(Code::CatalogTable)
        };
        if let Some(code) = own {
            self.note(index, code, Some(name));
        }
        match self.options.connection {
            None => Some(Dataset::Table(self.table(name, own.is_some()))),
            // A table of the session or the catalogue has no identity that another job could meet.
            Some(_) if own.is_some() => None,
            Some(_) => self.identity(index, name).map(Dataset::Identity),
        }
    }

    fn made_here(&self, name: &Name) -> bool {
        let Some(single) = name.single() else {
            return false;
        };
        self.temporary
            .iter()
            .any(|table| self.options.dialect.same(table, single))
    }

    fn table(&self, name: &Name, own: bool) -> TableName {
        let text = |ident: &Ident| self.text(ident);
        let mut parts = name.parts.iter().rev().map(text);
        let table = parts.next().unwrap_or_default();
        let default = || self.options.default_schema.filter(|_| !own).map(str::to_owned);
        let schema = parts.next().filter(|part| !part.is_empty()).or_else(default);
        let database = parts.next().filter(|part| !part.is_empty());
        let all = database
            .iter()
            .chain(&schema)
            .map(String::as_str)
            .chain([table.as_str()]);
        TableName {
            name: joined(all).into_owned(),
            database,
            schema,
            table,
        }
    }

    fn identity(&mut self, index: usize, name: &Name) -> Option<Identity> {
        let mut connection = self.options.connection?;
        connection.contract = self.options.contract;
        if self.options.default_schema.is_some() {
            connection.preferred_schema = self.options.default_schema;
        }
        let mut parts = name.parts.iter().rev().map(part_of);
        let table = parts.next()?;
        let schema = parts.next();
        let resolution = resolve_parts(&connection, &Parts::new(parts.next(), schema, table));
        for warning in resolution.warnings {
            if !self.warnings.contains(&warning) {
                self.warnings.push(warning);
            }
        }
        match resolution.identity {
            Ok(identity) => Some(identity),
            Err(reason) => {
                let message = format!("{}: {}", written(name), reason.message);
                let note = Note {
                    code: reason.code,
                    message: message.into(),
                    statement_index: index,
                };
                if !self.notes.contains(&note) {
                    self.notes.push(note);
                }
                None
            }
        }
    }
}

/// Datasets in any order, until all are there. Most scripts name few, for which no tree pays.
#[derive(Default)]
struct Datasets {
    all: Vec<Dataset>,
    /// How many of them were different when they were last looked through.
    different: usize,
}

impl Datasets {
    fn push(&mut self, dataset: Dataset) {
        self.all.push(dataset);
        if self.all.len() > 2 * self.different.max(128) {
            self.sort();
        }
    }

    fn sort(&mut self) {
        self.all.sort_unstable();
        self.all.dedup();
        self.different = self.all.len();
    }

    fn sorted(mut self) -> Vec<Dataset> {
        self.sort();
        self.all
    }
}

fn part_of(ident: &Ident) -> Part<'_> {
    match ident.quoted {
        true => Part::quoted(ident.text.as_str()),
        false => Part::unquoted(ident.text.as_str()),
    }
}

pub(super) fn code_of(remark: Remark) -> Code {
    match remark {
        Remark::NotRun => Code::NotRun,
        Remark::Routine => Code::Routine,
        Remark::Prepared => Code::PreparedStatement,
        Remark::Dynamic => Code::DynamicSql,
        Remark::File => Code::FileTransfer,
        Remark::UnclearTarget => Code::UnclearTarget,
        Remark::Graph => Code::PropertyGraph,
        Remark::Called => Code::CalledTable,
    }
}

/// A name as a reader knows it.
pub(super) fn written(name: &Name) -> String {
    let mut text = joined(name.parts.iter().map(|part| part.text.as_str())).into_owned();
    if let Some(link) = &name.link {
        text.push('@');
        text.push_str(link);
    }
    text
}
