//! Many files in one call.

use std::ops::Range;

use super::call::{array, call, free, hand_over, output, reference};
use super::error::{Failure, lineage_error, lineage_status};
use super::options::{file_options, lineage_file_options};
use super::text::lineage_str;
use crate::file::{self, FileOptions};
use crate::guard::guard;
use crate::reason::{Code, Warning};

/// One answer for each location of lineage_file_identities, in their order. It never changes, and any thread
/// may read it. Freed by lineage_identities_free.
pub struct lineage_identities {
    /// All namespaces and names, one after the other; neighbours of one namespace share it.
    text: String,
    answers: Vec<Answer>,
}

type Answer = Result<Found, Refused>;

struct Found {
    namespace: Range<usize>,
    name: Range<usize>,
    warnings: Vec<Warning>,
}

struct Refused {
    status: lineage_status,
    code: Code,
}

impl From<Failure> for Refused {
    fn from(failure: Failure) -> Self {
        Refused {
            status: failure.status,
            code: failure.code,
        }
    }
}

impl lineage_identities {
    fn of(uris: &[lineage_str], options: &FileOptions<'_>) -> Self {
        let mut all = lineage_identities {
            text: String::new(),
            answers: Vec::with_capacity(uris.len()),
        };
        let mut last = 0..0;
        for uri in uris {
            let answer = all.answer(*uri, options, &mut last);
            all.answers.push(answer.map_err(Refused::from));
        }
        all
    }

    fn answer(
        &mut self,
        uri: lineage_str,
        options: &FileOptions<'_>,
        last: &mut Range<usize>,
    ) -> Result<Found, Failure> {
        // SAFETY: a text of the array that the caller lends (docs/c.md, "Arguments").
        let uri = unsafe { uri.required("uris") }?;
        let found = file::resolve(uri, options);
        let identity = found.identity?;
        if self.text[last.clone()] != identity.namespace {
            *last = self.push(&identity.namespace);
        }
        Ok(Found {
            namespace: last.clone(),
            name: self.push(&identity.name),
            warnings: found.warnings,
        })
    }

    fn push(&mut self, text: &str) -> Range<usize> {
        let start = self.text.len();
        self.text.push_str(text);
        start..self.text.len()
    }

    fn found(&self, index: usize) -> Option<&Found> {
        self.answers.get(index)?.as_ref().ok()
    }
}

/// The text of the part of an answer that `part` picks; absent where there is no such answer.
///
/// # Safety
///
/// As for [`reference`].
unsafe fn text(
    identities: *const lineage_identities,
    index: usize,
    part: fn(&Found) -> &Range<usize>,
) -> lineage_str {
    // SAFETY: by the caller's word.
    let text = unsafe { reference(identities) }.and_then(|all| {
        let range = part(all.found(index)?);
        all.text.get(range.clone())
    });
    text.map_or(lineage_str::ABSENT, lineage_str::borrow)
}

/// The identities of many file datasets under the same options. The call as a whole fails only when an argument
/// cannot be used; a location without identity has a status and a code of its own.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_file_identities(
    uris: *const lineage_str,
    count: usize,
    options: *const lineage_file_options,
    out: *mut *mut lineage_identities,
    error: *mut *mut lineage_error,
) -> lineage_status {
    // SAFETY: every pointer is NULL or as the header says (docs/c.md, "Arguments").
    unsafe { call(error, || file_identities(uris, count, options, out)) }
}

unsafe fn file_identities(
    uris: *const lineage_str,
    count: usize,
    options: *const lineage_file_options,
    out: *mut *mut lineage_identities,
) -> Result<(), Failure> {
    // SAFETY: as in lineage_file_identities.
    let (uris, options, out) = unsafe {
        (
            array(uris, count, "uris")?,
            file_options(options)?,
            output(out, "out")?,
        )
    };
    hand_over(out, lineage_identities::of(uris, &options));
    Ok(())
}

/// How many answers there are; 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_identities_count(identities: *const lineage_identities) -> usize {
    // SAFETY: NULL, or identities of this library that were not freed yet (docs/c.md, "Ownership").
    guard(0, || {
        unsafe { reference(identities) }.map_or(0, |all| all.answers.len())
    })
}

/// The status of the answer at this index, as a single call would have it; invalid argument for NULL and beyond
/// the last one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_identities_status(
    identities: *const lineage_identities,
    index: usize,
) -> lineage_status {
    // SAFETY: as in lineage_identities_count.
    guard(lineage_status::Panic, || {
        match unsafe { reference(identities) }.and_then(|all| all.answers.get(index)) {
            Some(Ok(_)) => lineage_status::Found,
            Some(Err(refused)) => refused.status,
            None => lineage_status::InvalidArgument,
        }
    })
}

/// Why there is no identity at this index, one of enum lineage_code; 0 where there is one, for NULL and beyond
/// the last one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_identities_code(identities: *const lineage_identities, index: usize) -> i32 {
    // SAFETY: as in lineage_identities_count.
    guard(0, || {
        match unsafe { reference(identities) }.and_then(|all| all.answers.get(index)) {
            Some(Err(refused)) => refused.code.number(),
            _ => 0,
        }
    })
}

/// The namespace at this index, which lives until the identities are freed. Absent where there is no identity,
/// for NULL and beyond the last one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_identities_namespace(
    identities: *const lineage_identities,
    index: usize,
) -> lineage_str {
    // SAFETY: as in lineage_identities_count.
    guard(lineage_str::ABSENT, || unsafe {
        text(identities, index, |found| &found.namespace)
    })
}

/// The name at this index, which lives until the identities are freed. Absent where there is no identity, for
/// NULL and beyond the last one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_identities_name(
    identities: *const lineage_identities,
    index: usize,
) -> lineage_str {
    // SAFETY: as in lineage_identities_count.
    guard(lineage_str::ABSENT, || unsafe {
        text(identities, index, |found| &found.name)
    })
}

/// How many warnings come with the identity at this index; 0 where there is none, for NULL and beyond the last
/// one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_identities_warning_count(
    identities: *const lineage_identities,
    index: usize,
) -> usize {
    // SAFETY: as in lineage_identities_count.
    guard(0, || {
        let found = unsafe { reference(identities) }.and_then(|all| all.found(index));
        found.map_or(0, |found| found.warnings.len())
    })
}

/// One of the warnings of the identity at this index, one of enum lineage_warning; 0 where there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_identities_warning(
    identities: *const lineage_identities,
    index: usize,
    warning: usize,
) -> i32 {
    // SAFETY: as in lineage_identities_count.
    guard(0, || {
        let found = unsafe { reference(identities) }.and_then(|all| all.found(index));
        let warning = found.and_then(|found| found.warnings.get(warning));
        warning.map_or(0, |warning| warning.number())
    })
}

/// Frees identities. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_identities_free(identities: *mut lineage_identities) {
    // SAFETY: as in lineage_identities_count.
    guard((), || unsafe { free(identities) });
}
