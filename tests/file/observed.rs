//! The URIs that Hop's VFS was seen to print: every one has a case, no two files share an identity, and with the
//! connections mapped no file has two.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use lineage_identity::config::Config;
use lineage_identity::file::{FileOptions, resolve};
use lineage_identity::{Contract, Identity};
use serde_json::Value;

/// What the connections of the observed set stand for. Several stand for one store on purpose.
const CONNECTIONS: &str = r#"{"connections":{
    "s3test": {"kind": "s3"}, "MyS3": {"kind": "s3"}, "s3 prod": {"kind": "s3"}, "1conn": {"kind": "s3"},
    "My S3_conn": {"kind": "s3"}, "mymin": {"kind": "s3"}, "my_min": {"kind": "s3"}, "a.b+c-d": {"kind": "s3"},
    "azure": {"kind": "azure", "account": "acct"}, "azfs": {"kind": "azure", "account": "acct"},
    "azconn": {"kind": "azure", "account": "acct"}, "my_az": {"kind": "azure", "account": "acct"},
    "gsconn": {"kind": "gs"}, "my_gs": {"kind": "gs"}, "gs prod": {"kind": "gs"}, "été": {"kind": "gs"},
    "dbx": {"kind": "databricks", "host": "workspace"}, "my_dbx": {"kind": "databricks", "host": "workspace"},
    "prod-sftp": {"kind": "sftp", "host": "host"}, "my_sftp": {"kind": "sftp", "host": "host"},
    "prod-ftp": {"kind": "ftp", "host": "host"},
    "nextcloud": {"kind": "webdav", "endpoint": "http://host"}, "next_cloud": {"kind": "webdav", "endpoint": "http://host"}
}}"#;

/// The store behind each of them, as the tests below know it.
const STORES: &[(&str, &str)] = &[
    ("s3test", "s3"),
    ("MyS3", "s3"),
    ("s3 prod", "s3"),
    ("1conn", "s3"),
    ("My S3_conn", "s3"),
    ("mymin", "s3"),
    ("my_min", "s3"),
    ("a.b+c-d", "s3"),
    ("azfs", "azure"),
    ("azconn", "azure"),
    ("my_az", "azure"),
    ("gsconn", "gs"),
    ("my_gs", "gs"),
    ("gs prod", "gs"),
    ("été", "gs"),
    ("my_dbx", "dbx"),
    ("prod-sftp", "sftp://host"),
    ("my_sftp", "sftp://host"),
    ("prod-ftp", "ftp://host"),
    ("nextcloud", "webdav4://host"),
    ("next_cloud", "webdav4://host"),
];

/// The URIs that stand for two paths, or for another path than the VFS thinks. The list is closed.
///
/// - Credentials typed before the first folder: the VFS takes them for a part of its name, we do not. The path
///   without them is the file that was meant.
const STANDS_FOR: &[(&str, &str)] = &[
    ("/user:pw@bucket/k.csv", "/bucket/k.csv"),
    ("/user:pw@inbox/f.csv", "/inbox/f.csv"),
];

struct Pair {
    group: String,
    uri: String,
    path: String,
}

fn pairs() -> Vec<Pair> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/observed.jsonl");
    let text = std::fs::read_to_string(file).unwrap();
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 681);
    let text = |line: &Value, key: &str| line[key].as_str().unwrap_or_default().to_owned();
    // Where the VFS refused the input there is no URI.
    lines
        .iter()
        .filter(|line| line["uri"].is_string())
        .map(|line| Pair {
            group: text(line, "group"),
            uri: text(line, "uri"),
            path: text(line, "path"),
        })
        .collect()
}

/// Decodes the given escapes only, or all of them.
fn decode(text: &str, only: &[&str]) -> String {
    let mut out = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        let digits = (byte == b'%').then(|| tail.get(..2)).flatten();
        let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        let value = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (digits, value) {
            (Some(digits), Some(value)) if only.is_empty() || only.contains(&digits) => {
                out.push(value);
                rest = &tail[2..];
            }
            _ => {
                out.push(byte);
                rest = tail;
            }
        }
    }
    String::from_utf8(out).unwrap()
}

/// The file that a pair is about: its store, and its path there. `None` for pairs that come from `resolveURI`
/// alone, which splits at another `!` than the provider that opens the file.
fn file_of(pair: &Pair) -> Option<(String, String)> {
    if pair.group == "layered.resolveURI_only" {
        return None;
    }
    let layers = ["zip", "jar", "tar", "tgz", "tbz2", "gz", "bz2"];
    let (mut rest, mut compressed) = (pair.uri.as_str(), false);
    while let Some((scheme, inner)) = rest.split_once(':').filter(|(scheme, _)| layers.contains(scheme)) {
        compressed = matches!(scheme, "gz" | "bz2");
        rest = inner;
    }
    if rest.len() < pair.uri.len() {
        let (outer, entries) = rest.split_once("!/").unwrap();
        let inner = entries.rsplit_once("!/").map_or("", |(inner, _)| inner);
        let archive = physical(outer, &decode(outer.split_once("://").unwrap().1, &[]));
        let entry = decode(&pair.path, &["25", "21"]);
        // What a compressed file holds is that file; the root of an archive is the archive.
        return Some(match (compressed, entry.as_str()) {
            (true, _) | (_, "/") => archive,
            _ if pair.uri.starts_with("tar:gz:") => (archive.0, format!("{}!{entry}", archive.1)),
            _ if inner.is_empty() => (archive.0, format!("{}!{entry}", archive.1)),
            _ => (archive.0, format!("{}!/{inner}!{entry}", archive.1)),
        });
    }
    Some(physical(&pair.uri, &pair.path))
}

