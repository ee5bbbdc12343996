//! The namespaces of datasets, and the name of a single output.
//!
//! Source: the page, "Namespaces" and `output_name`; `events-input`, "Settled here".

use std::collections::HashMap;

use super::DEFAULT_NAMESPACE;
use super::lineage::{Lineage, Node};
use super::options::Checked;
use crate::request::{RequestError, Text};

/// Where the datasets of a lineage lie.
pub(super) struct Namespaces<'l> {
    explicit: Option<&'l str>,
    /// The namespace captured for each model, where one was.
    models: HashMap<&'l str, Option<&'l str>>,
    /// The target of the first edge from each node.
    first_target: HashMap<&'l str, &'l str>,
}

impl<'l> Namespaces<'l> {
    pub(super) fn new(lineage: &'l Lineage<'_>, explicit: Option<&'l str>) -> Self {
        let mut models = HashMap::new();
        for (name, model) in &lineage.metadata.models.0 {
            let namespace = model
                .as_ref()
                .and_then(|model| model.namespace.as_ref())
                .map(Text::as_str);
            models
                .entry(name.as_str())
                .or_insert(namespace.filter(|namespace| !namespace.trim().is_empty()));
        }
        let mut first_target = HashMap::new();
        if explicit.is_none() && !models.is_empty() {
            for edge in &lineage.edges {
                first_target
                    .entry(edge.source.as_str())
                    .or_insert(edge.target.as_str());
            }
        }
        Namespaces {
            explicit,
            models,
            first_target,
        }
    }

    /// The explicit namespace; else its model's; for a base table that of the model its first edge leads to;
    /// else `dplyneage`.
    pub(super) fn of(&self, node: &Node<'_>) -> &'l str {
        let id = node.id.as_ref().map_or("", Text::as_str);
        let captured = || match self.models.get(id) {
            Some(own) => *own,
            None if node.is_output() => None,
            None => self.models.get(self.first_target.get(id)?).copied().flatten(),
        };
        self.explicit.or_else(captured).unwrap_or(DEFAULT_NAMESPACE)
    }
}

/// The position of the node that `output_name` renames.
///
/// # Errors
///
/// `output_name`, when there are several models, or not one output.
pub(super) fn renamed_output(
    lineage: &Lineage<'_>,
    options: &Checked<'_>,
) -> Result<Option<usize>, RequestError> {
    if options.output_name.is_none() {
        return Ok(None);
    }
    let mut outputs = lineage
        .nodes
        .iter()
        .enumerate()
        .filter(|(_, node)| node.is_output())
        .map(|(at, _)| at);
    match (outputs.next(), outputs.next()) {
        (Some(output), None) if lineage.metadata.models.0.len() <= 1 => Ok(Some(output)),
        _ => Err(RequestError::invalid(
            "output_name",
            "allowed only for a lineage with one output and at most one model",
        )),
    }
}
