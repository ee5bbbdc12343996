//! Datasets of a lineage named by the operations that name datasets.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::answer::Response;
use super::field::Text;
use super::{Context, RequestError, read};
use crate::Contract;
use crate::event::facet::Symlink;
use crate::event::safe;
use crate::event::{Key, Named, Naming, Node};
use crate::file::{self, FileOptions};
use crate::identity::{Identity, Resolution};
use crate::reason::Code;

/// Names a node by its `dataset`, a request of the operation that names it; else by its id, where that is a URI;
/// else as the lineage has it.
pub(super) struct ByIdentity<'c> {
    pub(super) context: &'c Context<'c>,
    pub(super) contract: Contract,
    /// Whether nodes are named by what they say of their place; else only their aliases are read.
    pub(super) identities: bool,
}

impl ByIdentity<'_> {
    /// The identity that a request gives.
    fn requested(&self, request: &str, field: impl Fn() -> String) -> Result<Resolution, RequestError> {
        match read::answer(request, self.context) {
            Response::Identity(answer) => Ok(answer.resolution),
            Response::Error { error } => Err(RequestError {
                field: Some(match &error.field {
                    Some(inner) => format!("{}.{inner}", field()),
                    None => field(),
                }),
                ..error
            }),
            _ => Err(RequestError::invalid(
                field(),
                "allowed are requests that are answered by an identity",
            )),
        }
    }

    /// The identity of text that is a URI; nothing for other text.
    fn of_uri(&self, text: &str) -> Option<Resolution> {
        let scheme = text.split_once(":/").map(|(scheme, _)| scheme)?;
        let is_scheme = !scheme.is_empty() && !scheme.contains(['/', '\\']);
        let options = FileOptions {
            contract: self.contract,
            config: self.context.config,
            ..FileOptions::default()
        };
        (is_scheme && self.identities).then(|| file::resolve(text, &options))
    }

    fn aliases<'l>(&self, node: &'l Node<'_>, at: usize) -> Result<Vec<Symlink<'l>>, RequestError> {
        let field = |alias: usize| format!("lineage.nodes[{at}].aliases[{alias}]");
        let Some(list) = node.aliases else {
            return Ok(Vec::new());
        };
        let list: Vec<&RawValue> = serde_json::from_str(list.get()).map_err(|_| {
            RequestError::of_field(Code::InvalidField, format!("lineage.nodes[{at}].aliases"))
        })?;
        let mut aliases = Vec::with_capacity(list.len());
        for (index, alias) in list.into_iter().enumerate() {
            aliases.extend(self.alias(alias.get(), || field(index))?);
        }
        Ok(aliases)
    }

    /// An alias is a pair `{"namespace","name","type"}`, or a request as `dataset` is.
    fn alias<'l>(
        &self,
        alias: &'l str,
        field: impl Fn() -> String,
    ) -> Result<Option<Symlink<'l>>, RequestError> {
        #[derive(Deserialize)]
        struct Alias<'a> {
            #[serde(borrow)]
            op: Option<Text<'a>>,
            #[serde(borrow)]
            namespace: Option<Text<'a>>,
            #[serde(borrow)]
            name: Option<Text<'a>>,
            #[serde(borrow, rename = "type")]
            kind: Option<Text<'a>>,
        }
        let parts: Alias<'l> =
            serde_json::from_str(alias).map_err(|_| RequestError::of_field(Code::InvalidField, field()))?;
        if let Some(op) = &parts.op {
            let kind = if op.as_str() == "file" {
                "LOCATION"
            } else {
                "TABLE"
            };
            let identity = self.requested(alias, field)?.identity.ok();
            return Ok(identity.map(|identity| Symlink::new(identity.namespace, identity.name, kind)));
        }
        let kind = parts.kind.map_or_else(|| "TABLE".into(), |kind| kind.0);
        match (parts.namespace, parts.name) {
            (Some(namespace), Some(name)) => Ok(Some(Symlink::new(namespace.0, name.0, kind))),
            _ => Err(RequestError::of_field(Code::MissingField, field())),
        }
    }
}

impl<'l> Naming<'l> for ByIdentity<'_> {
    fn name(
        &self,
        at: usize,
        node: &'l Node<'_>,
        shown: &'l str,
        namespace: &'l str,
    ) -> Result<Result<Named<'l>, Code>, RequestError> {
        let resolution = match node.dataset.filter(|_| self.identities) {
            Some(request) => Some(self.requested(request.get(), || format!("lineage.nodes[{at}].dataset"))?),
            None if shown.trim().is_empty() => return Ok(Err(Code::NamelessDataset)),
            None => self.of_uri(shown),
        };
        let Some(resolution) = resolution else {
            let mut named = Named::verbatim(namespace, shown);
            named.add_aliases(self.aliases(node, at)?);
            return Ok(Ok(named));
        };
        let Ok(identity) = resolution.identity else {
            return Ok(Err(Code::DatasetWithoutIdentity));
        };
        let mut named = Named {
            namespace: identity.namespace.into(),
            name: identity.name.into(),
            warnings: resolution.warnings,
            ..Named::default()
        };
        named.add_aliases(self.aliases(node, at)?);
        // Those that the request asked for; what the lineage says itself stands first.
        let computed = resolution.aliases.into_iter();
        let symlink = |alias: Identity| Symlink::new(alias.namespace, alias.name, "TABLE");
        named.add_aliases(computed.map(symlink).collect());
        Ok(Ok(named))
    }

    fn reference(&self, id: &str, namespace: Option<&RawValue>) -> Option<Key> {
        let namespace =
            namespace.and_then(|namespace| serde_json::from_str::<Option<String>>(namespace.get()).ok());
        match namespace.flatten() {
            Some(namespace) if self.identities => {
                Some((safe::text(&namespace).into_owned(), safe::text(id).into_owned()))
            }
            _ => self
                .of_uri(id)?
                .identity
                .ok()
                .map(|Identity { namespace, name }| (namespace, name)),
        }
    }
}
