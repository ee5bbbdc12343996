//! The lineage, taken apart into numbered datasets and columns, with its edges in the order in which they are
//! written. Everything here takes time and space in proportion to the lineage.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::lineage::{Edge, EdgeKind, Lineage};
use super::naming::{Named, Naming};
use super::options::Checked;
use super::{Note, propagate};
use crate::identity::namespace_warning;
use crate::reason::{Code, Warning};
use crate::request::{RequestError, Text};

/// A lineage ready to be written.
#[derive(Debug, Default)]
pub(super) struct Graph<'l> {
    pub datasets: Vec<Dataset<'l>>,
    pub columns: Vec<Column<'l>>,
    /// The models: name, SQL facet's parts, and the dataset if it is a node.
    pub models: Vec<Model<'l>>,
    /// Direct edges, sorted by target dataset; then columns and their sources in order of appearance.
    pub direct: Vec<Direct<'l>>,
    /// Columns that shape a whole dataset, sorted by that dataset.
    pub indirect: Vec<Indirect>,
    /// `(reader, read)`: which dataset is read for which, each pair once, sorted by the first.
    pub reads: Vec<(u32, u32)>,
    pub notes: Vec<Note>,
    pub warnings: Vec<Warning>,
}

#[derive(Debug, Default)]
pub(super) struct Dataset<'l> {
    pub named: Named<'l>,
    pub is_input: bool,
    pub is_output: bool,
    /// The columns of its schema, in order.
    pub schema: Vec<u32>,
}

#[derive(Debug)]
pub(super) struct Column<'l> {
    pub dataset: u32,
    pub name: &'l str,
    pub data_type: Option<&'l str>,
    pub description: Option<&'l str>,
    in_schema: bool,
}

#[derive(Debug)]
pub(super) struct Model<'l> {
    pub name: Cow<'l, str>,
    pub sql: Option<&'l str>,
    pub dialect: Option<&'l str>,
    pub dataset: Option<u32>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Direct<'l> {
    pub source: u32,
    pub target: u32,
    pub kind: Option<EdgeKind>,
    pub expression: Option<&'l str>,
}

#[derive(Debug)]
pub(super) struct Indirect {
    pub target_dataset: u32,
    pub source: u32,
    /// Each kind once, in order of appearance.
    pub kinds: Vec<EdgeKind>,
}

