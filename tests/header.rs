//! `include/lineage_identity.h` is what the source says. `make header` writes it anew.

use std::fmt::Write;
use std::path::Path;

use lineage_identity::{Code, VERSION, Warning};

/// The files of the C door, in the order of the header.
const SOURCES: &[&str] = &[
    "text", "error", "handle", "config", "options", "version", "identity", "batch", "run", "events",
];

#[test]
fn the_header_is_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = root.join("include/lineage_identity.h");
    let fresh = header(root);
    if std::env::var_os("LINEAGE_WRITE_HEADER").is_some() {
        std::fs::create_dir_all(root.join("include")).unwrap();
        std::fs::write(&path, &fresh).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == fresh,
        "include/lineage_identity.h is stale: run `make header`"
    );
}

#[test]
fn every_file_of_the_door_is_in_the_header() {
    let door = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ffi");
    for entry in std::fs::read_dir(door).unwrap() {
        let path = entry.unwrap().path();
        let exports = std::fs::read_to_string(&path).unwrap().contains("no_mangle");
        let listed = SOURCES.contains(&path.file_stem().unwrap().to_str().unwrap());
        assert!(
            listed || !exports,
            "{} exports, but is not in SOURCES",
            path.display()
        );
    }
}

fn header(root: &Path) -> String {
    let mut config = cbindgen::Config::from_file(root.join("cbindgen.toml")).unwrap();
    config.after_includes = Some(versions() + &codes());
    let mut builder = cbindgen::Builder::new().with_config(config);
    for source in SOURCES {
        builder = builder.with_src(root.join(format!("src/ffi/{source}.rs")));
    }
    let mut header = Vec::new();
    builder.generate().unwrap().write(&mut header);
    String::from_utf8(header).unwrap()
}

/// The version of this header, so that a program can compare it with the library it loads.
fn versions() -> String {
    let mut text = format!("\n#define LINEAGE_IDENTITY_VERSION \"{VERSION}\"\n");
    let numbers = VERSION.split(['.', '-', '+']);
    for (name, number) in ["MAJOR", "MINOR", "PATCH"].iter().zip(numbers) {
        writeln!(text, "#define LINEAGE_IDENTITY_VERSION_{name} {number}").unwrap();
    }
    text
}

/// The codes of `src/reason.rs`: cbindgen does not see them, since a macro makes them.
fn codes() -> String {
    let codes = Code::ALL
        .iter()
        .map(|code| (code.number(), code.text(), code.message()));
    let warnings = Warning::ALL
        .iter()
        .map(|code| (code.number(), code.text(), code.message()));
    enumeration(
        "code",
        "Why there is no answer. Numbers and texts are never reused; later versions may add some.",
        codes,
    ) + &enumeration(
        "warning",
        "What to be careful about with an identity that was found.",
        warnings,
    )
}

fn enumeration(
    name: &str,
    doc: &str,
    codes: impl Iterator<Item = (i32, &'static str, &'static str)>,
) -> String {
    let mut text = format!("\n/**\n * {doc}\n */\nenum lineage_{name} {{\n");
    for (number, code, message) in codes {
        let constant = format!("LINEAGE_{name}_{code}").to_uppercase().replace('-', "_");
        writeln!(text, "  /** {code}: {message} */\n  {constant} = {number},").unwrap();
    }
    text + "};\n"
}
