/* SPDX-License-Identifier: Apache-2.0 */
/* Made by cbindgen from src/ffi: change it there, then run `make header`. docs/c.md has the conventions. */

#ifndef LINEAGE_IDENTITY_H
#define LINEAGE_IDENTITY_H

#include <stddef.h>
#include <stdint.h>

#define LINEAGE_IDENTITY_VERSION "0.1.0"
#define LINEAGE_IDENTITY_VERSION_MAJOR 0
#define LINEAGE_IDENTITY_VERSION_MINOR 1
#define LINEAGE_IDENTITY_VERSION_PATCH 0

/**
 * Why there is no answer. Numbers and texts are never reused; later versions may add some.
 */
enum lineage_code {
  /** invalid-unicode: the text is not valid Unicode */
  LINEAGE_CODE_INVALID_UNICODE = 1,
  /** null-argument: a required argument is missing */
  LINEAGE_CODE_NULL_ARGUMENT = 2,
  /** invalid-json: the request is not valid JSON */
  LINEAGE_CODE_INVALID_JSON = 3,
  /** unknown-operation: there is no operation of this name */
  LINEAGE_CODE_UNKNOWN_OPERATION = 4,
  /** missing-field: a required field is missing */
  LINEAGE_CODE_MISSING_FIELD = 5,
  /** unknown-field: the operation has no field of this name */
  LINEAGE_CODE_UNKNOWN_FIELD = 6,
  /** invalid-field: the field has the wrong type or a value that is not allowed */
  LINEAGE_CODE_INVALID_FIELD = 7,
  /** unsupported-operation: this build does not carry the operation */
  LINEAGE_CODE_UNSUPPORTED_OPERATION = 8,
  /** panic: the library failed inside; please report it */
  LINEAGE_CODE_PANIC = 9,
  /** too-long: the text is longer than is taken */
  LINEAGE_CODE_TOO_LONG = 10,
  /** invalid-argument: an argument is not as the header says */
  LINEAGE_CODE_INVALID_ARGUMENT = 11,
  /** duplicate-field: a field stands twice in the request */
  LINEAGE_CODE_DUPLICATE_FIELD = 12,
  /** blank-input: the text is blank */
  LINEAGE_CODE_BLANK_INPUT = 100,
  /** no-scheme: the URI has no scheme */
  LINEAGE_CODE_NO_SCHEME = 101,
  /** unresolved-variable: the text holds a variable that was not resolved */
  LINEAGE_CODE_UNRESOLVED_VARIABLE = 102,
  /** no-bucket: the URI names no bucket or container */
  LINEAGE_CODE_NO_BUCKET = 103,
  /** invalid-authority: the URI's authority is not a host with a port, or hides where its password ends */
  LINEAGE_CODE_INVALID_AUTHORITY = 104,
  /** relative-path: the path is relative, so that it names no one file */
  LINEAGE_CODE_RELATIVE_PATH = 105,
  /** no-location: the identity is none of a file that a URI can name */
  LINEAGE_CODE_NO_LOCATION = 106,
  /** database-url: the text is the URL of a database, not of a file */
  LINEAGE_CODE_DATABASE_URL = 108,
  /** invalid-config: there is a mistake in the configuration */
  LINEAGE_CODE_INVALID_CONFIG = 107,
  /** no-host: the connection has no host, as embedded databases have none */
  LINEAGE_CODE_NO_HOST = 200,
  /** invalid-host: the host is not a host name or an IP address */
  LINEAGE_CODE_INVALID_HOST = 201,
  /** invalid-port: the port is not a number from 1 to 65535 */
  LINEAGE_CODE_INVALID_PORT = 202,
  /** no-table: the table has no name */
  LINEAGE_CODE_NO_TABLE = 203,
  /** invalid-type: the database type is not the id of a type */
  LINEAGE_CODE_INVALID_TYPE = 204,
  /** no-url: a generic connection is known by its URL, which is missing */
  LINEAGE_CODE_NO_URL = 205,
  /** no-connection-type: the connection has no database type */
  LINEAGE_CODE_NO_CONNECTION_TYPE = 206,
  /** in-memory-database: the database lives in memory, where nothing else meets it */
  LINEAGE_CODE_IN_MEMORY_DATABASE = 207,
  /** not-a-file: the database is not a file of a file system */
  LINEAGE_CODE_NOT_A_FILE = 208,
  /** no-database: the database or project is not known, and names there begin with it */
  LINEAGE_CODE_NO_DATABASE = 209,
  /** other-database: the table lies in another database than the connection's, whose place is not known */
  LINEAGE_CODE_OTHER_DATABASE = 210,
  /** temporary-table: a temporary table is no dataset */
  LINEAGE_CODE_TEMPORARY_TABLE = 211,
  /** missing-part: a part that the store's format needs is missing or blank */
  LINEAGE_CODE_MISSING_PART = 212,
  /** conflicting-parts: the parts belong to different formats of the store */
  LINEAGE_CODE_CONFLICTING_PARTS = 213,
  /** invalid-part: a part of the namespace holds a character that does not belong to it */
  LINEAGE_CODE_INVALID_PART = 214,
  /** not-a-jdbc-url: the text is not a JDBC URL */
  LINEAGE_CODE_NOT_A_JDBC_URL = 300,
  /** unknown-url-family: JDBC URLs of this kind are not known */
  LINEAGE_CODE_UNKNOWN_URL_FAMILY = 301,
  /** malformed-url: the JDBC URL does not follow the grammar of its driver */
  LINEAGE_CODE_MALFORMED_URL = 302,
  /** ambiguous-user-info: the JDBC URL does not say where its user info ends: an @ stands behind a slash */
  LINEAGE_CODE_AMBIGUOUS_USER_INFO = 303,
  /** local-socket: the JDBC URL leads to a socket or pipe of its own machine */
  LINEAGE_CODE_LOCAL_SOCKET = 304,
  /** unclosed-quote: a quote in the table's name is not closed */
  LINEAGE_CODE_UNCLOSED_QUOTE = 305,
  /** too-many-qualifiers: the table's name has more parts than the database has levels */
  LINEAGE_CODE_TOO_MANY_QUALIFIERS = 306,
  /** directory-naming: the database's host is found through a directory */
  LINEAGE_CODE_DIRECTORY_NAMING = 307,
  /** tns-alias: the JDBC URL names a TNS alias, which says nothing of the host */
  LINEAGE_CODE_TNS_ALIAS = 308,
  /** instance-port-unknown: the port of a named instance is not known */
  LINEAGE_CODE_INSTANCE_PORT_UNKNOWN = 309,
  /** service-discovery: the hosts of the JDBC URL are not the database's own */
  LINEAGE_CODE_SERVICE_DISCOVERY = 310,
  /** data-source-name: the JDBC URL names a data source of its machine */
  LINEAGE_CODE_DATA_SOURCE_NAME = 311,
  /** several-databases: the JDBC URL leads to one of several databases */
  LINEAGE_CODE_SEVERAL_DATABASES = 312,
  /** other-server: the table's name leads to another server */
  LINEAGE_CODE_OTHER_SERVER = 313,
  /** no-run-id: there is neither a log channel id nor a job name */
  LINEAGE_CODE_NO_RUN_ID = 400,
  /** unknown-dialect: there is no SQL dialect of this name */
  LINEAGE_CODE_UNKNOWN_DIALECT = 500,
  /** syntax-error: the statement does not follow the grammar of its dialect */
  LINEAGE_CODE_SYNTAX_ERROR = 501,
  /** too-deep: the statement is nested, or chained, deeper than is read */
  LINEAGE_CODE_TOO_DEEP = 502,
  /** statement-too-long: the statement is longer than is read */
  LINEAGE_CODE_STATEMENT_TOO_LONG = 503,
  /** parser-failed: the parser failed inside on this statement; please report it */
  LINEAGE_CODE_PARSER_FAILED = 504,
  /** unrendered-template: the statement holds commands of a template that was not rendered */
  LINEAGE_CODE_UNRENDERED_TEMPLATE = 505,
  /** template-table: the name of a table holds a template or variable that was not resolved */
  LINEAGE_CODE_TEMPLATE_TABLE = 520,
  /** catalog-table: the table belongs to the database's own catalogue */
  LINEAGE_CODE_CATALOG_TABLE = 523,
  /** not-run: the statement is explained, not run */
  LINEAGE_CODE_NOT_RUN = 524,
  /** routine: what the body of a routine reads and writes is not looked into */
  LINEAGE_CODE_ROUTINE = 525,
  /** prepared-statement: what a prepared statement reads and writes stands where it is prepared */
  LINEAGE_CODE_PREPARED_STATEMENT = 526,
  /** dynamic-sql: the statement runs a text as SQL, which is not looked into */
  LINEAGE_CODE_DYNAMIC_SQL = 527,
  /** file-transfer: the statement moves data from or to a file, stage or program, which is no table */
  LINEAGE_CODE_FILE_TRANSFER = 528,
  /** property-graph: the statement reads a property graph, whose tables it does not name */
  LINEAGE_CODE_PROPERTY_GRAPH = 529,
  /** unclear-target: it is not certain which table the statement writes */
  LINEAGE_CODE_UNCLEAR_TARGET = 530,
  /** unclear-column: for a column it is not certain where its value comes from: it is left out */
  LINEAGE_CODE_UNCLEAR_COLUMN = 534,
  /** unknown-columns: the columns of a table that stand behind a * are not known: they are left out */
  LINEAGE_CODE_UNKNOWN_COLUMNS = 535,
  /** called-table: a table is called like a function: it is taken for a virtual table */
  LINEAGE_CODE_CALLED_TABLE = 532,
  /** computed-name: the name of a table is computed by the statement */
  LINEAGE_CODE_COMPUTED_NAME = 531,
  /** nameless-dataset: a dataset without a name was left out, as consumers refuse a whole event for one */
  LINEAGE_CODE_NAMELESS_DATASET = 600,
  /** unknown-dataset: an edge to a dataset that is not among the nodes was left out */
  LINEAGE_CODE_UNKNOWN_DATASET = 601,
  /** secret-removed: credentials were taken out of a namespace or a name */
  LINEAGE_CODE_SECRET_REMOVED = 602,
  /** dataset-without-identity: a dataset whose place gives no identity was left out */
  LINEAGE_CODE_DATASET_WITHOUT_IDENTITY = 603,
  /** more-notes: there is more to note than is listed */
  LINEAGE_CODE_MORE_NOTES = 604,
  /** schema-mismatch: the event is not as its schema has it */
  LINEAGE_CODE_SCHEMA_MISMATCH = 610,
  /** blank-name: a namespace or a name is blank */
  LINEAGE_CODE_BLANK_NAME = 611,
  /** unknown-column-source: a column comes from a dataset that is not in the event */
  LINEAGE_CODE_UNKNOWN_COLUMN_SOURCE = 612,
  /** secret-found: the text holds credentials */
  LINEAGE_CODE_SECRET_FOUND = 613,
  /** namespace-rejected: Marquez refuses an event with this namespace: it takes A-Z a-z 0-9 : ; = / _ - . @ + only */
  LINEAGE_CODE_NAMESPACE_REJECTED = 614,
  /** facet-not-checked: the facet's schema does not ship with this library, so it was not checked */
  LINEAGE_CODE_FACET_NOT_CHECKED = 615,
  /** run-id-no-uuid: the run id is not a UUID of 36 characters */
  LINEAGE_CODE_RUN_ID_NO_UUID = 616,
  /** no-event: Hop's sink sends no event for this */
  LINEAGE_CODE_NO_EVENT = 620,
  /** own-parent: the run would be its own parent: Hop starts an action before its run has an id */
  LINEAGE_CODE_OWN_PARENT = 621,
};

