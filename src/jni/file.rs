//! File identity for Java.

use std::ptr;

use ::jni::sys::{
    JNIEnv, jboolean, jbyteArray, jclass, jint, jintArray, jlong, jlongArray, jobjectArray, jstring,
};

use super::env::{Env, Room};
use super::pack::{self, HEADS};
use crate::contract::Contract;
use crate::file::{self, FileName, FileOptions, Form, Naming, Places};
use crate::guard::guard;
use crate::identity::{NoIdentity, Resolution};
use crate::reason::Code;

/// `String[] heads()`: the beginnings that a packed answer may name by number.
pub(super) unsafe extern "system" fn heads(env: *mut JNIEnv, _: jclass) -> jobjectArray {
    guard(ptr::null_mut(), || {
        // SAFETY: the JVM hands the interface of the calling thread to a native.
        unsafe { Env::new(env) }.new_strings(&HEADS.map(Some))
    })
}

/// `long file(byte[] room, int size, int latin1, String uri, boolean path)`: the packed answer of [`pack`]. `uri` is
/// not null, and the first `latin1` bytes of the room are all of it as ISO 8859-1 has it, with `?` for what that has
/// not; none of them are where `latin1` is 0. An answer that is not part of the text overwrites them.
pub(super) unsafe extern "system" fn file(
    env: *mut JNIEnv,
    _: jclass,
    room: jbyteArray,
    size: jint,
    latin1: jint,
    uri: jstring,
    path: jboolean,
) -> jlong {
    guard(pack::NONE, || {
        // SAFETY: the JVM hands the interface of the calling thread to a native.
        let env = unsafe { Env::new(env) };
        env.with_bytes(room, latin1, |bytes| {
            plain(bytes).unwrap_or_else(|| at_length(&env, bytes, uri, form(path), Room::new(room, size)))
        })
    })
}

/// The answer for a plain text.
#[inline]
fn plain(text: &[u8]) -> Option<jlong> {
    pack::plain(text.len(), &Places::of(text)?)
}

/// The answer for a text that is not plain, or whose bytes are not at hand.
#[inline(never)]
fn at_length(env: &Env<'_>, latin1: &[u8], uri: jstring, form: Form, room: Room) -> jlong {
    let options = in_form(form);
    if let Some(uri) = env.exactly(latin1, uri) {
        return answer(env, uri, uri.len(), file::read_at_length(uri, &options), room);
    }
    let length = env.length_of(uri);
    env.with_text(uri, length, |uri| {
        uri.map_or(pack::NONE, |uri| {
            let units = usize::try_from(length).unwrap_or_default();
            answer(env, uri, units, file::read(uri, &options), room)
        })
    })
}

/// The packed answer that says this name of a text of so many UTF-16 units.
fn answer(
    env: &Env<'_>,
    uri: &str,
    units: usize,
    name: Result<FileName<'_>, NoIdentity>,
    room: Room,
) -> jlong {
    match name {
        Ok(name) => pack::borrowed(uri, units, &name).unwrap_or_else(|| env.put(&name.into(), room)),
        Err(_) => pack::NONE,
    }
}

/// `void files(byte[] texts, int[] ends, int count, boolean path, long[] packed)`: the packed answers of as many
/// texts, which stand in `texts` as UTF-8 one after the other, each up to its end. None of them is in room; the answer
/// of one that needs some asks for it, and so does that of one that UTF-8 may not have. `packed` has room for as many
/// answers.
pub(super) unsafe extern "system" fn files(
    env: *mut JNIEnv,
    _: jclass,
    texts: jbyteArray,
    ends: jintArray,
    count: jint,
    path: jboolean,
    packed: jlongArray,
) {
    guard((), || {
        // SAFETY: the JVM hands the interface of the calling thread to a native.
        let env = unsafe { Env::new(env) };
        let count = usize::try_from(count).unwrap_or_default();
        let ends = env.ints(ends, count);
        let last = ends.last().copied().unwrap_or_default();
        let texts = env.bytes(texts, usize::try_from(last).unwrap_or_default());
        let mut from = 0;
        let answers: Vec<jlong> = ends
            .iter()
            .map(|end| {
                let to = usize::try_from(*end).unwrap_or_default();
                let text = texts.get(from..to).unwrap_or_default();
                from = to;
                plain(text).unwrap_or_else(|| in_batch(text, form(path)))
            })
            .collect();
        env.write_longs(packed, &answers);
    });
}

/// The answer, without room, for a text of a batch that is not plain.
#[inline(never)]
fn in_batch(text: &[u8], form: Form) -> jlong {
    // A `?` may stand for half of a character that UTF-8 cannot say.
    let Some(uri) = std::str::from_utf8(text).ok().filter(|uri| !uri.contains('?')) else {
        return pack::needs(0);
    };
    match file::read_at_length(uri, &in_form(form)) {
        Ok(name) => pack::borrowed(uri, pack::utf16_length(uri), &name)
            .unwrap_or_else(|| pack::needs(name.scheme.len() + name.place.len() + name.name.len())),
        Err(_) => pack::NONE,
    }
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

fn in_form(form: Form) -> FileOptions<'static> {
    FileOptions {
        form,
        ..FileOptions::default()
    }
}

fn form(path: jboolean) -> Form {
    if path { Form::Path } else { Form::Vfs }
}
