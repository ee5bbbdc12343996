//! The structs that C fills in. Each begins with its own size, so that a later version may add fields at the
//! end and still take what was compiled against this one.

use std::mem::{MaybeUninit, offset_of, size_of};
use std::{ptr, slice};

use super::call::{array, check};
use super::config::{config, lineage_config};
use super::error::Failure;
use super::text::lineage_str;
use crate::contract::Contract;
use crate::file::{FileOptions, Form, Naming};
use crate::jdbc::JdbcOptions;
use crate::reason::Code;
use crate::relational::{Connection, ServerSettings, Table};

/// How a file dataset is named.
#[repr(i32)]
pub enum lineage_naming {
    /// As the OpenLineage naming specification has it.
    Spec = 0,
    /// As Hop did before: job namespace and last path segment.
    Legacy = 1,
}

/// In which form the text of a location comes.
#[repr(i32)]
pub enum lineage_form {
    /// A URI as commons-vfs prints it: some characters are escaped.
    Vfs = 0,
    /// Path text as Hadoop's Path and Beam's ResourceId print it: nothing is escaped.
    Path = 1,
}

/// Versions of the identity contract.
#[repr(i32)]
pub enum lineage_contract {
    /// The version that lineage_contract_version names.
    Default = 0,
    /// What Hop documents and emits.
    V3 = 3,
    /// Opt-in: closes the gaps that version 3 admits.
    V4 = 4,
}

/// How to read and name a location. All zero but the size is the default.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct lineage_file_options {
    /// sizeof(struct lineage_file_options)
    pub size: usize,
    /// One of enum lineage_naming.
    pub naming: i32,
    /// One of enum lineage_form.
    pub form: i32,
    /// One of enum lineage_contract.
    pub contract: i32,
    /// 0.
    pub reserved: i32,
    /// The job namespace, which legacy naming needs; absent or blank is "hop".
    pub job_namespace: lineage_str,
    /// The configuration, or NULL.
    pub config: *const lineage_config,
}

/// A Hop database connection. Absent and blank fields mean the same.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct lineage_connection {
    /// sizeof(struct lineage_connection)
    pub size: usize,
    /// The id of the Hop database type, as "POSTGRESQL".
    pub r#type: lineage_str,
    /// The host field.
    pub host: lineage_str,
    /// The port field, as text.
    pub port: lineage_str,
    /// The manual URL.
    pub url: lineage_str,
    /// The instance name (SQL Server).
    pub instance: lineage_str,
    /// The catalogue field (Databricks, Trino and others).
    pub catalog: lineage_str,
    /// The preferred schema, against which bare tables resolve.
    pub preferred_schema: lineage_str,
    /// The database name field.
    pub database: lineage_str,
    /// The default port; 0 for the one of the type, below 0 for none.
    pub default_port: i32,
    /// One of enum lineage_contract.
    pub contract: i32,
    /// Settings of the server that decide how it stores names, as a JSON object: {"lower_case_table_names":1}. They
    /// count under contract 4.
    pub server_settings: lineage_str,
    /// 1 for an identity with its aliases, else 0.
    pub aliases: i32,
    /// 0.
    pub reserved: i32,
}

/// A table, by the segments in which it was named.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct lineage_table {
    /// sizeof(struct lineage_table)
    pub size: usize,
    /// The database, or catalogue.
    pub database: lineage_str,
    /// The schema.
    pub schema: lineage_str,
    /// The table.
    pub table: lineage_str,
}

/// A text under a key: a property of a driver, a part of a name.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct lineage_property {
    /// Its key.
    pub key: lineage_str,
    /// Its value.
    pub value: lineage_str,
}

/// What is known besides a JDBC URL. All zero but the size is the default.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct lineage_jdbc_options {
    /// sizeof(struct lineage_jdbc_options)
    pub size: usize,
    /// The id of the Hop database type, which decides where the URL cannot.
    pub r#type: lineage_str,
    /// The database against which the table resolves, where the URL names none.
    pub database: lineage_str,
    /// The schema against which the table resolves, where the URL names none.
    pub schema: lineage_str,
    /// The properties that the driver gets besides the URL, or NULL.
    pub properties: *const lineage_property,
    /// How many there are.
    pub property_count: usize,
    /// One of enum lineage_contract.
    pub contract: i32,
    /// 1 for an identity with its aliases, else 0.
    pub aliases: i32,
    /// Settings of the server, as in struct lineage_connection.
    pub server_settings: lineage_str,
}

