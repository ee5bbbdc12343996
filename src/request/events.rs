//! The operation `events`.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::answer::Response;
use super::naming::ByIdentity;
use super::read::{Operation, explain_fields};
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
            Some(options) => read_options(options.get())?,
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

/// Reads the arguments. What is wrong with them is named as the page names them.
fn read_options(options: &str) -> Result<Options<'_>, RequestError> {
    serde_json::from_str(options)
        .map_err(|_| explain_fields::<Options<'_>, _>(&mut serde_json::Deserializer::from_str(options)))
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
