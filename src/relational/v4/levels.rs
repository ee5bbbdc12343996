//! The name of a table: which levels, from where, and in which letter case.

use std::borrow::Cow;

use super::{Placed, Warnings};
use crate::identity::NoIdentity;
use crate::reason::{Code, Warning};
use crate::relational::part::{Part, field};
use crate::relational::types::{DatabaseType, DefaultSchema, Levels};
use crate::relational::{Connection, Parts, join};
use crate::text::has_variable;

/// A level as the catalogue has it.
type Level<'n> = Option<Cow<'n, str>>;

/// The name of a table at a place.
///
/// Source: `identifiers.json`, levels, their sources and the stored case of each type; `DECISIONS`, a database
/// written in SQL, and a schema that nobody named.
pub(super) fn name(
    connection: &Connection<'_>,
    placed: &Placed<'_>,
    table: &Parts<'_>,
    warnings: &mut Warnings,
) -> Result<String, NoIdentity> {
    let row = &placed.row;
    let fields = [connection.preferred_schema, placed.database.as_deref()];
    let [preferred, database] = fields.map(|text| field(text, row));
    let names = Names {
        row,
        table,
        preferred: preferred.as_ref(),
        database: database.as_ref(),
    };
    let table_name = names.table_name()?;
    let (database, schema) = match row.levels {
        Levels::Three => {
            let written = stored(row, table.database.as_ref());
            let level = written.or_else(|| names.connection_database());
            (
                names.database_level(placed, level, warnings)?,
                names.schema(warnings),
            )
        }
        Levels::ThreeOfConnection => {
            let level = names.database_of_connection(placed, warnings);
            (
                names.database_level(placed, level, warnings)?,
                names.schema(warnings),
            )
        }
        Levels::Catalog => (names.catalog(connection, warnings), names.schema(warnings)),
        Levels::Constant(catalog) => {
            let named = names.connection_database().filter(|schema| schema != catalog);
            let schema = names.written_schema().or(named);
            (
                Some(Cow::Borrowed(catalog)),
                schema.or_else(|| default_schema(row, warnings)),
            )
        }
        Levels::FileStem => (names.attached()?, names.schema(warnings)),
        Levels::Nearest(catalog) => names.nearest(catalog, warnings),
        Levels::Schema => {
            // Without a level for it, two databases share their names: Synapse, not Exasol, which has one only.
            if row.id == "SYNAPSE" {
                warnings.add(Warning::DatabaseNotInName);
            }
            (None, names.schema(warnings))
        }
        Levels::Database => {
            names.ignore_qualifier(table.schema.as_ref(), warnings);
            let level = if placed.names_database {
                names.database_of_connection(placed, warnings)
            } else {
                None
            };
            (names.database_level(placed, level, warnings)?, None)
        }
        Levels::Table => {
            names.unqualified(warnings)?;
            (None, None)
        }
    };
    assemble([database, schema, Some(table_name)], warnings)
}

