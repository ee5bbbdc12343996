//! The operation `settings`.

use std::collections::HashMap;

use serde::Deserialize;

use super::answer::Response;
use super::field::Text;
use super::read::Operation;
use super::{Context, RequestError};
use crate::settings;

/// `{"op":"settings","variables":{NAME:VALUE}}`. Other variables than Hop's two are ignored.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SettingsRequest<'a> {
    #[serde(borrow)]
    variables: Option<HashMap<String, Option<Text<'a>>>>,
}

impl<'de> Operation<'de> for SettingsRequest<'de> {
    fn answer(self, _: &Context) -> Result<Response<'de>, RequestError> {
        let variables = self.variables.unwrap_or_default();
        let value = |name: &str| variables.get(name)?.as_ref().map(Text::as_str);
        let (namespace, naming) = (settings::NAMESPACE_VARIABLE, settings::FILE_SPEC_NAMING_VARIABLE);
        Ok(Response::Settings(settings::read(
            value(namespace),
            value(naming),
        )))
    }
}
