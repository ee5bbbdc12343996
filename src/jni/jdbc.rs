//! JDBC identity for Java.

use std::ptr;

use ::jni::sys::{JNIEnv, jboolean, jbyteArray, jclass, jint, jlong, jobjectArray, jstring};

use super::env::{Env, Room};
use super::pack;
use crate::contract::Contract;
use crate::guard::guard;
use crate::identity::Resolution;
use crate::jdbc::{self, JdbcOptions};
use crate::reason::Code;
use crate::relational::ServerSettings;

/// `long jdbc(String url, int length, String table, int length, byte[] room, int size)`: an answer in the room, as
/// [`pack`] has it. Neither text is null.
pub(super) unsafe extern "system" fn jdbc(
    env: *mut JNIEnv,
    _: jclass,
    url: jstring,
    url_length: jint,
    table: jstring,
    table_length: jint,
    room: jbyteArray,
    size: jint,
) -> jlong {
    guard(pack::NONE, || {
        // SAFETY: the JVM hands the interface of the calling thread to a native.
        let env = unsafe { Env::new(env) };
        let room = Room::new(room, size);
        env.with_text(url, url_length, |url| {
            env.with_text(table, table_length, |table| {
                let (url, table) = (url?, table?);
                if let Some(name) = jdbc::read_plain(url, table) {
                    return Some(env.put_table(&name, room));
                }
                let resolution = jdbc::resolve(url, table, &JdbcOptions::default());
                resolution.identity.map(|identity| env.put(&identity, room)).ok()
            })
        })
        .unwrap_or(pack::NONE)
    })
}

/// `String[] resolveJdbc(String[] fields, String[] properties, int contract, boolean aliases)`: the fields are URL,
/// table, type, database, schema and the server's settings as JSON; the properties are keys and values in turns.
pub(super) unsafe extern "system" fn resolve(
    env: *mut JNIEnv,
    _: jclass,
    fields: jobjectArray,
    properties: jobjectArray,
    contract: jint,
    aliases: jboolean,
) -> jobjectArray {
    guard(ptr::null_mut(), || {
        // SAFETY: the JVM hands the interface of the calling thread to a native.
        let env = unsafe { Env::new(env) };
        let answer = || -> Result<Resolution, Code> {
            let fields: [Option<String>; 6] = env.texts(fields)?;
            let [url, table, hop_type, database, schema, settings] = fields.each_ref().map(Option::as_deref);
            let properties = env.all_pairs(properties)?;
            let properties: Vec<_> = properties
                .iter()
                .map(|(key, value)| (key.as_str(), value.as_str()))
                .collect();
            let options = JdbcOptions {
                hop_type,
                properties: &properties,
                database,
                schema,
                contract: Contract::from_number(contract.into()).unwrap_or_default(),
                settings: ServerSettings::from_json(settings.unwrap_or_default())?,
            };
            let resolve = match aliases {
                true => jdbc::resolve_with_aliases,
                false => jdbc::resolve,
            };
            Ok(resolve(
                url.ok_or(Code::NullArgument)?,
                table.ok_or(Code::NullArgument)?,
                &options,
            ))
        };
        env.new_resolution(&answer().unwrap_or_else(|code| Resolution::from(Err(code.into()))))
    })
}
