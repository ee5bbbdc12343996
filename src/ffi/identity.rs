//! The calls that derive identities.

use std::ptr;

use super::call::{call, hand_over, output};
use super::config::{config, lineage_config};
use super::error::{Failure, lineage_error, lineage_status};
use super::handle::{lineage_identity, lineage_string};
use super::options::{
    connection, file_options, jdbc_options, lineage_connection, lineage_file_options, lineage_jdbc_options,
    lineage_property, lineage_table, pairs, table,
};
use super::text::lineage_str;
use crate::file::{self, FileOptions, Form};
use crate::jdbc::{self, JdbcOptions};
use crate::relational;
use crate::request::{self, Context};

/// The identity of a file dataset. NULL options are the defaults: spec naming of a VFS URI.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_file_identity(
    uri: lineage_str,
    options: *const lineage_file_options,
    out: *mut *mut lineage_identity,
    error: *mut *mut lineage_error,
) -> lineage_status {
    // SAFETY: every pointer is NULL or as the header says (docs/c.md, "Arguments").
    unsafe { call(error, || file_identity(uri, file_options(options)?, out)) }
}

/// The identity of a file dataset whose location comes as path text; the form of the options does not count.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_file_identity_of_path(
    path: lineage_str,
    options: *const lineage_file_options,
    out: *mut *mut lineage_identity,
    error: *mut *mut lineage_error,
) -> lineage_status {
    // SAFETY: as in lineage_file_identity.
    unsafe {
        call(error, || {
            let options = FileOptions {
                form: Form::Path,
                ..file_options(options)?
            };
            file_identity(path, options, out)
        })
    }
}

unsafe fn file_identity(
    uri: lineage_str,
    options: FileOptions<'_>,
    out: *mut *mut lineage_identity,
) -> Result<(), Failure> {
    // SAFETY: as in lineage_file_identity.
    let (uri, out) = unsafe { (uri.required("uri")?, output(out, "out")?) };
    hand_over(out, file::resolve(uri, &options).try_into()?);
    Ok(())
}

/// The identity of a table on a Hop connection.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_relational_identity(
    connection: *const lineage_connection,
    table: *const lineage_table,
    out: *mut *mut lineage_identity,
    error: *mut *mut lineage_error,
) -> lineage_status {
    // SAFETY: as in lineage_file_identity.
    unsafe { call(error, || relational_identity(connection, table, out)) }
}

unsafe fn relational_identity(
    given: *const lineage_connection,
    named: *const lineage_table,
    out: *mut *mut lineage_identity,
) -> Result<(), Failure> {
    // SAFETY: as in lineage_file_identity.
    let ((connection, aliases), table, out) =
        unsafe { (connection(given)?, table(named)?, output(out, "out")?) };
    let resolve = match aliases {
        true => relational::resolve_with_aliases,
        false => relational::resolve,
    };
    hand_over(out, resolve(&connection, &table).try_into()?);
    Ok(())
}

/// The dataset namespace of a Hop connection.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_relational_namespace(
    connection: *const lineage_connection,
    out: *mut *mut lineage_string,
    error: *mut *mut lineage_error,
) -> lineage_status {
    // SAFETY: as in lineage_file_identity.
    unsafe { call(error, || relational_namespace(connection, out)) }
}

unsafe fn relational_namespace(
    given: *const lineage_connection,
    out: *mut *mut lineage_string,
) -> Result<(), Failure> {
    // SAFETY: as in lineage_file_identity.
    let ((connection, _), out) = unsafe { (connection(given)?, output(out, "out")?) };
    let (namespace, warnings) = relational::resolve_namespace(&connection);
    hand_over(out, lineage_string::with_warnings(namespace?, warnings));
    Ok(())
}

/// The dataset name of a table whose database type is not known. Segments that it lacks are taken from the
/// defaults, where these are present.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_dataset_name(
    table: *const lineage_table,
    default_catalog: lineage_str,
    default_schema: lineage_str,
    out: *mut *mut lineage_string,
    error: *mut *mut lineage_error,
) -> lineage_status {
    // SAFETY: as in lineage_file_identity.
    unsafe {
        call(error, || {
            dataset_name(table, default_catalog, default_schema, out)
        })
    }
}

