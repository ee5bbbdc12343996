//! Contract v4: what the naming specification and the products ask for, where v3 does not.

mod account;
mod file;
mod levels;
mod place;

use std::borrow::Cow;

use super::settings::ServerSettings;
use super::types::{self, DatabaseType};
use super::{Connection, Parts};
use crate::identity::{Identity, NoIdentity};
use crate::reason::{Code, Warning};
use crate::text::non_blank;

/// Where a connection leads, and what its place says of the names there.
struct Placed<'a> {
    /// The type: the connection's, or the one that its host shows it to be.
    row: DatabaseType,
    /// The namespace.
    namespace: String,
    /// The database of the names, not folded.
    database: Option<Cow<'a, str>>,
    /// Whether the names have a database level that the place does not hold already.
    names_database: bool,
}

/// The warnings of one answer, each once.
pub(super) struct Warnings(pub(super) Vec<Warning>);

impl Warnings {
    fn add(&mut self, warning: Warning) {
        if !self.0.contains(&warning) {
            self.0.push(warning);
        }
    }
}

/// The namespace of a connection.
pub(super) fn namespace(connection: &Connection<'_>, warnings: &mut Warnings) -> Result<String, NoIdentity> {
    Ok(place::of(connection, &row(connection, warnings)?, warnings)?.namespace)
}

/// The identity of a table on a connection.
pub(super) fn identity(
    connection: &Connection<'_>,
    table: &Parts<'_>,
    warnings: &mut Warnings,
) -> Result<Identity, NoIdentity> {
    let placed = place::of(connection, &row(connection, warnings)?, warnings)?;
    let name = levels::name(connection, &placed, table, warnings)?;
    if levels::case_is_unknown(&placed.row, table) {
        warnings.add(Warning::IdentifierCaseUnknown);
    }
    Ok(Identity::new(placed.namespace, name))
}

/// The row of the connection's type, with the server's settings applied.
fn row(connection: &Connection<'_>, warnings: &mut Warnings) -> Result<DatabaseType, NoIdentity> {
    if non_blank(connection.hop_type).is_none() {
        return Err(Code::NoConnectionType.into());
    }
    let row = connection.database_type().unwrap_or_else(|| {
        warnings.add(Warning::UnknownType);
        &types::UNKNOWN
    });
    Ok(ServerSettings::applied(&connection.settings, row))
}
