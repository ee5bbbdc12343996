//! Other names of the same table: those of the other contract, and those that other producers print.

use super::host::{Host, push_port, read_port};
use super::part::field;
use super::types::{Levels, UNKNOWN};
use super::{Connection, Parts, join, resolve_parts, v3};
use crate::Contract;
use crate::identity::Identity;
use crate::text::{has_variable, non_blank};

/// Where another producer puts a table of a database type.
#[derive(Clone, Copy)]
enum Peer {
    /// Under another scheme at the same host and port, with the name as it was typed.
    Scheme(&'static str),
    /// The same without a default port: `{scheme}://{host}[:{port}]`.
    WrittenPort(&'static str),
    /// Under another scheme at the same place, with our name.
    OurName(&'static str),
    /// Behind this text, at the same host and port, with the name as it was typed.
    Prefix(&'static str),
    /// Behind this text, at the path of an embedded database, with the name that the file has.
    File(&'static str),
    /// At the whole host, where ours is a cluster in it.
    WholeHost,
    /// With this port in place of a blank one.
    BlankPort(u16),
}

/// What other producers print.
///
/// Source: `identifiers.json`, `known_aliases`: OpenLineage's Java client, run; openlineage-dbt and the Airflow
/// providers, read. Left out are names that lose a level, so that two tables would share them, and those that carry
/// a URL's parameters.
const PEERS: &[(&str, Peer)] = &[
    ("DATABRICKS", Peer::OurName("unitycatalog")),
    ("DB2", Peer::BlankPort(6789)),
    ("DuckDB", Peer::File("duckdb:")),
    ("EXASOL4", Peer::Prefix("exa:")),
    ("FIREBIRD", Peer::Scheme("firebirdsql")),
    ("H2", Peer::File("h2:")),
    ("HIVE", Peer::Scheme("hive2")),
    ("INFOBRIGHT", Peer::BlankPort(3306)),
    ("KINGBASEES", Peer::Scheme("kingbase8")),
    ("MARIADB", Peer::WrittenPort("mariadb")),
    ("MSACCESS", Peer::File("ucanaccess://")),
    ("MSSQL", Peer::WrittenPort("sqlserver")),
    ("MSSQLNATIVE", Peer::WrittenPort("sqlserver")),
    ("REDSHIFT", Peer::WholeHost),
    ("SINGLESTORE", Peer::Scheme("mysql")),
    ("SQLITE", Peer::File("sqlite:")),
    ("UNIVERSE", Peer::Scheme("ibm-u2")),
];

/// The identities under which the table is known elsewhere, without the one of the connection's own contract and
/// each once.
pub(super) fn aliases(connection: &Connection<'_>, table: &Parts<'_>) -> Vec<Identity> {
    let under = |contract| {
        resolve_parts(
            &Connection {
                contract,
                ..*connection
            },
            table,
        )
        .identity
        .ok()
    };
    let (ours_v3, ours_v4) = (under(Contract::V3), under(Contract::V4));
    let mut found = Vec::new();
    let ours = if connection.contract.follows_products() {
        &ours_v4
    } else {
        &ours_v3
    };
    let Some(main) = ours else {
        return found;
    };
    found.extend(ours_v3.clone());
    found.extend(ours_v4.clone());
    // Hop's own text for two-level types: all three segments that are filled.
    if let (Ok(namespace), Some(name)) = (v3::namespace(connection), literal_name(connection, table)) {
        found.push(Identity::new(namespace, name));
    }
    let row = connection.database_type();
    // v3 leaves their catalogue out: our namespace with such a name would be that of several tables.
    let loses_level = matches!(
        row.map(|row| row.levels),
        Some(Levels::Catalog | Levels::Constant(_))
    );
    if let (Some(v3), Some(v4), false) = (&ours_v3, &ours_v4, loses_level) {
        // Most producers print names as they were typed.
        found.push(Identity::new(v4.namespace.clone(), v3.name.clone()));
    }
    let peers = PEERS
        .iter()
        .filter(|(id, _)| row.is_some_and(|row| row.id == *id));
    for (_, peer) in peers {
        found.extend(of_peer(*peer, connection, ours_v3.as_ref(), ours_v4.as_ref()));
    }
    if let Some(v4) = &ours_v4 {
        found.extend(of_snowflake(connection, v4));
    }
    let mut known = vec![main.clone()];
    found.retain(|alias| {
        let is_new = !known.contains(alias);
        if is_new {
            known.push(alias.clone());
        }
        is_new
    });
    found
}

/// The text that Hop prints: every segment that is filled.
///
/// Source: `LineageRelationalIdentity.datasetName` and `withDefaults`.
fn literal_name(connection: &Connection<'_>, table: &Parts<'_>) -> Option<String> {
    let row = connection.database_type().unwrap_or(&UNKNOWN);
    let (database, schema) = (
        field(connection.database, row),
        field(connection.preferred_schema, row),
    );
    let segments = [
        table.database.as_ref().or(database.as_ref()),
        table.schema.as_ref().or(schema.as_ref()),
        Some(&table.table),
    ];
    let segments = segments.iter().flatten().map(|part| part.text.as_ref());
    (!segments.clone().any(has_variable)).then(|| join(segments))
}

/// The name of a peer.
fn of_peer(
    peer: Peer,
    connection: &Connection<'_>,
    v3: Option<&Identity>,
    v4: Option<&Identity>,
) -> Option<Identity> {
    let (_, place) = v4?.namespace.split_once("://")?;
    let typed = || Some(v3?.name.clone());
    let (namespace, name) = match peer {
        Peer::Scheme(scheme) => (format!("{scheme}://{place}"), typed()?),
        Peer::OurName(scheme) => (format!("{scheme}://{place}"), v4?.name.clone()),
        Peer::Prefix(prefix) => (format!("{prefix}{place}"), typed()?),
        // A server has no file: its peers print the URL, which is no name.
        Peer::File(_) if non_blank(connection.host).is_some() && !place.starts_with('/') => return None,
        Peer::File(prefix) => {
            let name = &v4?.name;
            // DuckDB's peers leave the catalogue out.
            let name = if prefix == "duckdb:" {
                name.split_once('.')?.1
            } else {
                name
            };
            (format!("{prefix}{place}"), name.to_owned())
        }
        Peer::WrittenPort(scheme) => {
            let mut namespace = format!("{scheme}://{}", host_of(place));
            push_port(&mut namespace, read_port(connection.port, 0).ok()?);
            (namespace, typed()?)
        }
        Peer::WholeHost => {
            let port = place.rsplit_once(':').map_or("", |(_, port)| port);
            let mut namespace = "redshift://".to_owned();
            Host::read(connection.host, false).ok()?.write_to(&mut namespace);
            (format!("{namespace}:{port}"), v4?.name.clone())
        }
        Peer::BlankPort(port) => {
            if read_port(connection.port, 0).ok()?.is_some() {
                return None;
            }
            let (scheme, _) = v4?.namespace.split_once("://")?;
            (format!("{scheme}://{}:{port}", host_of(place)), typed()?)
        }
    };
    Some(Identity::new(namespace, name))
}

/// The host of `host[:port]`.
fn host_of(place: &str) -> &str {
    match place.rsplit_once(':') {
        Some((host, port)) if !port.contains(']') => host,
        _ => place,
    }
}

/// Other spellings of a Snowflake account: hyphens for underscores, and what a private link's host makes of it.
///
/// Source: `identifiers.json`, SNOWFLAKE, host rules and `known_aliases`.
fn of_snowflake(connection: &Connection<'_>, v4: &Identity) -> Vec<Identity> {
    let Some(account) = v4.namespace.strip_prefix("snowflake://") else {
        return Vec::new();
    };
    let mut accounts = Vec::new();
    if account.contains('_') {
        accounts.push(account.replace('_', "-"));
    }
    let host = connection.host.unwrap_or_default().to_ascii_lowercase();
    if !account.contains('.') && host.contains(".privatelink") {
        accounts.push(format!("{account}.privatelink.aws"));
    }
    let named = |account| Identity::new(format!("snowflake://{account}"), v4.name.clone());
    accounts.into_iter().map(named).collect()
}
