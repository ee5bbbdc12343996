//! How the nodes of a lineage become datasets.

use std::borrow::Cow;

use serde_json::value::RawValue;

use super::facet::Symlink;
use super::lineage::Node;
use super::safe;
use crate::reason::{Code, Warning};
use crate::request::RequestError;

/// A dataset's identity, and what is known about it besides.
#[derive(Debug, Default)]
pub(crate) struct Named<'l> {
    pub(crate) namespace: Cow<'l, str>,
    pub(crate) name: Cow<'l, str>,
    /// Other identities of it, none of them its own and none twice.
    pub(crate) aliases: Vec<Symlink<'l>>,
    pub(crate) warnings: Vec<Warning>,
    /// Whether the namespace or the name held a secret.
    pub(crate) secret_removed: bool,
}

impl<'l> Named<'l> {
    /// A dataset named as the lineage has it.
    pub(crate) fn verbatim(namespace: &'l str, name: &'l str) -> Self {
        let (namespace, name) = (safe::text(namespace), safe::text(name));
        let secret_removed = matches!((&namespace, &name), (Cow::Owned(_), _) | (_, Cow::Owned(_)));
        Named {
            namespace,
            name,
            secret_removed,
            ..Named::default()
        }
    }

    /// Adds the identities that are new and that say something: a symlink to the dataset itself, to a nameless
    /// one or to a bare path says nothing.
    ///
    /// Source: reported cases `symlink-self-and-duplicates`, `symlink-path-namespace`.
    pub(crate) fn add_aliases(&mut self, aliases: Vec<Symlink<'l>>) {
        for mut alias in aliases {
            for part in [&mut alias.namespace, &mut alias.name] {
                if let Cow::Owned(safe) = safe::text(part) {
                    (*part, self.secret_removed) = (Cow::Owned(safe), true);
                }
            }
            let blank = alias.namespace.trim().is_empty() || alias.name.trim().is_empty();
            let own = alias.namespace == self.namespace && alias.name == self.name;
            let known = |other: &Symlink<'_>| other.namespace == alias.namespace && other.name == alias.name;
            if !blank && !own && !alias.namespace.starts_with('/') && !self.aliases.iter().any(known) {
                self.aliases.push(alias);
            }
        }
    }
}

/// A namespace and a name.
pub(crate) type Key = (String, String);

/// How nodes are named.
pub(crate) trait Naming<'l> {
    /// The dataset of a node, or why it is left out. `shown` is its id, or the name that takes its place.
    ///
    /// # Errors
    ///
    /// The field of the node that cannot be understood.
    fn name(
        &self,
        at: usize,
        node: &'l Node<'_>,
        shown: &'l str,
        namespace: &'l str,
    ) -> Result<Result<Named<'l>, Code>, RequestError>;

    /// The identity that stands at an end of an edge, where it is not the id of a node.
    fn reference(&self, _id: &str, _namespace: Option<&RawValue>) -> Option<Key> {
        None
    }
}

/// Names every node by its id.
pub(crate) struct ById;

impl<'l> Naming<'l> for ById {
    fn name(
        &self,
        _: usize,
        _: &'l Node<'_>,
        shown: &'l str,
        namespace: &'l str,
    ) -> Result<Result<Named<'l>, Code>, RequestError> {
        if shown.trim().is_empty() {
            return Ok(Err(Code::NamelessDataset));
        }
        Ok(Ok(Named::verbatim(namespace, shown)))
    }
}
