//! The command line, as a program.
#![cfg(feature = "cli")]

#[path = "support/program.rs"]
mod program;
mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

use program::{PROGRAM, output, start};

/// Exit status, standard output, standard error.
fn run(arguments: &[&str]) -> (i32, String, String) {
    program::run(arguments, "")
}

fn batch(arguments: &[&str], input: &[u8]) -> (i32, Vec<String>) {
    let output = output(&[&["batch"], arguments].concat(), input);
    assert!(output.stderr.is_empty(), "{output:?}");
    let answers = String::from_utf8(output.stdout).unwrap();
    (
        output.status.code().unwrap(),
        answers.lines().map(str::to_owned).collect(),
    )
}

#[test]
fn the_batch_answers_every_case() {
    let mut cases = support::cases();
    // A request of several lines is none for a batch.
    cases.retain(|case| !case.request.contains('\n') && !case.request.trim().is_empty());
    for jobs in ["1", "3"] {
        support::check_cases("CLI", &cases, |requests| {
            batch(&["--jobs", jobs], requests.join("\n").as_bytes()).1
        });
    }
}

#[test]
fn a_connection_is_named_as_the_contract_has_it() {
    let (status, out, err) = run(&[
        "relational",
        "--type",
        "POSTGRESQL",
        "--host",
        " DB ",
        "--database",
        "analytics",
        "--schema",
        "staging",
        "--table",
        "orders",
    ]);
    assert_eq!(
        (status, out.as_str(), err.as_str()),
        (0, "postgres://db:5432\tanalytics.staging.orders\n", "")
    );
}

#[test]
fn the_batch_reads_what_hop_prints() {
    let request = br#"{"op":"file","uri":"s3:///my_bucket/in%20put/a.csv"}"#;
    let answer = r#"{"identity":{"namespace":"s3://my_bucket","name":"in put/a.csv"}}"#;
    assert_eq!(batch(&[], request), (0, vec![answer.to_owned()]));
}

#[test]
fn statuses_say_what_came_of_it() {
    assert_eq!(run(&["file", "s3://b/k"]).0, 0);
    assert_eq!(run(&["file", "s3://b/k", " "]).0, 1);
    assert_eq!(run(&["relational", "--type", "POSTGRESQL"]).0, 1);
    assert_eq!(run(&["jdbc", "jdbc:postgresql://db/a", "--table", "b"]).0, 0);
    assert_eq!(run(&["jdbc", "no url", "--table", "b"]).0, 1);
    assert_eq!(batch(&[], b"{\"op\":\"run\",\"job_name\":\"a\"}\n").0, 0);
    assert_eq!(batch(&[], b"{\"op\":\"run\",\"job_name\":\"a\"}\n{}\n").0, 1);
    for usage in [
        &["file"][..],
        &["file", "--form", "odd", "s3://b/k"],
        &["file", "--contract", "5", "s3://b/k"],
        &["relational"],
        &["jdbc", "jdbc:postgresql://db/a", "--property", "no equals sign"],
        &["batch", "--jobs", "0"],
        &["nothing"],
        &[],
    ] {
        let (status, out, err) = run(usage);
        assert_eq!(
            (status, out.as_str(), err.is_empty()),
            (2, "", false),
            "{usage:?}"
        );
    }
}

#[test]
fn the_order_of_several_is_kept_and_failures_are_counted() {
    let (status, out, err) = run(&["file", "s3://b/1", "no scheme", "s3://b/3"]);
    assert_eq!((status, out.as_str()), (1, "s3://b\t1\ns3://b\t3\n"));
    assert!(err.starts_with("lineage-identity: URI 2: no-scheme: "), "{err}");
    let (_, out, _) = run(&["file", "--json", "s3://b/1", "no scheme", "s3://b/3"]);
    let answers: Vec<serde_json::Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers[1]["reason"]["code"], "no-scheme");
    assert_eq!(answers[2]["identity"]["name"], "3");
}

