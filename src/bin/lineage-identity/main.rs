//! The command line. It holds no rule: a subcommand turns its flags into a request, and shows the answer.

mod batch;
mod config;
mod events;
mod output;
mod request;
mod runs;
mod sql;
mod stores;
mod usage;
#[cfg(feature = "validate")]
mod validate;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Derives the identity (namespace and name) under which OpenLineage knows a dataset.
///
/// Each answer is a line on standard output: the namespace, a tab, the name. With --json it is a JSON object.
/// Why there is no identity, and what to be careful about, is said on standard error.
#[derive(Debug, Parser)]
#[command(name = "lineage-identity", version, verbatim_doc_comment)]
#[command(
    after_help = "Exit status: 0 when everything was found, 1 when anything was not, 2 for wrong usage."
)]
#[command(after_long_help = "\
Exit status:
  0  everything was found
  1  something has no identity; standard error, or the JSON, says why
  2  wrong usage

Examples:
  lineage-identity file 's3a://bucket/in/orders.csv' 'sftp://etl:secret@host/out/a%20b.csv'
  lineage-identity relational --type POSTGRESQL --host db --database shop --schema public --table orders
  lineage-identity jdbc 'jdbc:mysql://db:3306/shop' --table orders
  lineage-identity sql --dialect postgres 'INSERT INTO daily SELECT * FROM orders'
  lineage-identity events lineage.json | lineage-identity validate -
  lineage-identity batch < requests.ndjson > answers.ndjson")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    File(request::FileArgs),
    Relational(request::RelationalArgs),
    Jdbc(request::JdbcArgs),
    Sql(Box<sql::SqlArgs>),
    SqlDatasets(sql::SqlDatasetsArgs),
    Store(stores::StoreArgs),
    Location(stores::LocationArgs),
    Run(runs::RunArgs),
    Events(Box<events::EventsArgs>),
    HopEvent(runs::HopEventArgs),
    Accumulate(runs::AccumulateArgs),
    #[cfg(feature = "validate")]
    Validate(validate::ValidateArgs),
    Batch(batch::BatchArgs),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage::explain(error),
    };
    let outcome = match &cli.command {
        Command::File(args) => args.run(),
        Command::Relational(args) => args.run(),
        Command::Jdbc(args) => args.run(),
        Command::Sql(args) => args.run(),
        Command::SqlDatasets(args) => args.run(),
        Command::Store(args) => args.run(),
        Command::Location(args) => args.run(),
        Command::Run(args) => args.run(),
        Command::Events(args) => args.run(),
        Command::HopEvent(args) => args.run(),
        Command::Accumulate(args) => args.run(),
        #[cfg(feature = "validate")]
        Command::Validate(args) => args.run(),
        Command::Batch(args) => args.run(),
    };
    output::exit(outcome)
}
