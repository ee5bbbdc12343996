//! Statuses, and the error that says more.

use std::borrow::Cow;

use super::call::{free, reference};
use super::text::lineage_str;
use crate::guard::guard;
use crate::identity::NoIdentity;
use crate::reason::Code;
use crate::request::RequestError;

/// What a call came to. A number keeps its meaning for ever; later versions may add numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub enum lineage_status {
    /// There is an answer, and it was written to the outputs.
    Found = 0,
    /// The arguments are fine, but what they describe has no identity: the error says why.
    NoIdentity = 1,
    /// An argument cannot be used: NULL where something is needed, text that is not UTF-8, a size or a value
    /// that this header does not know.
    InvalidArgument = 2,
    /// This build leaves the operation out.
    Unavailable = 3,
    /// The library failed inside. The process goes on, nothing was written; please report it.
    Panic = 4,
}

/// Why a call gave no answer. Freed by lineage_error_free.
pub struct lineage_error {
    failure: Failure,
}

/// Why an export has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Failure {
    pub(super) status: lineage_status,
    pub(super) code: Code,
    pub(super) message: Cow<'static, str>,
    pub(super) field: Option<Cow<'static, str>>,
    pub(super) position: Option<usize>,
}

impl Failure {
    /// An argument that cannot be used.
    pub(super) fn argument(code: Code, name: &'static str) -> Self {
        Failure {
            status: lineage_status::InvalidArgument,
            code,
            message: code.message().into(),
            field: Some(name.into()),
            position: None,
        }
    }

    /// The same failure, with its place in the text.
    pub(super) fn at(self, position: usize) -> Self {
        Failure {
            position: Some(position),
            ..self
        }
    }

    pub(super) fn panic() -> Self {
        Failure {
            status: lineage_status::Panic,
            code: Code::Panic,
            message: Code::Panic.message().into(),
            field: None,
            position: None,
        }
    }

    pub(super) fn into_error(self) -> Box<lineage_error> {
        Box::new(lineage_error { failure: self })
    }
}

impl From<NoIdentity> for Failure {
    fn from(reason: NoIdentity) -> Self {
        Failure {
            status: status_of(reason.code, lineage_status::NoIdentity),
            code: reason.code,
            message: reason.message,
            field: None,
            position: None,
        }
    }
}

impl From<RequestError> for Failure {
    fn from(error: RequestError) -> Self {
        Failure {
            status: status_of(error.code, lineage_status::InvalidArgument),
            code: error.code,
            message: error.message,
            field: error.field.map(Cow::Owned),
            position: error.offset,
        }
    }
}

/// The status of a code: the usual one, but for codes that have a status of their own.
fn status_of(code: Code, usual: lineage_status) -> lineage_status {
    match code {
        Code::UnsupportedOperation => lineage_status::Unavailable,
        Code::Panic => lineage_status::Panic,
        _ => usual,
    }
}

/// The code of the error, one of enum lineage_code; 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_error_code(error: *const lineage_error) -> i32 {
    // SAFETY: NULL, or an error of this library that was not freed yet (docs/c.md, "Ownership").
    guard(0, || {
        unsafe { reference(error) }.map_or(0, |error| error.failure.code.number())
    })
}

/// What is wrong, for a reader. It never repeats what the library was given. Absent for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_error_message(error: *const lineage_error) -> lineage_str {
    // SAFETY: as in lineage_error_code.
    guard(lineage_str::ABSENT, || {
        unsafe { reference(error) }.map_or(lineage_str::ABSENT, |error| {
            lineage_str::borrow(&error.failure.message)
        })
    })
}

/// The argument that is wrong, or the place in a configuration ("connections.prod.kind"). Absent when the error
/// is about no single one, and for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_error_field(error: *const lineage_error) -> lineage_str {
    // SAFETY: as in lineage_error_code.
    guard(lineage_str::ABSENT, || {
        let field = unsafe { reference(error) }.and_then(|error| error.failure.field.as_deref());
        field.map_or(lineage_str::ABSENT, lineage_str::borrow)
    })
}

/// Where in the text it is wrong, in bytes from its start; -1 when there is no such place, and for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_error_position(error: *const lineage_error) -> i64 {
    // SAFETY: as in lineage_error_code.
    guard(-1, || {
        let position = unsafe { reference(error) }.and_then(|error| error.failure.position);
        position.map_or(-1, |position| i64::try_from(position).unwrap_or(i64::MAX))
    })
}

/// Frees an error. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_error_free(error: *mut lineage_error) {
    // SAFETY: NULL, or an error of this library that was not freed yet (docs/c.md, "Ownership").
    guard((), || unsafe { free(error) });
}
