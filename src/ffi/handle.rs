//! What the library hands over to C: identities and texts.

use super::call::{free, reference};
use super::text::lineage_str;
use crate::guard::guard;
use crate::identity::{Identity, NoIdentity, Resolution};
use crate::reason::Warning;

/// A dataset's identity: namespace and name. It never changes, and any thread may read it. Freed by
/// lineage_identity_free.
pub struct lineage_identity {
    identity: Identity,
    warnings: Vec<Warning>,
    aliases: Vec<Identity>,
}

impl TryFrom<Resolution> for lineage_identity {
    type Error = NoIdentity;

    fn try_from(resolution: Resolution) -> Result<Self, NoIdentity> {
        Ok(lineage_identity {
            identity: resolution.identity?,
            warnings: resolution.warnings,
            aliases: resolution.aliases,
        })
    }
}

/// A text. It never changes, and any thread may read it. Freed by lineage_string_free.
pub struct lineage_string {
    text: String,
    warnings: Vec<Warning>,
}

impl lineage_string {
    pub(super) fn with_warnings(text: String, warnings: Vec<Warning>) -> Self {
        lineage_string { text, warnings }
    }
}

impl From<String> for lineage_string {
    fn from(text: String) -> Self {
        lineage_string::with_warnings(text, Vec::new())
    }
}

/// The namespace, which lives until the identity is freed. Absent for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_identity_namespace(identity: *const lineage_identity) -> lineage_str {
    // SAFETY: NULL, or an identity of this library that was not freed yet (docs/c.md, "Ownership").
    guard(lineage_str::ABSENT, || {
        let namespace = unsafe { reference(identity) }.map(|found| &found.identity.namespace);
        namespace.map_or(lineage_str::ABSENT, |text| lineage_str::borrow(text))
    })
}

/// The name, which lives until the identity is freed. Absent for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_identity_name(identity: *const lineage_identity) -> lineage_str {
    // SAFETY: as in lineage_identity_namespace.
    guard(lineage_str::ABSENT, || {
        let name = unsafe { reference(identity) }.map(|found| &found.identity.name);
        name.map_or(lineage_str::ABSENT, |text| lineage_str::borrow(text))
    })
}

/// How many warnings come with the identity; 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_identity_warning_count(identity: *const lineage_identity) -> usize {
    // SAFETY: as in lineage_identity_namespace.
    guard(0, || {
        unsafe { reference(identity) }.map_or(0, |found| found.warnings.len())
    })
}

/// The warning at this index, one of enum lineage_warning; 0 for NULL and beyond the last one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_identity_warning(identity: *const lineage_identity, index: usize) -> i32 {
    // SAFETY: as in lineage_identity_namespace.
    guard(0, || {
        let warning = unsafe { reference(identity) }.and_then(|found| found.warnings.get(index));
        warning.map_or(0, |warning| warning.number())
    })
}

/// How many other identities of the same dataset come with it; 0 for NULL, and where they were not asked for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_identity_alias_count(identity: *const lineage_identity) -> usize {
    // SAFETY: as in lineage_identity_namespace.
    guard(0, || {
        unsafe { reference(identity) }.map_or(0, |found| found.aliases.len())
    })
}

/// The namespace of the alias at this index, which lives until the identity is freed. Absent for NULL and beyond
/// the last one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_identity_alias_namespace(
    identity: *const lineage_identity,
    index: usize,
) -> lineage_str {
    // SAFETY: as in lineage_identity_namespace.
    guard(lineage_str::ABSENT, || {
        let alias = unsafe { reference(identity) }.and_then(|found| found.aliases.get(index));
        alias.map_or(lineage_str::ABSENT, |alias| lineage_str::borrow(&alias.namespace))
    })
}

/// The name of the alias at this index, which lives until the identity is freed. Absent for NULL and beyond the
/// last one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_identity_alias_name(
    identity: *const lineage_identity,
    index: usize,
) -> lineage_str {
    // SAFETY: as in lineage_identity_namespace.
    guard(lineage_str::ABSENT, || {
        let alias = unsafe { reference(identity) }.and_then(|found| found.aliases.get(index));
        alias.map_or(lineage_str::ABSENT, |alias| lineage_str::borrow(&alias.name))
    })
}

/// Frees an identity. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_identity_free(identity: *mut lineage_identity) {
    // SAFETY: NULL, or an identity of this library that was not freed yet (docs/c.md, "Ownership").
    guard((), || unsafe { free(identity) });
}

/// The text, which lives until the string is freed. Absent for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_string_data(string: *const lineage_string) -> lineage_str {
    // SAFETY: NULL, or a string of this library that was not freed yet (docs/c.md, "Ownership").
    guard(lineage_str::ABSENT, || {
        let string = unsafe { reference(string) };
        string.map_or(lineage_str::ABSENT, |string| lineage_str::borrow(&string.text))
    })
}

/// How many warnings come with the string; 0 for NULL. Only a namespace has any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_string_warning_count(string: *const lineage_string) -> usize {
    // SAFETY: as in lineage_string_data.
    guard(0, || {
        unsafe { reference(string) }.map_or(0, |string| string.warnings.len())
    })
}

/// The warning at this index, one of enum lineage_warning; 0 for NULL and beyond the last one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_string_warning(string: *const lineage_string, index: usize) -> i32 {
    // SAFETY: as in lineage_string_data.
    guard(0, || {
        let warning = unsafe { reference(string) }.and_then(|string| string.warnings.get(index));
        warning.map_or(0, |warning| warning.number())
    })
}

/// Frees a string. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_string_free(string: *mut lineage_string) {
    // SAFETY: as in lineage_string_data.
    guard((), || unsafe { free(string) });
}
