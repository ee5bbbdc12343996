//! `events`: a lineage as OpenLineage events. Its flags are the arguments of the page.

use std::io::{self, Read, Write};
use std::path::Path;

use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::config::ConfigArgs;
use crate::output::{self, Outcome};
use crate::request::{Request, as_texts, pair};

/// OpenLineage events of a lineage: what dplyneage's JSON export holds, or any nodes and edges like it
///
/// One indented event, or one event a line when there are several or --pretty is false. What had to be left out is
/// said on standard error.
#[derive(Debug, Args, Serialize)]
#[command(
    verbatim_doc_comment,
    after_long_help = "\
Examples:
  $ lineage-identity events lineage.json --job-name nightly > event.json
  $ lineage-identity events lineage.json --events job,dataset --path events.ndjson
  $ lineage-identity events - --parent run_id=0192f0aa-1b2c-7d3e-8f40-5a6b7c8d9e0f --parent job_name=dag < lineage.json"
)]
pub struct EventsArgs {
    /// The file with the lineage; - is standard input
    #[arg(value_name = "LINEAGE.json")]
    #[serde(skip)]
    lineage: String,
    /// Write to this file, all at once: a reader never sees half of it
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    path: Option<String>,
    /// The namespace of datasets and job, in place of those captured
    #[arg(long, value_name = "NS")]
    namespace: Option<String>,
    /// The job's name [default: extract_lineage]
    #[arg(long, visible_alias = "job_name", value_name = "NAME")]
    job_name: Option<String>,
    /// The run's UUID [default: a new one]
    #[arg(long, visible_alias = "run_id", value_name = "UUID")]
    run_id: Option<String>,
    /// The time of the event, RFC 3339 [default: now]
    #[arg(long, visible_alias = "event_time", value_name = "TIME")]
    event_time: Option<String>,
    /// Whether a single event is indented [default: true]
    #[arg(long, value_name = "BOOL")]
    pretty: Option<bool>,
    /// The kinds of events: run, job, dataset, with commas between [default: run]
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    events: Option<Vec<String>>,
    /// The state of the run: COMPLETE, START, RUNNING, ABORT, FAIL, OTHER [default: COMPLETE]
    #[arg(long, visible_alias = "event_type", value_name = "STATE")]
    event_type: Option<String>,
    /// The name of the one output, in place of its id
    #[arg(long, visible_alias = "output_name", value_name = "NAME")]
    output_name: Option<String>,
    /// The scheduled start, or start and end with a comma between
    #[arg(
        long,
        visible_alias = "nominal_time",
        value_name = "TIME[,TIME]",
        value_delimiter = ','
    )]
    nominal_time: Option<Vec<String>>,
    /// The run above: --parent run_id=UUID --parent job_name=NAME [--parent namespace=NS]
    #[arg(long, value_name = "KEY=VALUE", value_parser = pair)]
    #[serde(serialize_with = "as_texts", skip_serializing_if = "Vec::is_empty")]
    parent: Vec<(String, String)>,
    /// Name datasets by the URI, path, connection or JDBC URL that they are given by
    #[arg(long)]
    #[serde(skip)]
    identities: bool,
    /// Add the other identities of datasets as symlinks
    #[arg(long)]
    #[serde(skip)]
    symlinks: bool,
    /// The version of the identity contract, for --identities
    #[arg(long, value_name = "3|4")]
    #[serde(skip)]
    contract: Option<i64>,
    #[command(flatten)]
    #[serde(skip)]
    config: ConfigArgs,
    /// Answer with the JSON of the operation: text, notes, warnings
    #[arg(long)]
    #[serde(skip)]
    json: bool,
}

#[derive(Serialize)]
struct Fields<'a> {
    lineage: &'a RawValue,
    options: &'a EventsArgs,
    identities: bool,
    symlinks: bool,
    contract: Option<i64>,
}

impl EventsArgs {
    pub fn run(&self) -> io::Result<Outcome> {
        let text = read(&self.lineage)?;
        let Some(lineage) = json::<&RawValue>(&text, "lineage") else {
            return Ok(Outcome::Usage);
        };
        let fields = &Fields {
            lineage,
            options: self,
            identities: self.identities,
            symlinks: self.symlinks,
            contract: self.contract,
        };
        let request = Request { op: "events", fields };
        let answer = request.evaluate(self.config.read()?.as_ref())?;
        let value: Value = serde_json::from_str(&answer)?;
        let Some(events) = value["text"].as_str() else {
            return output::show(&answer, self.json, "");
        };
        if !self.json {
            output::tell(&value);
        }
        let shown = if self.json { &answer } else { events };
        match &self.path {
            Some(path) => write_whole(Path::new(path), shown)?,
            None => write_lines(&mut io::stdout().lock(), shown)?,
        }
        Ok(Outcome::Found)
    }
}

/// The text of a file, or of standard input for `-`.
pub fn read(path: &str) -> io::Result<String> {
    let mut text = String::new();
    match path {
        "-" => io::stdin().lock().read_to_string(&mut text)?,
        path => std::fs::File::open(path)?.read_to_string(&mut text)?,
    };
    Ok(text)
}

/// A file's text as JSON of any kind; nothing where it is none, which is said. `what` names it.
pub fn json<'t, T: Deserialize<'t>>(text: &'t str, what: &str) -> Option<T> {
    serde_json::from_str(text)
        .map_err(|error| unreadable(&error, what))
        .ok()
}

/// Says where JSON ends to be readable. The place alone: the parser's words may hold values.
pub fn unreadable(error: &serde_json::Error, what: &str) {
    let (line, column) = (error.line(), error.column());
    output::complain(&format!(
        "invalid-json: the {what} ends to be readable at {line}:{column}"
    ));
}

/// Writes the text with a line end, which an empty document has none of.
pub fn write_lines(out: &mut impl Write, text: &str) -> io::Result<()> {
    out.write_all(text.as_bytes())?;
    if !text.is_empty() {
        out.write_all(b"\n")?;
    }
    out.flush()
}

/// Writes a file beside the one that is meant, then puts it in its place. One that exists keeps its permissions.
fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    // A link stays a link: what it leads to is written.
    let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As `open` would make it: the user's mask takes from it what it takes.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.prefix(".lineage-identity-").tempfile_in(folder)?;
    write_lines(&mut file, text)?;
    if let Ok(existing) = std::fs::metadata(&path) {
        file.as_file().set_permissions(existing.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(&path).map(drop).map_err(|error| error.error)
}
