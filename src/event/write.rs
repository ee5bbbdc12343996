//! Writes events, one piece after the other: nothing but the text itself grows with the lineage.

use std::borrow::Cow;
use std::fmt;
use std::io;

use serde::{Serialize, Serializer};

use super::facet::{
    ColumnLineageDatasetFacet, ColumnSources, DatasourceDatasetFacet, InputField, JobTypeJobFacet,
    LifecycleStateChangeDatasetFacet, NominalTimeRunFacet, ParentRunFacet, SQLJobFacet, SchemaDatasetFacet,
    SchemaField, SymlinksDatasetFacet, Transformation,
};
use super::graph::{Direct, Graph, Indirect, Model};
use super::options::Checked;
use super::{DEFAULT_NAMESPACE, Events, PRODUCER, event_schema, safe};

/// A RunEvent. `I` and `O` write arrays of [`Dataset`]s.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RunEvent<'a, I, O> {
    pub(crate) event_type: &'a str,
    pub(crate) event_time: &'a str,
    pub(crate) run: Run<'a>,
    pub(crate) job: Job<'a>,
    pub(crate) inputs: I,
    pub(crate) outputs: O,
    pub(crate) producer: &'a str,
    #[serde(rename = "schemaURL")]
    pub(crate) schema_url: &'static str,
}

/// A JobEvent: a job without a run.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct JobEvent<'a, I, O> {
    event_time: &'a str,
    job: Job<'a>,
    inputs: I,
    outputs: O,
    producer: &'a str,
    #[serde(rename = "schemaURL")]
    schema_url: &'static str,
}

/// A DatasetEvent: a dataset without a job.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct DatasetEvent<'a, D> {
    event_time: &'a str,
    dataset: D,
    producer: &'a str,
    #[serde(rename = "schemaURL")]
    schema_url: &'static str,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Run<'a> {
    pub(crate) run_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) facets: Option<RunFacets<'a>>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RunFacets<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nominal_time: Option<NominalTimeRunFacet<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) parent: Option<ParentRunFacet<'a>>,
}

#[derive(Debug, Serialize)]
pub(crate) struct Job<'a> {
    pub(crate) namespace: Cow<'a, str>,
    pub(crate) name: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) facets: Option<JobFacets<'a>>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct JobFacets<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) job_type: Option<JobTypeJobFacet<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) sql: Option<SQLJobFacet<'a>>,
}

/// A dataset. `S` writes the fields of its schema, `C` its column lineage facet.
#[derive(Debug, Serialize)]
pub(crate) struct Dataset<'a, S = Vec<SchemaField<'a>>, C = ColumnLineageDatasetFacet<'a>> {
    pub(crate) namespace: &'a str,
    pub(crate) name: &'a str,
    #[serde(skip_serializing_if = "DatasetFacets::is_empty")]
    pub(crate) facets: DatasetFacets<'a, S, C>,
}

/// The facets of a dataset, in the order in which they are written.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DatasetFacets<'a, S, C> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) schema: Option<SchemaDatasetFacet<'a, S>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) data_source: Option<DatasourceDatasetFacet<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column_lineage: Option<C>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lifecycle_state_change: Option<LifecycleStateChangeDatasetFacet<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) symlinks: Option<SymlinksDatasetFacet<'a>>,
}

impl<S, C> DatasetFacets<'_, S, C> {
    fn is_empty(&self) -> bool {
        self.schema.is_none()
            && self.data_source.is_none()
            && self.column_lineage.is_none()
            && self.lifecycle_state_change.is_none()
            && self.symlinks.is_none()
    }
}

/// An array that is made while it is written.
struct Seq<F>(F);

impl<I: IntoIterator<Item: Serialize>, F: Fn() -> I> Serialize for Seq<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0())
    }
}

/// An object that is made while it is written.
struct Object<F>(F);

impl<K: Serialize, V: Serialize, I: IntoIterator<Item = (K, V)>, F: Fn() -> I> Serialize for Object<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0())
    }
}

impl fmt::Display for Events<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kinds, graph) = (self.options.kinds, &self.graph);
        let (jobs, datasets) = (graph.models.len(), graph.datasets.len());
        let count = usize::from(kinds.run)
            + if kinds.job { jobs } else { 0 }
            + if kinds.dataset { datasets } else { 0 };
        let mut lines = Lines {
            out: f,
            pretty: self.options.pretty && count == 1,
            first: true,
        };
        let of = Writer {
            options: &self.options,
            graph,
            symlinks: self.symlinks,
        };
        if kinds.run {
            lines.write(&of.run_event())?;
        }
        if kinds.job {
            graph
                .models
                .iter()
                .try_for_each(|model| lines.write(&of.job_event(model)))?;
        }
        if kinds.dataset {
            (0..super::graph::number(datasets))
                .try_for_each(|dataset| lines.write(&of.dataset_event(dataset)))?;
        }
        Ok(())
    }
}