/**
 * What to be careful about with an identity that was found.
 */
enum lineage_warning {
  /** namespace-rejected-by-marquez: Marquez rejects an event with this namespace: it takes A-Z a-z 0-9 : ; = / _ - . @ + only */
  LINEAGE_WARNING_NAMESPACE_REJECTED_BY_MARQUEZ = 1,
  /** unmapped-connection: the namespace is the name of a connection, which other producers do not know: say in the configuration what it stands for */
  LINEAGE_WARNING_UNMAPPED_CONNECTION = 100,
  /** endpoint-left-out: the connection has an endpoint of its own, and the namespace names the bucket alone: buckets of the same name at two endpoints look like one */
  LINEAGE_WARNING_ENDPOINT_LEFT_OUT = 101,
  /** local-host: the host means another machine on each machine */
  LINEAGE_WARNING_LOCAL_HOST = 200,
  /** zone-dropped: the zone of the IPv6 address was left out: it means something on one machine only */
  LINEAGE_WARNING_ZONE_DROPPED = 202,
  /** schema-assumed: nobody named the schema: the usual default was filled in */
  LINEAGE_WARNING_SCHEMA_ASSUMED = 203,
  /** schema-unknown: nobody named the schema, and the product's default depends on the user: it was left out */
  LINEAGE_WARNING_SCHEMA_UNKNOWN = 204,
  /** database-unknown: nobody named the database or catalogue: it was left out */
  LINEAGE_WARNING_DATABASE_UNKNOWN = 205,
  /** qualifier-ignored: a qualifier that the product does not have, or cannot reach from this connection, was left out */
  LINEAGE_WARNING_QUALIFIER_IGNORED = 206,
  /** identifier-case-unknown: how the product stores the letter case of unquoted names is not known: they were kept */
  LINEAGE_WARNING_IDENTIFIER_CASE_UNKNOWN = 207,
  /** dot-in-name: a part of the name holds a dot, which cannot be told from the dots between the parts */
  LINEAGE_WARNING_DOT_IN_NAME = 208,
  /** database-not-in-name: the specification's name has no database: tables of two databases there look like one */
  LINEAGE_WARNING_DATABASE_NOT_IN_NAME = 209,
  /** unknown-type: the database type is not known: names were kept as they are */
  LINEAGE_WARNING_UNKNOWN_TYPE = 210,
  /** no-snowflake-account: the host names no Snowflake account: it was kept */
  LINEAGE_WARNING_NO_SNOWFLAKE_ACCOUNT = 211,
  /** unknown-url-family: JDBC URLs of this kind are not known: it was read by the common form */
  LINEAGE_WARNING_UNKNOWN_URL_FAMILY = 300,
  /** type-contradicts-url: the given database type is another than the JDBC URL's, which was taken */
  LINEAGE_WARNING_TYPE_CONTRADICTS_URL = 301,
  /** dns-srv-name: the host is a DNS service name: the servers behind it are not known */
  LINEAGE_WARNING_DNS_SRV_NAME = 302,
  /** database-type-assumed: several products have such JDBC URLs: without a database type one was assumed */
  LINEAGE_WARNING_DATABASE_TYPE_ASSUMED = 303,
  /** several-hosts: the namespace lists several hosts: the same hosts in another order are another namespace */
  LINEAGE_WARNING_SEVERAL_HOSTS = 304,
};


