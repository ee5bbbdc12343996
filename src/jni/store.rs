//! Datasets of any store of the naming specification.

use std::ptr;

use ::jni::sys::{JNIEnv, jclass, jobjectArray, jstring};

use super::env::Env;
use crate::guard::guard;
use crate::identity::{NoIdentity, Resolution};
use crate::reason::Code;
use crate::request;

/// `String[] resolveStore(String store, String[] parts)`: the parts are keys and values in turns.
pub(super) unsafe extern "system" fn resolve(
    env: *mut JNIEnv,
    _: jclass,
    store: jstring,
    parts: jobjectArray,
) -> jobjectArray {
    guard(ptr::null_mut(), || {
        // SAFETY: the JVM hands the interface of the calling thread to a native.
        let env = unsafe { Env::new(env) };
        let answer = || -> Result<Resolution, NoIdentity> {
            let store = env.text(store)?.ok_or(Code::NullArgument)?;
            let parts = env.all_pairs(parts)?;
            let parts: Vec<_> = parts.iter().map(|(key, value)| (&**key, &**value)).collect();
            request::store(&store, &parts)
                .map_err(|error| NoIdentity::with_message(error.code, error.message))
        };
        env.new_resolution(&answer().unwrap_or_else(|reason| Resolution::from(Err(reason))))
    })
}
