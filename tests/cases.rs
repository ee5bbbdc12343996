//! The conformance cases, through Rust.

mod support;

use lineage_identity::request::{Context, evaluate};

#[test]
fn rust_answers_every_case() {
    support::check("Rust", |requests| {
        requests
            .iter()
            .map(|request| evaluate(request, &Context::default()))
            .collect()
    });
}
