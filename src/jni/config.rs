//! The configuration as a handle of Java's `Connections`.

use std::ptr;

use ::jni::sys::{JNIEnv, jclass, jlong, jobjectArray, jstring};

use super::env::Env;
use crate::config::Config;
use crate::guard::guard;
use crate::reason::Code;

/// `long openConfig(String json)`: a handle, or 0 for what [`check`] finds a mistake in.
pub(super) unsafe extern "system" fn open(env: *mut JNIEnv, _: jclass, json: jstring) -> jlong {
    guard(0, || {
        // SAFETY: the JVM hands the interface of the calling thread to a native.
        let env = unsafe { Env::new(env) };
        match env.text(json).ok().flatten().map(|json| Config::from_json(&json)) {
            Some(Ok(config)) => Box::into_raw(Box::new(config)).expose_provenance() as jlong,
            _ => 0,
        }
    })
}

/// `String[] checkConfig(String json)`: code, message and place of the first mistake; null where there is none.
pub(super) unsafe extern "system" fn check(env: *mut JNIEnv, _: jclass, json: jstring) -> jobjectArray {
    guard(ptr::null_mut(), || {
        // SAFETY: the JVM hands the interface of the calling thread to a native.
        let env = unsafe { Env::new(env) };
        let json = match env.text(json).and_then(|json| json.ok_or(Code::NullArgument)) {
            Ok(json) => json,
            Err(code) => return env.new_strings(&[Some(code.text()), Some(code.message()), None]),
        };
        match Config::from_json(&json) {
            Ok(_) => ptr::null_mut(),
            Err(error) => env.new_strings(&[
                Some(error.code.text()),
                Some(&error.to_string()),
                Some(&error.place)
                    .filter(|place| !place.is_empty())
                    .map(String::as_str),
            ]),
        }
    })
}

/// `void closeConfig(long handle)`.
pub(super) unsafe extern "system" fn close(_: *mut JNIEnv, _: jclass, handle: jlong) {
    guard((), || {
        if handle != 0 {
            // SAFETY: Java's `Connections` gives each handle of `open` back once, when nothing refers to it.
            drop(unsafe { Box::from_raw(pointer(handle)) });
        }
    });
}

/// The configuration behind a handle; nothing for 0.
///
/// # Safety
///
/// The handle is 0 or came from [`open`], and `Connections` keeps it open as long as the result is used.
pub(super) unsafe fn config<'c>(handle: jlong) -> Option<&'c Config> {
    // SAFETY: by the caller's word.
    unsafe { pointer(handle).as_ref() }
}

fn pointer(handle: jlong) -> *mut Config {
    ptr::with_exposed_provenance_mut(handle as usize)
}
