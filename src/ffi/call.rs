//! What every export does: run inside the guard, write the outputs, hand back the status.

use std::mem::{MaybeUninit, size_of};
use std::slice;

use super::error::{Failure, lineage_error, lineage_status};
use crate::guard::guard;
use crate::reason::Code;

/// Runs the inside of an export and turns its outcome into a status, and into an error where one is wanted.
///
/// # Safety
///
/// `error` is NULL or points to a pointer that may be written.
pub(super) unsafe fn call(
    error: *mut *mut lineage_error,
    inside: impl FnOnce() -> Result<(), Failure>,
) -> lineage_status {
    let Err(failure) = guard(Err(Failure::panic()), inside) else {
        return lineage_status::Found;
    };
    let status = failure.status;
    if !error.is_null() && error.is_aligned() {
        // SAFETY: not NULL and aligned, so by the caller's word a pointer that may be written.
        unsafe { error.write(Box::into_raw(failure.into_error())) };
    }
    status
}

/// The place of an output.
///
/// # Errors
///
/// The argument's name, when it is NULL or not aligned.
///
/// # Safety
///
/// `place` is NULL or points to a value that may be written while the answer lives.
pub(super) unsafe fn output<'a, T>(
    place: *mut T,
    name: &'static str,
) -> Result<&'a mut MaybeUninit<T>, Failure> {
    check(place, name)?;
    // SAFETY: not NULL and aligned, so by the caller's word it may be written; it need not be initialised.
    Ok(unsafe { &mut *place.cast::<MaybeUninit<T>>() })
}

/// Checks what can be checked of a pointer.
pub(super) fn check<T>(pointer: *const T, name: &'static str) -> Result<(), Failure> {
    match (pointer.is_null(), pointer.is_aligned()) {
        (true, _) => Err(Failure::argument(Code::NullArgument, name)),
        (_, false) => Err(Failure::argument(Code::InvalidArgument, name)),
        _ => Ok(()),
    }
}

/// An array that C lends. One of no elements may be NULL.
///
/// # Errors
///
/// The argument's name, when the array cannot be one.
///
/// # Safety
///
/// `first` is NULL, or `count` elements can be read there and do not change while the answer lives.
pub(super) unsafe fn array<'a, T>(
    first: *const T,
    count: usize,
    name: &'static str,
) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    check(first, name)?;
    let fits = count
        .checked_mul(size_of::<T>())
        .is_some_and(|bytes| isize::try_from(bytes).is_ok());
    if !fits {
        return Err(Failure::argument(Code::TooLong, name));
    }
    // SAFETY: not NULL, aligned, not longer than an object may be, and readable by the caller's word.
    Ok(unsafe { slice::from_raw_parts(first, count) })
}

/// Hands a value over to the caller, who gives it back to [`free`].
pub(super) fn hand_over<T>(place: &mut MaybeUninit<*mut T>, value: T) {
    place.write(Box::into_raw(Box::new(value)));
}

/// The value behind a handle; nothing for NULL.
///
/// # Safety
///
/// `handle` is NULL, or came from [`hand_over`] and was not freed; it is not freed while the answer lives.
pub(super) unsafe fn reference<'a, T>(handle: *const T) -> Option<&'a T> {
    // SAFETY: by the caller's word.
    unsafe { handle.as_ref() }
}

/// Frees a handle; NULL is fine.
///
/// # Safety
///
/// `handle` is NULL, or came from [`hand_over`] (or [`call`], for errors) and was not freed.
pub(super) unsafe fn free<T>(handle: *mut T) {
    if !handle.is_null() {
        // SAFETY: by the caller's word it came from `Box::into_raw` and is freed once.
        drop(unsafe { Box::from_raw(handle) });
    }
}
