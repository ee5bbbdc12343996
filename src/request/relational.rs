//! The operations `relational` and `table_name`.

use serde::Deserialize;

use super::answer::{IdentityAnswer, Response, TextAnswer};
use super::connection::with_connection_fields;
use super::field::{Port, Text, contract, text};
use super::read::Operation;
use super::{Context, RequestError};
use crate::Contract;
use crate::reason::Code;
use crate::relational::{self, Connection, ServerSettings, Table};

with_connection_fields! {
    /// `{"op":"relational","type","host","port",…,"database","schema","table"}`.
    pub(super) struct RelationalRequest<'a> {
        #[serde(borrow)]
        table: Option<Text<'a>>,
        contract: Option<i64>,
        aliases: Option<bool>,
    }
}

impl<'de> Operation<'de> for RelationalRequest<'de> {
    fn answer(self, context: &Context) -> Result<Response<'de>, RequestError> {
        let connection = self.connection(contract(self.contract)?);
        if self.table.is_none() {
            return Ok(context.namespace(relational::resolve_namespace(&connection)));
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
