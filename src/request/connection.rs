//! The fields of a connection, as several operations take them.

use serde::Deserialize;

use super::field::{Port, Text, text};
use crate::Contract;
use crate::relational::{Connection, ServerSettings};
use crate::text::non_blank;

/// The fields of `relational` but `op`, `table` and `contract`; its schema is the connection's preferred one.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConnectionField<'a> {
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
    options: Option<ServerSettings>,
}

impl ConnectionField<'_> {
    /// The connection under this contract.
    pub(crate) fn read(&self, contract: Contract) -> Connection<'_> {
        Connection {
            hop_type: text(&self.hop_type),
            host: text(&self.host),
            port: self.port.as_ref().map(|port| port.0.as_ref()),
            default_port: self.default_port,
            url: text(&self.url),
            instance: text(&self.instance),
            catalog: text(&self.catalog),
            preferred_schema: non_blank(text(&self.schema)).or(text(&self.preferred_schema)),
            database: text(&self.database),
            contract,
            from_url: false,
            settings: self.options.unwrap_or_default(),
        }
    }
}
