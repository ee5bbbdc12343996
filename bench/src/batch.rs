//! How fast `lineage-identity batch` is beside a bare typed parse of the same lines by serde_json, which does nothing
//! with them, and how its memory grows.
//!
//! `batch PROGRAM [LINES_FOR_MEMORY]` prints lines a second, as medians of several rounds in turns, the ratios, and
//! as `key<TAB>value` what a report needs.

use std::borrow::Cow;
use std::hint::black_box;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use serde::Deserialize;

const LINES: usize = 400_000;
const ROUNDS: usize = 9;

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
        // Decoded, so that it is not as plain.
        "escaped" => format!(r#"{{"op":"file","uri":"s3a://data-lake/in/2026/01/17/new%20orders-{at:06}.csv"}}"#),
        "relational" => format!(
            r#"{{"op":"relational","type":"POSTGRESQL","host":"db-1","port":"5433","database":"shop","schema":"public","table":"orders_{at}"}}"#
        ),
        "jdbc" => format!(
            r#"{{"op":"jdbc","url":"jdbc:postgresql://db-1:5433/shop?ssl=true","table":"public.orders_{at}"}}"#
        ),
        _ => line(["file", "relational", "jdbc"][at % 3], at),
    }
}

/// The seconds that a bare parse of all lines takes.
fn bare(input: &str) -> f64 {
    let start = Instant::now();
    for line in input.lines() {
        black_box(serde_json::from_str::<Bare<'_>>(line).ok());
    }
    start.elapsed().as_secs_f64()
}

/// The seconds that the whole program takes, its start included, reading a file and writing to nothing.
fn program(program: &str, file: &Path, jobs: &str) -> f64 {
    let start = Instant::now();
    let status = Command::new(program)
        .args(["batch", "--jobs", jobs])
        .stdin(std::fs::File::open(file).expect("the input was written"))
        .stdout(Stdio::null())
        .status();
    assert!(status.expect("the program starts").success());
    start.elapsed().as_secs_f64()
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The most memory, in KiB, that the program has taken when it has answered so many lines; nothing where the system
/// does not tell.
fn peak(program: &str, lines: usize) -> Option<u64> {
    let mut child = Command::new(program)
        .arg("batch")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let (mut stdin, mut stdout) = (child.stdin.take()?, child.stdout.take()?);
    let block: String = (0..10_000).map(|at| line("mixed", at) + "\n").collect();
    let writer = std::thread::spawn(move || {
        for _ in 0..lines / 10_000 {
            stdin.write_all(block.as_bytes()).ok()?;
        }
        Some(stdin)
    });
    let (mut answered, mut buffer) = (0, vec![0; 1 << 16]);
    while answered < lines {
        let read = stdout.read(&mut buffer).ok().filter(|read| *read > 0)?;
        answered += buffer[..read].iter().filter(|byte| **byte == b'\n').count();
    }
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    // Its input is still open, so that it is still there.
    drop(writer.join().ok()??);
    child.wait().ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    peak.trim().trim_end_matches(" kB").parse().ok()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, memory @ ..] = &arguments[..] else {
        eprintln!("usage: batch PROGRAM [LINES_FOR_MEMORY]");
        std::process::exit(2);
    };
    let folder = std::env::temp_dir().join(format!("lineage-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the input");
    println!("requests      bare parse/s        batch/s           --jobs 2");
    for kind in ["file", "relational", "jdbc", "mixed", "escaped"] {
        let input: String = (0..LINES).map(|at| line(kind, at) + "\n").collect();
        let file = folder.join(kind);
        std::fs::write(&file, &input).expect("room for the input");
        let mut times = [const { Vec::new() }; 3];
        for _ in 0..ROUNDS {
            times[0].push(bare(&input));
            times[1].push(program(path, &file, "1"));
            times[2].push(program(path, &file, "2"));
        }
        let [bare, one, two] = times.map(median);
        let rate = |seconds: f64| LINES as f64 / seconds;
        println!(
            "{kind:10} {:15.0} {:14.0} ({:.2}) {:11.0} ({:.2})",
            rate(bare),
            rate(one),
            bare / one,
            rate(two),
            one / two
        );
        println!("batch.{kind}.bare\t{bare}\nbatch.{kind}.one\t{one}\nbatch.{kind}.two\t{two}");
    }
    for lines in memory.iter().filter_map(|lines| lines.parse().ok()) {
        if let Some(peak) = peak(path, lines) {
            println!("peak memory of {lines} lines: {peak} KiB");
            println!("batch.peak.{lines}\t{peak}");
        }
    }
    // What cannot be removed is in the folder for temporary files.
    let _ = std::fs::remove_dir_all(folder);
}
