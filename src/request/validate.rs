//! The operation `validate`, which only the command line has.

use serde::{Deserialize, Serialize};

use super::answer::Response;
use super::field::{Text, text};
use super::read::Operation;
use super::{Context, RequestError};
use crate::event::Problem;
use crate::reason::Code;

/// `{"op":"validate","text"}`: one event, or one on each line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ValidateRequest<'a> {
    #[serde(borrow)]
    text: Option<Text<'a>>,
}

/// `{"valid":true,"problems":[…]}`.
#[derive(Serialize)]
struct Answer {
    valid: bool,
    problems: Vec<Problem>,
}

impl<'de> Operation<'de> for ValidateRequest<'de> {
    fn answer(self, context: &Context<'_>) -> Result<Response<'de>, RequestError> {
        let Some(validate) = context.validate else {
            return Err(Code::UnsupportedOperation.into());
        };
        let events = text(&self.text).ok_or_else(|| RequestError::of_field(Code::MissingField, "text"))?;
        let problems = validate(events);
        let valid = !problems.iter().any(Problem::is_error);
        Ok(Response::written(&Answer { valid, problems }))
    }
}
