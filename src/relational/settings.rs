//! Settings of a server that decide how it stores names, and that a connection does not show.

use serde::Deserialize;

use super::case::{Fold, KEEP, LOWER, LOWER_ASCII, UPPER, UPPER_ASCII};
use super::types::{DatabaseType, DefaultSchema};
use crate::reason::Code;
use crate::text::non_blank;

/// The letter case that a setting names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Case {
    /// Lower case.
    Lower,
    /// Upper case.
    Upper,
    /// As written.
    Mixed,
}

impl Case {
    fn fold(self) -> Fold {
        match self {
            Case::Lower => LOWER,
            Case::Upper => UPPER,
            Case::Mixed => KEEP,
        }
    }
}

/// Settings of a server, by the names that the products give them. Absent means the product's own default. Those of
/// other products than the connection's are ignored. They count in v4 only: v3 does not fold.
///
/// Source: `identifiers.json`, what the stored case depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ServerSettings {
    /// MySQL, MariaDB, Infobright, Doris, OceanBase: 1 stores names in lower case, quoted or not; 0 and 2 keep them.
    pub lower_case_table_names: Option<u8>,
    /// Redshift: quoted names keep their case.
    pub enable_case_sensitive_identifier: Option<bool>,
    /// Snowflake: quoted names become upper case too.
    pub quoted_identifiers_ignore_case: Option<bool>,
    /// Netezza: the case that the system was initialised with.
    pub identifier_case: Option<Case>,
    /// H2: names become lower case.
    pub database_to_lower: Option<bool>,
    /// H2: false keeps names.
    pub database_to_upper: Option<bool>,
    /// Ingres and Vectorwise: the case of names.
    pub db_name_case: Option<Case>,
    /// Ingres and Vectorwise: the case of delimited names.
    pub db_delimited_case: Option<Case>,
    /// `KingbaseES`: off means that letter case counts.
    pub enable_ci: Option<bool>,
    /// OceanBase: whether the tenant is in Oracle mode.
    pub oracle_mode: Option<bool>,
    /// Spanner: whether the database has the PostgreSQL dialect.
    pub postgresql_dialect: Option<bool>,
}

impl ServerSettings {
    /// The settings that a JSON object holds; blank text holds none.
    ///
    /// ```
    /// use lineage_identity::{Code, relational::ServerSettings};
    /// let settings = ServerSettings::from_json(r#"{"lower_case_table_names":1}"#);
    /// assert_eq!(settings.unwrap().lower_case_table_names, Some(1));
    /// assert_eq!(ServerSettings::from_json("nonsense"), Err(Code::InvalidField));
    /// ```
    ///
    /// # Errors
    ///
    /// [`Code::InvalidField`] for other text, and for a setting that is not known or has another type.
    pub fn from_json(json: &str) -> Result<Self, Code> {
        match non_blank(Some(json)) {
            Some(json) => serde_json::from_str(json).map_err(|_| Code::InvalidField),
            None => Ok(Self::default()),
        }
    }

    /// These settings, and where one is absent, that of `others`.
    pub(crate) fn or(self, others: ServerSettings) -> ServerSettings {
        ServerSettings {
            lower_case_table_names: self.lower_case_table_names.or(others.lower_case_table_names),
            enable_case_sensitive_identifier: self
                .enable_case_sensitive_identifier
                .or(others.enable_case_sensitive_identifier),
            quoted_identifiers_ignore_case: self
                .quoted_identifiers_ignore_case
                .or(others.quoted_identifiers_ignore_case),
            identifier_case: self.identifier_case.or(others.identifier_case),
            database_to_lower: self.database_to_lower.or(others.database_to_lower),
            database_to_upper: self.database_to_upper.or(others.database_to_upper),
            db_name_case: self.db_name_case.or(others.db_name_case),
            db_delimited_case: self.db_delimited_case.or(others.db_delimited_case),
            enable_ci: self.enable_ci.or(others.enable_ci),
            oracle_mode: self.oracle_mode.or(others.oracle_mode),
            postgresql_dialect: self.postgresql_dialect.or(others.postgresql_dialect),
        }
    }

    /// The row of a type on a server with these settings.
    pub(super) fn applied(&self, row: &DatabaseType) -> DatabaseType {
        let mut row = *row;
        let on = |setting: Option<bool>| setting == Some(true);
        match row.id {
            "MYSQL" | "MARIADB" | "INFOBRIGHT" | "OCEANBASE" if self.lower_case_table_names == Some(1) => {
                (row.unquoted, row.quoted, row.database) = (LOWER, LOWER, LOWER);
            }
            // Its database names stay exact.
            "DORIS" if self.lower_case_table_names == Some(1) => {
                (row.unquoted, row.quoted) = (LOWER_ASCII, LOWER_ASCII);
            }
            "REDSHIFT" if on(self.enable_case_sensitive_identifier) => row.quoted = KEEP,
            "SNOWFLAKE" if on(self.quoted_identifiers_ignore_case) => row.quoted = UPPER_ASCII,
            "NETEZZA" => self.identifier_case.into_iter().for_each(|case| {
                (row.unquoted, row.database) = (case.fold(), case.fold());
            }),
            "H2" if on(self.database_to_lower) => {
                row.unquoted = LOWER;
                row.default_schema = DefaultSchema::Safe("public");
            }
            "H2" if self.database_to_upper == Some(false) => row.unquoted = KEEP,
            "INGRES" | "VECTORWISE" => {
                row.unquoted = self.db_name_case.map_or(row.unquoted, Case::fold);
                row.quoted = self.db_delimited_case.map_or(row.quoted, Case::fold);
            }
            "KINGBASEES" if self.enable_ci == Some(false) => {
                row.unquoted = LOWER_ASCII;
                row.case_is_open = false;
            }
            "SPANNER" if on(self.postgresql_dialect) => {
                row.unquoted = LOWER_ASCII;
                row.default_schema = DefaultSchema::Safe("public");
            }
            _ => {}
        }
        if row.id == "OCEANBASE" {
            if on(self.oracle_mode) {
                (row.unquoted, row.quoted) = (UPPER_ASCII, KEEP);
            }
            row.case_is_open = self.oracle_mode.is_none() && self.lower_case_table_names.is_none();
        }
        row
    }
}
