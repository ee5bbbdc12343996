//! How fast `batch` is beside a bare typed parse of the same lines by serde_json, which does nothing with them.
//!
//! `cargo bench --bench batch` prints lines a second, as the median of several rounds, and the ratios.

use std::borrow::Cow;
use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use lineage_identity::request::{Context, evaluate_into};
use serde::Deserialize;

const LINES: usize = 200_000;
const ROUNDS: usize = 7;

/// The fields of the requests below, as a caller would declare them to read them and no more.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "what is read is what is measured")]
struct Bare<'a> {
    #[serde(borrow)]
    op: Cow<'a, str>,
    #[serde(borrow)]
    uri: Option<Cow<'a, str>>,
    #[serde(borrow, rename = "type")]
    hop_type: Option<Cow<'a, str>>,
    #[serde(borrow)]
    host: Option<Cow<'a, str>>,
    #[serde(borrow)]
    port: Option<Cow<'a, str>>,
    #[serde(borrow)]
    database: Option<Cow<'a, str>>,
    #[serde(borrow)]
    schema: Option<Cow<'a, str>>,
    #[serde(borrow)]
    table: Option<Cow<'a, str>>,
    #[serde(borrow)]
    url: Option<Cow<'a, str>>,
    contract: Option<i64>,
}

fn line(kind: &str, at: usize) -> String {
    match kind {
        "file" => format!(r#"{{"op":"file","uri":"s3a://data-lake/in/2026/01/17/orders-{at:06}.csv"}}"#),
        "relational" => format!(
            r#"{{"op":"relational","type":"POSTGRESQL","host":"db-1","port":"5433","database":"shop","schema":"public","table":"orders_{at}"}}"#
        ),
        "jdbc" => format!(
            r#"{{"op":"jdbc","url":"jdbc:postgresql://db-1:5433/shop?ssl=true","table":"public.orders_{at}"}}"#
        ),
        _ => line(["file", "relational", "jdbc"][at % 3], at),
    }
}

/// The median of several rounds, in lines a second.
fn rate(mut round: impl FnMut()) -> f64 {
    let mut times: Vec<_> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            round();
            start.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    LINES as f64 / times[ROUNDS / 2]
}

fn bare(input: &str) -> f64 {
    rate(|| {
        for line in input.lines() {
            black_box(serde_json::from_str::<Bare<'_>>(line).unwrap());
        }
    })
}

fn core(input: &str) -> f64 {
    let mut answers = Vec::new();
    rate(|| {
        answers.clear();
        for line in input.lines() {
            evaluate_into(line.as_bytes(), &Context::default(), &mut answers);
            answers.push(b'\n');
        }
        black_box(&answers);
    })
}

/// The whole program, its start included, reading a file and writing to nothing.
fn program(file: &Path, jobs: &str) -> f64 {
    rate(|| {
        let status = Command::new(env!("CARGO_BIN_EXE_lineage-identity"))
            .args(["batch", "--jobs", jobs])
            .stdin(std::fs::File::open(file).unwrap())
            .stdout(Stdio::null())
            .status();
        assert!(status.unwrap().success());
    })
}

fn main() {
    let mut out = std::io::stdout();
    writeln!(
        out,
        "requests    bare parse/s  evaluate/s        batch/s           --jobs 2"
    )
    .unwrap();
    for kind in ["file", "relational", "jdbc", "mixed"] {
        let input: String = (0..LINES).map(|at| line(kind, at) + "\n").collect();
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{kind}.ndjson"));
        std::fs::write(&file, &input).unwrap();
        let (bare, core) = (bare(&input), core(&input));
        let (one, two) = (program(&file, "1"), program(&file, "2"));
        writeln!(
            out,
            "{kind:10} {bare:13.0} {core:11.0} ({:.2}) {one:10.0} ({:.2}) {two:10.0} ({:.2})",
            core / bare,
            one / bare,
            two / one
        )
        .unwrap();
    }
}
