//! OpenLineage events: from a lineage of nodes and edges, from what Hop's sink is told, and several of one run
//! made into one.
//!
//! Source: the page of `lineage_openlineage`, with the schemas in `schemas/openlineage`.

mod accumulate;
pub mod facet;
mod graph;
mod hop;
mod hop_dataset;
mod lineage;
mod namespace;
mod naming;
mod options;
mod problem;
mod propagate;
pub(crate) mod safe;
mod time;
mod write;

use serde::Serialize;

use crate::reason::{Code, Warning};
use crate::request::RequestError;
pub use accumulate::{Cumulative, accumulate};
pub use hop::{HopContext, HopEvent, HopMessage, HopOptions};
pub use hop_dataset::{FileIo, HopColumn, HopEdge, HopInput, HopTable, RelationalIo};
pub use lineage::{Edge, EdgeKind, Lineage, Metadata, Model, Node, OneOrMany, Pairs};
pub(crate) use naming::{ById, Key, Named, Naming};
pub use options::{Options, Parent};
pub use problem::Problem;
pub use time::{is_rfc3339, rfc3339_millis};

/// The producer of the events that are made from a lineage.
///
/// Source: the page, "Examples".
pub const PRODUCER: &str = "https://github.com/tgerke/dplyneage";

/// The namespace of jobs, and of datasets about whose place nothing was captured.
///
/// Source: the page, "Namespaces".
pub const DEFAULT_NAMESPACE: &str = "dplyneage";

/// The address of a kind of event in the core schema, 2-0-2.
macro_rules! event_schema {
    ($kind:literal) => {
        concat!(
            "https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/",
            $kind
        )
    };
}
pub(crate) use event_schema;

/// Something that was left out or changed, and where it stood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Note {
    /// The machine-readable reason.
    pub code: Code,
    /// The reason for a reader.
    pub message: &'static str,
    /// The place in the request: `lineage.edges[3].source`.
    pub field: String,
}

impl Note {
    /// How many notes are kept: enough to see what is wrong.
    const MOST: usize = 100;

    /// Adds a note; after the hundredth only that there are more.
    fn push(notes: &mut Vec<Note>, code: Code, field: String) {
        let code = match notes.len() {
            Self::MOST => Code::MoreNotes,
            more if more > Self::MOST => return,
            _ => code,
        };
        notes.push(Note {
            code,
            message: code.message(),
            field,
        });
    }
}

/// The events of a lineage, ready to be written: [`ToString`] gives the document.
///
/// One indented document for a single event when `pretty` is on, else one compact event a line. Lines end with
/// LF; there is none after the last.
///
/// ```
/// use lineage_identity::event::{Edge, Events, Lineage, Node, Options};
///
/// let lineage = Lineage::new(
///     vec![Node::new("orders", "source", &["amount"]), Node::new("daily", "target", &["total"])],
///     vec![Edge::new("orders", "amount", "daily", "total")],
/// );
/// let options = Options::default();
/// let text = Events::of(&lineage, &options)?.to_string();
/// assert!(text.starts_with("{\n  \"eventType\": \"COMPLETE\",\n"));
/// # Ok::<(), lineage_identity::request::RequestError>(())
/// ```
#[derive(Debug)]
pub struct Events<'l> {
    options: options::Checked<'l>,
    graph: graph::Graph<'l>,
    symlinks: bool,
}

impl<'l> Events<'l> {
    /// The events of this lineage under these options, its datasets named by their ids.
    ///
    /// # Errors
    ///
    /// The argument, or the place in the lineage, that is not as it must be; what is allowed is in the message.
    pub fn of(lineage: &'l Lineage<'_>, options: &'l Options<'_>) -> Result<Self, RequestError> {
        Self::named_by(lineage, options, &ById, false)
    }

    /// Likewise, with the datasets named by `naming`, and their other identities as symlinks if asked for.
    pub(crate) fn named_by(
        lineage: &'l Lineage<'_>,
        options: &'l Options<'_>,
        naming: &dyn Naming<'l>,
        symlinks: bool,
    ) -> Result<Self, RequestError> {
        let options = options.check()?;
        if options.kinds.job && lineage.metadata.models.0.is_empty() {
            let message = "job events need the lineage's metadata.models";
            return Err(RequestError {
                message: message.into(),
                ..RequestError::of_field(Code::MissingField, "models")
            });
        }
        let graph = graph::Graph::build(lineage, &options, naming)?;
        Ok(Events {
            options,
            graph,
            symlinks,
        })
    }

    /// What was left out or changed.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.graph.notes
    }

    /// What to be careful about with the identities.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.graph.warnings
    }
}
