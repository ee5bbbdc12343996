//! Hop's two settings that decide names, read from its variables.

use serde::Serialize;

use crate::text::{non_blank, trim};

/// The variable with the job namespace.
pub const NAMESPACE_VARIABLE: &str = "HOP_LINEAGE_OPENLINEAGE_NAMESPACE";
/// The variable that turns on spec naming of files.
pub const FILE_SPEC_NAMING_VARIABLE: &str = "HOP_LINEAGE_OPENLINEAGE_FILE_SPEC_NAMING";
/// The job namespace when none is set.
pub const DEFAULT_JOB_NAMESPACE: &str = "hop";

/// What the variables say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Settings {
    /// The namespace of every job, and of file datasets in legacy naming.
    pub job_namespace: String,
    /// Whether files are named as the specification has it.
    pub file_spec_naming: bool,
}

/// Reads the settings from the values of [`NAMESPACE_VARIABLE`] and [`FILE_SPEC_NAMING_VARIABLE`], absent when
/// they are not set.
///
/// Source: contract v3, "Two namespaces" and "File datasets"; `OpenLineageSinkConfig` for the parsing.
///
/// ```
/// let settings = lineage_identity::settings::read(None, Some("true"));
/// assert_eq!((settings.job_namespace.as_str(), settings.file_spec_naming), ("hop", true));
/// ```
#[must_use]
pub fn read(namespace: Option<&str>, file_spec_naming: Option<&str>) -> Settings {
    let job_namespace = non_blank(namespace).unwrap_or(DEFAULT_JOB_NAMESPACE).to_owned();
    Settings {
        job_namespace,
        file_spec_naming: truth(file_spec_naming, false),
    }
}

/// Hop's reading of a yes or no; whatever is neither leaves the default.
///
/// Source: `OpenLineageSinkConfig`, the boolean rule.
fn truth(value: Option<&str>, default: bool) -> bool {
    match trim(value.unwrap_or_default()).to_ascii_lowercase().as_str() {
        "y" | "true" | "yes" | "1" => true,
        "n" | "false" | "no" | "0" => false,
        _ => default,
    }
}
