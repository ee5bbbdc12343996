//! A lineage as dplyneage writes it: nodes, edges and what is known about the models.
//!
//! Source: the page of `lineage_openlineage`; keys that are not named here are ignored.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use crate::request::Text;

/// A lineage: datasets and the column edges between them.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[non_exhaustive]
pub struct Lineage<'a> {
    /// The datasets. Their order is that of the event.
    #[serde(borrow)]
    pub nodes: Vec<Node<'a>>,
    /// The edges from column to column.
    #[serde(borrow, default, deserialize_with = "or_default")]
    pub edges: Vec<Edge<'a>>,
    /// What is known besides.
    #[serde(borrow, default, deserialize_with = "or_default")]
    pub metadata: Metadata<'a>,
}

impl<'a> Lineage<'a> {
    /// A lineage of these nodes and edges, without models.
    #[must_use]
    pub fn new(nodes: Vec<Node<'a>>, edges: Vec<Edge<'a>>) -> Self {
        Lineage {
            nodes,
            edges,
            metadata: Metadata::default(),
        }
    }
}

/// A dataset.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[non_exhaustive]
pub struct Node<'a> {
    /// Its name in the lineage.
    #[serde(borrow)]
    pub id: Option<Text<'a>>,
    /// `transform` and `target` are outputs; everything else is an input.
    #[serde(borrow, rename = "type")]
    pub kind: Option<Text<'a>>,
    /// Its columns.
    #[serde(borrow, default, deserialize_with = "or_default")]
    pub columns: OneOrMany<Text<'a>>,
    /// The types of columns.
    #[serde(borrow, default, deserialize_with = "or_default")]
    pub types: Pairs<'a, Option<Text<'a>>>,
    /// The descriptions of columns.
    #[serde(borrow, default, deserialize_with = "or_default")]
    pub labels: Pairs<'a, Option<Text<'a>>>,
    /// Where it lies, as a request of the operation that names it. Read only when identities are asked for.
    #[serde(borrow)]
    pub dataset: Option<&'a RawValue>,
    /// Other identities of it. Read only when identities or symlinks are asked for.
    #[serde(borrow)]
    pub aliases: Option<&'a RawValue>,
}

impl<'a> Node<'a> {
    /// A dataset of this type (`source`, `transform`, `target`) with these columns.
    #[must_use]
    pub fn new(id: &'a str, kind: &'a str, columns: &[&'a str]) -> Self {
        Node {
            id: Some(id.into()),
            kind: Some(kind.into()),
            columns: OneOrMany(columns.iter().map(|column| Text::from(*column)).collect()),
            ..Node::default()
        }
    }

    /// Whether it is written by the job.
    pub(super) fn is_output(&self) -> bool {
        matches!(self.kind.as_ref().map(Text::as_str), Some("transform" | "target"))
    }
}

/// An edge from a column to a column that depends on it.
#[derive(Debug, Clone, serde::Deserialize)]
#[non_exhaustive]
pub struct Edge<'a> {
    /// The id of the node it starts at.
    #[serde(borrow)]
    pub source: Text<'a>,
    /// The column it starts at.
    #[serde(borrow)]
    pub source_column: Text<'a>,
    /// The id of the node it leads to.
    #[serde(borrow)]
    pub target: Text<'a>,
    /// The column it leads to.
    #[serde(borrow)]
    pub target_column: Text<'a>,
    /// What is done with the column.
    pub transformation: Option<EdgeKind>,
    /// Everything that is done with a column that shapes the result in several ways.
    #[serde(borrow)]
    pub transformations: Option<&'a RawValue>,
    /// The expression that does it.
    #[serde(borrow)]
    pub expression: Option<Text<'a>>,
    /// With a namespace, `source` is the name of an identity or an alias. Read only when identities are asked for.
    #[serde(borrow)]
    pub source_namespace: Option<&'a RawValue>,
}

impl<'a> Edge<'a> {
    /// An edge of which no more is known.
    #[must_use]
    pub fn new(source: &'a str, source_column: &'a str, target: &'a str, target_column: &'a str) -> Self {
        Edge {
            source: source.into(),
            source_column: source_column.into(),
            target: target.into(),
            target_column: target_column.into(),
            transformation: None,
            transformations: None,
            expression: None,
            source_namespace: None,
        }
    }

    /// The kinds of edge that it is, the leading one first. Only shapes are read from the list of all kinds.
    pub(super) fn shapes(&self) -> impl Iterator<Item = EdgeKind> {
        let all = self
            .transformations
            .and_then(|all| serde_json::from_str::<Vec<EdgeKind>>(all.get()).ok());
        let shapes = all.into_iter().flatten().filter(|kind| !kind.is_direct());
        self.transformation.into_iter().chain(shapes)
    }

    /// The edge with this kind and expression.
    #[must_use]
    pub fn with(self, kind: EdgeKind, expression: Option<&'a str>) -> Self {
        Edge {
            transformation: Some(kind),
            expression: expression.map(Text::from),
            ..self
        }
    }
}

