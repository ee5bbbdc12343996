//! File identity for Java.

use std::ptr;

use ::jni::sys::{JNIEnv, jboolean, jbyteArray, jclass, jint, jlong, jobjectArray, jstring};

use super::env::Env;
use super::pack::{self, HEADS};
use crate::contract::Contract;
use crate::file::{self, FileOptions, Form, Naming};
use crate::guard::guard;
use crate::identity::Resolution;
use crate::reason::Code;

/// `String[] heads()`: the beginnings that a packed answer may name by number.
pub(super) unsafe extern "system" fn heads(env: *mut JNIEnv, _: jclass) -> jobjectArray {
    guard(ptr::null_mut(), || {
        // SAFETY: the JVM hands the interface of the calling thread to a native.
        unsafe { Env::new(env) }.new_strings(&HEADS.map(Some))
    })
}

/// `long file(String uri, int length, boolean path, byte[] room)`: the packed answer of [`pack`]. `uri` is not
/// null and `length` is its length; Java knows it, so that no crossing is spent on it. `room` may be null.
pub(super) unsafe extern "system" fn file(
    env: *mut JNIEnv,
    _: jclass,
    uri: jstring,
    length: jint,
    path: jboolean,
    room: jbyteArray,
) -> jlong {
    guard(pack::NONE, || {
        // SAFETY: the JVM hands the interface of the calling thread to a native.
        let env = unsafe { Env::new(env) };
        let options = FileOptions {
            form: form(path),
            ..FileOptions::default()
        };
        env.with_text(uri, length, |uri| match uri {
            Some(uri) => identify(&env, uri, length, &options, room),
            None => pack::NONE,
        })
    })
}

#[inline]
fn identify(env: &Env<'_>, uri: &str, length: jint, options: &FileOptions<'_>, room: jbyteArray) -> jlong {
    let units = usize::try_from(length).unwrap_or_default();
    match file::read(uri, options) {
        Ok(name) => pack::borrowed(uri, units, &name).unwrap_or_else(|| env.put(&name.into(), room)),
        Err(_) => pack::NONE,
    }
}

/// `String[] resolveFile(String uri, boolean legacy, boolean path, int contract, String jobNamespace)`.
pub(super) unsafe extern "system" fn resolve(
    env: *mut JNIEnv,
    _: jclass,
    uri: jstring,
    legacy: jboolean,
    path: jboolean,
    contract: jint,
    job_namespace: jstring,
) -> jobjectArray {
    guard(ptr::null_mut(), || {
        // SAFETY: the JVM hands the interface of the calling thread to a native.
        let env = unsafe { Env::new(env) };
        let resolution = texts(&env, uri, job_namespace).map(|(uri, job_namespace)| {
            let options = FileOptions {
                naming: if legacy { Naming::Legacy } else { Naming::Spec },
                form: form(path),
                contract: Contract::from_number(contract.into()).unwrap_or_default(),
                job_namespace: job_namespace.as_deref(),
                config: None,
            };
            file::resolve(&uri, &options)
        });
        env.new_resolution(&resolution.unwrap_or_else(|code| Resolution::from(Err(code.into()))))
    })
}

fn texts(env: &Env<'_>, uri: jstring, job_namespace: jstring) -> Result<(String, Option<String>), Code> {
    let uri = env.text(uri)?.ok_or(Code::NullArgument)?;
    Ok((uri, env.text(job_namespace)?))
}

fn form(path: jboolean) -> Form {
    if path { Form::Path } else { Form::Vfs }
}
