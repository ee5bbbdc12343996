//! The configuration as a handle.

use std::borrow::Cow;

use super::call::{call, free, hand_over, output, reference};
use super::error::{Failure, lineage_error, lineage_status};
use super::text::lineage_str;
use crate::config::{Config, ConfigError};
use crate::guard::guard;
use crate::request;

/// A configuration: what connections stand for, which namespaces are one, which folders are partitions. It never
/// changes, and any thread may read it. It must outlive the calls that use it. Freed by lineage_config_free.
pub struct lineage_config {
    config: Config,
}

/// Reads a configuration from JSON, as docs/configuration.md describes it. A mistake is an invalid argument; the
/// error's field is its place, or its position for text that is no JSON.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_config_read(
    json: lineage_str,
    out: *mut *mut lineage_config,
    error: *mut *mut lineage_error,
) -> lineage_status {
    // SAFETY: every pointer is NULL or as the header says (docs/c.md, "Arguments").
    unsafe { call(error, || config_read(json, out)) }
}

unsafe fn config_read(json: lineage_str, out: *mut *mut lineage_config) -> Result<(), Failure> {
    // SAFETY: as in lineage_config_read.
    let (json, out) = unsafe { (json.required("json")?, output(out, "out")?) };
    let config = Config::from_json(json).map_err(|error| Failure::of_config(error, json))?;
    hand_over(out, lineage_config { config });
    Ok(())
}

impl Failure {
    fn of_config(error: ConfigError, json: &str) -> Self {
        let position = error.position;
        Failure {
            status: lineage_status::InvalidArgument,
            code: error.code,
            message: error.message.into(),
            field: Some(Cow::from(error.place)).filter(|place| !place.is_empty()),
            position: position.map(|(line, column)| request::offset(json, line, column)),
        }
    }
}

/// The configuration behind a handle, where there is one.
///
/// # Safety
///
/// As for [`reference`].
pub(super) unsafe fn config<'a>(given: *const lineage_config) -> Option<&'a Config> {
    // SAFETY: by the caller's word.
    unsafe { reference(given) }.map(|handle| &handle.config)
}

/// Frees a configuration. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_config_free(config: *mut lineage_config) {
    // SAFETY: NULL, or a configuration of this library that was not freed yet (docs/c.md, "Ownership").
    guard((), || unsafe { free(config) });
}