#[test]
fn flags_are_fields_of_the_request() {
    let (_, out, _) = run(&[
        "file",
        "--naming",
        "legacy",
        "--job-namespace",
        "etl",
        "--json",
        "file:///a/b.csv",
    ]);
    assert_eq!(out, "{\"identity\":{\"namespace\":\"etl\",\"name\":\"b.csv\"}}\n");
    let (_, out, _) = run(&[
        "relational",
        "--type",
        "POSTGRESQL",
        "--host",
        "db",
        "--default-port",
        "-1",
    ]);
    assert_eq!(out, "postgres://db\n");
    let (_, out, _) = run(&[
        "jdbc",
        "jdbc:sqlserver://db",
        "--property",
        "databaseName=x=y",
        "--table",
        "t",
    ]);
    assert_eq!(out, "mssql://db:1433\tx=y.t\n");
}

#[test]
fn a_configuration_comes_by_flag_or_by_variable() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (good, bad) = (folder.join("good.json"), folder.join("bad.json"));
    std::fs::write(&good, r#"{"connections":{"in":{"kind":"sftp","host":"h"}}}"#).unwrap();
    std::fs::write(
        &bad,
        r#"{"connections":{"in":{"kind":"sftp","password":"s3cr3t"}}}"#,
    )
    .unwrap();
    let (good, bad) = (good.to_str().unwrap(), bad.to_str().unwrap());
    let (status, out, _) = run(&["file", "--config", good, "in:///a"]);
    assert_eq!((status, out.as_str()), (0, "sftp://h\t/a\n"));
    let request = br#"{"op":"file","uri":"in:///a"}"#;
    let answer = r#"{"identity":{"namespace":"sftp://h","name":"/a"}}"#;
    assert_eq!(batch(&["--config", good], request).1, [answer]);
    let by_variable = |path: &str| {
        let mut command = Command::new(PROGRAM);
        command
            .args(["file", "in:///a"])
            .env("LINEAGE_IDENTITY_CONFIG", path)
            .output()
            .unwrap()
    };
    assert_eq!(by_variable(good).stdout, b"sftp://h\t/a\n");
    assert_eq!(by_variable("").status.code(), Some(0));
    let (status, out, err) = run(&["file", "--config", bad, "in:///a"]);
    assert_eq!((status, out.as_str()), (2, ""));
    assert!(err.contains("connections.in") && !err.contains("s3cr3t"), "{err}");
    assert_eq!(run(&["file", "--config", "no such file", "in:///a"]).0, 2);
}

#[test]
fn no_secret_is_echoed() {
    let secret = "s3cr3t";
    let uri = format!("sftp://etl:{secret}@host/${{X}}");
    let property = format!("password={secret}");
    for arguments in [
        &["file", &uri][..],
        &["file", &uri, &uri],
        &["file", "--naming", &uri, "s3://b/k"],
        &["file", "--contract", &uri, "s3://b/k"],
        &["relational", &uri],
        &["relational", "--type", &uri, "--host", &uri],
        &["jdbc", &uri, "--property", &property, "--table", "t"],
        &["jdbc", "jdbc:x:", "--property", secret],
        &["batch", &uri],
        &["sql", "--dialect", &uri, "SELECT 1"],
        &["sql", "--dialect", "postgres", &uri],
        &[
            "sql",
            "--dialect",
            "postgres",
            &format!("SELECT '{secret}' FROM t WHERE x = '{secret}' )"),
        ],
        &["sql", &uri, &uri],
        &["sql", "--file", "x", &uri],
        &["store", &uri, &property],
        &["store", "kafka", &uri, &property],
        &["location", &uri, secret],
        &["location", "sftp://host", "a", &uri],
        &["relational", "--type", "MYSQL", "--setting", &uri],
        &["batch", "--jobs", &uri],
        &[&uri],
        &[&format!("--{uri}")],
        &["file", &format!("--password={secret}"), "s3://b/k"],
    ] {
        let (_, out, err) = run(arguments);
        assert!(
            !out.contains(secret) && !err.contains(secret),
            "{arguments:?}\n{out}{err}"
        );
    }
}

