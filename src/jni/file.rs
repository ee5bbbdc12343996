//! File identity for Java.

use std::ptr;

use ::jni::sys::{
    JNIEnv, jboolean, jbyteArray, jcharArray, jclass, jint, jintArray, jlong, jlongArray, jobjectArray,
    jstring,
};

use super::env::{Env, Room, as_text};
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

/// `long file(String uri, int length, boolean path, byte[] room, int size)`: the packed answer of [`pack`]. `uri` is
/// not null and `length` is its length; Java knows it, so that no crossing is spent on it. `room` may be null.
pub(super) unsafe extern "system" fn file(
    env: *mut JNIEnv,
    _: jclass,
    uri: jstring,
    length: jint,
    path: jboolean,
    room: jbyteArray,
    size: jint,
) -> jlong {
    guard(pack::NONE, || {
        // SAFETY: the JVM hands the interface of the calling thread to a native.
        let env = unsafe { Env::new(env) };
        let options = FileOptions {
            form: form(path),
            ..FileOptions::default()
        };
        env.with_text(uri, length, |uri| match uri {
            Some(uri) => identify(&env, uri, length, &options, Room::new(room, size)),
            None => pack::NONE,
        })
    })
}

/// A packed answer without room.
#[inline]
fn in_batch(uri: &str, units: usize, options: &FileOptions<'_>) -> jlong {
    match file::read(uri, options) {
        Ok(name) => pack::borrowed(uri, units, &name)
            .unwrap_or_else(|| pack::needs(name.scheme.len() + name.place.len() + name.name.len())),
        Err(_) => pack::NONE,
    }
}

#[inline]
fn identify(env: &Env<'_>, uri: &str, length: jint, options: &FileOptions<'_>, room: Room) -> jlong {
    let units = usize::try_from(length).unwrap_or_default();
    match file::read(uri, options) {
        Ok(name) => pack::borrowed(uri, units, &name).unwrap_or_else(|| env.put(&name.into(), room)),
        Err(_) => pack::NONE,
    }
}

/// `void files(char[] units, int[] ends, int count, boolean path, long[] packed)`: the packed answers of as many
/// texts, which stand in `units` one after the other, each up to its end. None of them is in room; the answer of
/// one that needs some asks for it. `packed` has room for as many answers.
pub(super) unsafe extern "system" fn files(
    env: *mut JNIEnv,
    _: jclass,
    units: jcharArray,
    ends: jintArray,
    count: jint,
    path: jboolean,
    packed: jlongArray,
) {
    guard((), || {
        // SAFETY: the JVM hands the interface of the calling thread to a native.
        let env = unsafe { Env::new(env) };
        let options = FileOptions {
            form: form(path),
            ..FileOptions::default()
        };
        let count = usize::try_from(count).unwrap_or_default();
        let ends = env.ints(ends, count);
        let last = ends.last().copied().unwrap_or_default();
        let units = env.units(units, usize::try_from(last).unwrap_or_default());
        let mut from = 0;
        let answers: Vec<jlong> = ends
            .iter()
            .map(|end| {
                let to = usize::try_from(*end).unwrap_or_default();
                let text = units.get(from..to).unwrap_or_default();
                from = to;
                as_text(text, |uri| {
                    uri.map_or(pack::NONE, |uri| in_batch(uri, text.len(), &options))
                })
            })
            .collect();
        env.write_longs(packed, &answers);
    });
}

/// `String[] resolveFile(String uri, boolean legacy, boolean path, int contract, String jobNamespace,
/// long config)`.
pub(super) unsafe extern "system" fn resolve(
    env: *mut JNIEnv,
    _: jclass,
    uri: jstring,
    legacy: jboolean,
    path: jboolean,
    contract: jint,
    job_namespace: jstring,
    config: jlong,
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
                // SAFETY: Java keeps the handle open until this native returns.
                config: unsafe { super::config::config(config) },
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