impl<'l> Graph<'l> {
    /// Numbers the datasets and columns of a lineage, names them and sorts its edges.
    ///
    /// # Errors
    ///
    /// The place in the lineage, or the argument, that cannot be understood.
    pub(super) fn build(
        lineage: &'l Lineage<'_>,
        options: &Checked<'l>,
        naming: &dyn Naming<'l>,
    ) -> Result<Graph<'l>, RequestError> {
        let mut builder = Builder {
            naming,
            ..Builder::new(naming)
        };
        builder.name_nodes(lineage, options)?;
        builder.models(lineage, options)?;
        builder.edges(lineage)?;
        let mut graph = builder.graph;
        graph.sort();
        propagate::along_identity_edges(&mut graph);
        Ok(graph)
    }

    /// The direct edges into a dataset.
    pub(super) fn direct_into(&self, dataset: u32) -> &[Direct<'l>] {
        let key = |edge: &Direct<'_>| self.column(edge.target).dataset;
        between(
            &self.direct,
            |edge| key(edge) < dataset,
            |edge| key(edge) <= dataset,
        )
    }

    /// The columns that shape a dataset as a whole.
    pub(super) fn indirect_into(&self, dataset: u32) -> &[Indirect] {
        let key = |entry: &Indirect| entry.target_dataset;
        between(
            &self.indirect,
            |entry| key(entry) < dataset,
            |entry| key(entry) <= dataset,
        )
    }

    /// The datasets that are read for a dataset, in order of appearance.
    pub(super) fn read_for(&self, dataset: u32) -> impl Iterator<Item = u32> {
        between(&self.reads, |pair| pair.0 < dataset, |pair| pair.0 <= dataset)
            .iter()
            .map(|pair| pair.1)
    }

    pub(super) fn column(&self, column: u32) -> &Column<'l> {
        &self.columns[column as usize]
    }

    pub(super) fn dataset(&self, dataset: u32) -> &Dataset<'l> {
        &self.datasets[dataset as usize]
    }

    /// Brings the edges into the order in which they are written and drops those that say nothing new.
    fn sort(&mut self) {
        let columns = &self.columns;
        let edges = std::mem::take(&mut self.direct);
        // The first edge into a column, and the first from a column into it, stand for their groups.
        let mut by_pair: Vec<u32> = (0..number(edges.len())).collect();
        let at = |index: u32| &edges[index as usize];
        by_pair.sort_by_key(|index| (at(*index).target, at(*index).source));
        let mut first_into = vec![u32::MAX; columns.len()];
        for (index, edge) in edges.iter().enumerate() {
            let first = &mut first_into[edge.target as usize];
            *first = (*first).min(number(index));
        }
        let mut keyed = Vec::with_capacity(edges.len());
        for pair in by_pair.chunk_by(|a, b| (at(*a).target, at(*a).source) == (at(*b).target, at(*b).source))
        {
            let mut seen = HashSet::new();
            for index in pair {
                let edge = at(*index);
                if pair.len() == 1 || seen.insert((edge.kind, edge.expression)) {
                    let dataset = columns[edge.target as usize].dataset;
                    keyed.push((dataset, first_into[edge.target as usize], pair[0], *index));
                }
            }
        }
        keyed.sort_unstable();
        self.direct = keyed.iter().map(|(.., index)| *at(*index)).collect();
        self.indirect.sort_by_key(|entry| entry.target_dataset);
        self.reads.sort_by_key(|(reader, _)| *reader);
    }
}

/// The part of a sorted slice from the first item that is not `below` to the last that is `within`.
fn between<T>(items: &[T], below: impl Fn(&T) -> bool, within: impl Fn(&T) -> bool) -> &[T] {
    let from = items.partition_point(below);
    let rest = &items[from..];
    &rest[..rest.partition_point(within)]
}

/// A position as a number. A lineage of four billion parts does not fit into memory.
pub(super) fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// What is needed only while the graph is built.
struct Builder<'l, 'n> {
    naming: &'n dyn Naming<'l>,
    graph: Graph<'l>,
    /// The dataset of each node id; nothing for a node that was left out.
    by_id: HashMap<&'l str, Option<u32>>,
    /// The dataset of each identity.
    by_identity: HashMap<(String, String), u32>,
    /// The dataset of each alias; nothing where several datasets claim it.
    by_alias: HashMap<(String, String), Option<u32>>,
    by_column: HashMap<(u32, &'l str), u32>,
    by_indirect: HashMap<(u32, u32), u32>,
    by_read: HashSet<(u32, u32)>,
}

impl<'l, 'n> Builder<'l, 'n> {
    fn new(naming: &'n dyn Naming<'l>) -> Self {
        Builder {
            naming,
            graph: Graph::default(),
            by_id: HashMap::new(),
            by_identity: HashMap::new(),
            by_alias: HashMap::new(),
            by_column: HashMap::new(),
            by_indirect: HashMap::new(),
            by_read: HashSet::new(),
        }
    }

