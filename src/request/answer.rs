//! The shapes of a response.

use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::value::{RawValue, to_raw_value};

use super::RequestError;
use crate::event::facet::Symlink;
use crate::identity::{Facets, Identity, NoIdentity, Resolution};
use crate::reason::{Code, Warning};
use crate::run::ParentRunFacet;
use crate::settings::Settings;

/// The answer to a request.
#[derive(Debug, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Response<'a> {
    /// `{"identity":{…}}`, or `{"identity":null,"reason":{…}}`.
    Identity(IdentityAnswer),
    /// `{"namespace":"…"}` or `{"namespace":null,"reason":{…}}`; likewise for `name` and `run_id`.
    Text(TextAnswer),
    /// `{"run_id","derived","parent"}`.
    Run {
        /// The run id.
        run_id: std::borrow::Cow<'a, str>,
        /// Whether it was derived.
        derived: bool,
        /// The facet for children of the run.
        #[serde(skip_serializing_if = "Option::is_none")]
        parent: Option<ParentRunFacet<'a>>,
    },
    /// `{"job_namespace","file_spec_naming"}`.
    Settings(Settings),
    /// An answer that was written where it was made, as JSON: its text is too large to stand in memory twice.
    Written(Box<RawValue>),
    /// `{"error":{…}}`.
    Error {
        /// What is wrong with the request.
        error: RequestError,
    },
}

impl Response<'_> {
    /// Whether it carries an answer, not a reason or an error.
    fn is_answer(&self) -> bool {
        match self {
            Response::Identity(answer) => answer.resolution.identity.is_ok(),
            Response::Text(answer) => answer.text.is_ok(),
            Response::Run { .. } | Response::Settings(_) | Response::Written(_) => true,
            Response::Error { .. } => false,
        }
    }

    /// The answer with this JSON.
    pub(super) fn written(answer: &impl Serialize) -> Self {
        match to_raw_value(answer) {
            Ok(json) => Response::Written(json),
            Err(_) => Response::Error {
                error: Code::Panic.into(),
            },
        }
    }
}

/// An identity, or why there is none.
#[derive(Debug)]
pub struct IdentityAnswer {
    /// The identity and its warnings.
    pub resolution: Resolution,
}

impl Serialize for IdentityAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        found_or_reason(&mut map, "identity", &self.resolution.identity)?;
        warnings(&mut map, &self.resolution.warnings)?;
        if self.resolution.facets != Facets::default() {
            map.serialize_entry("facets", &self.resolution.facets)?;
        }
        if !self.resolution.rules.is_empty() {
            map.serialize_entry("rules", &self.resolution.rules)?;
        }
        if !self.resolution.aliases.is_empty() {
            // The identifiers of a symlinks facet.
            let aliases = self.resolution.aliases.iter();
            let symlinks = aliases.map(|alias| Symlink::new(&alias.namespace, &alias.name, "TABLE"));
            let aliases: Vec<_> = symlinks.collect();
            map.serialize_entry("aliases", &aliases)?;
        }
        map.end()
    }
}

/// A text under a key of the operation, or why there is none.
#[derive(Debug)]
pub struct TextAnswer {
    /// The key: `namespace`, `name`.
    pub key: &'static str,
    /// The text, or why there is none.
    pub text: Result<String, NoIdentity>,
    /// What to be careful about.
    pub warnings: Vec<Warning>,
}

impl Serialize for TextAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        found_or_reason(&mut map, self.key, &self.text)?;
        warnings(&mut map, &self.warnings)?;
        map.end()
    }
}

/// Writes `"key":value`, or `"key":null,"reason":{…}`.
fn found_or_reason<M: SerializeMap, T: Serialize>(
    map: &mut M,
    key: &'static str,
    found: &Result<T, NoIdentity>,
) -> Result<(), M::Error> {
    match found {
        Ok(value) => map.serialize_entry(key, value),
        Err(reason) => {
            map.serialize_entry(key, &None::<Identity>)?;
            map.serialize_entry("reason", reason)
        }
    }
}

/// Writes `"warnings":[…]` where there are any.
fn warnings<M: SerializeMap>(map: &mut M, warnings: &[Warning]) -> Result<(), M::Error> {
    if warnings.is_empty() {
        Ok(())
    } else {
        map.serialize_entry("warnings", warnings)
    }
}

/// What stands in for an answer that cannot be written, which does not happen: text keys and plain values are
/// written to memory.
const UNWRITABLE: &str = r#"{"error":{"code":"panic","message":"the answer could not be written"}}"#;

/// The response as one line of JSON.
pub(super) fn to_json(response: Response<'_>) -> String {
    if let Response::Written(json) = response {
        return String::from(Box::<str>::from(json));
    }
    serde_json::to_string(&response).unwrap_or_else(|_| UNWRITABLE.to_owned())
}

/// Writes the response as one line of JSON to the end of `out`, and says whether it is an answer.
pub(super) fn write(response: Response<'_>, out: &mut Vec<u8>) -> bool {
    let start = out.len();
    if let Response::Written(json) = &response {
        out.extend_from_slice(json.get().as_bytes());
    } else if serde_json::to_writer(&mut *out, &response).is_err() {
        out.truncate(start);
        out.extend_from_slice(UNWRITABLE.as_bytes());
    }
    response.is_answer()
}
