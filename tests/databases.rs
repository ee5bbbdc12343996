//! `docs/databases.md` says what the table of database types says. `UPDATE_DOCS=1` writes it anew.

use std::fmt::Write;
use std::path::Path;

use lineage_identity::relational::types::{DefaultSchema, Levels, Place, TYPES};
use lineage_identity::relational::{Connection, DatabaseType, Fold, namespace};

#[test]
fn the_page_of_databases_is_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/databases.md");
    let page = page();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(
        written == page,
        "docs/databases.md is stale: run UPDATE_DOCS=1 cargo test --test databases"
    );
}

/// What other producers print is written by hand, but for no type forgotten.
#[test]
fn every_type_is_in_the_table_of_other_producers() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/deviations.md");
    let page = std::fs::read_to_string(path).unwrap();
    let (_, table) = page.split_once("<!-- checked: producers -->\n").unwrap();
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let mut written: Vec<_> = rows
        .map(|row| row.split('|').nth(1).unwrap_or_default().trim())
        .collect();
    let mut known: Vec<_> = TYPES.iter().map(|row| row.id).collect();
    written.sort_unstable();
    known.sort_unstable();
    assert_eq!(written, known);
}

fn page() -> String {
    let mut page = String::from(
        "# Database types\n\n\
         Generated from `src/relational/types.rs`; a test keeps it so. The first table has Hop's 49 types, the second \
         stores that only URLs and SQL reach. What the columns mean says section 2 of [contract.md](contract.md).\n\n\
         Case: what becomes of an unquoted name, of a quoted one, and of a database name in a connection: `keep`, \
         `lower` or `UPPER`, with `ascii` where only ASCII letters change; `?` where the rule has no source. Default \
         schema: with `?` where it is assumed, with a warning.\n",
    );
    for hop in [true, false] {
        page.push_str(
            "\n| type | v3 | v4 | name | case | quotes | default schema |\n|---|---|---|---|---|---|---|\n",
        );
        for row in TYPES.iter().filter(|row| row.hop == hop) {
            let _ = writeln!(
                page,
                "| {} | {} | {} | `{}` | {} | {} | {} |",
                row.id,
                v3(row),
                v4(row),
                name(row),
                case(row),
                quotes(row),
                default_schema(row)
            );
        }
    }
    page
}

/// As the code answers it for a host `host`.
fn v3(row: &DatabaseType) -> String {
    let connection = Connection {
        hop_type: Some(row.id),
        host: Some("host"),
        ..Connection::default()
    };
    format!("`{}`", namespace(&connection).unwrap())
}

fn v4(row: &DatabaseType) -> String {
    let scheme = row.v4_scheme;
    let port = if row.v4_port > 0 {
        format!(":{}", row.v4_port)
    } else {
        String::new()
    };
    match row.place {
        Place::Host | Place::Ingres | Place::Hive | Place::Oracle | Place::SqlServer | Place::Fabric => {
            format!("`{scheme}://host{port}`")
        }
        Place::HostOfField | Place::HostAlone => format!("`{scheme}://host`"),
        Place::HostOrFile => format!("`{scheme}://host{port}` or `{scheme}://{{file}}`"),
        Place::File => format!("`{scheme}://{{file}}`"),
        Place::Redshift => format!("`{scheme}://{{cluster}}.{{region}}{port}`"),
        Place::Snowflake => format!("`{scheme}://{{account}}`"),
        Place::BigQuery => format!("`{scheme}`"),
        Place::Spanner => format!("`{scheme}://{{project}}:{{instance}}`"),
        Place::Url => "as its URL".to_owned(),
        _ => "none".to_owned(),
    }
}

fn name(row: &DatabaseType) -> &'static str {
    match row.levels {
        Levels::Three | Levels::ThreeOfConnection => "{database}.{schema}.{table}",
        Levels::Catalog => "{catalog}.{schema}.{table}",
        Levels::Constant(_) => "crate.{schema}.{table}",
        Levels::FileStem => "{file}.{schema}.{table}",
        // Db2 for i calls it a library.
        Levels::Nearest(Some("")) => "{schema}.{table}",
        Levels::Nearest(_) | Levels::Database => "{database}.{table}",
        Levels::Schema => "{schema}.{table}",
        _ => "{table}",
    }
}

fn case(row: &DatabaseType) -> String {
    if row.case_is_open {
        return "?".to_owned();
    }
    [row.unquoted, row.quoted, row.database].map(fold).join(", ")
}

fn fold(fold: Fold) -> &'static str {
    match fold {
        Fold::LowerAscii => "lower ascii",
        Fold::Lower => "lower",
        Fold::UpperAscii => "UPPER ascii",
        Fold::Upper => "UPPER",
        _ => "keep",
    }
}

fn quotes(row: &DatabaseType) -> String {
    let pair = |(open, close): &(char, char)| match open {
        '`' => "backtick".to_owned(),
        _ => format!("`{open}{close}`"),
    };
    row.quotes.iter().map(pair).collect::<Vec<_>>().join(" ")
}

fn default_schema(row: &DatabaseType) -> String {
    match row.default_schema {
        DefaultSchema::Safe(schema) => format!("`{schema}`"),
        DefaultSchema::Assume(schema) => format!("`{schema}`?"),
        DefaultSchema::Never => "unknown".to_owned(),
        _ => "-".to_owned(),
    }
}
