//! What must hold for any text at all. The fuzz target `file` runs these too.

use std::ptr;

use lineage_identity::Contract;
use lineage_identity::ffi::{
    lineage_error_free, lineage_file_identity, lineage_file_identity_of_path, lineage_identity_free,
    lineage_identity_name, lineage_identity_namespace, lineage_str,
};
use lineage_identity::file::{FileOptions, Form, Naming, data_source, read, resolve};
use lineage_identity::request::{Context, evaluate};
use serde_json::{Value, json};

const FORMS: [(Form, &str); 2] = [(Form::Vfs, "vfs"), (Form::Path, "path")];

/// Rust, the structured door and the C door give one answer.
pub fn doors_agree(text: &str) {
    for contract in [Contract::V3, Contract::V4] {
        for (form, name) in FORMS {
            let options = FileOptions {
                form,
                contract,
                ..FileOptions::default()
            };
            let found = resolve(text, &options).identity.ok();
            let found = found.map(|identity| (identity.namespace, identity.name));
            let borrowed = read(text, &options).ok();
            let borrowed = borrowed.map(|file| ([file.scheme, &file.place].concat(), file.name.into_owned()));
            assert_eq!(found, borrowed, "resolve and read");
            let request = json!({"op": "file", "uri": text, "form": name, "contract": contract.number()});
            let answer: Value =
                serde_json::from_str(&evaluate(&request.to_string(), &Context::default())).unwrap();
            let part = |key: &str| answer["identity"][key].as_str().map(str::to_owned);
            assert_eq!(found, part("namespace").zip(part("name")), "resolve and evaluate");
            if contract == Contract::V3 {
                assert_eq!(found, through_c(text, form), "Rust and C");
            }
        }
    }
}

fn through_c(text: &str, form: Form) -> Option<(String, String)> {
    let given = lineage_str {
        data: text.as_ptr().cast(),
        len: text.len(),
    };
    let (mut out, mut error) = (ptr::null_mut(), ptr::null_mut());
    let call = match form {
        Form::Path => lineage_file_identity_of_path,
        _ => lineage_file_identity,
    };
    // SAFETY: the text lives until the end, NULL options are allowed, and both outputs are places of ours. What
    // comes out is read before it is freed, once.
    unsafe {
        call(given, ptr::null(), &raw mut out, &raw mut error);
        let owned = |text: lineage_str| {
            let bytes = std::slice::from_raw_parts(text.data.cast::<u8>(), text.len);
            String::from_utf8(bytes.to_vec()).unwrap()
        };
        let found = (!out.is_null()).then(|| {
            (
                owned(lineage_identity_namespace(out)),
                owned(lineage_identity_name(out)),
            )
        });
        lineage_identity_free(out);
        lineage_error_free(error);
        found
    }
}

/// A password before the host and a signature behind the name come out nowhere, whatever stands around them.
pub fn secrets_stay_inside(text: &str) {
    // A text that brings the word along, as seeds from canary cases do, may show it as part of a name.
    if text.contains("C4NARY") {
        return;
    }
    const PLACES: [&str; 9] = [
        "sftp://",
        "http://",
        "s3a://",
        "gs:///",
        "abfss://",
        "azure:///",
        "zip:ftp://",
        "my conn:///",
        "foo://",
    ];
    for place in PLACES {
        keeps("C4NARY", &format!("{place}user:C4NARY@host/{text}"));
    }
    keeps("C4NARY", &format!("s3://bucket/{text}?X-Amz-Signature=C4NARY"));
    keeps("C4NARY", &format!("{text}?sig=C4NARY"));
}

fn keeps(secret: &str, location: &str) {
    for contract in [Contract::V3, Contract::V4] {
        for (form, _) in FORMS {
            for naming in [Naming::Spec, Naming::Legacy] {
                let options = FileOptions {
                    form,
                    naming,
                    contract,
                    ..FileOptions::default()
                };
                let shown = format!(
                    "{:?} {:?}",
                    resolve(location, &options),
                    data_source(location, &options)
                );
                assert!(!shown.contains(secret), "{location:?}: {shown}");
            }
        }
    }
}
