//! Run ids and Hop's settings.

use std::borrow::Cow;
use std::ptr;

use super::call::{call, hand_over, output};
use super::error::{Failure, lineage_error, lineage_status};
use super::handle::lineage_string;
use super::text::lineage_str;
use crate::run::{ParentRunFacet, run_id};
use crate::settings;

/// The id of the Hop run with this log channel, else of the job with this name, and the ParentRunFacet as JSON
/// by which its children name it. `parent` may be NULL where the facet is not wanted; without a job name there
/// is no facet, and NULL is written there.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_run(
    log_channel_id: lineage_str,
    job_namespace: lineage_str,
    job_name: lineage_str,
    run_id: *mut *mut lineage_string,
    parent: *mut *mut lineage_string,
    error: *mut *mut lineage_error,
) -> lineage_status {
    // SAFETY: every pointer is NULL or as the header says (docs/c.md, "Arguments").
    unsafe {
        call(error, || {
            run(log_channel_id, job_namespace, job_name, run_id, parent)
        })
    }
}

unsafe fn run(
    log_channel_id: lineage_str,
    job_namespace: lineage_str,
    job_name: lineage_str,
    id_out: *mut *mut lineage_string,
    parent_out: *mut *mut lineage_string,
) -> Result<(), Failure> {
    // SAFETY: as in lineage_run.
    let (channel, namespace, name, id_out) = unsafe {
        (
            log_channel_id.read("log_channel_id")?,
            job_namespace.read("job_namespace")?,
            job_name.read("job_name")?,
            output(id_out, "run_id")?,
        )
    };
    let parent_out = match parent_out.is_null() {
        true => None,
        // SAFETY: as in lineage_run.
        false => Some(unsafe { output(parent_out, "parent") }?),
    };
    let id = run_id(channel, name)?.run_id;
    if let Some(parent_out) = parent_out {
        match ParentRunFacet::of_hop(Cow::Borrowed(&id), namespace, name) {
            Some(facet) => hand_over(parent_out, json(&facet)?.into()),
            None => _ = parent_out.write(ptr::null_mut()),
        }
    }
    hand_over(id_out, id.into_owned().into());
    Ok(())
}

fn json(facet: &ParentRunFacet<'_>) -> Result<String, Failure> {
    // Text keys and text values: writing them to memory cannot fail.
    serde_json::to_string(facet).map_err(|_| Failure::panic())
}

/// What Hop's two variables say, given their values (absent when they are not set): the job namespace, and
/// whether files are named as the specification has it (1) or not (0).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_settings(
    namespace_variable: lineage_str,
    file_spec_naming_variable: lineage_str,
    job_namespace: *mut *mut lineage_string,
    file_spec_naming: *mut i32,
    error: *mut *mut lineage_error,
) -> lineage_status {
    let (namespace, naming) = (namespace_variable, file_spec_naming_variable);
    // SAFETY: as in lineage_run.
    unsafe {
        call(error, || {
            read_settings(namespace, naming, job_namespace, file_spec_naming)
        })
    }
}

unsafe fn read_settings(
    namespace: lineage_str,
    naming: lineage_str,
    namespace_out: *mut *mut lineage_string,
    naming_out: *mut i32,
) -> Result<(), Failure> {
    // SAFETY: as in lineage_run.
    let (namespace, naming, namespace_out, naming_out) = unsafe {
        (
            namespace.read("namespace_variable")?,
            naming.read("file_spec_naming_variable")?,
            output(namespace_out, "job_namespace")?,
            output(naming_out, "file_spec_naming")?,
        )
    };
    let settings = settings::read(namespace, naming);
    naming_out.write(settings.file_spec_naming.into());
    hand_over(namespace_out, settings.job_namespace.into());
    Ok(())
}
