//! The C door: checks, converts, calls the core, converts back. It holds no rule.
//!
//! `docs/c.md` has the conventions for callers; `include/lineage_identity.h` is generated from these files, so
//! the doc comments on public items are written for a reader of C. Every export runs inside the guard, is a few
//! lines over an inner function that returns a `Result`, and answers an unusable argument with a status.
#![allow(
    unsafe_code,
    reason = "C hands over raw pointers; each block says what makes it sound"
)]
#![allow(
    non_camel_case_types,
    reason = "the names of C, so that header and source are found by one name"
)]
#![allow(
    clippy::missing_safety_doc,
    reason = "docs/c.md has the conventions that make every call sound, once"
)]

mod batch;
mod call;
mod config;
mod error;
mod events;
mod handle;
mod identity;
mod options;
mod run;
mod text;
mod version;

pub use batch::{
    lineage_file_identities, lineage_identities, lineage_identities_code, lineage_identities_count,
    lineage_identities_free, lineage_identities_name, lineage_identities_namespace,
    lineage_identities_status, lineage_identities_warning, lineage_identities_warning_count,
};
pub use config::{lineage_config, lineage_config_free, lineage_config_read};
pub use error::{
    lineage_error, lineage_error_code, lineage_error_field, lineage_error_free, lineage_error_message,
    lineage_error_position, lineage_status,
};
pub use events::lineage_events;
pub use handle::{
    lineage_identity, lineage_identity_alias_count, lineage_identity_alias_name,
    lineage_identity_alias_namespace, lineage_identity_free, lineage_identity_name,
    lineage_identity_namespace, lineage_identity_warning, lineage_identity_warning_count, lineage_string,
    lineage_string_data, lineage_string_free, lineage_string_warning, lineage_string_warning_count,
};
pub use identity::{
    lineage_dataset_name, lineage_evaluate, lineage_evaluate_with, lineage_file_identity,
    lineage_file_identity_of_path, lineage_jdbc_identity, lineage_relational_identity,
    lineage_relational_namespace, lineage_store_identity,
};
pub use options::{
    lineage_connection, lineage_contract, lineage_file_options, lineage_form, lineage_jdbc_options,
    lineage_naming, lineage_property, lineage_table,
};
pub use run::{lineage_run, lineage_settings};
pub use text::lineage_str;
pub use version::{lineage_code_text, lineage_contract_version, lineage_version, lineage_warning_text};

#[cfg(test)]
mod tests;