    /// Names every node and gathers its columns. Nodes of one identity are one dataset.
    fn name_nodes(&mut self, lineage: &'l Lineage<'_>, options: &Checked<'l>) -> Result<(), RequestError> {
        let namespaces = super::namespace::Namespaces::new(lineage, options.namespace);
        let renamed = super::namespace::renamed_output(lineage, options)?;
        for (at, node) in lineage.nodes.iter().enumerate() {
            let id = node.id.as_ref().map_or("", Text::as_str);
            let shown = if renamed == Some(at) {
                options.output_name.unwrap_or(id)
            } else {
                id
            };
            let named = match self.naming.name(at, node, shown, namespaces.of(node))? {
                Ok(named) => named,
                Err(code) => {
                    self.note(code, format!("lineage.nodes[{at}]"));
                    self.by_id.entry(id).or_insert(None);
                    continue;
                }
            };
            let dataset = self.dataset(named, at);
            if *self.by_id.entry(id).or_insert(Some(dataset)) != Some(dataset) {
                let message = "two nodes of one id have different identities";
                return Err(RequestError::invalid(format!("lineage.nodes[{at}].id"), message));
            }
            let entry = &mut self.graph.datasets[dataset as usize];
            entry.is_output |= node.is_output();
            entry.is_input |= !node.is_output();
            self.columns(dataset, node);
        }
        Ok(())
    }

    /// The dataset of this identity, made where it is new.
    fn dataset(&mut self, named: Named<'l>, node: usize) -> u32 {
        for warning in named
            .warnings
            .iter()
            .copied()
            .chain(namespace_warning(&named.namespace))
        {
            if !self.graph.warnings.contains(&warning) {
                self.graph.warnings.push(warning);
            }
        }
        if named.secret_removed {
            self.note(Code::SecretRemoved, format!("lineage.nodes[{node}]"));
        }
        let key = (named.namespace.to_string(), named.name.to_string());
        let next = number(self.graph.datasets.len());
        let dataset = *self.by_identity.entry(key).or_insert(next);
        for alias in &named.aliases {
            let key = (alias.namespace.to_string(), alias.name.to_string());
            let owner = self.by_alias.entry(key).or_insert(Some(dataset));
            if *owner != Some(dataset) {
                *owner = None;
            }
        }
        if dataset == next {
            self.graph.datasets.push(Dataset {
                named,
                ..Dataset::default()
            });
        } else {
            self.graph.datasets[dataset as usize]
                .named
                .add_aliases(named.aliases);
        }
        dataset
    }

    /// The node's columns with their types and labels.
    fn columns(&mut self, dataset: u32, node: &'l super::lineage::Node<'_>) {
        for name in &node.columns.0 {
            let column = self.column(dataset, name.as_str());
            let entry = &mut self.graph.columns[column as usize];
            if !entry.in_schema {
                entry.in_schema = true;
                self.graph.datasets[dataset as usize].schema.push(column);
            }
        }
        let present =
            |text: &'l Option<Text<'_>>| text.as_ref().map(Text::as_str).filter(|text| !text.is_empty());
        for (name, data_type) in &node.types.0 {
            let column = self.column(dataset, name.as_str());
            let entry = &mut self.graph.columns[column as usize];
            entry.data_type = entry.data_type.or(present(data_type));
        }
        for (name, label) in &node.labels.0 {
            let column = self.column(dataset, name.as_str());
            let entry = &mut self.graph.columns[column as usize];
            entry.description = entry.description.or(present(label));
        }
    }

    /// The column of this name, made where it is new.
    fn column(&mut self, dataset: u32, name: &'l str) -> u32 {
        let next = number(self.graph.columns.len());
        let column = *self.by_column.entry((dataset, name)).or_insert(next);
        if column == next {
            let new = Column {
                dataset,
                name,
                data_type: None,
                description: None,
                in_schema: false,
            };
            self.graph.columns.push(new);
        }
        column
    }

    /// The models in their order. Each is a job, so none may be nameless or stand twice.
    fn models(&mut self, lineage: &'l Lineage<'_>, options: &Checked<'l>) -> Result<(), RequestError> {
        let field = || "lineage.metadata.models".to_owned();
        let mut names = HashSet::new();
        for (name, model) in &lineage.metadata.models.0 {
            let name = name.as_str();
            if name.trim().is_empty() {
                self.note(Code::NamelessDataset, field());
                continue;
            }
            if !names.insert(name) {
                return Err(RequestError::of_field(Code::DuplicateField, field()));
            }
            let dataset = self.by_id.get(name).copied().flatten();
            // The output's new name is the model's too: it took the place of the synthetic one.
            let shown = match options.output_name {
                Some(output) if dataset.is_some_and(|dataset| self.graph.dataset(dataset).is_output) => {
                    output
                }
                _ => name,
            };
            self.graph.models.push(Model {
                name: super::safe::text(shown),
                sql: model.as_ref().and_then(|model| present(&model.sql)),
                dialect: model.as_ref().and_then(|model| present(&model.dialect)),
                dataset,
            });
        }
        Ok(())
    }