unsafe fn dataset_name(
    named: *const lineage_table,
    default_catalog: lineage_str,
    default_schema: lineage_str,
    out: *mut *mut lineage_string,
) -> Result<(), Failure> {
    // SAFETY: as in lineage_file_identity.
    let (table, catalog, schema, out) = unsafe {
        (
            table(named)?,
            default_catalog.read("default_catalog")?,
            default_schema.read("default_schema")?,
            output(out, "out")?,
        )
    };
    hand_over(
        out,
        relational::dataset_name(&table.with_defaults(catalog, schema))?.into(),
    );
    Ok(())
}

/// The identity of a table behind a JDBC URL. NULL options are the defaults.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_jdbc_identity(
    url: lineage_str,
    table: lineage_str,
    options: *const lineage_jdbc_options,
    out: *mut *mut lineage_identity,
    error: *mut *mut lineage_error,
) -> lineage_status {
    // SAFETY: as in lineage_file_identity.
    unsafe { call(error, || jdbc_identity(url, table, options, out)) }
}

unsafe fn jdbc_identity(
    url: lineage_str,
    table: lineage_str,
    options: *const lineage_jdbc_options,
    out: *mut *mut lineage_identity,
) -> Result<(), Failure> {
    // SAFETY: as in lineage_file_identity.
    let (url, table, out) = unsafe {
        (
            url.required("url")?,
            table.required("table")?,
            output(out, "out")?,
        )
    };
    // SAFETY: as in lineage_file_identity.
    let (options, properties, aliases) = unsafe { jdbc_options(options) }?;
    let options = JdbcOptions {
        properties: &properties,
        ..options
    };
    let resolve = match aliases {
        true => jdbc::resolve_with_aliases,
        false => jdbc::resolve,
    };
    hand_over(out, resolve(url, table, &options).try_into()?);
    Ok(())
}

/// The identity of a dataset in any store of the OpenLineage naming specification ("kafka", "AWS Glue"), by the parts
/// that the specification writes in braces. A part whose value is absent is left out.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_store_identity(
    store: lineage_str,
    parts: *const lineage_property,
    count: usize,
    out: *mut *mut lineage_identity,
    error: *mut *mut lineage_error,
) -> lineage_status {
    // SAFETY: as in lineage_file_identity.
    unsafe { call(error, || store_identity(store, parts, count, out)) }
}

unsafe fn store_identity(
    store: lineage_str,
    parts: *const lineage_property,
    count: usize,
    out: *mut *mut lineage_identity,
) -> Result<(), Failure> {
    // SAFETY: as in lineage_file_identity.
    let (store, parts, out) = unsafe {
        (
            store.required("store")?,
            pairs(parts, count, "parts")?,
            output(out, "out")?,
        )
    };
    hand_over(out, request::store(store, &parts)?.try_into()?);
    Ok(())
}

/// Answers a request in JSON with a response in JSON, as docs/contract.md describes them. A request that cannot
/// be understood has a response too, which says why.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_evaluate(
    request: lineage_str,
    out: *mut *mut lineage_string,
    error: *mut *mut lineage_error,
) -> lineage_status {
    // SAFETY: as in lineage_file_identity.
    unsafe { call(error, || evaluate(request, ptr::null(), out)) }
}

/// The same with a configuration, which may be NULL. A request that carries its own is answered by that.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lineage_evaluate_with(
    request: lineage_str,
    config: *const lineage_config,
    out: *mut *mut lineage_string,
    error: *mut *mut lineage_error,
) -> lineage_status {
    // SAFETY: as in lineage_file_identity.
    unsafe { call(error, || evaluate(request, config, out)) }
}

unsafe fn evaluate(
    request: lineage_str,
    given: *const lineage_config,
    out: *mut *mut lineage_string,
) -> Result<(), Failure> {
    // SAFETY: as in lineage_file_identity.
    let (request, config, out) =
        unsafe { (request.required("request")?, config(given), output(out, "out")?) };
    let context = config.map(Context::with_config).unwrap_or_default();
    hand_over(out, request::evaluate(request, &context).into());
    Ok(())
}
