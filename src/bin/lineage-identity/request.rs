//! The subcommands that answer one request for each argument. Their flags are the fields of the request.

use std::io;

use clap::Args;
use clap::builder::PossibleValuesParser;
use lineage_identity::config::Config;
use lineage_identity::file::{Form, Naming};
use lineage_identity::request::evaluate;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::config::{ConfigArgs, context};
use crate::output::{self, Outcome};

/// A request: the operation, and flags as its fields.
#[derive(Serialize)]
pub struct Request<'a, T> {
    pub op: &'static str,
    #[serde(flatten)]
    pub fields: &'a T,
}

impl<T: Serialize> Request<'_, T> {
    /// The response, as JSON.
    pub fn evaluate(&self, config: Option<&Config>) -> io::Result<String> {
        Ok(evaluate(&serde_json::to_string(self)?, &context(config)))
    }

    fn answer(&self, config: Option<&Config>, json: bool, about: &str) -> io::Result<Outcome> {
        output::show(&self.evaluate(config)?, json, about)
    }
}

/// Answers a request that is its subcommand's only one.
pub fn answer(
    op: &'static str,
    fields: &impl Serialize,
    config: Option<&Config>,
    json: bool,
) -> io::Result<Outcome> {
    Request { op, fields }.answer(config, json, "")
}

/// A flag that is given as `KEY=VALUE`.
pub fn pair(text: &str) -> Result<(String, String), &'static str> {
    let (key, value) = text.split_once('=').ok_or("needed is KEY=VALUE")?;
    Ok((key.to_owned(), value.to_owned()))
}

/// Pairs as an object of texts.
pub fn as_texts<S: Serializer>(pairs: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(key, value)| (key, value)))
}

/// Pairs as an object of numbers and truth values, where they are such, and of texts.
fn as_values<S: Serializer>(pairs: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    let value = |text: &String| match serde_json::from_str(text) {
        Ok(value @ (Value::Number(_) | Value::Bool(_))) => value,
        _ => Value::String(text.clone()),
    };
    serializer.collect_map(pairs.iter().map(|(key, text)| (key, value(text))))
}

/// Flags that many subcommands have.
#[derive(Debug, Args, Serialize)]
pub struct Common {
    /// The version of the identity contract: 3 is what Hop documents and emits, 4 closes its gaps
    #[arg(long, value_name = "3|4")]
    contract: Option<i64>,
    /// Answer with JSON, one object a line
    #[arg(long)]
    #[serde(skip)]
    pub json: bool,
    #[command(flatten)]
    #[serde(skip)]
    pub config: ConfigArgs,
}

impl Common {
    /// Answers the one request of a subcommand.
    fn answer(&self, op: &'static str, fields: &impl Serialize) -> io::Result<Outcome> {
        answer(op, fields, self.config.read()?.as_ref(), self.json)
    }
}

/// Flags of a table on a database.
#[derive(Debug, Args, Serialize)]
struct TableArgs {
    /// The schema, where the table's text names none
    #[arg(long)]
    schema: Option<String>,
    /// The table
    #[arg(long)]
    table: Option<String>,
    /// Add the identities under which others know the same table
    #[arg(long)]
    aliases: bool,
}

/// What a database stores, besides what a connection to it shows.
#[derive(Debug, Default, PartialEq, Args, Serialize)]
struct ServerArgs {
    /// A setting of the server that decides how it stores names, for contract 4, such as lower_case_table_names=1;
    /// may be given several times
    #[arg(long = "setting", value_name = "KEY=VALUE", value_parser = pair)]
    #[serde(
        rename = "options",
        serialize_with = "as_values",
        skip_serializing_if = "Vec::is_empty"
    )]
    settings: Vec<(String, String)>,
}

/// The fields of a Hop database connection, but for its type.
#[derive(Debug, Default, PartialEq, Args, Serialize)]
pub struct ConnectionArgs {
    /// The host
    #[arg(long)]
    host: Option<String>,
    /// The port
    #[arg(long)]
    port: Option<String>,
    /// The default port, instead of the type's own; 0 or below for none
    #[arg(long, value_name = "PORT", allow_negative_numbers = true)]
    default_port: Option<i64>,
    /// The manual URL
    #[arg(long)]
    url: Option<String>,
    /// The instance name (SQL Server)
    #[arg(long)]
    instance: Option<String>,
    /// The catalogue (Databricks, Trino and others)
    #[arg(long)]
    catalog: Option<String>,
    /// The preferred schema, against which bare tables resolve
    #[arg(long, value_name = "SCHEMA")]
    preferred_schema: Option<String>,
    /// The database
    #[arg(long)]
    database: Option<String>,
    #[command(flatten)]
    #[serde(flatten)]
    server: ServerArgs,
}

