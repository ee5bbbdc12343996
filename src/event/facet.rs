//! The facets that this library writes, a small type each, and the one table of their versions.
//!
//! A facet carries its producer and the address of its schema, then fields of its own, in the order in which
//! they are written. Large parts (the fields of a schema, the columns of a column lineage) are type parameters,
//! so that a writer can stream them: anything that serializes in the right form will do.

use std::borrow::Cow;

use serde::{Serialize, Serializer};

pub use crate::run::{ParentJob, ParentRun, ParentRunFacet};

macro_rules! facets {
    ($($(#[$doc:meta])* $kind:ident = $key:literal, $name:literal, $version:literal;)+) => {
        /// A facet of the OpenLineage specification, in the version that this library writes.
        ///
        /// Source: the schema files in `schemas/openlineage/facets`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Facet { $($(#[$doc])* $kind,)+ }

        impl Facet {
            /// Every facet there is.
            pub const ALL: &'static [Facet] = &[$(Facet::$kind,)+];

            /// The key under which the facet stands: `columnLineage`.
            #[must_use]
            pub const fn key(self) -> &'static str { match self { $(Facet::$kind => $key,)+ } }

            /// The version of its schema: `1-2-0`.
            #[must_use]
            pub const fn version(self) -> &'static str { match self { $(Facet::$kind => $version,)+ } }

            /// The address of its schema, as `_schemaURL` has it.
            #[must_use]
            pub const fn schema_url(self) -> &'static str {
                match self { $(Facet::$kind => concat!(
                    "https://openlineage.io/spec/facets/", $version, "/", $name, ".json#/$defs/", $name
                ),)+ }
            }
        }
    };
}

facets! {
    /// The columns of a dataset.
    Schema = "schema", "SchemaDatasetFacet", "1-2-0";
    /// Which columns an output's columns come from.
    ColumnLineage = "columnLineage", "ColumnLineageDatasetFacet", "1-2-0";
    /// The store a dataset lives in.
    DataSource = "dataSource", "DatasourceDatasetFacet", "1-0-1";
    /// What happened to a dataset as a whole.
    LifecycleStateChange = "lifecycleStateChange", "LifecycleStateChangeDatasetFacet", "1-0-1";
    /// Other identities of a dataset.
    Symlinks = "symlinks", "SymlinksDatasetFacet", "1-0-1";
    /// The kind of a job.
    JobType = "jobType", "JobTypeJobFacet", "2-0-4";
    /// The SQL text of a job.
    Sql = "sql", "SQLJobFacet", "1-1-0";
    /// When a run was scheduled.
    NominalTime = "nominalTime", "NominalTimeRunFacet", "1-0-1";
    /// The run above a run.
    Parent = "parent", "ParentRunFacet", "1-2-0";
}

/// A facet's type: its two base fields, its own fields, and a constructor.
macro_rules! facet {
    ($(#[$doc:meta])* $type:ident<$($generic:ident $(= $default:ty)?),*> is $kind:ident {
        $($(#[$field_meta:meta])* $field:ident: $field_type:ty,)+
    }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[non_exhaustive]
        pub struct $type<'a, $($generic $(= $default)?),*> {
            /// Who made the facet: an absolute URI.
            #[serde(rename = "_producer")]
            pub producer: Cow<'a, str>,
            /// Which schema the facet follows.
            #[serde(rename = "_schemaURL")]
            pub schema_url: &'static str,
            $($(#[$field_meta])* pub $field: $field_type,)+
        }

        impl<'a, $($generic),*> $type<'a, $($generic),*> {
            /// The facet of this producer with these fields.
            #[must_use]
            pub fn new(producer: impl Into<Cow<'a, str>>, $($field: $field_type),+) -> Self {
                $type { producer: producer.into(), schema_url: Facet::$kind.schema_url(), $($field),+ }
            }
        }
    };
}

facet! {
    /// The columns of a dataset. `F` writes an array of [`SchemaField`]s.
    SchemaDatasetFacet<F = Vec<SchemaField<'a>>> is Schema {
        /// The columns, in the dataset's order.
        fields: F,
    }
}

/// A column in a [`SchemaDatasetFacet`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SchemaField<'a> {
    /// The column's name.
    pub name: Cow<'a, str>,
    /// Its type, in the store's own words.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub data_type: Option<Cow<'a, str>>,
    /// What it holds, for a reader.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Cow<'a, str>>,
}

impl<'a> SchemaField<'a> {
    /// The column of this name, of which no more is known.
    #[must_use]
    pub fn new(name: impl Into<Cow<'a, str>>) -> Self {
        SchemaField {
            name: name.into(),
            data_type: None,
            description: None,
        }
    }

    /// The column with this type.
    #[must_use]
    pub fn with_type(self, data_type: Option<impl Into<Cow<'a, str>>>) -> Self {
        SchemaField {
            data_type: data_type.map(Into::into),
            ..self
        }
    }

    /// The column with this description.
    #[must_use]
    pub fn with_description(self, description: Option<impl Into<Cow<'a, str>>>) -> Self {
        SchemaField {
            description: description.map(Into::into),
            ..self
        }
    }
}

facet! {
    /// Which columns an output's columns come from.
    ///
    /// `F` writes an object of output column to [`ColumnSources`], [`Map`] for one; `D` an array of
    /// [`InputField`]s: the columns that shape the dataset as a whole.
    ColumnLineageDatasetFacet<F = Map<Vec<(Cow<'a, str>, ColumnSources<'a>)>>, D = Vec<InputField<'a>>> is ColumnLineage {
        /// Output column to input columns.
        fields: F,
        /// The columns that filter, join, group or sort the whole result.
        #[serde(skip_serializing_if = "Option::is_none")]
        dataset: Option<D>,
    }
}

/// The input columns of an output column. `I` writes an array of [`InputField`]s.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ColumnSources<'a, I = Vec<InputField<'a>>> {
    /// The input columns.
    #[serde(rename = "inputFields")]
    pub input_fields: I,
    #[serde(skip)]
    lifetime: std::marker::PhantomData<&'a ()>,
}

