//! The C door from C: every conformance case, what a careless caller hands over, and what leaks.
//!
//! The programs in `tests/c` are compiled with every warning an error and run under AddressSanitizer.

mod c;
mod support;

use std::path::Path;

use c::{Language, compile, library, run};

#[test]
fn c_answers_every_case() {
    let program = compile("cases.c", Language::C11);
    support::check("C", |requests| c::typed::texts(&program, "evaluate", requests));
}

#[test]
fn the_typed_functions_answer_as_the_cases_do() {
    let program = compile("cases.c", Language::C11);
    for batch in [false, true] {
        let cases = c::typed::cases(batch);
        let door = if batch { "C, many files" } else { "C, typed" };
        support::check_cases(door, &cases, |requests| {
            c::typed::answers(&program, batch, requests)
        });
    }
}

#[test]
fn every_function_answers_a_careless_caller() {
    let output = run(&compile("hostile.c", Language::C11), &[], b"");
    assert!(output.status.success(), "{output:?}");
    assert!(output.stdout.ends_with(b" calls\n"));
}

#[test]
fn every_function_of_the_header_meets_the_careless_caller() {
    let sources = c::source("hostile.c") + &c::source("calls.h");
    for line in include_str!("../include/lineage_identity.h").lines() {
        let Some(name) = line
            .split_once('(')
            .and_then(|(before, _)| before.rsplit([' ', '*']).next())
        else {
            continue;
        };
        // These take nothing that could be wrong but a number, which cases.c gives them.
        let harmless = [
            "lineage_version",
            "lineage_contract_version",
            "lineage_warning_text",
        ];
        if name.starts_with("lineage_") && !line.starts_with([' ', '/']) && !harmless.contains(&name) {
            assert!(
                sources.contains(&format!("{name}(")),
                "tests/c does not call {name}"
            );
        }
    }
}

#[test]
fn nothing_leaks_in_a_thousand_rounds() {
    let program = compile("leaks.c", Language::C11);
    let output = run(&program, &[], b"");
    assert!(output.status.success(), "{output:?}");
    // The leak sanitizer is awake: it sees what is left on purpose.
    if cfg!(target_os = "linux") {
        let output = run(&program, &["forget"], b"");
        let report = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && report.contains("LeakSanitizer"),
            "{report}"
        );
    }
}

#[test]
fn threads_share_what_does_not_change() {
    let output = run(&compile("threads.c", Language::C11), &[], b"");
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn cpp_takes_the_header() {
    let output = run(&compile("consumer.cpp", Language::Cpp17), &[], b"");
    assert!(output.status.success(), "{output:?}");
    assert_eq!(output.stdout, b"postgres://db:5432\nanalytics.staging.orders\n");
}

#[test]
fn the_example_of_the_documentation_is_true() {
    let page = include_str!("../docs/c.md");
    let block = |language: &str| {
        let start = format!("```{language}\n");
        let (_, rest) = page.split_once(&start).unwrap();
        rest.split_once("```").unwrap().0
    };
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("example.c");
    std::fs::write(&file, block("c")).unwrap();
    let output = run(&c::compile_file(&file, Language::C11), &[], b"");
    assert_eq!(String::from_utf8_lossy(&output.stdout), block("text"));
}

#[test]
fn the_library_exports_the_header_and_nothing_of_its_own_besides() {
    let output = std::process::Command::new("nm")
        .args(["-D", "--defined-only"])
        .arg(library())
        .output()
        .expect("nm, of binutils, is needed for this test");
    let header = include_str!("../include/lineage_identity.h");
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let name = line.rsplit(' ').next().unwrap_or_default();
        let known =
            header.contains(&format!("{name}(")) || name.starts_with("Java_") || name.starts_with("JNI_On");
        assert!(
            known || name.starts_with("rust_eh_personality"),
            "{name} is exported"
        );
    }
}
