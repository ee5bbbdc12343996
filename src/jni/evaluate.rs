//! The structured door: a JSON request in, a JSON response out.

use std::ptr;

use ::jni::sys::{JNIEnv, jclass, jstring};

use super::env::Env;
use crate::guard::guard;
use crate::reason::Code;
use crate::request::{self, Context};

/// `String evaluate(String)`. Null only when the library failed inside.
pub(super) unsafe extern "system" fn evaluate(env: *mut JNIEnv, _: jclass, request: jstring) -> jstring {
    guard(ptr::null_mut(), || {
        // SAFETY: the JVM hands the interface of the calling thread to a native.
        let env = unsafe { Env::new(env) };
        let answer = match env.text(request) {
            Ok(Some(request)) => request::evaluate(&request, &Context::default()),
            Ok(None) => request::refuse(Code::NullArgument),
            Err(code) => request::refuse(code),
        };
        env.new_string(&answer)
    })
}
