//! Datasets of SQL metadata.

use std::ptr;

use ::jni::sys::{JNIEnv, jboolean, jclass, jobjectArray, jstring};

use super::env::Env;
use crate::guard::guard;
use crate::reason::Code;

/// `String[] sqlDatasets(String metadata, boolean allDialects, boolean legacy, String jobNamespace)`: the answer as
/// JSON, the job's facets as JSON, how many inputs and how many outputs there are, then namespace, name and facets of
/// each, then the notes. Null only when the library failed inside.
pub(super) unsafe extern "system" fn sql_datasets(
    env: *mut JNIEnv,
    _: jclass,
    metadata: jstring,
    all_dialects: jboolean,
    legacy: jboolean,
    job_namespace: jstring,
) -> jobjectArray {
    guard(ptr::null_mut(), || {
        // SAFETY: the JVM hands the interface of the calling thread to a native.
        let env = unsafe { Env::new(env) };
        let texts = || -> Result<_, Code> {
            let metadata = env.text(metadata)?.ok_or(Code::NullArgument)?;
            let job_namespace = match legacy {
                true => Some(env.text(job_namespace)?.ok_or(Code::NullArgument)?),
                false => None,
            };
            Ok((metadata, job_namespace))
        };
        answer(&env, texts(), all_dialects)
    })
}

/// The metadata, and the job namespace of legacy naming.
type Texts = Result<(String, Option<String>), Code>;

#[cfg(feature = "sql")]
fn answer(env: &Env<'_>, texts: Texts, all_dialects: bool) -> jobjectArray {
    use crate::datasets::{Metadata, Naming, SqlDatasets, sql_datasets_named};
    let datasets = match &texts {
        Ok((metadata, job_namespace)) => {
            let naming = match (job_namespace, all_dialects) {
                (Some(job_namespace), _) => Naming::Legacy(job_namespace),
                (None, true) => Naming::AllDialects,
                (None, false) => Naming::Datasource,
            };
            sql_datasets_named(&Metadata::from_text(metadata), naming)
        }
        // The conversion never fails its caller.
        Err(code) => SqlDatasets {
            notes: vec![code.message().to_owned()],
            ..SqlDatasets::default()
        },
    };
    parts(env, &datasets).unwrap_or(ptr::null_mut())
}

#[cfg(feature = "sql")]
fn parts(env: &Env<'_>, datasets: &crate::datasets::SqlDatasets) -> serde_json::Result<jobjectArray> {
    let mut parts = vec![
        Some(serde_json::to_string(datasets)?),
        Some(serde_json::to_string(&datasets.job_facets)?),
        Some(datasets.inputs.len().to_string()),
        Some(datasets.outputs.len().to_string()),
    ];
    for dataset in datasets.inputs.iter().chain(&datasets.outputs) {
        let facets = serde_json::to_string(&dataset.facets)?;
        parts.extend([
            Some(dataset.namespace.clone()),
            dataset.name.clone(),
            Some(facets),
        ]);
    }
    parts.extend(datasets.notes.iter().cloned().map(Some));
    let parts: Vec<_> = parts.iter().map(Option::as_deref).collect();
    Ok(env.new_strings(&parts))
}

#[cfg(not(feature = "sql"))]
fn answer(env: &Env<'_>, texts: Texts, _: bool) -> jobjectArray {
    let note = texts.err().unwrap_or(Code::UnsupportedOperation).message();
    // Messages are constants of ours that need no escapes.
    let json = format!(r#"{{"inputs":[],"outputs":[],"notes":["{note}"],"job_facets":{{}}}}"#);
    env.new_strings(&[Some(&json), Some("{}"), Some("0"), Some("0"), Some(note)])
}
