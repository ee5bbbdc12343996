//! The operation `events`.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::error::Category;
use serde_json::value::RawValue;

use super::answer::Response;
use super::naming::ByIdentity;
use super::read::{Operation, explain_fields, offset};
use super::{Context, RequestError};
use crate::event::{ById, Events, Lineage, Naming, Note, Options};
use crate::reason::{Code, Warning};

/// `{"op":"events","lineage":{…},"options":{…},"identities","symlinks","contract"}`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EventsRequest<'a> {
    #[serde(borrow)]
    lineage: Option<Lineage<'a>>,
    #[serde(borrow)]
    options: Option<&'a RawValue>,
    identities: Option<bool>,
    symlinks: Option<bool>,
    contract: Option<i64>,
}

impl<'de> Operation<'de> for EventsRequest<'de> {
    fn answer(self, context: &Context) -> Result<Response<'de>, RequestError> {
        let lineage = self
            .lineage
            .ok_or_else(|| RequestError::of_field(Code::MissingField, "lineage"))?;
        let options = match self.options {
            Some(options) => read_json(options.get())?,
            None => Options::default(),
        };
        let symlinks = self.symlinks.unwrap_or(false);
        let contract = super::field::contract(self.contract)?;
        let identities = self.identities.unwrap_or(false);
        let by_identity = ByIdentity {
            context,
            contract,
            identities,
        };
        let naming: &dyn Naming<'_> = if identities || symlinks {
            &by_identity
        } else {
            &ById
        };
        let events = Events::named_by(&lineage, &options, naming, symlinks)?;
        Ok(Response::written(&TextResponse {
            text: Display(&events),
            notes: events.notes(),
            warnings: events.warnings(),
        }))
    }
}

/// Events as text, for doors that want it rather than a response.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct EventsText {
    /// One indented event, or one event a line.
    pub text: String,
    /// What was left out or changed.
    pub notes: Vec<Note>,
    /// What to be careful about with the identities.
    pub warnings: Vec<Warning>,
}

/// The events of a lineage under these options, both JSON as in the operation `events`. Blank options are none.
///
/// ```
/// let events = lineage_identity::request::events(r#"{"nodes":[]}"#, r#"{"pretty":false}"#)?;
/// assert!(events.text.starts_with(r#"{"eventType":"COMPLETE","#));
/// let error = lineage_identity::request::events("{}", r#"{"event_type":"DONE"}"#).unwrap_err();
/// assert_eq!(error.field.as_deref(), Some("lineage.nodes"));
/// # Ok::<(), lineage_identity::request::RequestError>(())
/// ```
///
/// # Errors
///
/// The argument, or the place in the lineage, that cannot be understood.
pub fn events(lineage: &str, options: &str) -> Result<EventsText, RequestError> {
    let within = |error: RequestError| RequestError {
        field: error
            .field
            .map(|field| format!("lineage.{field}"))
            .or(Some("lineage".to_owned())),
        ..error
    };
    let lineage: Lineage<'_> = read_json(lineage).map_err(within)?;
    let options = match options.trim() {
        "" => Options::default(),
        options => read_json(options)?,
    };
    let events = Events::of(&lineage, &options)?;
    Ok(EventsText {
        text: events.to_string(),
        notes: events.notes().to_vec(),
        warnings: events.warnings().to_vec(),
    })
}

/// Reads JSON; what is wrong with it has a place.
fn read_json<'a, T: Deserialize<'a>>(json: &'a str) -> Result<T, RequestError> {
    serde_json::from_str(json).map_err(|error| match error.classify() {
        Category::Data => explain_fields::<T, _>(&mut serde_json::Deserializer::from_str(json)),
        _ => RequestError::at(Code::InvalidJson, offset(json, error.line(), error.column())),
    })
}

/// `{"text":"…","notes":[…],"warnings":[…]}`.
#[derive(Serialize)]
#[serde(bound = "")]
pub(super) struct TextResponse<'a, T: fmt::Display> {
    pub(super) text: Display<T>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) notes: &'a [Note],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) warnings: &'a [Warning],
}

/// A text that is written where it belongs, without standing in memory by itself before.
pub(super) struct Display<T>(pub(super) T);

impl<T: fmt::Display> Serialize for Display<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}
