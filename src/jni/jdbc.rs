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

/// `long jdbc(byte[] room, int size, int urlLatin1, int tableLatin1, String url, String table)`: an answer in the room,
/// as [`pack`] has it. Neither text is null; the first bytes of the room are both, one after the other, as those of
/// [`super::file::file`] are.
pub(super) unsafe extern "system" fn jdbc(
    env: *mut JNIEnv,
    _: jclass,
    room: jbyteArray,
    size: jint,
    url_latin1: jint,
    table_latin1: jint,
    url: jstring,
    table: jstring,
) -> jlong {
    guard(pack::NONE, || {
        // SAFETY: the JVM hands the interface of the calling thread to a native.
        let env = unsafe { Env::new(env) };
        let room_for = Room::new(room, size);
        env.with_bytes(
            room,
            url_latin1.saturating_add(table_latin1),
            |bytes| match exactly(&env, bytes, url_latin1, url, table) {
                Some((url, table)) => identify(&env, url, table, room_for),
                None => env.with_text(url, env.length_of(url), |url| {
                    env.with_text(table, env.length_of(table), |table| match (url, table) {
                        (Some(url), Some(table)) => identify(&env, url, table, room_for),
                        _ => pack::NONE,
                    })
                }),
            },
        )
    })
}

/// Both texts, where their bytes tell.
#[inline]
fn exactly<'b>(
    env: &Env<'_>,
    bytes: &'b [u8],
    url_latin1: jint,
    url: jstring,
    table: jstring,
) -> Option<(&'b str, &'b str)> {
    let (url_bytes, table_bytes) = bytes.split_at_checked(usize::try_from(url_latin1).ok()?)?;
    Some((env.exactly(url_bytes, url)?, env.exactly(table_bytes, table)?))
}

#[inline]
fn identify(env: &Env<'_>, url: &str, table: &str, room: Room) -> jlong {
    if let Some(name) = jdbc::read_plain(url, table) {
        return env.put_table(&name, room);
    }
    let resolution = jdbc::resolve(url, table, &JdbcOptions::default());
    resolution
        .identity
        .map_or(pack::NONE, |identity| env.put(&identity, room))
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
