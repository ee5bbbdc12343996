//! `run`, `hop-event` and `accumulate`: the ids and events of runs.

use std::io;

use clap::Args;
use clap::builder::PossibleValuesParser;
use lineage_identity::file::Naming;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::events::{json, read, unreadable, write_lines};
use crate::output::{self, Outcome};
use crate::request::{Common, Request, answer};

/// Runs: the id of a Hop run by its log channel, else by its job
///
/// With --json the answer also says whether the id was derived, and has the facet by which children name the run.
#[derive(Debug, Args, Serialize)]
#[command(
    verbatim_doc_comment,
    after_long_help = "\
Examples:
  $ lineage-identity run --log-channel-id 0192f0aa-1b2c-7d3e-8f40-5a6b7c8d9e0f
  0192f0aa-1b2c-7d3e-8f40-5a6b7c8d9e0f"
)]
pub struct RunArgs {
    /// The log channel of the run
    #[arg(long, value_name = "ID")]
    log_channel_id: Option<String>,
    /// The namespace of the job [default: hop]
    #[arg(long, value_name = "NS")]
    job_namespace: Option<String>,
    /// The job
    #[arg(long, value_name = "NAME")]
    job_name: Option<String>,
    /// Answer with JSON
    #[arg(long)]
    #[serde(skip)]
    json: bool,
}

impl RunArgs {
    pub fn run(&self) -> io::Result<Outcome> {
        answer("run", self, None, self.json)
    }
}

/// The OpenLineage event that Hop's sink sends, from its description in JSON (docs/events.md)
#[derive(Debug, Args, Serialize)]
#[command(
    verbatim_doc_comment,
    after_long_help = "\
Examples:
  $ lineage-identity hop-event started.json
  $ lineage-identity hop-event --naming spec --pretty - < written.json"
)]
pub struct HopEventArgs {
    /// The file with the description; - is standard input
    #[arg(value_name = "EVENT.json")]
    #[serde(skip)]
    event: String,
    /// How to name files: as the OpenLineage specification has it, or as Hop did before [default: legacy]
    #[arg(long, value_parser = PossibleValuesParser::new(Naming::NAMES.iter().map(|(name, _)| name)))]
    naming: Option<String>,
    /// Indent the event
    #[arg(long)]
    pretty: bool,
    #[command(flatten)]
    #[serde(flatten)]
    common: Common,
}

#[derive(Serialize)]
struct HopEvent<'a> {
    event: &'a RawValue,
    #[serde(flatten)]
    options: &'a HopEventArgs,
}

impl HopEventArgs {
    pub fn run(&self) -> io::Result<Outcome> {
        let text = read(&self.event)?;
        let Some(event) = json(&text, "event") else {
            return Ok(Outcome::Usage);
        };
        let request = Request {
            op: "hop_event",
            fields: &HopEvent { event, options: self },
        };
        let answer = request.evaluate(self.common.config.read()?.as_ref())?;
        let value: Value = serde_json::from_str(&answer)?;
        match value["text"].as_str() {
            Some(event) if !self.common.json => {
                output::tell(&value);
                write_lines(&mut io::stdout().lock(), event)?;
                Ok(Outcome::Found)
            }
            _ => output::show(&answer, self.common.json, ""),
        }
    }
}

/// Several events of a run as one: what all of them add up to
///
/// The file holds events one after the other, such as one a line, or a list of them. The answer has one event a line
/// for each run.
#[derive(Debug, Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "\
Examples:
  $ lineage-identity accumulate events.ndjson > runs.ndjson"
)]
pub struct AccumulateArgs {
    /// The file with the events; - is standard input
    #[arg(value_name = "FILE")]
    events: String,
    /// Answer with the JSON of the operation: one object with all events
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Events<'a> {
    events: Vec<&'a RawValue>,
}

impl AccumulateArgs {
    pub fn run(&self) -> io::Result<Outcome> {
        let text = read(&self.events)?;
        let events: serde_json::Result<Vec<&RawValue>> = match text.trim_start().starts_with('[') {
            true => serde_json::from_str(&text),
            false => serde_json::Deserializer::from_str(&text).into_iter().collect(),
        };
        let events = match events {
            Ok(events) => events,
            Err(error) => {
                unreadable(&error, "list of events");
                return Ok(Outcome::Usage);
            }
        };
        let request = Request {
            op: "accumulate",
            fields: &Events { events },
        };
        let answer = request.evaluate(None)?;
        #[derive(serde::Deserialize)]
        struct Answer<'a> {
            #[serde(borrow)]
            events: Option<Vec<&'a RawValue>>,
        }
        match serde_json::from_str::<Answer<'_>>(&answer)?.events {
            Some(events) if !self.json => {
                let lines: Vec<_> = events.iter().map(|event| event.get()).collect();
                write_lines(&mut io::stdout().lock(), &lines.join("\n"))?;
                Ok(Outcome::Found)
            }
            _ => output::show(&answer, self.json, ""),
        }
    }
}