/// What an edge does with the column it starts at.
///
/// Source: the page, "Static lineage events".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EdgeKind {
    /// The value as it is.
    Identity,
    /// A value computed from it.
    Transformation,
    /// A value computed from many of it.
    Aggregation,
    /// It filters the rows.
    Filter,
    /// It joins the rows.
    Join,
    /// It groups the rows.
    GroupBy,
    /// It sorts the rows.
    Sort,
    /// A text that is none of the above.
    Unknown,
}

impl EdgeKind {
    /// Text, whether the edge is direct, and OpenLineage's subtype.
    const TABLE: &'static [(EdgeKind, &'static str, bool, &'static str)] = &[
        (EdgeKind::Identity, "identity", true, "IDENTITY"),
        (EdgeKind::Transformation, "transformation", true, "TRANSFORMATION"),
        (EdgeKind::Aggregation, "aggregation", true, "AGGREGATION"),
        (EdgeKind::Filter, "filter", false, "FILTER"),
        (EdgeKind::Join, "join", false, "JOIN"),
        (EdgeKind::GroupBy, "group_by", false, "GROUP_BY"),
        (EdgeKind::Sort, "sort", false, "SORT"),
    ];

    fn row(self) -> Option<&'static (EdgeKind, &'static str, bool, &'static str)> {
        Self::TABLE.iter().find(|(kind, ..)| *kind == self)
    }

    /// Whether the column's value goes into the output, rather than shaping it.
    #[must_use]
    pub fn is_direct(self) -> bool {
        self.row().is_none_or(|(_, _, direct, _)| *direct)
    }

    /// OpenLineage's word for it.
    #[must_use]
    pub fn subtype(self) -> Option<&'static str> {
        self.row().map(|(.., subtype)| *subtype)
    }

    /// The words that a lineage may use.
    pub(super) fn allowed() -> String {
        let words: Vec<_> = Self::TABLE.iter().map(|(_, word, ..)| *word).collect();
        format!("allowed are: {}", words.join(", "))
    }
}

impl<'de> Deserialize<'de> for EdgeKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Text::deserialize(deserializer)?;
        let known = Self::TABLE.iter().find(|(_, word, ..)| *word == text.as_str());
        Ok(known.map_or(EdgeKind::Unknown, |(kind, ..)| *kind))
    }
}

/// What is known about the lineage besides its nodes and edges.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[non_exhaustive]
pub struct Metadata<'a> {
    /// The models by name, in their order.
    #[serde(borrow, default, deserialize_with = "or_default")]
    pub models: Pairs<'a, Option<Model<'a>>>,
}

/// A model: a query whose result is a node of the same name.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[non_exhaustive]
pub struct Model<'a> {
    /// Its SQL text.
    #[serde(borrow)]
    pub sql: Option<Text<'a>>,
    /// The dialect of the text.
    #[serde(borrow)]
    pub dialect: Option<Text<'a>>,
    /// The namespace captured from its connection.
    #[serde(borrow)]
    pub namespace: Option<Text<'a>>,
}

/// An absent value, null and the type's default are the same.
fn or_default<'de, T: Deserialize<'de> + Default, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// An array, or its one item by itself: R writes a vector of one either way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OneOrMany<T>(pub Vec<T>);

impl<T> Default for OneOrMany<T> {
    fn default() -> Self {
        OneOrMany(Vec::new())
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for OneOrMany<Text<'a>> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Texts;
        impl<'de> Visitor<'de> for Texts {
            type Value = OneOrMany<Text<'de>>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string or an array of strings")
            }
            fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(OneOrMany(vec![text.into()]))
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                Ok(OneOrMany(vec![text.to_owned().into()]))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = seq.next_element()? {
                    items.push(item);
                }
                Ok(OneOrMany(items))
            }
        }
        deserializer.deserialize_any(Texts)
    }
}

/// An object, its keys in their order. An empty array is an empty object, as R writes one so.
#[derive(Debug, Clone)]
pub struct Pairs<'a, T>(pub Vec<(Text<'a>, T)>);

impl<T> Default for Pairs<'_, T> {
    fn default() -> Self {
        Pairs(Vec::new())
    }
}

impl<'de: 'a, 'a, T: Deserialize<'de>> Deserialize<'de> for Pairs<'a, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PairsVisitor<'a, T>(PhantomData<(&'a (), T)>);
        impl<'de: 'a, 'a, T: Deserialize<'de>> Visitor<'de> for PairsVisitor<'a, T> {
            type Value = Pairs<'a, T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                match seq.next_element::<serde::de::IgnoredAny>()? {
                    None => Ok(Pairs(Vec::new())),
                    Some(_) => Err(A::Error::custom("an array")),
                }
            }
        }
        deserializer.deserialize_any(PairsVisitor(PhantomData))
    }
}
