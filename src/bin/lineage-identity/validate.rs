//! `validate`: events against the schemas, and for what schemas cannot say.

use std::io::{self, Write};

use clap::Args;
use lineage_identity::request::{Context, evaluate};
use lineage_identity::validate::problems;
use serde_json::{Value, json};

use crate::events::read;
use crate::output::Outcome;

/// Events against OpenLineage's schemas, which ship with this program; nothing is fetched
///
/// A file holds one event, or one on each line. Each problem is a line on standard output: file, line, place in the
/// event, code, message. Besides the schemas, blank names, namespaces that a backend refuses, run ids, columns
/// from datasets that are not in the event and credentials are looked for.
#[derive(Debug, Args)]
#[command(
    verbatim_doc_comment,
    after_long_help = "\
Examples:
  $ lineage-identity validate events.ndjson
  $ lineage-identity events lineage.json | lineage-identity validate -

Exit status: 0 when the events are valid, 1 when any is not, 2 for wrong usage."
)]
pub struct ValidateArgs {
    /// The files; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Answer with JSON, one object for each file
    #[arg(long)]
    json: bool,
}

impl ValidateArgs {
    pub fn run(&self) -> io::Result<Outcome> {
        let mut worst = Outcome::Found;
        for file in &self.files {
            let request = json!({"op": "validate", "text": read(file)?}).to_string();
            let answer = evaluate(&request, &Context::default().with_validate(problems));
            let value: Value = serde_json::from_str(&answer)?;
            let mut out = io::stdout().lock();
            if self.json {
                writeln!(out, "{answer}")?;
            } else {
                value["problems"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .try_for_each(|problem| show(&mut out, file, problem))?;
            }
            worst = worst.max(if value["valid"] == true {
                Outcome::Found
            } else {
                Outcome::NotFound
            });
        }
        Ok(worst)
    }
}

fn show(out: &mut impl Write, file: &str, problem: &Value) -> io::Result<()> {
    let text = |key: &str| problem[key].as_str().unwrap_or_default();
    let (line, pointer, code, message) = (&problem["line"], text("pointer"), text("code"), text("message"));
    writeln!(out, "{file}:{line}: {pointer}: {code}: {message}")
}
