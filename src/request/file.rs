//! The operations `file` and `location`.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::answer::{IdentityAnswer, Response, TextAnswer};
use super::field::{Text, contract, one_of, text};
use super::read::Operation;
use super::{Context, RequestError};
use crate::config::{Config, ConfigError};
use crate::file::{self, FileOptions, Form, Naming};
use crate::identity::Identity;
use crate::reason::Code;

/// `{"op":"file","uri","naming","form","job_namespace","contract","facets","explain","config"}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileRequest<'a> {
    #[serde(borrow)]
    uri: Option<Text<'a>>,
    #[serde(borrow)]
    naming: Option<Text<'a>>,
    #[serde(borrow)]
    form: Option<Text<'a>>,
    #[serde(borrow)]
    job_namespace: Option<Text<'a>>,
    contract: Option<i64>,
    #[serde(borrow)]
    facets: Option<Vec<Text<'a>>>,
    explain: Option<bool>,
    #[serde(borrow)]
    config: Option<&'a RawValue>,
}

impl<'de> Operation<'de> for FileRequest<'de> {
    fn answer(self, context: &Context<'_>) -> Result<Response<'de>, RequestError> {
        let uri = text(&self.uri).ok_or_else(|| RequestError::of_field(Code::MissingField, "uri"))?;
        let own_config = own_config(self.config)?;
        let options = FileOptions {
            naming: one_of("naming", &self.naming, Naming::NAMES, Naming::Spec)?,
            form: one_of("form", &self.form, Form::NAMES, Form::Vfs)?,
            contract: contract(self.contract)?,
            job_namespace: text(&self.job_namespace),
            config: own_config.as_ref().or(context.config),
        };
        let mut resolution = file::resolve(uri, &options);
        if wants_data_source(self.facets.as_deref())? && resolution.identity.is_ok() {
            resolution.facets.data_source = file::data_source(uri, &options).ok();
        }
        if self.explain == Some(true) {
            resolution.rules = file::rules(uri, &options);
        }
        Ok(Response::Identity(IdentityAnswer { resolution }))
    }
}

/// `{"op":"location","namespace","name","contract"}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LocationRequest<'a> {
    #[serde(borrow)]
    namespace: Option<Text<'a>>,
    #[serde(borrow)]
    name: Option<Text<'a>>,
    contract: Option<i64>,
}

impl<'de> Operation<'de> for LocationRequest<'de> {
    fn answer(self, _: &Context<'_>) -> Result<Response<'de>, RequestError> {
        let missing = |field| RequestError::of_field(Code::MissingField, field);
        let namespace = text(&self.namespace).ok_or_else(|| missing("namespace"))?;
        let name = text(&self.name).ok_or_else(|| missing("name"))?;
        Ok(Response::Text(TextAnswer {
            key: "uri",
            text: file::location(&Identity::new(namespace, name), contract(self.contract)?),
            warnings: Vec::new(),
        }))
    }
}

/// The configuration that a request carries.
fn own_config(config: Option<&RawValue>) -> Result<Option<Config>, RequestError> {
    let Some(config) = config else {
        return Ok(None);
    };
    let invalid = |error: ConfigError| RequestError {
        code: error.code,
        ..RequestError::invalid(
            ["config", &error.place].join(".").trim_end_matches('.'),
            error.message,
        )
    };
    Config::from_json(config.get()).map(Some).map_err(invalid)
}

/// Whether the facets asked for hold the one there is.
fn wants_data_source(facets: Option<&[Text<'_>]>) -> Result<bool, RequestError> {
    let facets = facets.unwrap_or_default();
    match facets.iter().position(|facet| facet.as_str() != "dataSource") {
        Some(at) => Err(RequestError::invalid(
            format!("facets[{at}]"),
            "allowed are: dataSource",
        )),
        None => Ok(!facets.is_empty()),
    }
}
