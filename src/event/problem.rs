//! What is wrong with an event.

use serde::Serialize;

use crate::reason::Code;

/// Something that is wrong with an event, or could not be checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Problem {
    /// The line on which the event begins, or on which its text stops to be readable; counts from 1.
    pub line: usize,
    /// Where in the event, as a JSON pointer (RFC 6901): `/outputs/0/name`.
    pub pointer: String,
    /// The machine-readable reason.
    pub code: Code,
    /// The reason for a reader, without anything of the event's values.
    pub message: String,
}

impl Problem {
    /// The problem of this code, with the code's own message.
    #[must_use]
    pub fn new(line: usize, pointer: impl Into<String>, code: Code) -> Self {
        Problem {
            line,
            pointer: pointer.into(),
            code,
            message: code.message().to_owned(),
        }
    }

    /// Whether the event is wrong, rather than not checked in full.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.code != Code::FacetNotChecked
    }
}
