//! Contract v3: what Hop emits.

use super::host::{Host, push_lower, push_port, read_default_port, read_port};
use super::part::field;
use super::types::{self, Levels, Place};
use super::{Connection, Parts, join};
use crate::identity::NoIdentity;
use crate::reason::Code;
use crate::text::{has_variable, non_blank};

/// Hop's `buildNamespace`: the dataset namespace from a type id, host, port and default port (0 and below: none).
///
/// Source: contract v3, "Dataset namespace"; `LineageRelationalIdentity.buildNamespace` for `jdbc`, the scheme of a
/// blank type.
///
/// # Errors
///
/// [`Code::NoHost`]; [`Code::InvalidType`], [`Code::InvalidHost`], [`Code::InvalidPort`] and
/// [`Code::UnresolvedVariable`] for what is none.
///
/// ```
/// use lineage_identity::relational::namespace_of;
/// assert_eq!(namespace_of(Some("POSTGRESQL"), Some("DB"), None, 5432)?, "postgres://db:5432");
/// assert_eq!(namespace_of(Some("VERTICA5"), Some("v"), Some("5433"), 0)?, "vertica5://v:5433");
/// # Ok::<(), lineage_identity::NoIdentity>(())
/// ```
pub fn namespace_of(
    hop_type: Option<&str>,
    host: Option<&str>,
    port: Option<&str>,
    default_port: i64,
) -> Result<String, NoIdentity> {
    let database_type = hop_type.and_then(types::find);
    let takes_instance = database_type.is_some_and(|row| row.place == Place::SqlServer);
    let host = Host::read(host, takes_instance)?;
    let port = read_port(port, read_default_port(default_port)?)?;
    let mut namespace = String::with_capacity(24 + host.text.len());
    match (database_type, hop_type.and_then(|id| non_blank(Some(id)))) {
        (Some(row), _) => namespace.push_str(row.v3_scheme),
        (None, Some(id)) => push_unknown_scheme(&mut namespace, id)?,
        (None, None) => namespace.push_str("jdbc"),
    }
    namespace.push_str("://");
    host.write_to(&mut namespace);
    push_port(&mut namespace, port);
    Ok(namespace)
}

/// The scheme of a type that is not in the table: its id in lower case.
///
/// Source: contract v3, "any other type falls back to its lowercased Hop type id".
pub(super) fn push_unknown_scheme(out: &mut String, id: &str) -> Result<(), NoIdentity> {
    if has_variable(id) {
        return Err(Code::UnresolvedVariable.into());
    }
    let allowed = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '.' | '-' | '_' | '+' | '/');
    if !id.chars().all(allowed) || id.contains("//") {
        return Err(Code::InvalidType.into());
    }
    push_lower(out, id);
    Ok(())
}

/// The namespace of a connection.
pub(super) fn namespace(connection: &Connection<'_>) -> Result<String, NoIdentity> {
    let of_table = || connection.database_type().map_or(0, |row| i64::from(row.v3_port));
    let default_port = connection.default_port.unwrap_or_else(of_table);
    namespace_of(
        connection.hop_type,
        connection.host,
        connection.port,
        default_port,
    )
}

/// The name of a table: the levels that the type has, each from the nearest place, letter case as it is.
///
/// Source: contract v3, "Dataset name"; `DECISIONS`, levels in v3.
pub(super) fn name(connection: &Connection<'_>, table: &Parts<'_>) -> Result<String, NoIdentity> {
    if table.table.is_blank() {
        return Err(Code::NoTable.into());
    }
    let row = connection.database_type().unwrap_or(&types::UNKNOWN);
    let (database, preferred) = (
        field(connection.database, row),
        field(connection.preferred_schema, row),
    );
    let written = [table.database.as_ref(), table.schema.as_ref()];
    let [database, schema] = qualifiers(row.levels, written, [database.as_ref(), preferred.as_ref()]);
    let segments = [database, schema, Some(&table.table)];
    let segments = segments.iter().flatten().map(|part| part.text.as_ref());
    if segments.clone().any(has_variable) {
        return Err(Code::UnresolvedVariable.into());
    }
    Ok(join(segments))
}

/// What stands before the table: database and schema, as far as the type has them, written or else of the
/// connection.
///
/// Source: contract v3, "Dataset name"; `DECISIONS`, levels in v3.
pub(super) fn qualifiers<T: Copy>(
    levels: Levels,
    [written_database, written_schema]: [Option<T>; 2],
    [database, preferred_schema]: [Option<T>; 2],
) -> [Option<T>; 2] {
    let schema = written_schema.or(preferred_schema);
    match levels {
        Levels::Three
        | Levels::ThreeOfConnection
        | Levels::Catalog
        | Levels::Constant(_)
        | Levels::FileStem => [written_database.or(database), schema],
        Levels::Nearest(_) => {
            let written = written_schema.or(written_database);
            [None, written.or(preferred_schema).or(database)]
        }
        Levels::Schema => [None, schema],
        Levels::Database => [None, written_database.or(database)],
        Levels::Table => [None, None],
    }
}
