//! Whatever a JDBC URL and a table text hold: no panic, no secret, no empty name, and the same answer twice. The first
//! line of the input is the URL, behind `jdbc:`; the rest is the table.
#![no_main]

use libfuzzer_sys::fuzz_target;
use lineage_identity::Contract;
use lineage_identity::jdbc::{JdbcOptions, parse, resolve, resolve_with_aliases};

/// What stands in user info, parameters and properties and must not come out.
const SECRET: &str = "s3cr3t";

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let (rest, table) = text.split_once('\n').unwrap_or((&text, "S.T"));
    if text.contains(SECRET) {
        return;
    }
    let url = format!("jdbc:{rest}");
    let with_params = [format!("{url}?password={SECRET}"), format!("{url};password={SECRET}")];
    let with_user_info = url.replacen("//", &format!("//u:{SECRET}@"), 1);
    for contract in [Contract::V3, Contract::V4] {
        let properties = [("password", SECRET)];
        let options = JdbcOptions {
            properties: &properties,
            contract,
            ..JdbcOptions::default()
        };
        let resolution = resolve(&url, table, &options);
        assert_eq!(resolution, resolve(&url, table, &options));
        if let Ok(identity) = &resolution.identity {
            assert!(!identity.name.is_empty() && !identity.namespace.is_empty());
        }
        assert_eq!(resolve_with_aliases(&url, table, &options).identity, resolution.identity);
        // A family that is all path may hold anything; what has a place for credentials must keep them.
        for leaky in with_params.iter().chain([&with_user_info]) {
            let answer = format!("{:?} {:?}", resolve(leaky, table, &options), parse(leaky, &options));
            assert!(!answer.contains(SECRET), "{leaky}: {answer}");
        }
    }
});
