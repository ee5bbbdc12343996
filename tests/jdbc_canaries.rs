//! No secret that stands in a JDBC URL gets out: canaries are planted in the URL of every case, wherever people and
//! drivers put credentials, and must stand nowhere in an answer, a reason or a `Debug` text.

use lineage_identity::Contract;
use lineage_identity::jdbc::{JdbcOptions, parse, resolve, resolve_namespace};

/// The two halves of the planted password, and the planted user.
const CANARIES: &[&str] = &["c4nary", "ry77x", "us3rx"];

/// What stands between the halves: everything that could end a password too early.
const BETWEEN: &[&str] = &[
    "", "@", "/", "?", ";", ",", ":", "&", "=", "#", "%40", "(", ")", "[", "]", "{", "}", "\\", " ",
];

/// URLs of the cases, with their tables: a few of each family.
fn urls() -> Vec<(String, String)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/jdbc.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let cases = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let urls = cases.filter_map(|case| {
        let text = |key: &str| case["request"][key].as_str().map(str::to_owned);
        Some((text("url")?, text("table").unwrap_or_default()))
    });
    let mut urls: Vec<_> = urls.collect();
    urls.sort();
    urls.dedup();
    let family = |url: &str| url.chars().take(15).collect::<String>();
    let mut seen = std::collections::HashMap::new();
    urls.retain(|(url, _)| {
        let seen = seen.entry(family(url)).or_insert(0);
        *seen += 1;
        *seen <= 2
    });
    assert!(urls.len() > 80);
    urls
}

/// The URL with credentials in each place they are written in.
fn planted(url: &str, password: &str) -> Vec<String> {
    let mut planted: Vec<_> = [
        "?user=us3rx&password=",
        "&user=us3rx&password=",
        ";user=us3rx;password=",
        ";UID=us3rx;PWD=",
        ":user=us3rx;password=",
        ",USER=us3rx,PASSWORD=",
        "?access_token=",
        ";accessToken=",
        "&private_key_file_pwd=",
        "?sslpassword=",
        "?aws_secret_access_key=",
    ]
    .iter()
    .map(|params| format!("{url}{params}{password}"))
    .collect();
    // Behind a name, escaped once and twice, so that no separator is seen before something is decoded. An `@`
    // would make all before it user info.
    let names = url.split_once("//").is_some_and(|(_, place)| place.contains('/'));
    for params in ["%3Bpassword%3D", "%3FX-Amz-Signature%3D", "%23sig%3D"] {
        if names && !password.contains('@') {
            planted.push(format!("{url}{params}{password}"));
            planted.push(format!("{url}{}{password}", params.replace('%', "%25")));
        }
    }
    if let Some(at) = url.find("//") {
        let (before, after) = url.split_at(at + 2);
        planted.push(format!("{before}us3rx:{password}@{after}"));
        planted.push(format!("{before}us3rx/{password}@{after}"));
    }
    if let Some(at) = url.find('@') {
        let (before, after) = url.split_at(at);
        planted.push(format!("{before}us3rx/{password}{after}"));
        planted.push(format!("{before}us3rx/\"{password}\"{after}"));
    }
    if let Some(at) = url.find(';') {
        let (before, after) = url.split_at(at);
        planted.push(format!("{before};password={{{password}}}{after}"));
        planted.push(format!("{before};password={password}{after}"));
    }
    planted
}

#[test]
fn no_canary_gets_out() {
    let mut leaks = Vec::new();
    let mut tried = 0;
    for (url, table) in urls() {
        for between in BETWEEN {
            let password = format!("c4nary{between}ry77x");
            for planted in planted(&url, &password) {
                for contract in [Contract::V3, Contract::V4] {
                    let properties = [("password", "c4nary"), ("user", "us3rx")];
                    let options = JdbcOptions {
                        properties: &properties,
                        contract,
                        ..JdbcOptions::default()
                    };
                    let answer = format!(
                        "{:?} {:?} {:?} {:?}",
                        resolve(&planted, &table, &options),
                        resolve_namespace(&planted, &options),
                        parse(&planted, &options),
                        options
                    );
                    tried += 1;
                    if CANARIES.iter().any(|canary| answer.contains(canary)) {
                        leaks.push(format!(
                            "{planted}\n  {:?}",
                            resolve(&planted, &table, &options).identity
                        ));
                    }
                }
            }
        }
    }
    assert!(tried > 30_000, "{tried}");
    let shown = leaks
        .iter()
        .step_by(leaks.len() / 40 + 1)
        .map(String::as_str)
        .collect::<Vec<_>>();
    assert!(
        leaks.is_empty(),
        "{} of {tried} leak\n{}",
        leaks.len(),
        shown.join("\n")
    );
}
