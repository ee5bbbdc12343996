//! File identity for Java.

use std::mem::MaybeUninit;
use std::ptr;

use ::jni::sys::{JNIEnv, jboolean, jbyteArray, jclass, jint, jlong, jobjectArray, jstring};

use super::env::Env;
use super::pack::{self, HEADS};
use crate::contract::Contract;
use crate::file::{self, FileOptions, Form, Naming};
use crate::guard::guard;
use crate::identity::Resolution;
use crate::reason::Code;

/// Text of so many bytes is narrowed onto the stack.
const ON_STACK: usize = 512;

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
        let length = usize::try_from(length).unwrap_or_default();
        env.with_units(uri, length, |units| identify(&env, units, &options, room))
    })
}

#[inline]
fn identify(env: &Env<'_>, units: &[u16], options: &FileOptions<'_>, room: jbyteArray) -> jlong {
    let mut buffer = [MaybeUninit::<u8>::uninit(); ON_STACK];
    if let Some(text) = narrow(units, &mut buffer) {
        return answer(env, text, true, options, room);
    }
    match String::from_utf16(units) {
        Ok(text) => answer(env, &text, text.is_ascii(), options, room),
        Err(_) => pack::NONE,
    }
}

#[inline]
fn answer(env: &Env<'_>, text: &str, ascii: bool, options: &FileOptions<'_>, room: jbyteArray) -> jlong {
    let Ok(name) = file::read(text, options) else {
        return pack::NONE;
    };
    pack::borrowed(text, ascii, &name).unwrap_or_else(|| {
        let identity = crate::Identity::from(name);
        let size = identity.namespace.len() + identity.name.len();
        if room.is_null() || env.length(room) < size {
            return pack::needs(size);
        }
        env.write(room, 0, identity.namespace.as_bytes());
        env.write(room, identity.namespace.len(), identity.name.as_bytes());
        pack::in_room(&identity)
    })
}

/// The text of units that are all ASCII and fit into the buffer.
#[inline]
fn narrow<'b>(units: &[u16], buffer: &'b mut [MaybeUninit<u8>; ON_STACK]) -> Option<&'b str> {
    let bytes = buffer.get_mut(..units.len())?;
    let mut all = 0;
    for (byte, unit) in bytes.iter_mut().zip(units) {
        all |= unit;
        byte.write(*unit as u8);
    }
    // SAFETY: the loop has written every byte, and ASCII is UTF-8.
    (all < 0x80).then(|| unsafe {
        std::str::from_utf8_unchecked(std::slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len()))
    })
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