/**
 * What a call came to. A number keeps its meaning for ever; later versions may add numbers.
 */
enum lineage_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * There is an answer, and it was written to the outputs.
   */
  LINEAGE_STATUS_FOUND = 0,
  /**
   * The arguments are fine, but what they describe has no identity: the error says why.
   */
  LINEAGE_STATUS_NO_IDENTITY = 1,
  /**
   * An argument cannot be used: NULL where something is needed, text that is not UTF-8, a size or a value
   * that this header does not know.
   */
  LINEAGE_STATUS_INVALID_ARGUMENT = 2,
  /**
   * This build leaves the operation out.
   */
  LINEAGE_STATUS_UNAVAILABLE = 3,
  /**
   * The library failed inside. The process goes on, nothing was written; please report it.
   */
  LINEAGE_STATUS_PANIC = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum lineage_status lineage_status;
#else
typedef int32_t lineage_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * How a file dataset is named.
 */
enum lineage_naming
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * As the OpenLineage naming specification has it.
   */
  LINEAGE_NAMING_SPEC = 0,
  /**
   * As Hop did before: job namespace and last path segment.
   */
  LINEAGE_NAMING_LEGACY = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum lineage_naming lineage_naming;
#else
typedef int32_t lineage_naming;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * In which form the text of a location comes.
 */
