//! The operation `hop_event`.

use serde::Deserialize;

use super::answer::{Response, TextAnswer};
use super::events::{Display, TextResponse};
use super::field::{Text, contract, one_of};
use super::read::Operation;
use super::{Context, RequestError};
use crate::event::{HopEvent, HopOptions};
use crate::file::Naming;
use crate::reason::Code;

/// `{"op":"hop_event","event":{…},"naming","contract","pretty"}`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HopEventRequest<'a> {
    #[serde(borrow)]
    event: Option<HopEvent<'a>>,
    #[serde(borrow)]
    naming: Option<Text<'a>>,
    contract: Option<i64>,
    pretty: Option<bool>,
}

impl<'de> Operation<'de> for HopEventRequest<'de> {
    fn answer(self, context: &Context<'_>) -> Result<Response<'de>, RequestError> {
        let event = self
            .event
            .ok_or_else(|| RequestError::of_field(Code::MissingField, "event"))?;
        let options = HopOptions {
            // Hop's own default: see its variable for file naming.
            naming: one_of("naming", &self.naming, Naming::NAMES, Naming::Legacy)?,
            contract: contract(self.contract)?,
            config: context.config,
        };
        let within = |error: RequestError| RequestError {
            field: Some(match &error.field {
                Some(field) => format!("event.{field}"),
                None => "event".to_owned(),
            }),
            ..error
        };
        Ok(match event.message(&options).map_err(within)? {
            Ok(message) => Response::written(&TextResponse {
                text: Display(message.to_json(self.pretty.unwrap_or(false))),
                notes: message.notes(),
                warnings: message.warnings(),
            }),
            Err(reason) => Response::Text(TextAnswer {
                key: "text",
                text: Err(reason),
                warnings: Vec::new(),
            }),
        })
    }
}
