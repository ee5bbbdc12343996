//! Statements that are deep, long or broken, from a thread with a small stack: a clear error or the right answer,
//! and never more than a moment.
#![cfg(feature = "sql")]

use std::time::{Duration, Instant};

use lineage_identity::request::{Context, evaluate};
use lineage_identity::sql::{Dialect, Options, lineage};
use serde_json::{Value, json};

/// The answer of a thread with 256 KiB.
#[track_caller]
fn answer(dialect: &str, sql: String) -> Value {
    let request = json!({"op": "sql", "dialect": dialect, "sql": sql}).to_string();
    let start = Instant::now();
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    let thread = thread
        .spawn(move || evaluate(&request, &Context::default()))
        .unwrap();
    let answer = serde_json::from_str(&thread.join().unwrap()).unwrap();
    assert!(
        start.elapsed() < Duration::from_secs(60),
        "{dialect}: {:?}",
        start.elapsed()
    );
    answer
}

/// Either the table `t` and no error, or an error of one statement and nothing else.
#[track_caller]
fn assert_table_or_error(dialect: &str, sql: String) {
    let answer = answer(dialect, sql);
    let errors = answer["errors"].as_array().unwrap();
    let names: Vec<_> = answer["inputs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|table| &table["name"])
        .collect();
    match errors.as_slice() {
        [] => assert_eq!(names, ["t"], "{dialect}"),
        [error] => {
            let known = ["too-deep", "syntax-error"];
            assert!(
                known.contains(&error["code"].as_str().unwrap()),
                "{dialect}: {error}"
            );
            assert!(names.is_empty(), "{dialect}");
        }
        more => panic!("{dialect}: {} errors", more.len()),
    }
}

const DIALECTS: &[&str] = &["postgres", "sqlite", "mysql", "mssql", "snowflake", "generic"];

fn nested(open: &str, inner: &str, close: &str, times: usize) -> String {
    open.repeat(times) + inner + &close.repeat(times)
}

#[test]
fn deep_nesting_neither_crashes_nor_hangs() {
    for dialect in DIALECTS {
        for times in [4, 20, 100, 2_000, LONG / 100] {
            assert_table_or_error(dialect, format!("SELECT {} FROM t", nested("(", "1", ")", times)));
            assert_table_or_error(dialect, format!("SELECT * FROM {}", nested("(", "t", ")", times)));
            assert_table_or_error(
                dialect,
                nested("SELECT * FROM (", "SELECT * FROM t", ") q", times.min(20_000)),
            );
            assert_table_or_error(
                dialect,
                format!(
                    "SELECT {} FROM t",
                    nested("CASE WHEN a THEN ", "1", " END", times)
                ),
            );
            assert_table_or_error(dialect, format!("SELECT a{} FROM t", "[1]".repeat(times)));
            assert_table_or_error(dialect, format!("SELECT {} a FROM t", "NOT ".repeat(times)));
            assert_table_or_error(dialect, format!("SELECT {} a FROM t", "- ".repeat(times)));
        }
    }
}

/// Depths around that up to which a statement is read on its caller's stack: more takes another thread, and no error.
#[test]
fn what_is_read_on_the_callers_stack_fits_it() {
    for times in [
        1, 5, 8, 9, 10, 11, 12, 13, 14, 20, 30, 60, 62, 63, 64, 65, 66, 80, 100,
    ] {
        for (dialect, sql) in [
            (
                "sqlite",
                format!("SELECT {} FROM t", nested("f(", "a", ")", times)),
            ),
            ("sqlite", format!("SELECT a{} FROM t", " COLLATE x".repeat(times))),
            ("sqlite", format!("SELECT {}a FROM t", "NOT ".repeat(times))),
            (
                "sqlite",
                format!(
                    "SELECT {} FROM t",
                    nested("(SELECT ", "a", " FROM t)", times.min(30))
                ),
            ),
            (
                "sqlite",
                format!("SELECT * FROM {}", nested("(", "t", ")", times)),
            ),
            (
                "sqlite",
                nested("SELECT * FROM (", "SELECT * FROM t", ") q", times),
            ),
            (
                "sqlite",
                format!(
                    "SELECT {} FROM t",
                    nested("CASE WHEN a THEN ", "1", " END", times)
                ),
            ),
            (
                "postgres",
                format!("SELECT {} FROM t", nested("f(", "a", ")", times)),
            ),
            (
                "postgres",
                nested("SELECT * FROM (", "SELECT * FROM t", ") q", times),
            ),
        ] {
            let answer = answer(dialect, sql);
            assert_eq!(answer["errors"], json!([]), "{dialect}, {times}");
            assert_eq!(answer["inputs"][0]["name"], "t", "{dialect}, {times}");
        }
    }
}

/// Words and symbols that a grammar can nest something in, or that look as if.
const NESTING: &str = "( [ a 1 , . :: + - ~ @ # ` ! = < | ? ' \" NOT CASE WHEN THEN END IS IN BETWEEN AND EXISTS ANY ARRAY \
    ROW CAST( SELECT FROM WHERE UNION VALUES TABLE JOIN AS WITH LATERAL INSERT UPDATE SET CREATE EXPLAIN PREPARE \
    EXECUTE DECLARE INTERVAL VARIADIC COLLATE NULL BINARY PRIOR MAP(";

/// Every two of these words, glued together where they can be and apart, as often as they fit into so many bytes.
fn repeated_pairs(length: usize) -> impl Iterator<Item = String> {
    let words = || NESTING.split_whitespace();
    let pairs = words().flat_map(move |first| words().map(move |second| (first, second)));
    let texts = pairs.flat_map(|(first, second)| {
        let word = |text: &str| text.ends_with(char::is_alphanumeric);
        let apart = if word(first) { " " } else { "" };
        let glued = if word(second) { " " } else { "" };
        [
            format!("{first}{apart}{second}{glued}"),
            format!("{first} {second} "),
        ]
    });
    texts.flat_map(move |pair| {
        ["SELECT ", "", "SELECT * FROM "].map(|start| start.to_owned() + &pair.repeat(length / pair.len()))
    })
}

/// Reads statements on a thread with so much stack, of which an overflow would end the process.
fn read_all(dialect: &'static str, stack: usize, statements: impl Iterator<Item = String> + Send + 'static) {
    let read = move || {
        let options = Options::of(Dialect::find(dialect).unwrap());
        for sql in statements {
            let start = Instant::now();
            std::hint::black_box(lineage(&sql, &options));
            assert!(
                start.elapsed() < Duration::from_secs(10),
                "{dialect}: {}",
                &sql[..40]
            );
        }
    };
    let thread = std::thread::Builder::new().stack_size(stack);
    thread.spawn(read).unwrap().join().unwrap();
}

/// What is counted of a text is at least what its parser nests, however broken it is: whatever two words it repeats.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes minutes where nothing is optimised")]
fn repeated_words_neither_crash_nor_hang() {
    for dialect in ["postgres", "sqlite", "mysql", "generic"] {
        read_all(dialect, 256 << 10, repeated_pairs(2500));
    }
}

/// A short statement of PostgreSQL is read where it is, without a count of its depth: little more than the stack that is
/// taken for granted is enough for any.
#[test]
#[cfg_attr(debug_assertions, ignore = "only what is optimised takes little stack")]
fn short_statements_fit_whatever_they_repeat() {
    for length in [100, 150, 200, 250, 320, 420, 550, 700, 900, 1200] {
        read_all("postgres", 160 << 10, repeated_pairs(length));
    }
}

#[test]
fn long_chains_neither_crash_nor_hang() {
    for dialect in DIALECTS {
        for times in [10, 300, LONG / 100] {
            assert_table_or_error(
                dialect,
                format!("SELECT * FROM t WHERE a = 1{}", " AND b = 2".repeat(times)),
            );
            assert_table_or_error(
                dialect,
                format!("SELECT * FROM t{}", " UNION ALL SELECT * FROM t".repeat(times)),
            );
            assert_table_or_error(dialect, format!("SELECT 1{} FROM t", " + 1".repeat(times)));
            assert_table_or_error(
                dialect,
                format!("SELECT * FROM t{}", " JOIN t ON 1 = 1".repeat(times)),
            );
        }
    }
}

#[test]
fn what_only_a_related_grammar_takes_for_depth_is_not_read_by_it() {
    for (dialect, sql) in [
        // A name in brackets, a nested comment and a string, in statements that their own grammar does not know.
        ("mssql", format!("SELECT a{} FROM t", "[1]".repeat(100_000))),
        (
            "generic",
            format!("SELECT /* /* */ {} */ 1 FROM )", "(".repeat(100_000)),
        ),
        (
            "oracle",
            format!("SELECT q'[ ' {} ' ]' FROM )", "(".repeat(100_000)),
        ),
        ("generic", format!("SELECT $$ {} $$ FROM )", "(".repeat(100_000))),
    ] {
        let answer = answer(dialect, sql);
        assert_eq!(answer["errors"][0]["code"], "syntax-error", "{dialect}: {answer}");
    }
}

#[test]
fn lists_are_no_depth() {
    for dialect in DIALECTS {
        let columns = "a + b, ".repeat(20_000);
        let answer = answer(dialect, format!("SELECT {columns} 1 FROM t"));
        assert_eq!(
            (&answer["inputs"][0]["name"], &answer["errors"]),
            (&json!("t"), &json!([])),
            "{dialect}"
        );
    }
}

#[test]
fn chains_of_with_are_followed_to_their_end() {
    for dialect in DIALECTS {
        let mut sql = "WITH c0 AS (SELECT * FROM t)".to_owned();
        for index in 1..2_000 {
            sql.push_str(&format!(", c{index} AS (SELECT * FROM c{})", index - 1));
        }
        let answer = answer(dialect, sql + " SELECT * FROM c1999");
        assert_eq!(
            (&answer["inputs"][0]["name"], &answer["errors"]),
            (&json!("t"), &json!([])),
            "{dialect}"
        );
    }
}

/// Ten megabytes; less in a build without optimisation, which takes its time.
const LONG: usize = if cfg!(debug_assertions) {
    1_000_000
} else {
    10_000_000
};

#[test]
fn ten_megabytes_are_read_or_refused() {
    for dialect in ["postgres", "sqlite", "mysql"] {
        let mut sql = "INSERT INTO o SELECT * FROM t WHERE a IN (0".to_owned();
        while sql.len() < LONG {
            sql.push_str(", 'x y z', 12345");
        }
        let answer = answer(dialect, sql + ")");
        let right = answer["inputs"][0]["name"] == "t" && answer["outputs"][0]["name"] == "o";
        assert!(
            right || answer["errors"][0]["code"] == "statement-too-long",
            "{dialect}: {answer}"
        );
    }
}

#[test]
fn ten_megabytes_of_statements_are_read() {
    let sql = "SELECT * FROM t; ".repeat(LONG / 17);
    let answer = answer("postgres", sql);
    assert_eq!(answer["inputs"].as_array().unwrap().len(), 1);
}
