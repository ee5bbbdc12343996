//! Relational identity for Java.

use std::ptr;

use ::jni::sys::{JNIEnv, jboolean, jclass, jint, jlong, jobjectArray, jstring};

use super::env::Env;
use crate::contract::Contract;
use crate::guard::guard;
use crate::identity::{NoIdentity, Resolution};
use crate::reason::Code;
use crate::relational::{self, Connection, ServerSettings, Table};

/// The default port that stands for "the one in the table of types".
const FROM_TABLE: jlong = jlong::MIN;

/// The fields of a connection, in the order in which Java hands them over.
pub(super) type Fields = [Option<String>; 9];

/// A connection of these fields, of which the last is the server's settings as JSON.
pub(super) fn connection(
    fields: &Fields,
    default_port: jlong,
    contract: jint,
) -> Result<Connection<'_>, Code> {
    let [
        hop_type,
        host,
        port,
        url,
        instance,
        catalog,
        preferred_schema,
        database,
        settings,
    ] = fields.each_ref().map(Option::as_deref);
    Ok(Connection {
        hop_type,
        host,
        port,
        default_port: (default_port != FROM_TABLE).then_some(default_port),
        url,
        instance,
        catalog,
        preferred_schema,
        database,
        contract: Contract::from_number(contract.into()).unwrap_or_default(),
        settings: ServerSettings::from_json(settings.unwrap_or_default())?,
        ..Connection::default()
    })
}

fn table(fields: &[Option<String>; 3]) -> Table<'_> {
    let [database, schema, table] = fields.each_ref().map(Option::as_deref);
    Table {
        database,
        schema,
        table,
    }
}

/// `String buildNamespace(String hopType, String host, String port, int defaultPort)`.
pub(super) unsafe extern "system" fn build_namespace(
    env: *mut JNIEnv,
    _: jclass,
    hop_type: jstring,
    host: jstring,
    port: jstring,
    default_port: jint,
) -> jstring {
    guard(ptr::null_mut(), || {
        // SAFETY: the JVM hands the interface of the calling thread to a native.
        let env = unsafe { Env::new(env) };
        let namespace = || -> Result<String, NoIdentity> {
            let (hop_type, host, port) = (env.text(hop_type)?, env.text(host)?, env.text(port)?);
            relational::namespace_of(
                hop_type.as_deref(),
                host.as_deref(),
                port.as_deref(),
                default_port.into(),
            )
        };
        namespace().map_or(ptr::null_mut(), |namespace| env.new_string(&namespace))
    })
}

/// `String[] namespace(String[] connection, long defaultPort, int contract)`: namespace, then code and message of
/// the reason.
pub(super) unsafe extern "system" fn namespace(
    env: *mut JNIEnv,
    _: jclass,
    fields: jobjectArray,
    default_port: jlong,
    contract: jint,
) -> jobjectArray {
    guard(ptr::null_mut(), || {
        // SAFETY: the JVM hands the interface of the calling thread to a native.
        let env = unsafe { Env::new(env) };
        let namespace = env
            .texts(fields)
            .map_err(NoIdentity::from)
            .and_then(|fields| relational::namespace(&connection(&fields, default_port, contract)?));
        match &namespace {
            Ok(namespace) => env.new_strings(&[Some(namespace), None, None]),
            Err(reason) => env.new_strings(&[None, Some(reason.code.text()), Some(&reason.message)]),
        }
    })
}

/// `String[] resolveTable(String[] connection, long defaultPort, int contract, String[] table, boolean aliases)`.
pub(super) unsafe extern "system" fn resolve(
    env: *mut JNIEnv,
    _: jclass,
    fields: jobjectArray,
    default_port: jlong,
    contract: jint,
    table_fields: jobjectArray,
    aliases: jboolean,
) -> jobjectArray {
    guard(ptr::null_mut(), || {
        // SAFETY: the JVM hands the interface of the calling thread to a native.
        let env = unsafe { Env::new(env) };
        let resolve = match aliases {
            true => relational::resolve_with_aliases,
            false => relational::resolve,
        };
        let texts = env
            .texts(fields)
            .and_then(|fields| Ok((fields, env.texts(table_fields)?)));
        let resolution = match &texts {
            Ok((fields, table_fields)) => match connection(fields, default_port, contract) {
                Ok(connection) => resolve(&connection, &table(table_fields)),
                Err(code) => Resolution::from(Err(code.into())),
            },
            Err(code) => Resolution::from(Err((*code).into())),
        };
        env.new_resolution(&resolution)
    })
}

/// `String[] tableName(String[] table, String defaultCatalog, String defaultSchema)`: the filled table's database,
/// schema and table, then its dataset name. Null where a text is no Unicode.
pub(super) unsafe extern "system" fn table_name(
    env: *mut JNIEnv,
    _: jclass,
    table_fields: jobjectArray,
    default_catalog: jstring,
    default_schema: jstring,
) -> jobjectArray {
    guard(ptr::null_mut(), || {
        // SAFETY: the JVM hands the interface of the calling thread to a native.
        let env = unsafe { Env::new(env) };
        let texts = || -> Result<_, Code> {
            let defaults = (env.text(default_catalog)?, env.text(default_schema)?);
            Ok((env.texts(table_fields)?, defaults))
        };
        let Ok((table_fields, (catalog, schema))) = texts() else {
            return ptr::null_mut();
        };
        let table = table(&table_fields).with_defaults(catalog.as_deref(), schema.as_deref());
        let name = relational::dataset_name(&table);
        env.new_strings(&[table.database, table.schema, table.table, name.as_deref().ok()])
    })
}