impl<I> ColumnSources<'_, I> {
    /// These input columns.
    #[must_use]
    pub fn new(input_fields: I) -> Self {
        ColumnSources {
            input_fields,
            lifetime: std::marker::PhantomData,
        }
    }
}

/// A column of an input dataset. `T` writes an array of [`Transformation`]s.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct InputField<'a, T = Vec<Transformation<'a>>> {
    /// The dataset's namespace.
    pub namespace: Cow<'a, str>,
    /// The dataset's name.
    pub name: Cow<'a, str>,
    /// The column.
    pub field: Cow<'a, str>,
    /// What is done with it, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transformations: Option<T>,
}

impl<'a, T> InputField<'a, T> {
    /// The column `field` of a dataset.
    #[must_use]
    pub fn new(
        namespace: impl Into<Cow<'a, str>>,
        name: impl Into<Cow<'a, str>>,
        field: impl Into<Cow<'a, str>>,
        transformations: Option<T>,
    ) -> Self {
        InputField {
            namespace: namespace.into(),
            name: name.into(),
            field: field.into(),
            transformations,
        }
    }
}

/// What is done with an input column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Transformation<'a> {
    /// `DIRECT` or `INDIRECT`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// `IDENTITY`, `FILTER` and so on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subtype: Option<&'static str>,
    /// The expression.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<Cow<'a, str>>,
}

impl<'a> Transformation<'a> {
    /// A column whose value goes into the output: `IDENTITY`, `TRANSFORMATION`, `AGGREGATION`.
    #[must_use]
    pub fn direct(subtype: &'static str, description: Option<impl Into<Cow<'a, str>>>) -> Self {
        let description = description.map(Into::into);
        Transformation {
            kind: "DIRECT",
            subtype: Some(subtype),
            description,
        }
    }

