//! The structured door: a JSON request in, a JSON response out.

use std::ptr;

use ::jni::sys::{JNIEnv, jclass, jlong, jstring};

use super::env::Env;
use crate::guard::guard;
use crate::reason::Code;
use crate::request::{self, Context};

/// `String evaluate(String request, long config)`. Null only when the library failed inside.
pub(super) unsafe extern "system" fn evaluate(
    env: *mut JNIEnv,
    _: jclass,
    request: jstring,
    config: jlong,
) -> jstring {
    guard(ptr::null_mut(), || {
        // SAFETY: the JVM hands the interface of the calling thread to a native.
        let env = unsafe { Env::new(env) };
        let answer = match env.text(request) {
            Ok(Some(request)) => {
                // SAFETY: Java keeps the handle open until this native returns.
                let config = unsafe { super::config::config(config) };
                request::evaluate(
                    &request,
                    &config.map_or_else(Context::default, Context::with_config),
                )
            }
            Ok(None) => request::refuse(Code::NullArgument),
            Err(code) => request::refuse(code),
        };
        env.new_string(&answer)
    })
}
