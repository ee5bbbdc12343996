//! Whatever a location holds, every door gives the same answer, and no secret comes out.
#![no_main]

#[path = "../../tests/file/checks.rs"]
mod checks;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    checks::doors_agree(text);
    checks::secrets_stay_inside(text);
});