enum lineage_form
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * A URI as commons-vfs prints it: some characters are escaped.
   */
  LINEAGE_FORM_VFS = 0,
  /**
   * Path text as Hadoop's Path and Beam's ResourceId print it: nothing is escaped.
   */
  LINEAGE_FORM_PATH = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum lineage_form lineage_form;
#else
typedef int32_t lineage_form;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * Versions of the identity contract.
 */
enum lineage_contract
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : int32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
  /**
   * The version that lineage_contract_version names.
   */
  LINEAGE_CONTRACT_DEFAULT = 0,
  /**
   * What Hop documents and emits.
   */
  LINEAGE_CONTRACT_V3 = 3,
  /**
   * Opt-in: closes the gaps that version 3 admits.
   */
  LINEAGE_CONTRACT_V4 = 4,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum lineage_contract lineage_contract;
#else
typedef int32_t lineage_contract;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/**
 * A configuration: what connections stand for, which namespaces are one, which folders are partitions. It never
 * changes, and any thread may read it. It must outlive the calls that use it. Freed by lineage_config_free.
 */
typedef struct lineage_config lineage_config;

/**
 * Why a call gave no answer. Freed by lineage_error_free.
 */
typedef struct lineage_error lineage_error;

/**
 * One answer for each location of lineage_file_identities, in their order. It never changes, and any thread
 * may read it. Freed by lineage_identities_free.
 */