/// The levels, joined by dots.
fn assemble(levels: [Level<'_>; 3], warnings: &mut Warnings) -> Result<String, NoIdentity> {
    let levels = levels.iter().flatten().map(AsRef::as_ref);
    if levels.clone().any(has_variable) {
        return Err(Code::UnresolvedVariable.into());
    }
    // Source: `identifiers.json`, common rules: the specification has no escape for a dot inside a part.
    if levels.clone().any(|level: &str| level.contains('.')) {
        warnings.add(Warning::DotInName);
    }
    Ok(join(levels))
}

/// A part as the catalogue has it.
fn stored<'n>(row: &DatabaseType, part: Option<&'n Part<'_>>) -> Level<'n> {
    part.map(|part| row.stored(&part.text, part.quoted))
}

/// The schema of a table that nobody gave one.
fn default_schema<'n>(row: &DatabaseType, warnings: &mut Warnings) -> Level<'n> {
    match row.default_schema {
        DefaultSchema::Safe(schema) => Some(Cow::Borrowed(schema)),
        DefaultSchema::Assume(schema) => {
            warnings.add(Warning::SchemaAssumed);
            Some(Cow::Borrowed(schema))
        }
        DefaultSchema::Never => {
            warnings.add(Warning::SchemaUnknown);
            None
        }
        DefaultSchema::NoLevel => None,
    }
}

struct Names<'n, 'a> {
    row: &'n DatabaseType,
    table: &'n Parts<'a>,
    preferred: Option<&'n Part<'n>>,
    database: Option<&'n Part<'n>>,
}

impl<'n> Names<'n, '_> {
    /// The table as the catalogue has it.
    fn table_name(&self) -> Result<Cow<'n, str>, NoIdentity> {
        let part = &self.table.table;
        if part.is_blank() {
            return Err(Code::NoTable.into());
        }
        // Source: `identifiers.json`, ORACLE: what follows an @ is a link to another database.
        if self.row.id == "ORACLE" && !part.quotes && part.text.contains('@') {
            return Err(Code::OtherDatabase.into());
        }
        let name = self.row.stored(&part.text, part.quoted);
        // Source: `identifiers.json`, GOOGLEBIGQUERY: a partition of a table is the table.
        if self.row.id == "GOOGLEBIGQUERY"
            && let Some((table, partition)) = name.rsplit_once('$')
        {
            let is_partition = !table.is_empty() && !partition.is_empty();
            if is_partition && partition.bytes().all(|byte| byte.is_ascii_digit()) {
                return Ok(Cow::Owned(table.to_owned()));
            }
        }
        Ok(name)
    }

    /// The schema that the table or the connection names.
    fn written_schema(&self) -> Level<'n> {
        stored(self.row, self.table.schema.as_ref().or(self.preferred))
    }

    fn schema(&self, warnings: &mut Warnings) -> Level<'n> {
        self.written_schema()
            .or_else(|| default_schema(self.row, warnings))
    }

    /// The connection's database, which stands in a URL rather than in SQL text.
    fn connection_database(&self) -> Level<'n> {
        let part = self.database?;
        let fold = if part.quotes {
            self.row.quoted
        } else {
            self.row.database
        };
        Some(fold.apply(&part.text))
    }

    /// The connection's database where SQL cannot reach another one.
    fn database_of_connection(&self, placed: &Placed<'_>, warnings: &mut Warnings) -> Level<'n> {
        let written = stored(self.row, self.table.database.as_ref());
        let own = self.connection_database();
        // Source: `identifiers.json`, HYPERSONIC: a written catalogue is always PUBLIC, and an embedded database
        // has none.
        let is_another = |written: &Cow<'_, str>| match &own {
            Some(own) => written != own,
            None => !placed.names_database,
        };
        if self.row.id != "HYPERSONIC" && written.as_ref().is_some_and(is_another) {
            warnings.add(Warning::QualifierIgnored);
        }
        own.or(written.filter(|_| placed.names_database))
    }

    /// The database level, or what its absence means.
    fn database_level(
        &self,
        placed: &Placed<'_>,
        level: Level<'n>,
        warnings: &mut Warnings,
    ) -> Result<Level<'n>, NoIdentity> {
        match (level, self.row.id) {
            (None, "GOOGLEBIGQUERY" | "SPANNER") => Err(Code::NoDatabase.into()),
            // Source: `identifiers.json`, SAPHANA: the port picks the tenant; UNIVERSE: the account is the user's.
            (None, "SAPHANA" | "UNIVERSE") => Ok(None),
            (None, _) if placed.names_database => {
                warnings.add(Warning::DatabaseUnknown);
                Ok(None)
            }
            (level, _) => Ok(level),
        }
    }

    /// The catalogue: written, of the connection's field, or of its database field.
    fn catalog(&self, connection: &Connection<'_>, warnings: &mut Warnings) -> Level<'n> {
        let of_field = || {
            let part = field(connection.catalog, self.row)?;
            Some(Cow::Owned(self.row.database.apply(&part.text).into_owned()))
        };
        let level = stored(self.row, self.table.database.as_ref())
            .or_else(of_field)
            .or_else(|| self.connection_database());
        if level.is_none() && self.row.id == "ATHENA" {
            return Some(Cow::Borrowed("AwsDataCatalog"));
        }
        if level.is_none() {
            warnings.add(Warning::DatabaseUnknown);
        }
        level
    }

    /// The catalogue of the file. Another one is an attached file, whose path is not known.
    fn attached(&self) -> Result<Level<'n>, NoIdentity> {
        let own = self.connection_database();
        let is_another = |written: &Part<'_>| {
            own.as_ref()
                .is_none_or(|own| !own.eq_ignore_ascii_case(&written.text))
        };
        match &self.table.database {
            Some(written) if is_another(written) => Err(Code::OtherDatabase.into()),
            _ => Ok(own),
        }
    }

    /// Two levels: the nearest qualifier wins.
    fn nearest(&self, catalog: Option<&str>, warnings: &mut Warnings) -> (Level<'n>, Level<'n>) {
        let [written_database, written_schema] =
            [&self.table.database, &self.table.schema].map(|part| stored(self.row, part.as_ref()));
        let leading = match (&written_schema, catalog) {
            (Some(_), Some(usual)) => written_database.clone().filter(|written| written != usual),
            _ => None,
        };
        let level = written_schema
            .or(written_database)
            .or_else(|| stored(self.row, self.preferred))
            .or_else(|| self.connection_database())
            .or_else(|| default_schema(self.row, warnings));
        (leading, level)
    }

    /// Says that a qualifier the product does not have was left out.
    fn ignore_qualifier(&self, qualifier: Option<&Part<'_>>, warnings: &mut Warnings) {
        if qualifier.is_some() {
            warnings.add(Warning::QualifierIgnored);
        }
    }

    /// One level: SQLite's `main` is the file itself, `temp` is no dataset, others are attached files.
    ///
    /// Source: `identifiers.json`, SQLITE and MSACCESS.
    fn unqualified(&self, warnings: &mut Warnings) -> Result<(), NoIdentity> {
        let qualifier = self.table.schema.as_ref().or(self.table.database.as_ref());
        let Some(qualifier) = qualifier else {
            return Ok(());
        };
        if self.row.id != "SQLITE" {
            self.ignore_qualifier(Some(qualifier), warnings);
            return Ok(());
        }
        match qualifier.text.to_ascii_lowercase().as_str() {
            "main" => Ok(()),
            "temp" | "temporary" => Err(Code::TemporaryTable.into()),
            _ => Err(Code::OtherDatabase.into()),
        }
    }
}

/// Whether the letter case of one of the parts has a rule without a source.
pub(super) fn case_is_unknown(row: &DatabaseType, table: &Parts<'_>) -> bool {
    let parts = [table.database.as_ref(), table.schema.as_ref(), Some(&table.table)];
    row.case_is_open && parts.into_iter().flatten().any(|part| !part.quoted)
}
