//! The Java door: what `dev.lineageidentity.Native` calls.
//!
//! A native checks and converts what it is given, calls the core and converts the answer back. The raw function
//! table is used, not the wrappers of the `jni` crate: those look classes up at each call and cost 27 ns by
//! themselves. Natives are registered once, by name and signature, when the library is loaded.
#![allow(unsafe_code, reason = "a door: the JVM hands over raw pointers")]

mod config;
mod datasets;
mod env;
mod evaluate;
mod events;
mod file;
mod jdbc;
mod pack;
mod plain;
mod relational;
mod store;

use std::ffi::{CStr, c_void};
use std::ptr;

use ::jni::sys::{JNI_ERR, JNI_VERSION_1_8, JNIEnv, JNINativeMethod, JavaVM, jclass, jint, jstring};

use self::env::Env;
use crate::guard::guard;

/// The class with the natives.
const CLASS: &CStr = c"dev/lineageidentity/Native";

/// A native: its name, its signature and the function behind it.
struct Native(&'static CStr, &'static CStr, *mut c_void);

/// Every native there is. `java/main/dev/lineageidentity/Native.java` declares the same ones; a signature that
/// differs makes loading fail.
fn natives() -> [Native; 19] {
    [
        Native(c"version", c"()Ljava/lang/String;", version as *mut c_void),
        Native(
            c"evaluate",
            c"(Ljava/lang/String;J)Ljava/lang/String;",
            evaluate::evaluate as *mut c_void,
        ),
        Native(c"heads", c"()[Ljava/lang/String;", file::heads as *mut c_void),
        Native(c"file", c"([BIILjava/lang/String;Z)J", file::file as *mut c_void),
        Native(c"files", c"([B[IIZ[J)V", file::files as *mut c_void),
        Native(
            c"resolveFile",
            c"(Ljava/lang/String;ZZILjava/lang/String;J)[Ljava/lang/String;",
            file::resolve as *mut c_void,
        ),
        Native(
            c"buildNamespace",
            c"(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;I)Ljava/lang/String;",
            relational::build_namespace as *mut c_void,
        ),
        Native(
            c"namespace",
            c"([Ljava/lang/String;JI)[Ljava/lang/String;",
            relational::namespace as *mut c_void,
        ),
        Native(
            c"resolveTable",
            c"([Ljava/lang/String;JI[Ljava/lang/String;Z)[Ljava/lang/String;",
            relational::resolve as *mut c_void,
        ),
        Native(
            c"tableName",
            c"([Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)[Ljava/lang/String;",
            relational::table_name as *mut c_void,
        ),
        Native(
            c"events",
            c"(Ljava/lang/String;Ljava/lang/String;)[Ljava/lang/String;",
            events::events as *mut c_void,
        ),
        Native(
            c"jdbc",
            c"([BIIILjava/lang/String;Ljava/lang/String;)J",
            jdbc::jdbc as *mut c_void,
        ),
        Native(
            c"resolveJdbc",
            c"([Ljava/lang/String;[Ljava/lang/String;IZ)[Ljava/lang/String;",
            jdbc::resolve as *mut c_void,
        ),
        Native(
            c"resolveStore",
            c"(Ljava/lang/String;[Ljava/lang/String;)[Ljava/lang/String;",
            store::resolve as *mut c_void,
        ),
        Native(
            c"sqlDatasets",
            c"(Ljava/lang/String;ZZLjava/lang/String;)[Ljava/lang/String;",
            datasets::sql_datasets as *mut c_void,
        ),
        Native(
            c"plainTables",
            c"([Ljava/lang/String;JILjava/lang/String;Ljava/lang/String;)[Ljava/lang/String;",
            plain::plain_tables as *mut c_void,
        ),
        Native(
            c"openConfig",
            c"(Ljava/lang/String;)J",
            config::open as *mut c_void,
        ),
        Native(
            c"checkConfig",
            c"(Ljava/lang/String;)[Ljava/lang/String;",
            config::check as *mut c_void,
        ),
        Native(c"closeConfig", c"(J)V", config::close as *mut c_void),
    ]
}

/// Called by the JVM when it has loaded the library.
#[unsafe(no_mangle)]
extern "system" fn JNI_OnLoad(vm: *mut JavaVM, _: *mut c_void) -> jint {
    guard(JNI_ERR, || {
        let mut env: *mut c_void = ptr::null_mut();
        // SAFETY: the JVM hands over its own, valid interface, and `env` is a place for one pointer.
        let status = unsafe { ((**vm).v1_2.GetEnv)(vm, &raw mut env, JNI_VERSION_1_8) };
        if status != 0 || env.is_null() {
            return JNI_ERR;
        }
        // SAFETY: GetEnv gave the interface of this thread.
        let env = unsafe { Env::new(env.cast::<JNIEnv>()) };
        let methods = natives().map(|Native(name, signature, function)| JNINativeMethod {
            name: name.as_ptr().cast_mut(),
            signature: signature.as_ptr().cast_mut(),
            fnPtr: function,
        });
        match env.cache_classes() && env.register(CLASS, &methods) {
            true => JNI_VERSION_1_8,
            false => JNI_ERR,
        }
    })
}

/// Called by the JVM when the class loader that loaded the library is gone.
#[unsafe(no_mangle)]
extern "system" fn JNI_OnUnload(vm: *mut JavaVM, _: *mut c_void) {
    guard((), || {
        let mut env: *mut c_void = ptr::null_mut();
        // SAFETY: as in JNI_OnLoad.
        let status = unsafe { ((**vm).v1_2.GetEnv)(vm, &raw mut env, JNI_VERSION_1_8) };
        if status == 0 && !env.is_null() {
            // SAFETY: GetEnv gave the interface of this thread.
            unsafe { Env::new(env.cast::<JNIEnv>()) }.forget_classes();
        }
    });
}

/// The version of the library: Java refuses another than its own.
unsafe extern "system" fn version(env: *mut JNIEnv, _: jclass) -> jstring {
    guard(ptr::null_mut(), || {
        // SAFETY: the JVM hands the interface of the calling thread to a native.
        unsafe { Env::new(env) }.new_string(crate::VERSION)
    })
}

/// Makes the next native of this thread panic. Tests only.
#[cfg(feature = "test-hooks")]
#[unsafe(no_mangle)]
extern "system" fn Java_dev_lineageidentity_PanicHook_arm(_: *mut JNIEnv, _: jclass) {
    crate::guard::hook::arm();
}

/// Whether no native of this thread has panicked since. Tests only.
#[cfg(feature = "test-hooks")]
#[unsafe(no_mangle)]
extern "system" fn Java_dev_lineageidentity_PanicHook_armed(_: *mut JNIEnv, _: jclass) -> bool {
    crate::guard::hook::armed()
}