typedef struct lineage_identities lineage_identities;

/**
 * A dataset's identity: namespace and name. It never changes, and any thread may read it. Freed by
 * lineage_identity_free.
 */
typedef struct lineage_identity lineage_identity;

/**
 * A text. It never changes, and any thread may read it. Freed by lineage_string_free.
 */
typedef struct lineage_string lineage_string;

/**
 * UTF-8 text with its length in bytes; it need not end in NUL, and may hold NULs. Whoever gives it keeps it:
 * as an argument it must stay as it is during the call, as an answer it lives as long as what it was taken
 * from. A NULL `data` means that there is no text, which is not the same as a text of length 0.
 */
typedef struct lineage_str {
  /**
   * The first byte, or NULL.
   */
  const char *data;
  /**
   * How many bytes there are, at most PTRDIFF_MAX.
   */
  size_t len;
} lineage_str;

/**
 * How to read and name a location. All zero but the size is the default.
 */
typedef struct lineage_file_options {
  /**
   * sizeof(struct lineage_file_options)
   */
  size_t size;
  /**
   * One of enum lineage_naming.
   */
  int32_t naming;
  /**
   * One of enum lineage_form.
   */
  int32_t form;
  /**
   * One of enum lineage_contract.
   */
  int32_t contract;
  /**
   * 0.
   */
  int32_t reserved;
  /**
   * The job namespace, which legacy naming needs; absent or blank is "hop".
   */
  struct lineage_str job_namespace;
  /**
   * The configuration, or NULL.
   */
  const struct lineage_config *config;
} lineage_file_options;

/**
 * A Hop database connection. Absent and blank fields mean the same.
 */
