//! What is answered to a request that cannot be understood.

use std::borrow::Cow;

use serde::Serialize;

use crate::reason::Code;

/// Why a request was not understood. No message repeats a value of the request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{code}: {message}")]
#[non_exhaustive]
pub struct RequestError {
    /// The machine-readable reason.
    pub code: Code,
    /// The reason for a reader.
    pub message: Cow<'static, str>,
    /// The field that is wrong, as a path: `op`, `connection.port`, `lineage.nodes[3].id`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Where the JSON ends to be readable, in bytes from the start of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<usize>,
}

impl RequestError {
    /// An error of this code about this field, with the code's own message.
    #[must_use]
    pub fn of_field(code: Code, field: impl Into<String>) -> Self {
        RequestError {
            code,
            message: Cow::Borrowed(code.message()),
            field: Some(field.into()),
            offset: None,
        }
    }

    /// A value that the field does not allow. The message says what is allowed.
    #[must_use]
    pub fn invalid(field: impl Into<String>, message: impl Into<Cow<'static, str>>) -> Self {
        RequestError {
            message: message.into(),
            ..Self::of_field(Code::InvalidField, field)
        }
    }

    /// JSON that stops to be readable at this byte.
    #[must_use]
    pub fn at(code: Code, offset: usize) -> Self {
        RequestError {
            code,
            message: Cow::Borrowed(code.message()),
            field: None,
            offset: Some(offset),
        }
    }

    /// An error about the request as a whole.
    #[must_use]
    pub fn of(code: Code) -> Self {
        RequestError {
            code,
            message: Cow::Borrowed(code.message()),
            field: None,
            offset: None,
        }
    }
}

impl From<Code> for RequestError {
    fn from(code: Code) -> Self {
        Self::of(code)
    }
}
