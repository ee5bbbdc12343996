//! Every export panics once on purpose and answers all the same; the structs that grow.

use std::collections::BTreeSet;
use std::mem::{MaybeUninit, size_of};
use std::ptr;

use super::error::{Failure, lineage_status};
use super::options::{Growable, read_sized};
use super::*;
use crate::guard::hook;
use crate::reason::Code;

const NONE: lineage_str = lineage_str::ABSENT;

/// A status that says "panic", with an error that says so too and an output that was not touched.
fn panicked<T>(export: impl FnOnce(*mut *mut T, *mut *mut lineage_error) -> lineage_status) -> bool {
    let untouched = ptr::without_provenance_mut(8);
    let (mut out, mut error) = (untouched, ptr::null_mut());
    let status = export(&raw mut out, &raw mut error);
    // SAFETY: an error of this library, or NULL.
    let code = unsafe { lineage_error_code(error) };
    // SAFETY: as above, and freed once.
    unsafe { lineage_error_free(error) };
    status == lineage_status::Panic && code == Code::Panic.number() && out == untouched
}

fn is_absent(text: lineage_str) -> bool {
    text.data.is_null() && text.len == 0
}

/// Calls an export and says whether it answered as it should.
type Check = Box<dyn Fn() -> bool>;

/// Every export, by its name, and whether it answers as it should when it panics.
///
/// The arguments would do harm if an export looked at them before its guard: most are NULL.
#[rustfmt::skip]
#[allow(unused_unsafe, reason = "some exports are safe, and the macro treats all alike")]
fn exports() -> Vec<(&'static str, Check)> {
    macro_rules! exports {
        ($($name:ident => $answer:expr;)*) => {
            // SAFETY: NULL is an argument that every export takes.
            vec![$((stringify!($name), Box::new(|| unsafe { $answer }) as Check),)*]
        };
    }
    exports! {
        lineage_version => is_absent(lineage_version());
        lineage_contract_version => lineage_contract_version() == 0;
        lineage_code_text => is_absent(lineage_code_text(1));
        lineage_warning_text => is_absent(lineage_warning_text(1));
        lineage_error_code => lineage_error_code(ptr::null()) == 0;
        lineage_error_message => is_absent(lineage_error_message(ptr::null()));
        lineage_error_field => is_absent(lineage_error_field(ptr::null()));
        lineage_error_position => lineage_error_position(ptr::null()) == -1;
        lineage_error_free => { lineage_error_free(ptr::null_mut()); true };
        lineage_identity_namespace => is_absent(lineage_identity_namespace(ptr::null()));
        lineage_identity_name => is_absent(lineage_identity_name(ptr::null()));
        lineage_identity_warning_count => lineage_identity_warning_count(ptr::null()) == 0;
        lineage_identity_warning => lineage_identity_warning(ptr::null(), 0) == 0;
        lineage_identity_alias_count => lineage_identity_alias_count(ptr::null()) == 0;
        lineage_identity_alias_namespace => is_absent(lineage_identity_alias_namespace(ptr::null(), 0));
        lineage_identity_alias_name => is_absent(lineage_identity_alias_name(ptr::null(), 0));
        lineage_identity_free => { lineage_identity_free(ptr::null_mut()); true };
        lineage_string_data => is_absent(lineage_string_data(ptr::null()));
        lineage_string_warning_count => lineage_string_warning_count(ptr::null()) == 0;
        lineage_string_warning => lineage_string_warning(ptr::null(), 0) == 0;
        lineage_string_free => { lineage_string_free(ptr::null_mut()); true };
        lineage_file_identity => panicked(|out, error| lineage_file_identity(NONE, ptr::null(), out, error));
        lineage_file_identity_of_path => panicked(|out, error| lineage_file_identity_of_path(NONE, ptr::null(), out, error));
        lineage_file_identities => panicked(|out, error| lineage_file_identities(ptr::null(), 0, ptr::null(), out, error));
        lineage_identities_count => lineage_identities_count(ptr::null()) == 0;
        lineage_identities_status => lineage_identities_status(ptr::null(), 0) == lineage_status::Panic;
        lineage_identities_code => lineage_identities_code(ptr::null(), 0) == 0;
        lineage_identities_namespace => is_absent(lineage_identities_namespace(ptr::null(), 0));
        lineage_identities_name => is_absent(lineage_identities_name(ptr::null(), 0));
        lineage_identities_warning_count => lineage_identities_warning_count(ptr::null(), 0) == 0;
        lineage_identities_warning => lineage_identities_warning(ptr::null(), 0, 0) == 0;
        lineage_identities_free => { lineage_identities_free(ptr::null_mut()); true };
        lineage_relational_identity => panicked(|out, error| lineage_relational_identity(ptr::null(), ptr::null(), out, error));
        lineage_relational_namespace => panicked(|out, error| lineage_relational_namespace(ptr::null(), out, error));
        lineage_dataset_name => panicked(|out, error| lineage_dataset_name(ptr::null(), NONE, NONE, out, error));
        lineage_jdbc_identity => panicked(|out, error| lineage_jdbc_identity(NONE, NONE, ptr::null(), out, error));
        lineage_store_identity => panicked(|out, error| lineage_store_identity(NONE, ptr::null(), 0, out, error));
        lineage_evaluate_with => panicked(|out, error| lineage_evaluate_with(NONE, ptr::null(), out, error));
        lineage_config_read => panicked(|out, error| lineage_config_read(NONE, out, error));
        lineage_config_free => { lineage_config_free(ptr::null_mut()); true };
        lineage_events => panicked(|out, error| lineage_events(NONE, NONE, out, ptr::null_mut(), error));
        lineage_evaluate => panicked(|out, error| lineage_evaluate(NONE, out, error));
        lineage_run => panicked(|out, error| lineage_run(NONE, NONE, NONE, out, ptr::null_mut(), error));
        lineage_settings => panicked(|out, error| lineage_settings(NONE, NONE, out, ptr::null_mut(), error));
    }
}

