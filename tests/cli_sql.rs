//! The subcommands on SQL and on events one by one, as a program.
#![cfg(all(feature = "cli", feature = "sql"))]

#[path = "support/program.rs"]
mod program;

use serde_json::Value;

use program::run;

fn json(arguments: &[&str], input: &str) -> (i32, Value) {
    let (status, out, err) = run(&[arguments, &["--json"]].concat(), input);
    assert_eq!(err, "", "{arguments:?}");
    (status, serde_json::from_str(&out).unwrap())
}

const CONNECTION: [&str; 8] = [
    "--type",
    "MYSQL",
    "--host",
    "db",
    "--database",
    "Shop",
    "--preferred-schema",
    "archive",
];

/// Each case of `sql` whose request has nothing that is no flag, answered through the flags.
#[test]
fn sql_answers_its_cases() {
    let text = include_str!("cases/sql.jsonl");
    let mut answered = 0;
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let request = case["request"].as_object().unwrap();
        let Some(sql) = request.get("sql").and_then(Value::as_str) else {
            continue;
        };
        let flags = ["op", "sql", "dialect", "default_schema", "columns", "contract"];
        if !request.keys().all(|key| flags.contains(&key.as_str())) || sql.len() > 1000 {
            continue;
        }
        let mut arguments = vec!["sql".to_owned(), "-".to_owned()];
        for key in ["dialect", "default_schema", "contract"] {
            match &request.get(key) {
                None | Some(Value::Null) => {}
                Some(value) => {
                    let value = value.as_str().map_or(value.to_string(), str::to_owned);
                    arguments.push(format!("--{}={value}", key.replace('_', "-")));
                }
            }
        }
        if request.get("columns") == Some(&Value::Bool(true)) {
            arguments.push("--columns".to_owned());
        }
        let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
        let (status, answer) = json(&arguments, sql);
        let expected = &case["response"];
        if expected.get("error").is_some() {
            assert_eq!(
                (status, &answer["error"]["code"]),
                (2, &expected["error"]["code"])
            );
        } else {
            for key in ["inputs", "outputs"] {
                assert_eq!(answer[key], expected[key], "{}", case["id"]);
            }
            let has_errors = expected["errors"] != Value::Array(Vec::new());
            assert!(!has_errors || status == 1, "{}", case["id"]);
        }
        answered += 1;
    }
    assert!(answered > 120, "{answered}");
}

#[test]
fn a_connection_gives_tables_their_identity() {
    let sql = "INSERT INTO x.T SELECT * FROM u";
    let (status, out, err) = run(&[&["sql", sql], &CONNECTION[..]].concat(), "");
    assert_eq!(
        (status, out.as_str(), err.as_str()),
        (
            0,
            "input\tmysql://db:3306\tarchive.u\noutput\tmysql://db:3306\tx.T\n",
            ""
        )
    );
    let settings = ["--contract", "4", "--setting", "lower_case_table_names=1"];
    let (_, out, _) = run(&[&["sql", sql], &CONNECTION[..], &settings].concat(), "");
    assert!(out.ends_with("output\tmysql://db:3306\tx.t\n"), "{out}");
}

#[test]
fn a_configuration_gives_clusters_one_name() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("clusters.json");
    let resolver = r#"{"dataset":{"namespaceResolvers":{"one":{"type":"hostList","hosts":["db","h"]}}}}"#;
    std::fs::write(&file, resolver).unwrap();
    let config = ["--config", file.to_str().unwrap()];
    let sql = "INSERT INTO t (a) SELECT b FROM u";
    let (_, answer) = json(
        &[&["sql", sql, "--columns"], &CONNECTION[..], &config].concat(),
        "",
    );
    assert!(!answer.to_string().contains("//db"), "{answer}");
    assert_eq!(answer["inputs"][0]["namespace"], "mysql://one:3306");
    assert_eq!(
        answer["column_lineage"][0]["facet"]["fields"]["a"]["inputFields"][0]["namespace"],
        "mysql://one:3306"
    );
    let written = r#"{"event_time":"2026-01-01T00:00:00Z","context":{"subject_type":"TRANSFORM","log_channel_id":"0192f0aa-1b2c-7d3e-8f40-5a6b7c8d9e0f","pipeline_name":"load","transform_name":"out"},"relational":{"connection":{"type":"MYSQL","host":"h","database":"d"},"outputs":[{"table":"t"}],"column_lineage":[{"output":"a","inputs":[{"table":{"table":"u"},"field":"b"}]}]}}"#;
    let (status, out, err) = run(&[&["hop-event", "-"], &config[..]].concat(), written);
    assert_eq!((status, err.as_str()), (0, ""));
    let event: Value = serde_json::from_str(&out).unwrap();
    let (read, wrote) = (&event["inputs"][0], &event["outputs"][0]);
    let lineage = &wrote["facets"]["columnLineage"]["fields"]["a"]["inputFields"][0];
    for dataset in [read, wrote, lineage] {
        assert_eq!(dataset["namespace"], "mysql://one:3306", "{event}");
    }
    assert_eq!(read["facets"]["dataSource"]["uri"], "mysql://h:3306");
    let store = ["store", "kafka", "host=h", "port=9092", "topic=t"];
    let (_, out, _) = run(&[&store[..], &config].concat(), "");
    assert_eq!(out, "kafka://one:9092\tt\n");
}

#[test]
fn text_comes_from_a_file_too() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("script.sql");
    std::fs::write(&file, "TRUNCATE a; DROP TABLE b").unwrap();
    let (status, out, _) = run(
        &["sql", "--dialect", "postgres", "--file", file.to_str().unwrap()],
        "",
    );
    assert_eq!((status, out.lines().next()), (0, Some("output\ta")));
    let (status, out, err) = run(&["sql", "--dialect", "postgres", "--file", "no such file"], "");
    assert_eq!((status, out.as_str(), err.is_empty()), (2, "", false));
}

