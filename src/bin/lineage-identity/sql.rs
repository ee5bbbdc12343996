//! `sql` and `sql-datasets`: which tables SQL text reads and writes.

use std::io::{self, Write};

use clap::Args;
use clap::builder::PossibleValuesParser;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::events::{json, read};
use crate::output::{self, Outcome, identity, tell};
use crate::request::{Common, ConnectionArgs, Request};

/// SQL text: the tables that its statements read and write
///
/// Each table is a line on standard output: input or output, a tab, and the table. With a connection (--type or
/// --url, and what else it has) that is its identity, namespace and name; without, its name as the text has it
/// (under contract 4, as the database stores it). A statement that cannot be read is said on standard error, and the others count.
#[derive(Debug, Args, Serialize)]
#[command(
    verbatim_doc_comment,
    after_long_help = "\
Examples:
  $ lineage-identity sql --dialect postgres 'INSERT INTO mart.daily SELECT * FROM sales JOIN shops USING (id)'
  input\tsales
  input\tshops
  output\tmart.daily
  $ echo 'DELETE FROM orders' | lineage-identity sql - --type POSTGRESQL --host db --database shop --preferred-schema public
  output\tpostgres://db:5432\tshop.public.orders
  $ lineage-identity sql --dialect mysql --columns 'INSERT INTO t (a) SELECT sum(b) FROM u WHERE c > 1'
  input\tu
  output\tt
  column\tt\ta\tu\tb\tAGGREGATION
  rows\tt\tu\tc\tFILTER

Dialects: postgres, redshift, mysql, mariadb, sqlite, mssql, oracle, snowflake, bigquery, databricks, spark, hive,
clickhouse, duckdb, trino, db2, generic and others; also the id of a Hop type, or a JDBC URL.

Exit status: 0 when every statement was read, 1 when any was not, or all tables were left out, 2 for wrong usage."
)]
pub struct SqlArgs {
    /// The SQL text, of any number of statements; - is standard input
    #[arg(value_name = "SQL", required_unless_present = "file")]
    #[serde(skip)]
    sql: Option<String>,
    /// Read the SQL text from this file; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "sql")]
    #[serde(skip)]
    file: Option<String>,
    /// The dialect [default: that of the connection]
    #[arg(long)]
    dialect: Option<String>,
    /// The schema of tables that name none, where there is no connection
    #[arg(long, value_name = "SCHEMA")]
    default_schema: Option<String>,
    /// Add where the values of written columns come from, and what decides which rows there are
    #[arg(long)]
    columns: bool,
    #[command(flatten)]
    #[serde(skip_serializing_if = "is_none")]
    connection: TypedConnection,
    #[command(flatten)]
    #[serde(flatten)]
    common: Common,
}

#[derive(Debug, Default, PartialEq, Args, Serialize)]
struct TypedConnection {
    /// The id of the Hop database type of a connection: POSTGRESQL, MYSQL, MSSQLNATIVE, …
    #[arg(long = "type", value_name = "HOP_TYPE")]
    #[serde(rename = "type")]
    hop_type: Option<String>,
    #[command(flatten)]
    #[serde(flatten)]
    fields: ConnectionArgs,
}

fn is_none(connection: &TypedConnection) -> bool {
    *connection == TypedConnection::default()
}

#[derive(Serialize)]
struct Text<'a> {
    sql: &'a str,
    #[serde(flatten)]
    options: &'a SqlArgs,
}

impl SqlArgs {
    pub fn run(&self) -> io::Result<Outcome> {
        let sql = match (&self.file, self.sql.as_deref()) {
            (Some(file), _) => &read(file)?,
            (None, Some("-")) => &read("-")?,
            (None, sql) => sql.unwrap_or_default(),
        };
        let fields = &Text { sql, options: self };
        let request = Request { op: "sql", fields };
        show(
            &request.evaluate(self.common.config.read()?.as_ref())?,
            self.common.json,
        )
    }
}

