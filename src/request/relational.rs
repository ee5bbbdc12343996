//! The operations `relational` and `table_name`.

use serde::Deserialize;

use super::answer::{IdentityAnswer, Response, TextAnswer};
use super::field::{Port, Text, contract, text};
use super::read::Operation;
use super::{Context, RequestError};
use crate::reason::Code;
use crate::relational::{self, Connection, ServerSettings, Table};

/// `{"op":"relational","type","host","port",…,"database","schema","table"}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RelationalRequest<'a> {
    #[serde(borrow, rename = "type")]
    hop_type: Option<Text<'a>>,
    #[serde(borrow)]
    host: Option<Text<'a>>,
    #[serde(borrow)]
    port: Option<Port<'a>>,
    default_port: Option<i64>,
    #[serde(borrow)]
    url: Option<Text<'a>>,
    #[serde(borrow)]
    instance: Option<Text<'a>>,
    #[serde(borrow)]
    catalog: Option<Text<'a>>,
    #[serde(borrow)]
    preferred_schema: Option<Text<'a>>,
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

impl<'de> Operation<'de> for RelationalRequest<'de> {
    fn answer(self, context: &Context) -> Result<Response<'de>, RequestError> {
        let connection = Connection {
            hop_type: text(&self.hop_type),
            host: text(&self.host),
            port: self.port.as_ref().map(|port| port.0.as_ref()),
            default_port: self.default_port,
            url: text(&self.url),
            instance: text(&self.instance),
            catalog: text(&self.catalog),
            preferred_schema: text(&self.preferred_schema),
            database: text(&self.database),
            contract: contract(self.contract)?,
            from_url: false,
            settings: self.options.unwrap_or_default(),
        };
        if self.table.is_none() {
            let (mut text, warnings) = relational::resolve_namespace(&connection);
            if let Ok(namespace) = &mut text {
                context.resolve_namespace(namespace);
            }
            return Ok(Response::Text(TextAnswer {
                key: "namespace",
                text,
                warnings,
            }));
        }
        let table = Table {
            database: None,
            schema: text(&self.schema),
            table: text(&self.table),
        };
        let resolution = if self.aliases == Some(true) {
            relational::resolve_with_aliases(&connection, &table)
        } else {
            relational::resolve(&connection, &table)
        };
        Ok(Response::Identity(IdentityAnswer {
            resolution: context.resolved(resolution),
        }))
    }
}

/// `{"op":"table_name","database","schema","table","default_catalog","default_schema"}`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TableNameRequest<'a> {
    #[serde(borrow)]
    database: Option<Text<'a>>,
    #[serde(borrow)]
    schema: Option<Text<'a>>,
    #[serde(borrow)]
    table: Option<Text<'a>>,
    #[serde(borrow)]
    default_catalog: Option<Text<'a>>,
    #[serde(borrow)]
    default_schema: Option<Text<'a>>,
}

impl<'de> Operation<'de> for TableNameRequest<'de> {
    fn answer(self, _: &Context) -> Result<Response<'de>, RequestError> {
        let table = text(&self.table).ok_or_else(|| RequestError::of_field(Code::MissingField, "table"))?;
        let table = Table {
            database: text(&self.database),
            schema: text(&self.schema),
            table: Some(table),
        };
        let table = table.with_defaults(text(&self.default_catalog), text(&self.default_schema));
        let text = relational::dataset_name(&table);
        Ok(Response::Text(TextAnswer {
            key: "name",
            text,
            warnings: Vec::new(),
        }))
    }
}
