//! Statements a second: `sql` next to the bare parse by the grammar in use, and to openlineage-sql, on the questions of
//! `tpch.sql`. The bare parse of PostgreSQL's grammar is its list of events, that of the others their tree; both are
//! dropped. The program in `PEER_PYTHON`, if it is set, is a Python that has openlineage-sql.

use std::hint::black_box;
use std::process::Command;
use std::time::{Duration, Instant};

use lineage_identity::sql::{Dialect, Options, lineage};
use sqlite3_parser::{Bump, FallibleIterator, lexer::sql::Parser as SqliteParser};

const QUERIES: &str = include_str!("tpch.sql");
const ROUNDS: usize = 25;

type Parse = fn(&str);

fn main() {
    let queries: Vec<_> = QUERIES
        .split(";\n")
        .map(str::trim)
        .filter(|query| !query.is_empty())
        .collect();
    println!("{} statements, {} bytes", queries.len(), QUERIES.len());
    println!("| grammar | `sql`, statements/s | bare parse, statements/s | `sql` / bare parse |");
    println!("|---|---|---|---|");
    let grammars: [(&str, &str, Parse); 3] = [
        ("postgres", "squawk-parser", squawk),
        ("sqlite", "sqlite3-parser", sqlite),
        ("generic", "sqlparser", generic),
    ];
    for (name, parser, parse) in grammars {
        let options = Options::of(Dialect::find(name).unwrap());
        for query in &queries {
            assert!(lineage(query, &options).errors.is_empty(), "{name}: {query}");
        }
        let (ours, bare) = compare(
            || {
                for query in &queries {
                    black_box(lineage(black_box(query), &options));
                }
            },
            || queries.iter().for_each(|query| parse(black_box(query))),
        );
        let rate = |time: Duration| queries.len() as f64 / time.as_secs_f64();
        println!(
            "| {name} ({parser}) | {:.0} | {:.0} | {:.2} |",
            rate(ours),
            rate(bare),
            bare.as_secs_f64() / ours.as_secs_f64()
        );
    }
    if let Ok(python) = std::env::var("PEER_PYTHON") {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/sql_peer.py");
        let queries = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/tpch.sql");
        Command::new(python).args([script, queries]).status().unwrap();
    }
}

/// The medians of the times of two jobs, which take turns.
fn compare(first: impl Fn(), second: impl Fn()) -> (Duration, Duration) {
    let time = |job: &dyn Fn()| {
        let start = Instant::now();
        (0..20).for_each(|_| job());
        start.elapsed() / 20
    };
    let mut times: Vec<_> = (0..ROUNDS).map(|_| (time(&first), time(&second))).collect();
    let mut median = |of: fn(&(Duration, Duration)) -> Duration| {
        times.sort_by_key(of);
        of(&times[ROUNDS / 2])
    };
    (median(|pair| pair.0), median(|pair| pair.1))
}

fn squawk(query: &str) {
    let lexed = squawk_parser::LexedStr::new(query);
    let output = squawk_parser::EntryPoint::SourceFile.parse(&lexed.to_input());
    let mut tokens = 0;
    lexed.intersperse_trivia(&output, &mut |_| tokens += 1);
    black_box(tokens);
}

fn sqlite(query: &str) {
    let bump = Bump::new();
    let mut parser = SqliteParser::new(&bump, query.as_bytes());
    while let Some(command) = parser.next().unwrap() {
        black_box(command);
    }
}

fn generic(query: &str) {
    let dialect = sqlparser::dialect::GenericDialect {};
    black_box(sqlparser::parser::Parser::parse_sql(&dialect, query).unwrap());
}
