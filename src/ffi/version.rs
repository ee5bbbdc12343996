//! Versions, and the texts of codes.

use super::text::lineage_str;
use crate::contract::Contract;
use crate::guard::guard;
use crate::reason::{Code, Warning};

/// The version of the library that was loaded, as "1.2.3". It lives as long as the library.
#[unsafe(no_mangle)]
pub extern "C" fn lineage_version() -> lineage_str {
    guard(lineage_str::ABSENT, || lineage_str::borrow(crate::VERSION))
}

/// The version of the identity contract that applies when none is asked for.
#[unsafe(no_mangle)]
pub extern "C" fn lineage_contract_version() -> i32 {
    guard(0, || Contract::CURRENT.number())
}

/// The text of a code of enum lineage_code, as JSON and Java have it ("no-host"). It lives as long as the
/// library. Absent for a number that is no code.
#[unsafe(no_mangle)]
pub extern "C" fn lineage_code_text(code: i32) -> lineage_str {
    guard(lineage_str::ABSENT, || {
        let known = Code::ALL.iter().find(|known| known.number() == code);
        known.map_or(lineage_str::ABSENT, |known| lineage_str::borrow(known.text()))
    })
}

/// The text of a warning of enum lineage_warning. It lives as long as the library. Absent for a number that is
/// no warning.
#[unsafe(no_mangle)]
pub extern "C" fn lineage_warning_text(warning: i32) -> lineage_str {
    guard(lineage_str::ABSENT, || {
        let known = Warning::ALL.iter().find(|known| known.number() == warning);
        known.map_or(lineage_str::ABSENT, |known| lineage_str::borrow(known.text()))
    })
}