/// One event a line, or a single one over many.
struct Lines<'f, 'o> {
    out: &'f mut fmt::Formatter<'o>,
    pretty: bool,
    first: bool,
}

impl Lines<'_, '_> {
    fn write(&mut self, event: &impl Serialize) -> fmt::Result {
        if !std::mem::replace(&mut self.first, false) {
            self.out.write_str("\n")?;
        }
        write_json(self.out, event, self.pretty)
    }
}

/// Writes a value as JSON, on one line or indented by two blanks a level.
pub(crate) fn write_json(out: &mut fmt::Formatter<'_>, value: &impl Serialize, pretty: bool) -> fmt::Result {
    let mut utf8 = Utf8 { out };
    let written = match pretty {
        true => serde_json::to_writer_pretty(&mut utf8, value),
        false => serde_json::to_writer(&mut utf8, value),
    };
    written.map_err(|_| fmt::Error)
}

/// Passes on what serde_json writes, which is whole characters each time.
struct Utf8<'f, 'o> {
    out: &'f mut fmt::Formatter<'o>,
}

impl io::Write for Utf8<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = std::str::from_utf8(bytes).map_err(io::Error::other)?;
        self.out.write_str(text).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Makes events of a graph.
#[derive(Clone, Copy)]
struct Writer<'w> {
    options: &'w Checked<'w>,
    graph: &'w Graph<'w>,
    symlinks: bool,
}

impl<'w> Writer<'w> {
    fn run_event(self) -> impl Serialize {
        let datasets = move |role: fn(&super::graph::Dataset<'_>) -> bool| {
            let all = self
                .graph
                .datasets
                .iter()
                .enumerate()
                .filter(move |(_, dataset)| role(dataset));
            all.map(|(at, _)| super::graph::number(at))
        };
        RunEvent {
            event_type: self.options.event_type,
            event_time: &self.options.event_time,
            run: Run {
                run_id: &self.options.run_id,
                facets: self.run_facets(),
            },
            job: self.job(Cow::Borrowed(self.options.job_name), self.single_model()),
            inputs: Seq(move || datasets(|dataset| dataset.is_input).map(move |dataset| self.input(dataset))),
            outputs: Seq(move || {
                datasets(|dataset| dataset.is_output).map(move |dataset| self.output(dataset))
            }),
            producer: PRODUCER,
            schema_url: event_schema!("RunEvent"),
        }
    }

    fn job_event(self, model: &'w Model<'w>) -> impl Serialize {
        let reads = move || {
            model
                .dataset
                .into_iter()
                .flat_map(move |dataset| self.graph.read_for(dataset))
        };
        JobEvent {
            event_time: &self.options.event_time,
            job: self.job(Cow::Borrowed(&model.name), Some(model)),
            inputs: Seq(move || reads().map(move |dataset| self.input(dataset))),
            outputs: Seq(move || model.dataset.map(|dataset| self.output(dataset))),
            producer: PRODUCER,
            schema_url: event_schema!("JobEvent"),
        }
    }

    fn dataset_event(self, dataset: u32) -> impl Serialize {
        DatasetEvent {
            event_time: &self.options.event_time,
            dataset: self.dataset(dataset, self.graph.dataset(dataset).is_output),
            producer: PRODUCER,
            schema_url: event_schema!("DatasetEvent"),
        }
    }

