//! The fields of a connection, as several operations take them.

use serde::Deserialize;

use super::field::{Port, Text, text};
use crate::Contract;
use crate::relational::{Connection, ServerSettings};
use crate::text::non_blank;

/// A request type with the fields of a connection, and more of its own. (serde's `flatten` would copy every text and
/// take unknown fields.)
macro_rules! with_connection_fields {
    ($(#[$meta:meta])* $vis:vis struct $name:ident<'a> { $($own:tt)* }) => {
        $(#[$meta])*
        #[derive(Debug, Default, Deserialize)]
        #[serde(deny_unknown_fields)]
        $vis struct $name<'a> {
            #[serde(borrow, rename = "type")]
            pub(super) hop_type: Option<Text<'a>>,
            #[serde(borrow)]
            host: Option<Text<'a>>,
            #[serde(borrow)]
            port: Option<Port<'a>>,
            default_port: Option<i64>,
            #[serde(borrow)]
            pub(super) url: Option<Text<'a>>,
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
            $($own)*
        }

        impl $name<'_> {
            /// The connection of these fields but for `schema`, whose meaning is the operation's.
            fn connection(&self, contract: Contract) -> Connection<'_> {
                Connection {
                    hop_type: text(&self.hop_type),
                    host: text(&self.host),
                    port: self.port.as_ref().map(|port| port.0.as_ref()),
                    default_port: self.default_port,
                    url: text(&self.url),
                    instance: text(&self.instance),
                    catalog: text(&self.catalog),
                    preferred_schema: text(&self.preferred_schema),
                    database: text(&self.database),
                    contract,
                    from_url: false,
                    settings: self.options.unwrap_or_default(),
                }
            }
        }
    };
}
pub(super) use with_connection_fields;

with_connection_fields! {
    /// The fields of `relational` but `op`, `table` and `contract`; its schema is the connection's preferred one.
    pub struct ConnectionField<'a> {}
}

impl ConnectionField<'_> {
    /// The connection under this contract.
    pub(crate) fn read(&self, contract: Contract) -> Connection<'_> {
        let connection = self.connection(contract);
        Connection {
            preferred_schema: non_blank(text(&self.schema)).or(connection.preferred_schema),
            ..connection
        }
    }
}
