//! The operation `accumulate`.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::answer::Response;
use super::read::Operation;
use super::{Context, RequestError};
use crate::event::{Cumulative, accumulate};
use crate::reason::Code;

/// `{"op":"accumulate","events":[{…},…]}`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AccumulateRequest<'a> {
    #[serde(borrow)]
    events: Option<Vec<&'a RawValue>>,
}

/// `{"events":[{…},…]}`.
#[derive(Serialize)]
struct Answer<'a> {
    events: Vec<Cumulative<'a>>,
}

impl<'de> Operation<'de> for AccumulateRequest<'de> {
    fn answer(self, _: &Context<'_>) -> Result<Response<'de>, RequestError> {
        let events = self
            .events
            .ok_or_else(|| RequestError::of_field(Code::MissingField, "events"))?;
        let events = accumulate(&events)?;
        Ok(Response::written(&Answer { events }))
    }
}
