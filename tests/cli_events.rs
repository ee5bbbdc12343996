//! The subcommands `events` and `validate`, as a program.
#![cfg(feature = "validate")]

#[path = "support/program.rs"]
mod program;

use std::path::PathBuf;

use program::run;

const LINEAGE: &str = r#"{"nodes":[{"id":"orders","type":"source","columns":["order_id","amount"]},{"id":"daily_totals","type":"target","columns":["total"]}],"edges":[{"source":"orders","source_column":"amount","target":"daily_totals","target_column":"total"}]}"#;

const FIXED: [&str; 4] = [
    "--run-id",
    "00000000-0000-4000-8000-000000000000",
    "--event-time",
    "2026-01-01T00:00:00.000Z",
];

fn events(arguments: &[&str]) -> (i32, String, String) {
    run(&[&["events", "-"], &FIXED[..], arguments].concat(), LINEAGE)
}

/// A folder of this test's own, gone when it is dropped.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).unwrap();
        entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect()
    }
}

#[test]
fn the_page_example_is_printed_byte_for_byte() {
    let page = include_str!("data/events-facts.jsonl").lines().next().unwrap();
    let fact: serde_json::Value = serde_json::from_str(page).unwrap();
    let (status, out, err) = events(&[]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert_eq!(out.strip_suffix('\n'), fact["expected"]["text"].as_str());
}

#[test]
fn every_argument_of_the_page_is_a_flag() {
    let (status, out, err) = events(&[
        "--namespace=prod",
        "--job_name=nightly",
        "--pretty=false",
        "--events=run,dataset",
        "--event_type=START",
        "--output_name=totals",
        "--nominal_time=2026-01-01T00:00:00Z,2026-01-01T01:00:00Z",
        "--parent=run_id=11111111-1111-4111-8111-111111111111",
        "--parent=job_name=dag=1",
    ]);
    assert_eq!((status, err.as_str()), (0, ""));
    let lines: Vec<serde_json::Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["eventType"], "START");
    assert_eq!(lines[0]["job"]["name"], "nightly");
    assert_eq!(lines[0]["run"]["facets"]["parent"]["job"]["name"], "dag=1");
    assert_eq!(
        lines[0]["run"]["facets"]["nominalTime"]["nominalEndTime"],
        "2026-01-01T01:00:00Z"
    );
    assert_eq!(lines[2]["dataset"]["name"], "totals");
    assert_eq!(lines[2]["dataset"]["namespace"], "prod");
}

#[test]
fn wrong_usage_names_the_argument() {
    for (arguments, argument) in [
        (&["--event-type", "s3cr3t"][..], "event_type"),
        (&["--events", "all"], "events"),
        (&["--events", "job"], "models"),
        (&["--nominal-time", "now"], "nominal_time"),
        (&["--parent", "run_id=x"], "parent"),
    ] {
        let (status, out, err) = events(arguments);
        assert_eq!((status, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains(argument) && !err.contains("s3cr3t"), "{err}");
    }
    let (status, _, err) = run(&["events", "-"], "{\n  \"nodes\": ]\n}");
    assert_eq!(status, 2);
    assert!(err.contains("invalid-json") && err.contains("2:12"), "{err}");
}

#[test]
fn what_is_left_out_is_told() {
    let lineage = r#"{"nodes":[{"id":"","type":"source"}],"edges":[]}"#;
    let (status, out, err) = run(&["events", "-"], lineage);
    assert_eq!(status, 0);
    assert!(out.starts_with("{\n"));
    assert!(err.contains("nameless-dataset: lineage.nodes[0]"), "{err}");
}

#[test]
fn a_file_is_written_whole() {
    let folder = Folder::new();
    let path = folder.file("events.json");
    std::fs::write(&path, "old").unwrap();
    let (status, out, err) = events(&["--path", path.to_str().unwrap()]);
    assert_eq!((status, out.as_str(), err.as_str()), (0, "", ""));
    let written = std::fs::read_to_string(&path).unwrap();
    assert_eq!(written, events(&[]).1);
    assert_eq!(folder.names(), ["events.json"], "nothing is left beside the file");
    let missing = folder.file("no/such/folder/events.json");
    assert_eq!(events(&["--path", missing.to_str().unwrap()]).0, 2);
}

/// A reader that looks all the time sees the old file or the new one.
#[test]
fn a_reader_never_sees_half_a_file() {
    let folder = Folder::new();
    let path = folder.file("events.json");
    events(&["--path", path.to_str().unwrap()]);
    let whole = std::fs::read_to_string(&path).unwrap();
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(std::sync::atomic::Ordering::Relaxed) {
                assert_eq!(std::fs::read_to_string(&path).unwrap(), whole);
            }
        });
        for _ in 0..10 {
            events(&["--path", path.to_str().unwrap()]);
        }
        done.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}

#[cfg(unix)]
#[test]
fn a_file_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let mode = |path: &PathBuf| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let (kept, plain) = (folder.file("kept.json"), folder.file("plain"));
    std::fs::write(&kept, "").unwrap();
    std::fs::set_permissions(&kept, std::fs::Permissions::from_mode(0o604)).unwrap();
    events(&["--path", kept.to_str().unwrap()]);
    assert_eq!(mode(&kept), 0o604);
    let new = folder.file("new.json");
    events(&["--path", new.to_str().unwrap()]);
    std::fs::write(&plain, "").unwrap();
    assert_eq!(mode(&new), mode(&plain), "as any new file");
}

#[test]
fn events_validate() {
    let (_, event, _) = events(&[]);
    assert_eq!(run(&["validate", "-"], &event), (0, String::new(), String::new()));
    let (_, lines, _) = events(&["--events", "run,dataset"]);
    let lines = lines.replace("\"orders\"", "\" \"");
    let (status, out, _) = run(&["validate", "-"], &lines);
    assert_eq!(status, 1);
    assert_eq!(
        out,
        "-:1: /inputs/0/name: blank-name: a namespace or a name is blank\n\
         -:2: /dataset/name: blank-name: a namespace or a name is blank\n"
    );
    let (status, out, _) = run(&["validate", "--json", "-"], "{}");
    let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, &answer["valid"]), (1, &serde_json::Value::Bool(false)));
    assert_eq!(run(&["validate", "/no/such/file"], "").0, 2);
    let (_, out, _) = run(&["batch"], r#"{"op":"validate","text":"{}"}"#);
    assert!(out.starts_with(r#"{"valid":false,"#), "{out}");
}