/// A struct that begins with its own size.
///
/// # Safety
///
/// `Self` is `repr(C)`, its first field is `size: usize`, it has no padding, and all zero bytes are a value.
pub(super) unsafe trait Growable: Copy {
    /// The sizes that this struct has had, first to last; the last is today's.
    const SIZES: &'static [usize];
}

/// The structs, each with the first field that its first version did not have.
macro_rules! growable {
    ($($name:ident $(since $field:ident)?,)*) => { $(
        // SAFETY: `repr(C)` with the size first, and only numbers, pointers and texts of these in an order
        // that leaves no gap, which a test adds up.
        unsafe impl Growable for $name {
            const SIZES: &'static [usize] = &[$(offset_of!($name, $field),)? size_of::<$name>()];
        }
    )* };
}

growable! {
    lineage_file_options,
    lineage_connection since server_settings,
    lineage_table,
    lineage_jdbc_options since server_settings,
}

/// No struct will ever be larger than this; a larger size is memory that was never set.
const LARGEST: usize = 4096;

/// Reads a struct of whatever version C was compiled against: only as many bytes as it says it has. Fields that
/// it lacks are zero. One from the future is taken as long as it uses nothing that is unknown here.
///
/// # Errors
///
/// The argument's name, when it is NULL, not aligned or of a size that no version has.
///
/// # Safety
///
/// `given` is NULL or points to a size followed by as many bytes as it says, which do not change meanwhile.
pub(super) unsafe fn read_sized<T: Growable>(given: *const T, name: &'static str) -> Result<T, Failure> {
    check(given, name)?;
    // SAFETY: not NULL, aligned, and a `Growable` begins with its size.
    let size = unsafe { given.cast::<usize>().read() };
    let known = T::SIZES.contains(&size);
    let newer = size > size_of::<T>() && size <= LARGEST;
    if !known && !newer {
        return Err(Failure::argument(Code::InvalidArgument, name));
    }
    if newer {
        // SAFETY: the caller's struct has `size` bytes, of which these are the last.
        let rest =
            unsafe { slice::from_raw_parts(given.cast::<u8>().add(size_of::<T>()), size - size_of::<T>()) };
        if rest.iter().any(|byte| *byte != 0) {
            return Err(Failure::argument(Code::InvalidArgument, name));
        }
    }
    let mut copy = MaybeUninit::<T>::zeroed();
    // SAFETY: both are at least so long, and the copy is ours alone.
    unsafe {
        ptr::copy_nonoverlapping(
            given.cast::<u8>(),
            copy.as_mut_ptr().cast::<u8>(),
            size.min(size_of::<T>()),
        );
    }
    // SAFETY: a `Growable` may be all zero, and what was copied ends where a version of it ends.
    Ok(unsafe { copy.assume_init() })
}

/// A struct that may be left out: NULL is all defaults.
///
/// # Safety
///
/// As for [`read_sized`].
unsafe fn read_optional<T: Growable>(given: *const T, name: &'static str) -> Result<Option<T>, Failure> {
    if given.is_null() {
        return Ok(None);
    }
    // SAFETY: by the caller's word.
    unsafe { read_sized(given, name) }.map(Some)
}

fn contract(number: i32) -> Result<Contract, Failure> {
    match number {
        0 => Ok(Contract::default()),
        number => Contract::from_number(number.into())
            .ok_or_else(|| Failure::argument(Code::InvalidArgument, "contract")),
    }
}

/// A reserved field, which is zero as long as it means nothing.
fn reserved(number: i32) -> Result<(), Failure> {
    match number {
        0 => Ok(()),
        _ => Err(Failure::argument(Code::InvalidArgument, "reserved")),
    }
}

/// A field that is 0 or 1.
fn truth(number: i32, name: &'static str) -> Result<bool, Failure> {
    match number {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(Failure::argument(Code::InvalidArgument, name)),
    }
}

/// The settings of a server.
///
/// # Safety
///
/// As for [`lineage_str::read`].
unsafe fn server_settings(given: lineage_str) -> Result<ServerSettings, Failure> {
    const NAME: &str = "server_settings";
    // SAFETY: by the caller's word.
    let json = unsafe { given.read(NAME) }?;
    ServerSettings::from_json(json.unwrap_or_default()).map_err(|code| Failure::argument(code, NAME))
}