    /// A column that shapes the output: `FILTER`, `JOIN`, `GROUP_BY`, `SORT`.
    #[must_use]
    pub fn indirect(subtype: &'static str) -> Self {
        Transformation {
            kind: "INDIRECT",
            subtype: Some(subtype),
            description: None,
        }
    }
}

facet! {
    /// The store a dataset lives in.
    DatasourceDatasetFacet<> is DataSource {
        /// Its name: the dataset's namespace.
        name: Cow<'a, str>,
        /// Its URI, without credentials.
        uri: Cow<'a, str>,
    }
}

facet! {
    /// What happened to a dataset as a whole.
    LifecycleStateChangeDatasetFacet<> is LifecycleStateChange {
        /// `ALTER`, `CREATE`, `DROP`, `OVERWRITE`, `RENAME` or `TRUNCATE`.
        #[serde(rename = "lifecycleStateChange")]
        change: Cow<'a, str>,
    }
}

facet! {
    /// Other identities of a dataset.
    SymlinksDatasetFacet<> is Symlinks {
        /// The identities.
        identifiers: Vec<Symlink<'a>>,
    }
}

/// Another identity of a dataset.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Symlink<'a> {
    /// Its namespace.
    pub namespace: Cow<'a, str>,
    /// Its name.
    pub name: Cow<'a, str>,
    /// What it identifies: `TABLE`, `LOCATION`.
    #[serde(rename = "type")]
    pub kind: Cow<'a, str>,
}

impl<'a> Symlink<'a> {
    /// An identity of this kind.
    #[must_use]
    pub fn new(
        namespace: impl Into<Cow<'a, str>>,
        name: impl Into<Cow<'a, str>>,
        kind: impl Into<Cow<'a, str>>,
    ) -> Self {
        Symlink {
            namespace: namespace.into(),
            name: name.into(),
            kind: kind.into(),
        }
    }
}

facet! {
    /// The kind of a job.
    JobTypeJobFacet<> is JobType {
        /// `BATCH` or `STREAMING`.
        #[serde(rename = "processingType")]
        processing_type: Cow<'a, str>,
        /// Which integration: `HOP`, `DPLYNEAGE`.
        integration: Cow<'a, str>,
        /// What the integration calls it: `QUERY`, `TRANSFORM`.
        #[serde(rename = "jobType", skip_serializing_if = "Option::is_none")]
        job_type: Option<Cow<'a, str>>,
    }
}

facet! {
    /// The SQL text of a job.
    SQLJobFacet<> is Sql {
        /// The text.
        query: Cow<'a, str>,
        /// Its dialect.
        #[serde(skip_serializing_if = "Option::is_none")]
        dialect: Option<Cow<'a, str>>,
    }
}

facet! {
    /// When a run was scheduled.
    NominalTimeRunFacet<> is NominalTime {
        /// The start of the scheduled interval, RFC 3339.
        #[serde(rename = "nominalStartTime")]
        start: Cow<'a, str>,
        /// Its end, RFC 3339.
        #[serde(rename = "nominalEndTime", skip_serializing_if = "Option::is_none")]
        end: Option<Cow<'a, str>>,
    }
}

/// Pairs that are written as one JSON object, in their order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Map<T>(pub T);

impl<K: Serialize, V: Serialize> Serialize for Map<Vec<(K, V)>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

#[cfg(test)]
mod tests {
    use super::Facet;

    #[test]
    fn every_schema_file_has_the_address_of_the_table() {
        for facet in Facet::ALL {
            let url = facet.schema_url();
            let (id, pointer) = url.split_once('#').unwrap();
            let path = id.strip_prefix("https://openlineage.io/spec/").unwrap();
            let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("schemas/openlineage")
                .join(path);
            let schema: serde_json::Value =
                serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
            assert_eq!(schema["$id"], id, "{facet:?}");
            assert!(schema.pointer(pointer).is_some(), "{facet:?} has no {pointer}");
            assert!(
                schema["properties"].get(facet.key()).is_some(),
                "{facet:?} stands under another key"
            );
            assert!(path.contains(facet.version()), "{facet:?}");
        }
    }
}
