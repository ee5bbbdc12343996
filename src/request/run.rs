//! The operation `run`.

use std::borrow::Cow;

use serde::Deserialize;

use super::answer::{Response, TextAnswer};
use super::field::{Text, text};
use super::read::Operation;
use super::{Context, RequestError};
use crate::run::{ParentRunFacet, run_id};

/// `{"op":"run","log_channel_id","job_namespace","job_name"}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RunRequest<'a> {
    #[serde(borrow)]
    log_channel_id: Option<Text<'a>>,
    #[serde(borrow)]
    job_namespace: Option<Text<'a>>,
    #[serde(borrow)]
    job_name: Option<Text<'a>>,
}

impl<'de> Operation<'de> for RunRequest<'de> {
    fn answer(self, _: &Context) -> Result<Response<'de>, RequestError> {
        let id = match run_id(text(&self.log_channel_id), text(&self.job_name)) {
            Ok(id) => id,
            Err(reason) => {
                let answer = TextAnswer {
                    key: "run_id",
                    text: Err(reason),
                    warnings: Vec::new(),
                };
                return Ok(Response::Text(answer));
            }
        };
        let run_id: Cow<'de, str> = Cow::Owned(id.run_id.into_owned());
        let derived = id.derived;
        let parent = ParentRunFacet::of_hop(run_id.clone(), text(&self.job_namespace), text(&self.job_name))
            .map(ParentRunFacet::into_owned);
        Ok(Response::Run {
            run_id,
            derived,
            parent,
        })
    }
}