/// Every example of the help, run by a shell, prints what the help says.
#[test]
fn the_examples_of_the_help_are_true() {
    let mut examples = 0;
    for command in [
        "file",
        "relational",
        "jdbc",
        "batch",
        "sql",
        "sql-datasets",
        "store",
        "location",
        "run",
    ] {
        let (status, help, _) = run(&[command, "--help"]);
        assert_eq!(status, 0);
        let lines: Vec<_> = help
            .lines()
            .map(|line| line.strip_prefix("  ").unwrap_or(line))
            .collect();
        for (at, line) in lines.iter().enumerate() {
            let Some(example) = line.strip_prefix("$ ") else {
                continue;
            };
            let folder = std::path::Path::new(PROGRAM).parent().unwrap().display();
            let script = format!("PATH=\"{folder}:$PATH\"; {example}");
            let output = Command::new("sh").args(["-c", &script]).output().unwrap();
            let printed = String::from_utf8(output.stdout).unwrap();
            let printed: Vec<_> = printed.lines().collect();
            let promised = &lines[at + 1..lines.len().min(at + 1 + printed.len().max(1))];
            assert_eq!(printed, promised, "{example}");
            examples += 1;
        }
    }
    assert!(examples >= 17, "{examples}");
}

#[test]
fn a_batch_goes_on_after_lines_it_cannot_read() {
    let good = r#"{"op":"file","uri":"s3://b/k"}"#;
    let mut input = format!("\n  \r\n{good}\r\n{{\n").into_bytes();
    input.extend_from_slice(b"{\"op\":\"\xff\"}\n");
    input.extend(std::iter::repeat_n(b'[', (64 << 20) + 1));
    input.extend_from_slice(b"\n");
    input.extend_from_slice(good.as_bytes());
    for jobs in ["1", "2"] {
        let (status, answers) = batch(&["--jobs", jobs], &input);
        assert_eq!((status, answers.len()), (1, 5), "{answers:?}");
        assert_eq!(answers[0], r#"{"identity":{"namespace":"s3://b","name":"k"}}"#);
        for (answer, code) in answers[1..4]
            .iter()
            .zip(["invalid-json", "invalid-unicode", "too-long"])
        {
            assert!(
                answer.starts_with(&format!("{{\"error\":{{\"code\":\"{code}\"")),
                "{answer}"
            );
        }
        assert!(answers[2].contains("\"offset\":7"), "{}", answers[2]);
        assert_eq!(answers[4], answers[0]);
    }
}

#[test]
fn whoever_types_a_line_sees_its_answer() {
    for jobs in ["1", "2"] {
        let mut child = start(&["batch", "--jobs", jobs]);
        let mut stdin = child.stdin.take().unwrap();
        let mut answers = BufReader::new(child.stdout.take().unwrap());
        for key in ["a", "b", "c"] {
            writeln!(stdin, "{{\"op\":\"file\",\"uri\":\"s3://b/{key}\"}}").unwrap();
            let mut answer = String::new();
            answers.read_line(&mut answer).unwrap();
            assert_eq!(
                answer,
                format!("{{\"identity\":{{\"namespace\":\"s3://b\",\"name\":\"{key}\"}}}}\n")
            );
        }
        drop(stdin);
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    for jobs in ["1", "2"] {
        let mut child = start(&["batch", "--jobs", jobs]);
        let mut stdin = child.stdin.take().unwrap();
        drop(child.stdout.take());
        let line = b"{\"op\":\"file\",\"uri\":\"s3://b/k\"}\n".repeat(10_000);
        // Writing may fail, since nobody reads any more: that is what is tested.
        for _ in 0..20 {
            let _ = stdin.write_all(&line);
        }
        drop(stdin);
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!(
            (child.wait().unwrap().code(), said.as_str()),
            (Some(0), ""),
            "{jobs}"
        );
    }
}

/// Three times as much input as the program may have memory.
#[test]
#[cfg(target_os = "linux")]
fn memory_stays_flat() {
    let limit = 64 * 1024;
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {limit}; exec \"$0\" batch"), PROGRAM])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let long = "k".repeat(64 * 1024);
    let line = format!("{{\"op\":\"file\",\"uri\":\"s3://b/{long}\"}}\n").into_bytes();
    for _ in 0..3 * limit * 1024 / line.len() {
        stdin.write_all(&line).unwrap();
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}