    fn run_facets(self) -> Option<RunFacets<'w>> {
        let nominal_time = self.options.nominal_time.map(|(start, end)| {
            NominalTimeRunFacet::new(PRODUCER, Cow::Borrowed(start), end.map(Cow::Borrowed))
        });
        let parent = self.options.parent.map(|parent| {
            ParentRunFacet::new(
                PRODUCER,
                parent.run_id,
                safe::text(parent.namespace),
                safe::text(parent.job_name),
            )
        });
        (nominal_time.is_some() || parent.is_some()).then_some(RunFacets { nominal_time, parent })
    }

    /// The model whose SQL is that of the whole run.
    fn single_model(self) -> Option<&'w Model<'w>> {
        match self.graph.models.as_slice() {
            [model] => Some(model),
            _ => None,
        }
    }

    fn job(self, name: Cow<'w, str>, model: Option<&Model<'w>>) -> Job<'w> {
        let job_type =
            JobTypeJobFacet::new(PRODUCER, "BATCH".into(), "DPLYNEAGE".into(), Some("QUERY".into()));
        let sql = model.and_then(|model| {
            Some(SQLJobFacet::new(
                PRODUCER,
                Cow::Borrowed(model.sql?),
                model.dialect.map(Cow::Borrowed),
            ))
        });
        Job {
            namespace: safe::text(self.options.namespace.unwrap_or(DEFAULT_NAMESPACE)),
            name,
            facets: Some(JobFacets {
                job_type: Some(job_type),
                sql,
            }),
        }
    }

    fn input(self, dataset: u32) -> impl Serialize + 'w {
        self.dataset(dataset, false)
    }

    fn output(self, dataset: u32) -> impl Serialize + 'w {
        self.dataset(dataset, true)
    }

    fn dataset(self, at: u32, is_output: bool) -> impl Serialize + 'w {
        let dataset = self.graph.dataset(at);
        let fields = move || {
            dataset.schema.iter().map(move |column| {
                let column = self.graph.column(*column);
                SchemaField::new(column.name)
                    .with_type(column.data_type)
                    .with_description(column.description)
            })
        };
        let schema = (!dataset.schema.is_empty()).then(|| SchemaDatasetFacet::new(PRODUCER, Seq(fields)));
        let aliases = Some(&dataset.named.aliases).filter(|aliases| self.symlinks && !aliases.is_empty());
        Dataset {
            namespace: dataset.named.namespace.as_ref(),
            name: dataset.named.name.as_ref(),
            facets: DatasetFacets {
                schema,
                data_source: data_source(PRODUCER, &dataset.named.namespace),
                column_lineage: self.column_lineage(at).filter(|_| is_output),
                lifecycle_state_change: None,
                symlinks: aliases.map(|aliases| SymlinksDatasetFacet::new(PRODUCER, aliases.clone())),
            },
        }
    }

    /// The facet of a dataset that edges lead to.
    fn column_lineage(self, dataset: u32) -> Option<impl Serialize + 'w> {
        let (direct, indirect) = (self.graph.direct_into(dataset), self.graph.indirect_into(dataset));
        if direct.is_empty() && indirect.is_empty() {
            return None;
        }
        let columns = move || {
            direct.chunk_by(|a, b| a.target == b.target).map(move |edges| {
                let sources = move || {
                    edges
                        .chunk_by(|a, b| a.source == b.source)
                        .map(move |edges| self.direct(edges))
                };
                (
                    self.graph.column(edges[0].target).name,
                    ColumnSources::new(Seq(sources)),
                )
            })
        };
        let shaping = (!indirect.is_empty()).then_some(Seq(move || {
            indirect.iter().map(move |entry| self.indirect(entry))
        }));
        Some(ColumnLineageDatasetFacet::new(PRODUCER, Object(columns), shaping))
    }

    /// The input field of the edges from one column to another.
    fn direct(self, edges: &'w [Direct<'w>]) -> impl Serialize + 'w {
        let transformations = move || {
            edges
                .iter()
                .filter_map(|edge| Some(Transformation::direct(edge.kind?.subtype()?, edge.expression)))
        };
        self.field(
            edges[0].source,
            transformations().next().map(|_| Seq(transformations)),
        )
    }

    /// The input field of a column that shapes a dataset.
    fn indirect(self, entry: &'w Indirect) -> impl Serialize + 'w {
        let kinds = || {
            entry
                .kinds
                .iter()
                .filter_map(|kind| kind.subtype())
                .map(Transformation::indirect)
        };
        self.field(entry.source, Some(Seq(kinds)))
    }

    fn field<T: Serialize>(self, column: u32, transformations: Option<T>) -> InputField<'w, T> {
        let column = self.graph.column(column);
        let named = &self.graph.dataset(column.dataset).named;
        InputField::new(
            named.namespace.as_ref(),
            named.name.as_ref(),
            column.name,
            transformations,
        )
    }
}

/// The facet of a namespace that is a URI: one that holds a colon.
///
/// Source: the page, "Namespaces"; `events-input`, "Settled here".
pub(crate) fn data_source<'a>(producer: &'a str, namespace: &'a str) -> Option<DatasourceDatasetFacet<'a>> {
    Some(DatasourceDatasetFacet::new(
        producer,
        Cow::Borrowed(namespace),
        safe::uri(namespace)?,
    ))
}