/// Files: by the URI that commons-vfs prints, or by the path that Spark and Beam print
///
/// Each URI has a line on standard output, in their order; one without identity has a line on standard error
/// instead, which counts it (with --json it has its line as any other).
#[derive(Debug, Args, Serialize)]
#[command(
    verbatim_doc_comment,
    after_long_help = "\
Examples:
  $ lineage-identity file s3:///bucket/in%20put/a.csv
  s3://bucket\tin put/a.csv
  $ lineage-identity file --form path 'hdfs://nn:8020/data/dt=2020%2F01'
  hdfs://nn:8020\t/data/dt=2020%2F01
  $ lineage-identity file --naming legacy --job-namespace etl file:///data/orders.csv
  etl\torders.csv
  $ lineage-identity file --explain s3a://bucket/a%20b.csv
  s3://bucket\ta b.csv
    scheme-alias (docs/contract.md, 1.2)
    escape-decoded (docs/contract.md, 1.3)
    object-key (docs/contract.md, 1.7)"
)]
pub struct FileArgs {
    /// The URIs or paths
    #[arg(value_name = "URI", required = true)]
    #[serde(skip)]
    uris: Vec<String>,
    /// How to name: as the OpenLineage specification has it, or as Hop did before [default: spec]
    #[arg(long, value_parser = PossibleValuesParser::new(Naming::NAMES.iter().map(|(name, _)| name)))]
    naming: Option<String>,
    /// What the text is: a URI with escapes, or path text without [default: vfs]
    #[arg(long, value_parser = PossibleValuesParser::new(Form::NAMES.iter().map(|(name, _)| name)))]
    form: Option<String>,
    /// The job namespace, which legacy naming needs [default: hop]
    #[arg(long, value_name = "NS")]
    job_namespace: Option<String>,
    /// Say which rules made the name, each with its section of docs/contract.md
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    #[serde(flatten)]
    common: Common,
}

#[derive(Serialize)]
struct OneFile<'a> {
    uri: &'a str,
    #[serde(flatten)]
    options: &'a FileArgs,
}

impl FileArgs {
    pub fn run(&self) -> io::Result<Outcome> {
        let config = self.common.config.read()?;
        let mut worst = Outcome::Found;
        for (at, uri) in self.uris.iter().enumerate() {
            // By number, not by text: the text may hold a password.
            let about = match self.uris.len() {
                1 => String::new(),
                _ => format!("URI {}: ", at + 1),
            };
            let file = OneFile { uri, options: self };
            let request = Request {
                op: "file",
                fields: &file,
            };
            worst = worst.max(request.answer(config.as_ref(), self.common.json, &about)?);
        }
        Ok(worst)
    }
}

/// Tables on a Hop database connection: by the fields of the connection
///
/// Without --table the answer is the namespace alone.
#[derive(Debug, Args, Serialize)]
#[command(
    verbatim_doc_comment,
    after_long_help = "\
Examples:
  $ lineage-identity relational --type POSTGRESQL --host DB --database analytics --schema staging --table orders
  postgres://db:5432\tanalytics.staging.orders
  $ lineage-identity relational --type MYSQL --host db --port 3307
  mysql://db:3307
  $ lineage-identity relational --type MYSQL --host db --database Shop --table T --contract 4 --setting lower_case_table_names=1
  mysql://db:3306\tshop.t"
)]
pub struct RelationalArgs {
    /// The id of the Hop database type: POSTGRESQL, MYSQL, MSSQLNATIVE, …
    #[arg(long = "type", value_name = "HOP_TYPE")]
    #[serde(rename = "type")]
    hop_type: String,
    #[command(flatten)]
    #[serde(flatten)]
    connection: ConnectionArgs,
    #[command(flatten)]
    #[serde(flatten)]
    table: TableArgs,
    #[command(flatten)]
    #[serde(flatten)]
    common: Common,
}

impl RelationalArgs {
    pub fn run(&self) -> io::Result<Outcome> {
        self.common.answer("relational", self)
    }
}

/// Tables behind a JDBC URL
///
/// Without --table the answer is the namespace alone.
#[derive(Debug, Args, Serialize)]
#[command(
    verbatim_doc_comment,
    after_long_help = "\
Examples:
  $ lineage-identity jdbc 'jdbc:postgresql://etl:secret@db/analytics?ssl=true' --table staging.orders
  postgres://db:5432\tanalytics.staging.orders
  $ lineage-identity jdbc jdbc:mysql://db/shop --table '`Or.ders`' --json
  {\"identity\":{\"namespace\":\"mysql://db:3306\",\"name\":\"shop.Or.ders\"}}
  $ lineage-identity jdbc jdbc:sqlserver://db --property databaseName=shop --table dbo.t --aliases
  mssql://db:1433\tshop.dbo.t
    also sqlserver://db\tshop.dbo.t"
)]
pub struct JdbcArgs {
    /// The URL, which begins with jdbc:
    url: String,
    /// The id of the Hop database type, which decides where the URL cannot
    #[arg(long = "type", value_name = "HOP_TYPE")]
    #[serde(rename = "type")]
    hop_type: Option<String>,
    /// A property that the driver gets besides the URL; may be given several times
    #[arg(long = "property", value_name = "KEY=VALUE", value_parser = pair)]
    #[serde(serialize_with = "as_texts")]
    properties: Vec<(String, String)>,
    /// The database, where the URL names none
    #[arg(long)]
    database: Option<String>,
    #[command(flatten)]
    #[serde(flatten)]
    server: ServerArgs,
    #[command(flatten)]
    #[serde(flatten)]
    table: TableArgs,
    #[command(flatten)]
    #[serde(flatten)]
    common: Common,
}

impl JdbcArgs {
    pub fn run(&self) -> io::Result<Outcome> {
        self.common.answer("jdbc", self)
    }
}
