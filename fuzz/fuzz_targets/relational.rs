//! Whatever the fields of a connection hold: no panic, no secret, no empty name, the same answer twice, and the same
//! through the structured door. Fields are the lines of the input, in the order of `FIELDS`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use lineage_identity::Contract;
use lineage_identity::identity::Resolution;
use lineage_identity::relational::types::TYPES;
use lineage_identity::relational::{Connection, Table, resolve, resolve_with_aliases};
use lineage_identity::request::{Context, evaluate};
use lineage_identity::text::has_variable;
use serde_json::{Value, json};

const FIELDS: [&str; 9] = [
    "type",
    "host",
    "port",
    "database",
    "schema",
    "table",
    "catalog",
    "instance",
    "preferred_schema",
];

/// What stands in a host or a file's parameters and must not come out.
const SECRET: &str = "s3cr3t";

fuzz_target!(|data: &[u8]| {
    let Some((choice, text)) = data.split_first() else {
        return;
    };
    let text = String::from_utf8_lossy(text);
    let mut lines: Vec<&str> = text.splitn(FIELDS.len(), '\n').collect();
    lines.resize(FIELDS.len(), "");
    // Half of the time a type that exists, whatever the first line is.
    if choice & 1 == 1 {
        lines[0] = TYPES[usize::from(choice >> 1) % TYPES.len()].id;
    }
    for contract in [Contract::V3, Contract::V4] {
        check(&lines, contract);
        let leaky = format!("u:{SECRET}@{}", lines[1]);
        let with_user_info = check(&[&[lines[0], &leaky], &lines[2..]].concat(), contract);
        let leaked = |resolution: &Resolution| format!("{resolution:?}").contains(SECRET);
        assert!(
            text.contains(SECRET) || !leaked(&with_user_info),
            "{with_user_info:?}"
        );
    }
});

fn check(fields: &[&str], contract: Contract) -> Resolution {
    let field = |at: usize| Some(fields[at]);
    let connection = Connection {
        hop_type: field(0),
        host: field(1),
        port: field(2),
        database: field(3),
        catalog: field(6),
        instance: field(7),
        preferred_schema: field(8),
        contract,
        ..Connection::default()
    };
    let table = Table {
        database: None,
        schema: field(4),
        table: field(5),
    };
    let resolution = resolve(&connection, &table);
    assert_eq!(resolution, resolve(&connection, &table));
    if let Ok(identity) = &resolution.identity {
        assert!(!identity.name.is_empty() && !identity.namespace.is_empty());
        assert!(!has_variable(&identity.namespace));
    }
    let with_aliases = resolve_with_aliases(&connection, &table);
    assert_eq!(with_aliases.identity, resolution.identity);
    let main = resolution.identity.as_ref().ok();
    assert!(with_aliases.aliases.iter().all(|alias| Some(alias) != main));
    same_through_json(fields, contract, &resolution);
    resolution
}

/// The structured door answers the same.
fn same_through_json(fields: &[&str], contract: Contract, resolution: &Resolution) {
    let mut request = json!({"op": "relational", "contract": contract.number()});
    for (name, value) in FIELDS.iter().zip(fields) {
        request[*name] = json!(value);
    }
    let answer: Value = serde_json::from_str(&evaluate(&request.to_string(), &Context::default())).unwrap();
    match &resolution.identity {
        Ok(identity) => assert_eq!(answer["identity"], json!(identity)),
        Err(reason) => assert_eq!(answer["reason"]["code"], reason.code.text()),
    }
}