#[test]
fn every_export_survives_a_panic() {
    for (name, answers) in exports() {
        hook::arm();
        assert!(answers(), "{name} answers something else after a panic");
        assert!(!hook::armed(), "{name} has no guard");
    }
}

#[test]
fn every_export_of_the_header_is_tested() {
    let header = include_str!("../../include/lineage_identity.h");
    let named = header.lines().filter_map(|line| {
        let (before, _) = line.split_once('(')?;
        let name = before.split([' ', '*']).next_back()?;
        (name.starts_with("lineage_") && !line.starts_with([' ', '/'])).then_some(name)
    });
    let tested: BTreeSet<_> = exports().iter().map(|(name, _)| *name).collect();
    assert_eq!(named.collect::<BTreeSet<_>>(), tested);
}

/// A struct of a later version, which has grown by `more`.
#[derive(Clone, Copy)]
#[repr(C)]
struct Grown {
    size: usize,
    first: usize,
    more: usize,
}

// SAFETY: `repr(C)`, the size first, no padding, zeros are a value.
unsafe impl Growable for Grown {
    const SIZES: &'static [usize] = &[2 * size_of::<usize>(), 3 * size_of::<usize>()];
}

const WORD: usize = size_of::<usize>();

fn read_grown(words: &[usize]) -> Result<(usize, usize), Failure> {
    // SAFETY: the words begin with the size, and are at least as many as it says.
    unsafe { read_sized(words.as_ptr().cast::<Grown>(), "grown") }.map(|grown| (grown.first, grown.more))
}

#[test]
fn a_struct_of_an_earlier_version_is_read_no_further_than_it_goes() {
    assert_eq!(read_grown(&[2 * WORD, 7, 9]), Ok((7, 0)));
    assert_eq!(read_grown(&[3 * WORD, 7, 9]), Ok((7, 9)));
}

#[test]
fn a_struct_of_a_later_version_is_taken_while_it_asks_for_nothing_new() {
    assert_eq!(read_grown(&[4 * WORD, 7, 9, 0]), Ok((7, 9)));
    let refused = Failure::argument(Code::InvalidArgument, "grown");
    assert_eq!(read_grown(&[4 * WORD, 7, 9, 1]), Err(refused));
}

#[test]
fn what_was_compiled_against_the_first_version_goes_on() {
    let connection = WORD + 8 * size_of::<lineage_str>() + 2 * size_of::<i32>();
    assert_eq!(
        lineage_connection::SIZES,
        [connection, size_of::<lineage_connection>()]
    );
    let options = size_of::<lineage_jdbc_options>();
    assert_eq!(
        lineage_jdbc_options::SIZES,
        [options - size_of::<lineage_str>(), options]
    );
}

#[test]
fn a_size_that_no_version_has_is_refused() {
    for size in [0, 1, WORD, 2 * WORD - 1, 2 * WORD + 1, 4097, usize::MAX] {
        let refused = Failure::argument(Code::InvalidArgument, "grown");
        assert_eq!(read_grown(&[size, 7, 9]), Err(refused), "{size}");
    }
}

#[test]
fn a_struct_that_is_not_aligned_is_refused() {
    let words = [2 * WORD, 7, 9];
    let inside = ptr::from_ref(&words).cast::<u8>().wrapping_add(1).cast::<Grown>();
    // SAFETY: it is not aligned, so nothing is read.
    let refused = unsafe { read_sized(inside, "grown") }.err();
    assert_eq!(refused, Some(Failure::argument(Code::InvalidArgument, "grown")));
}

#[test]
fn the_structs_have_no_gaps() {
    let (text, number, pointer) = (size_of::<lineage_str>(), size_of::<i32>(), WORD);
    assert_eq!(
        size_of::<lineage_file_options>(),
        WORD + 4 * number + text + pointer
    );
    assert_eq!(size_of::<lineage_connection>(), WORD + 9 * text + 4 * number);
    assert_eq!(size_of::<lineage_table>(), WORD + 3 * text);
    assert_eq!(
        size_of::<lineage_jdbc_options>(),
        WORD + 4 * text + pointer + WORD + 2 * number
    );
}

#[test]
fn errors_say_where() {
    let mut error = ptr::null_mut();
    let bad = lineage_str {
        data: b"s3://b/\xff".as_ptr().cast(),
        len: 8,
    };
    let mut out = MaybeUninit::uninit();
    // SAFETY: arguments as the header says; what comes out is freed once.
    unsafe {
        let status = lineage_file_identity(bad, ptr::null(), out.as_mut_ptr(), &raw mut error);
        assert_eq!(status, lineage_status::InvalidArgument);
        assert_eq!(lineage_error_code(error), Code::InvalidUnicode.number());
        assert_eq!(lineage_error_position(error), 7);
        assert_eq!(lineage_error_field(error).required(""), Ok("uri"));
        lineage_error_free(error);
    }
}
