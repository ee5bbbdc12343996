//! The events of a large lineage need little more room than their text.
#![cfg(target_os = "linux")]

#[path = "support/lineages.rs"]
mod lineages;

use lineage_identity::request::{Context, evaluate};

/// Enough to drown the noise; `make bench-events` prints 200,000.
const EDGES: usize = 50_000;

#[test]
fn the_peak_is_under_five_times_the_output() {
    for wide in [false, true] {
        let request = lineages::request(EDGES, wide);
        let (answer, peak) = lineages::peak_of(|| evaluate(&request, &Context::default()));
        let peak = peak + request.len();
        let times = peak as f64 / answer.len() as f64;
        println!(
            "wide {wide}: request {} bytes, output {} bytes, peak with the request {peak} bytes, {times:.2} times",
            request.len(),
            answer.len()
        );
        assert!(answer.len() > EDGES * 200 && answer.contains("\\\"column_99\\\""));
        assert!(peak > answer.len(), "the peak was not measured: {peak}");
        assert!(times < 5.0, "{times} times the output");
    }
}
