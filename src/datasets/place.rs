//! The names of tables by the rules of their database.

use std::borrow::Cow;

use super::metadata::Source;
use crate::contract::Contract;
use crate::relational::{Connection, Part, Parts, namespace, resolve_parts};
use crate::sql::Dialect;

/// Where the tables of a datasource live.
pub(super) enum Place<'m> {
    Postgres {
        source: &'m Source,
        schema: Option<&'m str>,
    },
    Sqlite {
        source: &'m Source,
        schema: Option<&'m str>,
    },
    /// A dialect by contract v4.
    Other {
        source: &'m Source,
        schema: Option<&'m str>,
        dialect: Dialect,
    },
}

/// The namespace and name of a table, or why there are none.
type Named = Result<(String, String), Cow<'static, str>>;

impl<'m> Place<'m> {
    pub(super) fn of(
        source: &'m Source,
        schema: Option<&'m str>,
        dialect: Option<Dialect>,
        all: bool,
    ) -> Option<Self> {
        let is = |known: &[&str]| {
            known
                .iter()
                .any(|known| known.eq_ignore_ascii_case(&source.dialect))
        };
        match dialect {
            _ if is(&["postgresql", "postgres"]) => Some(Place::Postgres { source, schema }),
            _ if is(&["sqlite"]) => Some(Place::Sqlite { source, schema }),
            Some(dialect) if all => Some(Place::Other {
                source,
                schema,
                dialect,
            }),
            _ => None,
        }
    }

    /// The identity of a table, by its parts from the outermost on.
    pub(super) fn name(&self, parts: &[Part<'_>]) -> Named {
        match self {
            Place::Postgres { source, schema } => postgres(source, *schema, parts),
            Place::Sqlite { source, schema } => sqlite(source, *schema, parts),
            Place::Other {
                source,
                schema,
                dialect,
            } => {
                let connection = Connection {
                    hop_type: Some(dialect.database_type().id),
                    host: source.host.as_deref(),
                    port: source.port.as_deref(),
                    database: source.database.as_deref(),
                    preferred_schema: schema.or(source.default_schema.as_deref()),
                    contract: Contract::V4,
                    ..Connection::default()
                };
                let mut parts = parts.iter().rev().cloned();
                let table = parts.next().unwrap_or_else(|| Part::unquoted(""));
                let schema = parts.next();
                let resolution = resolve_parts(&connection, &Parts::new(parts.next(), schema, table));
                let identity = resolution.identity.map_err(|reason| reason.message)?;
                Ok((identity.namespace, identity.name))
            }
        }
    }
}

/// `postgres://{host}:{port}`, `{database}.{schema}.{table}`.
fn postgres(source: &Source, writer: Option<&str>, parts: &[Part<'_>]) -> Named {
    let connection = Connection {
        hop_type: Some("POSTGRESQL"),
        host: source.host.as_deref(),
        port: source.port.as_deref(),
        ..Connection::default()
    };
    let namespace = namespace(&connection).map_err(|reason| reason.message)?;
    // Source: `sql-metadata.md`, folding: unquoted parts, ASCII letters only.
    let folded = |part: &Part<'_>| match part.quoted {
        true => part.text.to_string(),
        false => part.text.to_ascii_lowercase(),
    };
    let mut given = parts.iter().rev().map(folded).filter(|part| !part.is_empty());
    let table = given.next().ok_or("the table has no name")?;
    let default = writer.or(source.default_schema.as_deref()).map(str::to_owned);
    let schema = given.next().or(default).ok_or("its schema is not known")?;
    let database = given
        .next()
        .or_else(|| source.database.clone())
        .ok_or("its database is not known")?;
    if given.next().is_some() {
        return Err("its name has more parts than a table's".into());
    }
    Ok((namespace, format!("{database}.{schema}.{table}")))
}

/// `sqlite://{file}`, `{table}`.
fn sqlite(source: &Source, writer: Option<&str>, parts: &[Part<'_>]) -> Named {
    let (table, qualifiers) = parts.split_last().ok_or("the table has no name")?;
    let schema = match qualifiers {
        [] => writer,
        [schema] => Some(schema.text.as_ref()),
        _ => return Err("its name has more parts than a table's".into()),
    };
    let file = match schema {
        None => source.database.as_deref(),
        Some(schema) if schema.eq_ignore_ascii_case("main") => source.database.as_deref(),
        Some(schema) if schema.eq_ignore_ascii_case("temp") => {
            return Err("the temp database has no identity".into());
        }
        Some(schema) => {
            let attached = source
                .attached
                .as_ref()
                .ok_or("which databases were attached is not known")?;
            let found = attached
                .iter()
                .find(|(name, _)| name.eq_ignore_ascii_case(schema));
            Some(
                found
                    .ok_or("no database was attached under this name")?
                    .1
                    .as_str(),
            )
        }
    };
    let file = file
        .filter(|file| !file.is_empty())
        .ok_or("its database is in memory, or not known")?;
    let bytes = file.as_bytes();
    let windows = bytes.len() > 1 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':';
    let file = if windows {
        Cow::Owned(file.replace('\\', "/"))
    } else {
        Cow::Borrowed(file)
    };
    Ok((format!("sqlite://{file}"), table.text.to_string()))
}