/// The datasets of a Hamilton node's SQL metadata
///
/// Each dataset is a line on standard output: input or output, namespace, name, with tabs between. What was left out is
/// said on standard error.
#[derive(Debug, Args, Serialize)]
#[command(
    verbatim_doc_comment,
    after_long_help = "\
Examples:
  $ echo '{\"sql_metadata\":{\"query\":\"SELECT * FROM s.t\",\"source\":{\"dialect\":\"postgresql\",\"host\":\"h\",\"database\":\"d\"}}}' | lineage-identity sql-datasets -
  input\tpostgres://h:5432\td.s.t"
)]
pub struct SqlDatasetsArgs {
    /// The file with the metadata as JSON; - is standard input
    #[arg(value_name = "METADATA.json")]
    #[serde(skip)]
    metadata: String,
    /// How to name: by the data source, or as before [default: datasource]
    #[arg(long, value_parser = PossibleValuesParser::new(["datasource", "legacy"]))]
    identity: Option<String>,
    /// The job namespace, which legacy naming needs
    #[arg(long, value_name = "NS")]
    job_namespace: Option<String>,
    /// Which dialects to read: those of the page, or all [default: page]
    #[arg(long, value_parser = PossibleValuesParser::new(["page", "all"]))]
    dialects: Option<String>,
    /// Answer with the JSON of the operation
    #[arg(long)]
    #[serde(skip)]
    json: bool,
}

#[derive(Serialize)]
struct Metadata<'a> {
    metadata: &'a RawValue,
    #[serde(flatten)]
    options: &'a SqlDatasetsArgs,
}

impl SqlDatasetsArgs {
    pub fn run(&self) -> io::Result<Outcome> {
        let text = read(&self.metadata)?;
        let Some(metadata) = json(&text, "metadata") else {
            return Ok(Outcome::Usage);
        };
        let fields = &Metadata {
            metadata,
            options: self,
        };
        let request = Request {
            op: "sql_datasets",
            fields,
        };
        show(&request.evaluate(None)?, self.json)
    }
}

/// Shows what is read and written.
fn show(response: &str, as_json: bool) -> io::Result<Outcome> {
    let answer: Value = serde_json::from_str(response)?;
    if answer.get("error").is_some() {
        return output::show(response, as_json, "");
    }
    let list = |key: &str| answer[key].as_array().map_or(&[][..], Vec::as_slice);
    let mut out = io::stdout().lock();
    if as_json {
        writeln!(out, "{response}")?;
    } else {
        for (word, key) in [("input", "inputs"), ("output", "outputs")] {
            for dataset in list(key) {
                writeln!(out, "{word}\t{}", identity(dataset))?;
            }
        }
        for traced in list("column_lineage") {
            show_columns(&mut out, traced)?;
        }
        tell(&answer);
        for error in list("errors") {
            let [statement, line, column] = ["statement_index", "line", "column"].map(|key| &error[key]);
            output::complain(&format!(
                "statement {}, at {line}:{column}: {}",
                statement.as_u64().unwrap_or_default() + 1,
                output::reason(error)
            ));
        }
    }
    let all_left_out = list("inputs").is_empty() && list("outputs").is_empty() && !list("notes").is_empty();
    Ok(match list("errors").is_empty() && !all_left_out {
        true => Outcome::Found,
        false => Outcome::NotFound,
    })
}

/// Shows the column lineage of one output.
fn show_columns(out: &mut impl Write, traced: &Value) -> io::Result<()> {
    let output = traced["output"]["name"].as_str().unwrap_or_default();
    let inputs = |list: &Value| list.as_array().cloned().unwrap_or_default();
    for (column, field) in traced["facet"]["fields"].as_object().into_iter().flatten() {
        for input in inputs(&field["inputFields"]) {
            writeln!(out, "column\t{output}\t{column}\t{}", origin(&input))?;
        }
    }
    for input in inputs(&traced["facet"]["dataset"]) {
        writeln!(out, "rows\t{output}\t{}", origin(&input))?;
    }
    Ok(())
}

/// A column of an input and how it counts.
fn origin(input: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let kinds: Vec<_> = input["transformations"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|kind| text(&kind["subtype"]))
        .collect();
    [text(&input["name"]), text(&input["field"]), kinds.join(",")].join("\t")
}
