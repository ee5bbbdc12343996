//! `store` and `location`: any dataset by its parts, and the way back from an identity to a file.

use std::io;

use clap::Args;
use serde::Serialize;

use crate::config::ConfigArgs;
use crate::output::Outcome;
use crate::request::{answer, as_texts, pair};

/// Datasets of any store of the naming specification: Kafka, Glue, Cosmos DB, Pub/Sub, Unity Catalog, …
///
/// The parts are those that the specification writes in braces. A store or part that it does not know is wrong usage.
#[derive(Debug, Args, Serialize)]
#[command(
    verbatim_doc_comment,
    after_long_help = "\
Examples:
  $ lineage-identity store kafka host=broker port=9092 topic=orders
  kafka://broker:9092\torders
  $ lineage-identity store 'AWS Glue' region=eu-west-1 'account id=210987654321' 'database name=d' 'table name=t'
  arn:aws:glue:eu-west-1:210987654321\ttable/d/t"
)]
pub struct StoreArgs {
    /// The store, as the specification calls it, in any letter case
    store: String,
    /// The parts of its names
    #[arg(value_name = "PART=VALUE", value_parser = pair, required = true)]
    #[serde(serialize_with = "as_texts")]
    parts: Vec<(String, String)>,
    #[command(flatten)]
    #[serde(skip)]
    config: ConfigArgs,
    /// Answer with JSON
    #[arg(long)]
    #[serde(skip)]
    json: bool,
}

impl StoreArgs {
    pub fn run(&self) -> io::Result<Outcome> {
        answer("store", self, self.config.read()?.as_ref(), self.json)
    }
}

/// The way back: the URI of the file with this identity
#[derive(Debug, Args, Serialize)]
#[command(
    verbatim_doc_comment,
    after_long_help = "\
Examples:
  $ lineage-identity location s3://bucket 'in/a b.csv'
  s3://bucket/in/a%20b.csv"
)]
pub struct LocationArgs {
    /// The namespace
    namespace: String,
    /// The name
    name: String,
    /// The version of the identity contract
    #[arg(long, value_name = "3|4")]
    contract: Option<i64>,
    /// Answer with JSON
    #[arg(long)]
    #[serde(skip)]
    json: bool,
}

impl LocationArgs {
    pub fn run(&self) -> io::Result<Outcome> {
        answer("location", self, None, self.json)
    }
}
