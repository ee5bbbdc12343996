//! Events of a lineage.

use super::call::{call, hand_over, output};
use super::error::{Failure, lineage_error, lineage_status};
use super::handle::lineage_string;
use super::text::lineage_str;
use crate::reason::Code;
use crate::request;

/// The OpenLineage events of a lineage: one indented event, or one event a line. Both texts are JSON, as the
/// operation "events" of docs/contract.md has them; absent options are none. What was left out is written to notes
/// as a JSON array of {"code","message","field"}; notes may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_events(
    lineage: lineage_str,
    options: lineage_str,
    out: *mut *mut lineage_string,
    notes: *mut *mut lineage_string,
    error: *mut *mut lineage_error,
) -> lineage_status {
    // SAFETY: the caller keeps to docs/c.md: texts are readable, outputs are NULL or may be written.
    unsafe { call(error, || events(lineage, options, out, notes)) }
}

unsafe fn events(
    lineage: lineage_str,
    options: lineage_str,
    out: *mut *mut lineage_string,
    notes_out: *mut *mut lineage_string,
) -> Result<(), Failure> {
    // SAFETY: as in lineage_events.
    let (lineage, options, out) = unsafe {
        (
            lineage
                .read("lineage")?
                .ok_or_else(|| Failure::argument(Code::NullArgument, "lineage"))?,
            options.read("options")?,
            output(out, "out")?,
        )
    };
    let notes_out = match notes_out.is_null() {
        true => None,
        // SAFETY: as in lineage_events.
        false => Some(unsafe { output(notes_out, "notes") }?),
    };
    let events = request::events(lineage, options.unwrap_or_default())?;
    if let Some(notes_out) = notes_out {
        // Text keys and text values: writing them to memory cannot fail.
        let notes = serde_json::to_string(&events.notes).map_err(|_| Failure::panic())?;
        hand_over(notes_out, notes.into());
    }
    hand_over(out, lineage_string::with_warnings(events.text, events.warnings));
    Ok(())
}
