//! Events of a lineage.

use std::ptr;

use ::jni::sys::{JNIEnv, jclass, jobjectArray, jstring};

use super::env::Env;
use crate::guard::guard;
use crate::reason::Code;
use crate::request::{self, EventsText, RequestError};

/// `String[] events(String lineage, String options)`: text, notes as a JSON array, then code, message and field of
/// an error. Null only when the library failed inside.
pub(super) unsafe extern "system" fn events(
    env: *mut JNIEnv,
    _: jclass,
    lineage: jstring,
    options: jstring,
) -> jobjectArray {
    guard(ptr::null_mut(), || {
        // SAFETY: the JVM hands the interface of the calling thread to a native.
        let env = unsafe { Env::new(env) };
        match of_texts(&env, lineage, options) {
            Ok(events) => {
                let notes = serde_json::to_string(&events.notes).ok();
                env.new_strings(&[Some(&events.text), notes.as_deref(), None, None, None])
            }
            Err(error) => {
                let (code, message) = (error.code.text(), error.message.as_ref());
                env.new_strings(&[None, None, Some(code), Some(message), error.field.as_deref()])
            }
        }
    })
}

fn of_texts(env: &Env<'_>, lineage: jstring, options: jstring) -> Result<EventsText, RequestError> {
    let named = |field: &'static str| move |code: Code| RequestError::of_field(code, field);
    let lineage = env.text(lineage).map_err(named("lineage"))?;
    let lineage = lineage.ok_or_else(|| RequestError::of_field(Code::NullArgument, "lineage"))?;
    let options = env.text(options).map_err(named("options"))?;
    request::events(&lineage, options.as_deref().unwrap_or_default())
}