/// The options of a file call.
///
/// # Safety
///
/// As for [`read_sized`], the texts as for [`lineage_str::read`], the configuration as for [`config`].
pub(super) unsafe fn file_options<'a>(
    given: *const lineage_file_options,
) -> Result<FileOptions<'a>, Failure> {
    // SAFETY: by the caller's word.
    let Some(given) = (unsafe { read_optional(given, "options") })? else {
        return Ok(FileOptions::default());
    };
    reserved(given.reserved)?;
    let wrong = |name| Err(Failure::argument(Code::InvalidArgument, name));
    Ok(FileOptions {
        naming: match given.naming {
            0 => Naming::Spec,
            1 => Naming::Legacy,
            _ => return wrong("naming"),
        },
        form: match given.form {
            0 => Form::Vfs,
            1 => Form::Path,
            _ => return wrong("form"),
        },
        contract: contract(given.contract)?,
        // SAFETY: by the caller's word.
        job_namespace: unsafe { given.job_namespace.read("job_namespace") }?,
        // SAFETY: by the caller's word.
        config: unsafe { config(given.config) },
    })
}

/// The connection of a relational call, and whether aliases are wanted.
///
/// # Safety
///
/// As for [`read_sized`], and the texts as for [`lineage_str::read`].
pub(super) unsafe fn connection<'a>(
    given: *const lineage_connection,
) -> Result<(Connection<'a>, bool), Failure> {
    // SAFETY: by the caller's word.
    let given = unsafe { read_sized(given, "connection") }?;
    reserved(given.reserved)?;
    let aliases = truth(given.aliases, "aliases")?;
    // SAFETY: by the caller's word.
    let text = |text: lineage_str, name| unsafe { text.read(name) };
    let connection = Connection {
        hop_type: text(given.r#type, "type")?,
        host: text(given.host, "host")?,
        port: text(given.port, "port")?,
        default_port: Some(i64::from(given.default_port)).filter(|port| *port != 0),
        url: text(given.url, "url")?,
        instance: text(given.instance, "instance")?,
        catalog: text(given.catalog, "catalog")?,
        preferred_schema: text(given.preferred_schema, "preferred_schema")?,
        database: text(given.database, "database")?,
        contract: contract(given.contract)?,
        // SAFETY: by the caller's word.
        settings: unsafe { server_settings(given.server_settings) }?,
        ..Connection::default()
    };
    Ok((connection, aliases))
}

/// The table of a relational call.
///
/// # Safety
///
/// As for [`read_sized`], and the texts as for [`lineage_str::read`].
pub(super) unsafe fn table<'a>(given: *const lineage_table) -> Result<Table<'a>, Failure> {
    // SAFETY: by the caller's word.
    let given = unsafe { read_sized(given, "table") }?;
    // SAFETY: by the caller's word.
    let text = |text: lineage_str, name| unsafe { text.read(name) };
    Ok(Table {
        database: text(given.database, "database")?,
        schema: text(given.schema, "schema")?,
        table: text(given.table, "table")?,
    })
}

/// Keys and values.
pub(super) type Pairs<'a> = Vec<(&'a str, &'a str)>;

/// An array of keys and values. One without a value is left out.
///
/// # Safety
///
/// As for [`array`], and the texts as for [`lineage_str::read`].
pub(super) unsafe fn pairs<'a>(
    first: *const lineage_property,
    count: usize,
    name: &'static str,
) -> Result<Pairs<'a>, Failure> {
    let mut pairs = Pairs::new();
    // SAFETY: by the caller's word.
    for property in unsafe { array(first, count, name) }? {
        // SAFETY: by the caller's word.
        let (key, value) = unsafe { (property.key.required(name)?, property.value.read(name)?) };
        pairs.extend(value.map(|value| (key, value)));
    }
    Ok(pairs)
}

/// The options of a JDBC call but for the properties, the properties, and whether aliases are wanted.
///
/// # Safety
///
/// As for [`read_sized`], the texts as for [`lineage_str::read`], the properties as for [`array`].
pub(super) unsafe fn jdbc_options<'a>(
    given: *const lineage_jdbc_options,
) -> Result<(JdbcOptions<'a>, Pairs<'a>, bool), Failure> {
    // SAFETY: by the caller's word.
    let Some(given) = (unsafe { read_optional(given, "options") })? else {
        return Ok((JdbcOptions::default(), Pairs::new(), false));
    };
    let aliases = truth(given.aliases, "aliases")?;
    // SAFETY: by the caller's word.
    let text = |text: lineage_str, name| unsafe { text.read(name) };
    // SAFETY: by the caller's word.
    let properties = unsafe { pairs(given.properties, given.property_count, "properties") }?;
    let options = JdbcOptions {
        hop_type: text(given.r#type, "type")?,
        properties: &[],
        database: text(given.database, "database")?,
        schema: text(given.schema, "schema")?,
        contract: contract(given.contract)?,
        // SAFETY: by the caller's word.
        settings: unsafe { server_settings(given.server_settings) }?,
    };
    Ok((options, properties, aliases))
}