fn physical(uri: &str, path: &str) -> (String, String) {
    let (scheme, rest) = uri.split_once(':').unwrap();
    let (mut scheme, mut path) = (scheme.to_owned(), path.to_owned());
    if scheme == "null" {
        let (name, file) = rest.trim_start_matches("//").split_once(":/").unwrap();
        (scheme, path) = (name.to_owned(), format!("/{file}"));
    }
    // Paths of these are as they were typed; the others are decoded but for the percent sign.
    let typed = ["azure", "azfs", "azconn", "my_az", "nextcloud", "next_cloud"].contains(&scheme.as_str());
    path = decode(&path, if typed { &[] } else { &["25"] });
    if scheme == "winfile" {
        // The path of a Windows name lacks the drive or the share.
        path = decode(rest.trim_start_matches("//"), &[]);
    }
    if ["http", "https", "ftp", "ftps", "sftp", "webdav4", "webdav4s"].contains(&scheme.as_str()) {
        let authority = rest.trim_start_matches('/').split('/').next().unwrap();
        scheme = format!("{scheme}://{}", authority.rsplit('@').next().unwrap());
        if let Some((_, inner)) = path.split_once(&format!("{authority}/")) {
            path = format!("/{inner}");
        }
    }
    if !path.starts_with('/') {
        path.insert(0, '/');
    }
    let store = STORES
        .iter()
        .find(|(name, _)| *name == scheme)
        .map_or(scheme.as_str(), |(_, store)| store);
    let path = STANDS_FOR
        .iter()
        .find(|(said, _)| *said == path)
        .map_or(path.as_str(), |(_, meant)| meant);
    (
        store.to_owned(),
        path.split('?')
            .next()
            .filter(|_| uri.contains("?token"))
            .unwrap_or(path)
            .to_owned(),
    )
}

fn identities(config: Option<&Config>, contract: Contract) -> Vec<((String, String), Identity)> {
    let options = FileOptions {
        contract,
        config,
        ..FileOptions::default()
    };
    let found = |pair: &Pair| Some((file_of(pair)?, resolve(&pair.uri, &options).identity.ok()?));
    pairs().iter().filter_map(found).collect()
}

#[test]
fn every_observed_uri_has_a_case() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/file-observed.jsonl");
    let text = std::fs::read_to_string(file).unwrap();
    let cases: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for contract in [Value::Null, Value::from(4)] {
        let of_contract = |case: &&Value| case["request"]["contract"] == contract;
        let uris: HashSet<_> = cases
            .iter()
            .filter(of_contract)
            .map(|case| case["request"]["uri"].as_str().unwrap())
            .collect();
        for pair in pairs() {
            assert!(uris.contains(pair.uri.as_str()), "{} has no case", pair.uri);
        }
    }
}

#[test]
fn no_two_files_share_an_identity() {
    let config = Config::from_json(CONNECTIONS).unwrap();
    for contract in [Contract::V3, Contract::V4] {
        let mut files: BTreeMap<Identity, BTreeSet<(String, String)>> = BTreeMap::new();
        for (file, identity) in identities(Some(&config), contract) {
            files.entry(identity).or_default().insert(file);
        }
        let shared: Vec<_> = files.iter().filter(|(_, files)| files.len() > 1).collect();
        assert!(shared.is_empty(), "{contract:?}: {shared:#?}");
    }
}

#[test]
fn no_file_has_two_identities() {
    let config = Config::from_json(CONNECTIONS).unwrap();
    for contract in [Contract::V3, Contract::V4] {
        let mut names: BTreeMap<(String, String), BTreeSet<Identity>> = BTreeMap::new();
        for (file, identity) in identities(Some(&config), contract) {
            names.entry(file).or_default().insert(identity);
        }
        assert!(names.len() > 300, "{} files", names.len());
        let split: Vec<_> = names.iter().filter(|(_, names)| names.len() > 1).collect();
        assert!(split.is_empty(), "{contract:?}: {split:#?}");
    }
}

/// Without the configuration, connections have names of their own; still no two files share one.
#[test]
fn no_two_files_share_an_identity_without_the_configuration() {
    let mut files: BTreeMap<Identity, BTreeSet<(String, String)>> = BTreeMap::new();
    for (file, identity) in identities(None, Contract::V3) {
        files.entry(identity).or_default().insert(file);
    }
    let shared: Vec<_> = files.iter().filter(|(_, files)| files.len() > 1).collect();
    assert!(shared.is_empty(), "{shared:#?}");
}
