//! Runs one path a given number of times, for callgrind to count instructions: `count PATH ROUNDS`.

use std::hint::black_box;

use lineage_identity::file::{self, FileOptions};
use lineage_identity::jdbc::{self, JdbcOptions};
use lineage_identity::relational::{self, Connection, Table};
use lineage_identity::request::{Context, evaluate};
use lineage_identity_bench::{JDBC_URLS, URIS, requests};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_default();
    let rounds: usize = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(0);
    let round: Box<dyn Fn() -> usize> = match path.as_str() {
        "file-read" => Box::new(|| {
            let options = FileOptions::default();
            URIS.iter()
                .filter(|uri| file::read(black_box(uri), &options).is_ok())
                .count()
        }),
        "jdbc-resolve" => Box::new(|| {
            let options = JdbcOptions::default();
            JDBC_URLS
                .iter()
                .filter(|url| {
                    jdbc::resolve(black_box(url), "s.orders", &options)
                        .identity
                        .is_ok()
                })
                .count()
        }),
        "relational-resolve" => Box::new(|| {
            let mut connection = Connection::default();
            (connection.hop_type, connection.host) = (black_box(Some("POSTGRESQL")), black_box(Some("DB")));
            connection.database = Some("analytics");
            let table = Table {
                database: None,
                schema: Some("staging"),
                table: black_box(Some("orders")),
            };
            usize::from(relational::resolve(&connection, &table).identity.is_ok())
        }),
        "evaluate" => {
            let requests = requests();
            Box::new(move || {
                requests
                    .iter()
                    .map(|request| evaluate(black_box(request), &Context::default()).len())
                    .sum()
            })
        }
        _ => {
            eprintln!("paths: file-read, jdbc-resolve, relational-resolve, evaluate");
            std::process::exit(2);
        }
    };
    println!("{}", (0..rounds).map(|_| round()).sum::<usize>());
}
