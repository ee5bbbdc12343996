//! The operation `jdbc`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::answer::{IdentityAnswer, Response};
use super::field::{Text, contract, text};
use super::read::Operation;
use super::{Context, RequestError};
use crate::jdbc::{self, JdbcOptions};
use crate::reason::Code;
use crate::relational::ServerSettings;

/// `{"op":"jdbc","url","type","properties","database","schema","table","contract","options","aliases"}`. Without a table the answer
/// is the namespace, as for `relational`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JdbcRequest<'a> {
    #[serde(borrow)]
    url: Option<Text<'a>>,
    #[serde(borrow, rename = "type")]
    hop_type: Option<Text<'a>>,
    #[serde(borrow)]
    properties: Option<BTreeMap<Text<'a>, Option<Text<'a>>>>,
    #[serde(borrow)]
    database: Option<Text<'a>>,
    #[serde(borrow)]
    schema: Option<Text<'a>>,
    #[serde(borrow)]
    table: Option<Text<'a>>,
    contract: Option<i64>,
    options: Option<ServerSettings>,
    aliases: Option<bool>,
}

impl<'de> Operation<'de> for JdbcRequest<'de> {
    fn answer(self, context: &Context) -> Result<Response<'de>, RequestError> {
        let url = text(&self.url).ok_or_else(|| RequestError::of_field(Code::MissingField, "url"))?;
        let properties = self.properties.iter().flatten();
        let properties: Vec<_> = properties
            .filter_map(|(key, value)| Some((key.as_str(), value.as_ref()?.as_str())))
            .collect();
        let options = JdbcOptions {
            hop_type: text(&self.hop_type),
            properties: &properties,
            database: text(&self.database),
            schema: text(&self.schema),
            contract: contract(self.contract)?,
            settings: self.options.unwrap_or_default(),
        };
        let resolve = if self.aliases == Some(true) {
            jdbc::resolve_with_aliases
        } else {
            jdbc::resolve
        };
        Ok(match text(&self.table) {
            Some(table) => Response::Identity(IdentityAnswer {
                resolution: context.resolved(resolve(url, table, &options)),
            }),
            None => context.namespace(jdbc::resolve_namespace(url, &options)),
        })
    }
}