typedef struct lineage_connection {
  /**
   * sizeof(struct lineage_connection)
   */
  size_t size;
  /**
   * The id of the Hop database type, as "POSTGRESQL".
   */
  struct lineage_str type;
  /**
   * The host field.
   */
  struct lineage_str host;
  /**
   * The port field, as text.
   */
  struct lineage_str port;
  /**
   * The manual URL.
   */
  struct lineage_str url;
  /**
   * The instance name (SQL Server).
   */
  struct lineage_str instance;
  /**
   * The catalogue field (Databricks, Trino and others).
   */
  struct lineage_str catalog;
  /**
   * The preferred schema, against which bare tables resolve.
   */
  struct lineage_str preferred_schema;
  /**
   * The database name field.
   */
  struct lineage_str database;
  /**
   * The default port; 0 for the one of the type, below 0 for none.
   */
  int32_t default_port;
  /**
   * One of enum lineage_contract.
   */
  int32_t contract;
  /**
   * Settings of the server that decide how it stores names, as a JSON object: {"lower_case_table_names":1}. They
   * count under contract 4.
   */
  struct lineage_str server_settings;
  /**
   * 1 for an identity with its aliases, else 0.
   */
  int32_t aliases;
  /**
   * 0.
   */
  int32_t reserved;
} lineage_connection;

/**
 * A table, by the segments in which it was named.
 */
typedef struct lineage_table {
  /**
   * sizeof(struct lineage_table)
   */
  size_t size;
  /**
   * The database, or catalogue.
   */
  struct lineage_str database;
  /**
   * The schema.
   */
  struct lineage_str schema;
  /**
   * The table.
   */
  struct lineage_str table;
} lineage_table;

/**
 * A text under a key: a property of a driver, a part of a name.
 */
typedef struct lineage_property {
  /**
   * Its key.
   */
  struct lineage_str key;
  /**
   * Its value.
   */
  struct lineage_str value;
} lineage_property;

/**
 * What is known besides a JDBC URL. All zero but the size is the default.
 */
typedef struct lineage_jdbc_options {
  /**
   * sizeof(struct lineage_jdbc_options)
   */
  size_t size;
  /**
   * The id of the Hop database type, which decides where the URL cannot.
   */
  struct lineage_str type;
  /**
   * The database against which the table resolves, where the URL names none.
   */
  struct lineage_str database;
  /**
   * The schema against which the table resolves, where the URL names none.
   */
  struct lineage_str schema;
  /**
   * The properties that the driver gets besides the URL, or NULL.
   */
  const struct lineage_property *properties;
  /**
   * How many there are.
   */
  size_t property_count;
  /**
   * One of enum lineage_contract.
   */
  int32_t contract;
  /**
   * 1 for an identity with its aliases, else 0.
   */
  int32_t aliases;
  /**
   * Settings of the server, as in struct lineage_connection.
   */
  struct lineage_str server_settings;
} lineage_jdbc_options;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * The code of the error, one of enum lineage_code; 0 for NULL.
 */
int32_t lineage_error_code(const struct lineage_error *error);

/**
 * What is wrong, for a reader. It never repeats what the library was given. Absent for NULL.
 */
struct lineage_str lineage_error_message(const struct lineage_error *error);

/**
 * The argument that is wrong, or the place in a configuration ("connections.prod.kind"). Absent when the error
 * is about no single one, and for NULL.
 */
struct lineage_str lineage_error_field(const struct lineage_error *error);

/**
 * Where in the text it is wrong, in bytes from its start; -1 when there is no such place, and for NULL.
 */
int64_t lineage_error_position(const struct lineage_error *error);

/**
 * Frees an error. NULL is fine.
 */
void lineage_error_free(struct lineage_error *error);

/**
 * The namespace, which lives until the identity is freed. Absent for NULL.
 */
struct lineage_str lineage_identity_namespace(const struct lineage_identity *identity);

/**
 * The name, which lives until the identity is freed. Absent for NULL.
 */
struct lineage_str lineage_identity_name(const struct lineage_identity *identity);

/**
 * How many warnings come with the identity; 0 for NULL.
 */
size_t lineage_identity_warning_count(const struct lineage_identity *identity);

/**
 * The warning at this index, one of enum lineage_warning; 0 for NULL and beyond the last one.
 */
int32_t lineage_identity_warning(const struct lineage_identity *identity,
                                 size_t index);

/**
 * How many other identities of the same dataset come with it; 0 for NULL, and where they were not asked for.
 */
size_t lineage_identity_alias_count(const struct lineage_identity *identity);