    fn edges(&mut self, lineage: &'l Lineage<'_>) -> Result<(), RequestError> {
        for (at, edge) in lineage.edges.iter().enumerate() {
            if edge.transformation == Some(EdgeKind::Unknown) {
                let field = format!("lineage.edges[{at}].transformation");
                return Err(RequestError::invalid(field, EdgeKind::allowed()));
            }
            let source = self.end(edge.source.as_str(), edge.source_namespace);
            let (source, target) = match (source, self.end(edge.target.as_str(), None)) {
                (End::Dataset(source), End::Dataset(target)) => (source, target),
                (End::LeftOut, _) | (_, End::LeftOut) => continue,
                (End::Unknown, _) => {
                    self.note(Code::UnknownDataset, format!("lineage.edges[{at}].source"));
                    continue;
                }
                (_, End::Unknown) => {
                    self.note(Code::UnknownDataset, format!("lineage.edges[{at}].target"));
                    continue;
                }
            };
            self.edge(source, target, edge);
        }
        Ok(())
    }

    /// The dataset at an end of an edge: by the id of a node, else by what the naming makes of it.
    fn end(&mut self, id: &'l str, namespace: Option<&'l serde_json::value::RawValue>) -> End {
        if let (Some(dataset), None) = (self.by_id.get(id), namespace) {
            return dataset.map_or(End::LeftOut, End::Dataset);
        }
        let Some(key) = self.naming.reference(id, namespace) else {
            return End::Unknown;
        };
        let by_alias = || self.by_alias.get(&key).copied().flatten();
        let found = self.by_identity.get(&key).copied().or_else(by_alias);
        if let (Some(dataset), None) = (found, namespace) {
            // The next edge with this id need not ask again.
            self.by_id.insert(id, Some(dataset));
        }
        found.map_or(End::Unknown, End::Dataset)
    }

    fn edge(&mut self, source: u32, target: u32, edge: &'l Edge<'_>) {
        if self.by_read.insert((target, source)) {
            self.graph.reads.push((target, source));
        }
        let source = self.column(source, edge.source_column.as_str());
        let column = self.column(target, edge.target_column.as_str());
        let kind = edge.transformation;
        if kind.is_none_or(EdgeKind::is_direct) {
            let expression = edge
                .expression
                .as_ref()
                .map(Text::as_str)
                .filter(|text| !text.is_empty());
            self.graph.direct.push(Direct {
                source,
                target: column,
                kind,
                expression,
            });
            return;
        }
        let next = number(self.graph.indirect.len());
        let entry = *self.by_indirect.entry((target, source)).or_insert(next);
        if entry == next {
            self.graph.indirect.push(Indirect {
                target_dataset: target,
                source,
                kinds: Vec::new(),
            });
        }
        let kinds = &mut self.graph.indirect[entry as usize].kinds;
        for kind in edge.shapes() {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
    }

    fn note(&mut self, code: Code, field: String) {
        Note::push(&mut self.graph.notes, code, field);
    }
}

/// Text that says something.
fn present<'l>(text: &'l Option<Text<'_>>) -> Option<&'l str> {
    text.as_ref()
        .map(Text::as_str)
        .filter(|text| !text.trim().is_empty())
}

/// What stands at the end of an edge.
enum End {
    Dataset(u32),
    /// A node that was left out, with a note of its own.
    LeftOut,
    Unknown,
}
