//! What holds for every location, whatever it holds.

use lineage_identity::file::{FileOptions, Form, location, resolve};
use lineage_identity::{Contract, Identity};
use proptest::prelude::*;

use super::checks;

/// Escapes a path as commons-vfs does, and the `?` that its URL schemes escape besides.
fn encode(path: &str) -> String {
    let mut out = String::new();
    for character in path.chars() {
        match character {
            '%' => out.push_str("%25"),
            '#' => out.push_str("%23"),
            ' ' => out.push_str("%20"),
            '?' => out.push_str("%3F"),
            _ => out.push(character),
        }
    }
    out
}

fn answer(text: &str, form: Form, contract: Contract) -> Result<Identity, &'static str> {
    let options = FileOptions {
        form,
        contract,
        ..FileOptions::default()
    };
    resolve(text, &options)
        .identity
        .map_err(|reason| reason.code.text())
}

/// Places of every kind, without and with what a location begins with.
fn place() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "file:",
        "file://",
        "file://host",
        "s3://bucket",
        "s3a://",
        "s3:///bucket",
        "gs://b",
        "hdfs://nn:8020",
        "abfss://c@account",
        "wasb://c@account",
        "sftp://host:22",
        "http://host:80",
        "ftp://host",
        "webdav4://h",
        "dropbox:/",
        "azure://",
        "ram:",
        "my-conn://",
        "My Conn://",
        "zip:file://",
        "gz:s3:///b",
        "C:",
    ])
}

fn contract() -> impl Strategy<Value = Contract> {
    prop::sample::select(vec![Contract::V3, Contract::V4])
}

/// Paths with all that has a meaning somewhere.
fn path() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        "[a-z0-9]{1,4}",
        "[/%#? !@:\\\\$+&=;.~\\[\\]{}|^`\"'<>*]{1,3}",
        Just("%2F".to_owned()),
        Just("%".to_owned()),
        Just("..".to_owned()),
        Just("!/".to_owned()),
        Just("é日😀".to_owned()),
        Just("?token=x".to_owned()),
        Just("${X}".to_owned()),
        "\\PC{1,3}",
    ];
    prop::collection::vec(part, 0..8).prop_map(|parts| format!("/{}", parts.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    /// Both forms of one location have one answer. Blanks and control characters at the ends do not count in
    /// `vfs` form, and a `?` or `#` that is not escaped would begin a query.
    #[test]
    fn forms_agree(place in place(), path in path(), contract in contract()) {
        prop_assume!(!path.ends_with(|c: char| c <= ' '));
        let plain = format!("{place}{path}");
        let escaped = format!("{place}{}", encode(&path));
        prop_assert_eq!(answer(&plain, Form::Path, contract), answer(&escaped, Form::Vfs, contract));
    }

    /// An identity leads back to itself, or nowhere.
    #[test]
    fn locations_lead_back(place in place(), path in path(), contract in contract()) {
        let text = format!("{place}{path}");
        if let Ok(identity) = answer(&text, Form::Path, contract)
            && let Ok(uri) = location(&identity, contract)
        {
            prop_assert_eq!(answer(&uri, Form::Vfs, contract).unwrap(), identity);
            prop_assert!(uri.is_ascii());
        }
    }

    /// An identity without an archive in its name leads somewhere.
    #[test]
    fn files_have_locations(key in "[a-zA-Z0-9_.%#? -]{0,12}[a-z]", contract in contract()) {
        prop_assume!(!lineage_identity::text::has_variable(&key));
        for (namespace, name) in [("s3://bucket", key.clone()), ("file", format!("/{key}")), ("sftp://h", format!("/{key}"))] {
            let identity = Identity::new(namespace, name);
            prop_assert!(location(&identity, contract).is_ok(), "{:?}", identity);
        }
    }

    /// A password is nowhere in an answer, wherever the authority stands.
    #[test]
    fn passwords_stay_inside(
        scheme in prop::sample::select(vec!["sftp://", "http://", "ftp://", "hdfs://", "s3a://", "s3:///", "gs://",
            "abfss://", "azure:///", "webdav4s://", "zip:sftp://", "foo://", "my conn:///", "file://"]),
        noise in "[a-z0-9@:/?#%!.-]{0,4}",
        form in prop::sample::select(vec![Form::Vfs, Form::Path]),
        contract in contract(),
        legacy in any::<bool>(),
    ) {
        // `user:a@b/c@host` is host `b` to every reader of URIs.
        let host_in_it = noise.split_once('@').is_some_and(|(_, rest)| rest.find('/').is_some_and(|at| at > 0));
        prop_assume!(!host_in_it);
        let text = format!("{scheme}user:C4NARY{noise}S3CRET@host/p/a.csv");
        let options = FileOptions {
            form,
            contract,
            naming: if legacy { lineage_identity::file::Naming::Legacy } else { lineage_identity::file::Naming::Spec },
            ..FileOptions::default()
        };
        let shown = format!("{:?} {:?}", resolve(&text, &options), lineage_identity::file::data_source(&text, &options));
        prop_assert!(!shown.contains("C4NARY") && !shown.contains("S3CRET"), "{} {}", text, shown);
    }

    /// Any text at all has one answer, and keeps the secrets around it.
    #[test]
    fn any_text_is_safe(text in prop_oneof![any::<String>(), path(), (place(), path()).prop_map(|(place, path)| format!("{place}{path}"))]) {
        checks::doors_agree(&text);
        checks::secrets_stay_inside(&text);
    }
}

/// Hostile text takes no longer than other text of that size: nothing looks at it time and again.
#[test]
fn long_texts_take_linear_time() {
    let long = |begin: &str, part: &str| format!("{begin}{}", part.repeat(100_000 / part.len()));
    let started = std::time::Instant::now();
    for text in [
        long("", "gz:"),
        long("gz:gz:gz:", "!"),
        long(&"gz:".repeat(10_000), "!x"),
        long(&"zip:".repeat(10_000), "!/x"),
        long(&"tar:gz:".repeat(5_000), "file:///x!/y"),
        long("sftp://", "@"),
        long("sftp://", "u:p@"),
        long("sftp://h:", "x"),
        long("s3://b/", "%25"),
        long("s3://b/", "?"),
        long("s3://b/", ";token"),
        long("s3://b/", "%"),
        long("file:///", "${"),
        long("file:///", "../"),
        long("file:///", "%%"),
        long("null://", ":"),
        long("", ":"),
    ] {
        for form in [Form::Vfs, Form::Path] {
            let _ = answer(&text, form, Contract::V4);
        }
    }
    let took = started.elapsed();
    assert!(took.as_secs() < 20, "{took:?}");
}