/**
 * The namespace of the alias at this index, which lives until the identity is freed. Absent for NULL and beyond
 * the last one.
 */
struct lineage_str lineage_identity_alias_namespace(const struct lineage_identity *identity,
                                                    size_t index);

/**
 * The name of the alias at this index, which lives until the identity is freed. Absent for NULL and beyond the
 * last one.
 */
struct lineage_str lineage_identity_alias_name(const struct lineage_identity *identity,
                                               size_t index);

/**
 * Frees an identity. NULL is fine.
 */
void lineage_identity_free(struct lineage_identity *identity);

/**
 * The text, which lives until the string is freed. Absent for NULL.
 */
struct lineage_str lineage_string_data(const struct lineage_string *string);

/**
 * How many warnings come with the string; 0 for NULL. Only a namespace has any.
 */
size_t lineage_string_warning_count(const struct lineage_string *string);

/**
 * The warning at this index, one of enum lineage_warning; 0 for NULL and beyond the last one.
 */
int32_t lineage_string_warning(const struct lineage_string *string,
                               size_t index);

/**
 * Frees a string. NULL is fine.
 */
void lineage_string_free(struct lineage_string *string);

/**
 * Reads a configuration from JSON, as docs/configuration.md describes it. A mistake is an invalid argument; the
 * error's field is its place, or its position for text that is no JSON.
 */
lineage_status lineage_config_read(struct lineage_str json,
                                   struct lineage_config **out,
                                   struct lineage_error **error);

/**
 * Frees a configuration. NULL is fine.
 */
void lineage_config_free(struct lineage_config *config);

/**
 * The version of the library that was loaded, as "1.2.3". It lives as long as the library.
 */
struct lineage_str lineage_version(void);

/**
 * The version of the identity contract that applies when none is asked for.
 */
int32_t lineage_contract_version(void);

/**
 * The text of a code of enum lineage_code, as JSON and Java have it ("no-host"). It lives as long as the
 * library. Absent for a number that is no code.
 */
struct lineage_str lineage_code_text(int32_t code);

/**
 * The text of a warning of enum lineage_warning. It lives as long as the library. Absent for a number that is
 * no warning.
 */
struct lineage_str lineage_warning_text(int32_t warning);

/**
 * The identity of a file dataset. NULL options are the defaults: spec naming of a VFS URI.
 */
lineage_status lineage_file_identity(struct lineage_str uri,
                                     const struct lineage_file_options *options,
                                     struct lineage_identity **out,
                                     struct lineage_error **error);

/**
 * The identity of a file dataset whose location comes as path text; the form of the options does not count.
 */
lineage_status lineage_file_identity_of_path(struct lineage_str path,
                                             const struct lineage_file_options *options,
                                             struct lineage_identity **out,
                                             struct lineage_error **error);

/**
 * The identity of a table on a Hop connection.
 */
lineage_status lineage_relational_identity(const struct lineage_connection *connection,
                                           const struct lineage_table *table,
                                           struct lineage_identity **out,
                                           struct lineage_error **error);

/**
 * The dataset namespace of a Hop connection.
 */
lineage_status lineage_relational_namespace(const struct lineage_connection *connection,
                                            struct lineage_string **out,
                                            struct lineage_error **error);

/**
 * The dataset name of a table whose database type is not known. Segments that it lacks are taken from the
 * defaults, where these are present.
 */
lineage_status lineage_dataset_name(const struct lineage_table *table,
                                    struct lineage_str default_catalog,
                                    struct lineage_str default_schema,
                                    struct lineage_string **out,
                                    struct lineage_error **error);

/**
 * The identity of a table behind a JDBC URL. NULL options are the defaults.
 */
lineage_status lineage_jdbc_identity(struct lineage_str url,
                                     struct lineage_str table,
                                     const struct lineage_jdbc_options *options,
                                     struct lineage_identity **out,
                                     struct lineage_error **error);

/**
 * The identity of a dataset in any store of the OpenLineage naming specification ("kafka", "AWS Glue"), by the parts
 * that the specification writes in braces. A part whose value is absent is left out.
 */