#[test]
fn what_cannot_be_read_is_said_and_the_rest_counts() {
    let sql = "SELECT * FROM a;\nSELEC 'c4nary';\nSELECT * FROM ${X}.b";
    let (status, out, err) = run(&["sql", "--dialect", "postgres", sql], "");
    assert_eq!((status, out.as_str()), (1, "input\ta\n"));
    assert!(
        err.contains("lineage-identity: statement 2, at 2:1: syntax-error: "),
        "{err}"
    );
    assert!(err.contains("lineage-identity: note: template-table: "), "{err}");
    assert!(!err.contains("c4nary"), "{err}");
    // Nothing is left of it: a connection without a host names no table.
    let (status, out, err) = run(&["sql", "--type", "POSTGRESQL", "SELECT * FROM t"], "");
    assert_eq!((status, out.as_str()), (1, ""));
    assert!(err.contains("note: no-host: "), "{err}");
    for usage in [
        &["sql"][..],
        &["sql", "SELECT 1"],
        &["sql", "--dialect", "klingon", "SELECT 1"],
        &["sql", "--dialect", "postgres", "--contract", "5", "SELECT 1"],
        &["sql", "--dialect", "postgres", "--file", "x", "SELECT 1"],
        &["sql", "--type", "MYSQL", "--setting", "odd=1", "SELECT 1"],
    ] {
        let (status, out, err) = run(usage, "");
        assert_eq!(
            (status, out.as_str(), err.is_empty()),
            (2, "", false),
            "{usage:?}"
        );
    }
}

#[test]
fn metadata_becomes_datasets() {
    let metadata = r#"{"sql_metadata":{"query":"SELECT * FROM a.t JOIN u ON true","source":{"dialect":"postgresql","host":"h","database":"d"}}}"#;
    let (status, out, err) = run(&["sql-datasets", "-"], metadata);
    assert_eq!((status, out.as_str()), (0, "input\tpostgres://h:5432\td.a.t\n"));
    assert_eq!(
        err,
        "lineage-identity: note: u: left out, its schema is not known\n"
    );
    let (status, answer) = json(&["sql-datasets", "-"], metadata);
    assert_eq!(status, 0);
    assert_eq!(
        answer["job_facets"]["sql"]["query"],
        "SELECT * FROM a.t JOIN u ON true"
    );
    let (status, _, err) = run(&["sql-datasets", "--identity", "legacy", "-"], metadata);
    assert_eq!(status, 2);
    assert!(err.contains("missing-field: job_namespace"), "{err}");
    let (status, out, err) = run(&["sql-datasets", "-"], "{\"c4nary\":");
    assert_eq!((status, out.as_str()), (2, ""));
    assert_eq!(
        err,
        "lineage-identity: invalid-json: the metadata ends to be readable at 1:10\n"
    );
}

#[test]
fn stores_runs_and_locations_answer_as_their_operations_do() {
    let (status, answer) = json(&["store", "Kafka", "host=h", "port=9092", "topic=a=b"], "");
    assert_eq!(
        (status, &answer["identity"]["name"]),
        (0, &Value::String("a=b".to_owned()))
    );
    assert_eq!(run(&["store", "kafka", "host=h"], "").0, 1);
    assert_eq!(run(&["store", "kafka", "colour=red"], "").0, 2);
    assert_eq!(run(&["store", "no such store", "a=b"], "").0, 2);
    assert_eq!(run(&["location", "postgres://db:5432", "a.b.c"], "").0, 1);
    let (status, answer) = json(&["run", "--job-name", "nightly", "--job-namespace", "etl"], "");
    assert_eq!((status, &answer["derived"]), (0, &Value::Bool(true)));
    assert_eq!(answer["parent"]["job"]["namespace"], "etl");
    assert_eq!(run(&["run"], "").0, 1);
}

#[test]
fn events_of_a_run_add_up() {
    let description = r#"{"event_time":"2026-01-01T00:00:00.000Z","context":{"subject_type":"PIPELINE","log_channel_id":"0192f0aa-1b2c-7d3e-8f40-5a6b7c8d9e0f","pipeline_name":"load"},"lifecycle":"STARTED"}"#;
    let (status, started, err) = run(&["hop-event", "-"], description);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(started.starts_with("{\"eventType\":\"START\""), "{started}");
    let finished = description
        .replace("STARTED", "FINISHED")
        .replace("00:00.000", "01:00.000");
    let (_, finished, _) = run(&["hop-event", "--pretty", "-"], &finished);
    let both = format!("{started}{finished}");
    let listed = format!("[{},{}]", started.trim(), finished.trim());
    for events in [&both, &listed] {
        let (status, out, err) = run(&["accumulate", "-"], events);
        assert_eq!((status, err.as_str(), out.lines().count()), (0, "", 1), "{out}");
        assert!(out.contains("\"eventType\":\"COMPLETE\""), "{out}");
    }
    let finishing = description.replace("STARTED", "FINISHING");
    let (status, out, err) = run(&["hop-event", "-"], &finishing);
    assert_eq!((status, out.as_str(), err.is_empty()), (1, "", false));
    let (status, _, err) = run(&["accumulate", "-"], &format!("{started}{{\"c4nary\":}}"));
    assert_eq!(status, 2);
    assert_eq!(
        err,
        "lineage-identity: invalid-json: the list of events ends to be readable at 2:11\n"
    );
}
