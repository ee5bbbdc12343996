//! What an edge of a lineage costs as an event (Linux). Time that grows with the lineage costs the same for each
//! edge.

#[path = "../tests/support/lineages.rs"]
mod lineages;

use std::hint::black_box;
use std::time::Instant;

use lineage_identity::request::{Context, evaluate};

fn main() {
    println!("| edges | shape | output, MB | ns per edge (median of 7) | peak memory with the request |");
    println!("|---|---|---|---|---|");
    for wide in [false, true] {
        for edges in [2_000, 20_000, 200_000] {
            measure(edges, wide);
        }
    }
}

fn measure(edges: usize, wide: bool) {
    let request = lineages::request(edges, wide);
    let answer = || evaluate(black_box(&request), &Context::default());
    let (text, peak) = lineages::peak_of(answer);
    let mut times: Vec<_> = (0..7)
        .map(|_| {
            let start = Instant::now();
            black_box(answer());
            start.elapsed().as_nanos() as f64 / edges as f64
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let shape = if wide { "one table" } else { "100 columns a table" };
    let (megabytes, memory) = (
        text.len() as f64 / 1e6,
        (peak + request.len()) as f64 / text.len() as f64,
    );
    println!(
        "| {edges} | {shape} | {megabytes:.1} | {:.0} | {memory:.2} × the output |",
        times[3]
    );
}