lineage_status lineage_store_identity(struct lineage_str store,
                                      const struct lineage_property *parts,
                                      size_t count,
                                      struct lineage_identity **out,
                                      struct lineage_error **error);

/**
 * Answers a request in JSON with a response in JSON, as docs/contract.md describes them. A request that cannot
 * be understood has a response too, which says why.
 */
lineage_status lineage_evaluate(struct lineage_str request,
                                struct lineage_string **out,
                                struct lineage_error **error);

/**
 * The same with a configuration, which may be NULL. A request that carries its own is answered by that.
 */
lineage_status lineage_evaluate_with(struct lineage_str request,
                                     const struct lineage_config *config,
                                     struct lineage_string **out,
                                     struct lineage_error **error);

/**
 * The identities of many file datasets under the same options. The call as a whole fails only when an argument
 * cannot be used; a location without identity has a status and a code of its own.
 */
lineage_status lineage_file_identities(const struct lineage_str *uris,
                                       size_t count,
                                       const struct lineage_file_options *options,
                                       struct lineage_identities **out,
                                       struct lineage_error **error);

/**
 * How many answers there are; 0 for NULL.
 */
size_t lineage_identities_count(const struct lineage_identities *identities);

/**
 * The status of the answer at this index, as a single call would have it; invalid argument for NULL and beyond
 * the last one.
 */
lineage_status lineage_identities_status(const struct lineage_identities *identities,
                                         size_t index);

/**
 * Why there is no identity at this index, one of enum lineage_code; 0 where there is one, for NULL and beyond
 * the last one.
 */
int32_t lineage_identities_code(const struct lineage_identities *identities,
                                size_t index);

/**
 * The namespace at this index, which lives until the identities are freed. Absent where there is no identity,
 * for NULL and beyond the last one.
 */
struct lineage_str lineage_identities_namespace(const struct lineage_identities *identities,
                                                size_t index);

/**
 * The name at this index, which lives until the identities are freed. Absent where there is no identity, for
 * NULL and beyond the last one.
 */
struct lineage_str lineage_identities_name(const struct lineage_identities *identities,
                                           size_t index);

/**
 * How many warnings come with the identity at this index; 0 where there is none, for NULL and beyond the last
 * one.
 */
size_t lineage_identities_warning_count(const struct lineage_identities *identities,
                                        size_t index);

/**
 * One of the warnings of the identity at this index, one of enum lineage_warning; 0 where there is none.
 */
int32_t lineage_identities_warning(const struct lineage_identities *identities,
                                   size_t index,
                                   size_t warning);

/**
 * Frees identities. NULL is fine.
 */
void lineage_identities_free(struct lineage_identities *identities);

/**
 * The id of the Hop run with this log channel, else of the job with this name, and the ParentRunFacet as JSON
 * by which its children name it. `parent` may be NULL where the facet is not wanted; without a job name there
 * is no facet, and NULL is written there.
 */
lineage_status lineage_run(struct lineage_str log_channel_id,
                           struct lineage_str job_namespace,
                           struct lineage_str job_name,
                           struct lineage_string **run_id,
                           struct lineage_string **parent,
                           struct lineage_error **error);

/**
 * What Hop's two variables say, given their values (absent when they are not set): the job namespace, and
 * whether files are named as the specification has it (1) or not (0).
 */
lineage_status lineage_settings(struct lineage_str namespace_variable,
                                struct lineage_str file_spec_naming_variable,
                                struct lineage_string **job_namespace,
                                int32_t *file_spec_naming,
                                struct lineage_error **error);

/**
 * The OpenLineage events of a lineage: one indented event, or one event a line. Both texts are JSON, as the
 * operation "events" of docs/contract.md has them; absent options are none. What was left out is written to notes
 * as a JSON array of {"code","message","field"}; notes may be NULL.
 */
lineage_status lineage_events(struct lineage_str lineage,
                              struct lineage_str options,
                              struct lineage_string **out,
                              struct lineage_string **notes,
                              struct lineage_error **error);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* LINEAGE_IDENTITY_H */
