//! Text that C and this library lend each other.

use std::ffi::c_char;
use std::{ptr, slice};

use super::error::Failure;
use crate::reason::Code;

/// UTF-8 text with its length in bytes; it need not end in NUL, and may hold NULs. Whoever gives it keeps it:
/// as an argument it must stay as it is during the call, as an answer it lives as long as what it was taken
/// from. A NULL `data` means that there is no text, which is not the same as a text of length 0.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct lineage_str {
    /// The first byte, or NULL.
    pub data: *const c_char,
    /// How many bytes there are, at most PTRDIFF_MAX.
    pub len: usize,
}

impl lineage_str {
    /// No text.
    pub const ABSENT: lineage_str = lineage_str {
        data: ptr::null(),
        len: 0,
    };

    /// Lends a text to C. The caller sees to it that C may keep it as long as the header says.
    pub(super) fn borrow(text: &str) -> lineage_str {
        lineage_str {
            data: text.as_ptr().cast(),
            len: text.len(),
        }
    }

    /// The text that C lends, or nothing when it is absent.
    ///
    /// # Errors
    ///
    /// [`Code::InvalidUnicode`] with the position of the first byte that is not UTF-8,
    /// [`Code::NullArgument`] for NULL with a length, [`Code::TooLong`] for a length that nothing can have.
    ///
    /// # Safety
    ///
    /// `data` is NULL, or `len` bytes can be read there and do not change while the answer lives.
    pub(super) unsafe fn read<'a>(self, name: &'static str) -> Result<Option<&'a str>, Failure> {
        match (self.data.is_null(), self.len) {
            (true, 0) => return Ok(None),
            (true, _) => return Err(Failure::argument(Code::NullArgument, name)),
            (false, len) if isize::try_from(len).is_err() => {
                return Err(Failure::argument(Code::TooLong, name));
            }
            (false, _) => {}
        }
        // SAFETY: not NULL, not longer than an object may be, and readable by the caller's word.
        let bytes = unsafe { slice::from_raw_parts(self.data.cast::<u8>(), self.len) };
        let invalid = |error: std::str::Utf8Error| {
            Failure::argument(Code::InvalidUnicode, name).at(error.valid_up_to())
        };
        str::from_utf8(bytes).map(Some).map_err(invalid)
    }

    /// The text that C lends where one is needed.
    ///
    /// # Errors
    ///
    /// As [`lineage_str::read`], and [`Code::NullArgument`] when it is absent.
    ///
    /// # Safety
    ///
    /// As for [`lineage_str::read`].
    pub(super) unsafe fn required<'a>(self, name: &'static str) -> Result<&'a str, Failure> {
        // SAFETY: by the caller's word.
        let text = unsafe { self.read(name) }?;
        text.ok_or_else(|| Failure::argument(Code::NullArgument, name))
    }
}
