/* SPDX-License-Identifier: Apache-2.0 */
/* Hands every function what a careful caller would not: each call answers with a status that fits. */
#include "calls.h"

#define MEGABYTES_64 ((size_t)64 << 20)
#define QUARTER ((size_t)256 << 10)

static const char *given_as = "";
static int32_t must_be_code = 0; /* where the argument decides alone */
static long calls = 0;
static int wrong = 0;

static void complain(const char *call, const char *what) {
  fprintf(stderr, "%s: %s: %s\n", given_as, call, what);
  wrong = 1;
}

static void expect(const char *call, int holds) {
  if (!holds) complain(call, "is not so");
}

#define EXPECT(expression) expect(#expression, (expression))

static void judge_status(const char *call, lineage_status status, int written, struct lineage_error *error) {
  calls++;
  if (status < LINEAGE_STATUS_FOUND || status > LINEAGE_STATUS_UNAVAILABLE) complain(call, "no such status, or a panic");
  if ((status == LINEAGE_STATUS_FOUND) != written) complain(call, "written without success, or not written with it");
  if ((status == LINEAGE_STATUS_FOUND) != (error == NULL)) complain(call, "an error with success, or none without it");
  if (error && (lineage_error_code(error) == 0 || lineage_error_message(error).len == 0)) complain(call, "an empty error");
  if (error && lineage_code_text(lineage_error_code(error)).data == NULL) complain(call, "a code without text");
  if (must_be_code && error && lineage_error_code(error) != must_be_code) complain(call, "another code");
  if (must_be_code && error && status != LINEAGE_STATUS_INVALID_ARGUMENT) complain(call, "another status");
  /* The batch has a status for each of its elements instead. */
  if (must_be_code && !error && !strstr(call, "lineage_file_identities")) complain(call, "went through");
}

static int everywhere = 1; /* in every place, or in one place of each function */

static void with(const char *name, str given, int32_t code) {
  given_as = name;
  must_be_code = code;
  call_all(given, everywhere, judge_status, 1);
  must_be_code = 0;
}

static void null_everywhere(void) {
  const str none = {NULL, 0};
  str uri = text("s3://b/k");
  struct lineage_connection connection = connection_with(0, text("POSTGRESQL"));
  struct lineage_table table = table_with(2, text("orders"));
  const int free_them = 1;
  judge *judge = judge_status;
  given_as = "NULL";
  CALL(identity, lineage_relational_identity(NULL, &table, &out, &error));
  CALL(identity, lineage_relational_identity(&connection, NULL, &out, &error));
  CALL(string, lineage_relational_namespace(NULL, &out, &error));
  CALL(string, lineage_dataset_name(NULL, none, none, &out, &error));
  CALL(identity, lineage_store_identity(text("kafka"), NULL, 0, &out, &error));
  CALL(identity, lineage_store_identity(text("kafka"), NULL, 1, &out, &error));
  CALL(identities, lineage_file_identities(NULL, 1, NULL, &out, &error));
  CALL(identities, lineage_file_identities(NULL, 0, NULL, &out, &error));
  CALL(identities, lineage_file_identities(&uri, SIZE_MAX / 2, NULL, &out, &error));
  /* Without a place for the answer, and without one for the error. */
  EXPECT(lineage_file_identity(uri, NULL, NULL, NULL) == LINEAGE_STATUS_INVALID_ARGUMENT);
  EXPECT(lineage_file_identity_of_path(uri, NULL, NULL, NULL) == LINEAGE_STATUS_INVALID_ARGUMENT);
  EXPECT(lineage_file_identities(&uri, 1, NULL, NULL, NULL) == LINEAGE_STATUS_INVALID_ARGUMENT);
  EXPECT(lineage_relational_identity(&connection, &table, NULL, NULL) == LINEAGE_STATUS_INVALID_ARGUMENT);
  EXPECT(lineage_relational_namespace(&connection, NULL, NULL) == LINEAGE_STATUS_INVALID_ARGUMENT);
  EXPECT(lineage_dataset_name(&table, none, none, NULL, NULL) == LINEAGE_STATUS_INVALID_ARGUMENT);
  EXPECT(lineage_jdbc_identity(uri, uri, NULL, NULL, NULL) == LINEAGE_STATUS_INVALID_ARGUMENT);
  EXPECT(lineage_store_identity(text("kafka"), NULL, 0, NULL, NULL) == LINEAGE_STATUS_INVALID_ARGUMENT);
  EXPECT(lineage_evaluate(text("{}"), NULL, NULL) == LINEAGE_STATUS_INVALID_ARGUMENT);
  EXPECT(lineage_events(text("{\"nodes\":[]}"), text(""), NULL, NULL, NULL) == LINEAGE_STATUS_INVALID_ARGUMENT);
  EXPECT(lineage_evaluate_with(text("{}"), NULL, NULL, NULL) == LINEAGE_STATUS_INVALID_ARGUMENT);
  EXPECT(lineage_config_read(text("{}"), NULL, NULL) == LINEAGE_STATUS_INVALID_ARGUMENT);
  EXPECT(lineage_run(uri, none, none, NULL, NULL, NULL) == LINEAGE_STATUS_INVALID_ARGUMENT);
  EXPECT(lineage_settings(none, none, NULL, NULL, NULL) == LINEAGE_STATUS_INVALID_ARGUMENT);
  /* What reads a handle, and what frees one. */
  EXPECT(lineage_error_code(NULL) == 0);
  EXPECT(lineage_error_message(NULL).data == NULL);
  EXPECT(lineage_error_field(NULL).data == NULL);
  EXPECT(lineage_error_position(NULL) == -1);
  EXPECT(lineage_identity_namespace(NULL).data == NULL);
  EXPECT(lineage_identity_name(NULL).data == NULL);
  EXPECT(lineage_identity_warning_count(NULL) == 0);
  EXPECT(lineage_identity_warning(NULL, 0) == 0);
  EXPECT(lineage_identity_alias_count(NULL) == 0);
  EXPECT(lineage_identity_alias_namespace(NULL, 0).data == NULL);
  EXPECT(lineage_identity_alias_name(NULL, 0).data == NULL);
  EXPECT(lineage_string_data(NULL).data == NULL);
  EXPECT(lineage_string_warning_count(NULL) == 0);
  EXPECT(lineage_string_warning(NULL, 0) == 0);
  EXPECT(lineage_identities_count(NULL) == 0);
  EXPECT(lineage_identities_warning_count(NULL, 0) == 0);
  EXPECT(lineage_identities_warning(NULL, 0, 0) == 0);
  EXPECT(lineage_identities_status(NULL, 0) == LINEAGE_STATUS_INVALID_ARGUMENT);
  EXPECT(lineage_identities_code(NULL, 0) == 0);
  EXPECT(lineage_identities_namespace(NULL, 0).data == NULL);
  EXPECT(lineage_identities_name(NULL, 0).data == NULL);
  lineage_error_free(NULL);
  lineage_config_free(NULL);
  lineage_identity_free(NULL);
  lineage_string_free(NULL);
  lineage_identities_free(NULL);
}

static void structs(void) {
  str uri = text("file:///a");
  struct lineage_file_options options = {sizeof options};
  const int free_them = 1;
  judge *judge = judge_status;
  /* One of a later version, in a block of exactly its size: reading further is an error that is seen. */
  struct lineage_file_options *later = calloc(1, sizeof options + 16);
  given_as = "structs";
  if (!later) exit(3);
  later->size = sizeof options + 16;
  CALL(identity, lineage_file_identity(uri, later, &out, &error));
  EXPECT(lineage_file_identity(uri, later, NULL, NULL) == LINEAGE_STATUS_INVALID_ARGUMENT);
  must_be_code = LINEAGE_CODE_INVALID_ARGUMENT;
  ((char *)later)[sizeof options] = 1;
  CALL(identity, lineage_file_identity(uri, later, &out, &error));
  free(later);
  /* Sizes and values that this header does not know. */
  options.size = 0;
  CALL(identity, lineage_file_identity(uri, &options, &out, &error));
  options.size = sizeof options - 1;
  CALL(identity, lineage_file_identity(uri, &options, &out, &error));
  options.size = SIZE_MAX;
  CALL(identity, lineage_file_identity(uri, &options, &out, &error));
  options.size = sizeof options;
  options.naming = 7;
  CALL(identity, lineage_file_identity(uri, &options, &out, &error));
  options.naming = 0;
  options.contract = 2;
  CALL(identity, lineage_file_identity(uri, &options, &out, &error));
  options.contract = 0;
  options.form = -1;
  CALL(identity, lineage_file_identity_of_path(uri, &options, &out, &error));
  must_be_code = 0;
}

static int is(str text, const char *expected) {
  return text.data && text.len == strlen(expected) && memcmp(text.data, expected, text.len) == 0;
}

/* Connections and JDBC options of both versions that there are. */
static void settings_and_aliases(void) {
  const str none = {NULL, 0};
  struct lineage_connection connection = {sizeof connection};
  struct lineage_jdbc_options options = {sizeof options};
  struct lineage_table table = table_with(2, text("T"));
  struct lineage_identity *identity = NULL;
  struct lineage_error *error = NULL;
  struct lineage_connection *first = calloc(1, offsetof(struct lineage_connection, server_settings));
  given_as = "settings and aliases";
  if (!first) exit(3);
  connection.type = text("MYSQL");
  connection.host = text("db");
  connection.database = text("Shop");
  connection.contract = LINEAGE_CONTRACT_V4;
  /* One of the first version, in a block of exactly its size. */
  connection.size = offsetof(struct lineage_connection, server_settings);
  memcpy(first, &connection, connection.size);
  EXPECT(lineage_relational_identity(first, &table, &identity, NULL) == LINEAGE_STATUS_FOUND);
  EXPECT(is(lineage_identity_name(identity), "Shop.T"));
  EXPECT(lineage_identity_alias_count(identity) == 0);
  lineage_identity_free(identity);
  free(first);
  connection.size = sizeof connection;
  connection.server_settings = text("{\"lower_case_table_names\":1}");
  connection.aliases = 1;
  EXPECT(lineage_relational_identity(&connection, &table, &identity, NULL) == LINEAGE_STATUS_FOUND);
  EXPECT(is(lineage_identity_name(identity), "shop.t"));
  EXPECT(lineage_identity_alias_count(identity) > 0);
  EXPECT(is(lineage_identity_alias_namespace(identity, 0), "mysql://db:3306"));
  EXPECT(lineage_identity_alias_name(identity, lineage_identity_alias_count(identity)).data == NULL);
  lineage_identity_free(identity);
  identity = NULL;
  connection.aliases = 2;
  EXPECT(lineage_relational_identity(&connection, &table, &identity, &error) == LINEAGE_STATUS_INVALID_ARGUMENT);
  EXPECT(is(lineage_error_field(error), "aliases"));
  lineage_error_free(error);
  connection.aliases = 0;
  connection.reserved = 1;
  EXPECT(lineage_relational_identity(&connection, &table, &identity, NULL) == LINEAGE_STATUS_INVALID_ARGUMENT);
  connection.reserved = 0;
  connection.server_settings = text("{\"odd\":1}");
  EXPECT(lineage_relational_identity(&connection, &table, &identity, &error) == LINEAGE_STATUS_INVALID_ARGUMENT);
  EXPECT(is(lineage_error_field(error), "server_settings"));
  lineage_error_free(error);
  options.aliases = 1;
  EXPECT(lineage_jdbc_identity(text("jdbc:sqlserver://db;databaseName=shop"), text("dbo.t"), &options, &identity, NULL) ==
         LINEAGE_STATUS_FOUND);
  EXPECT(lineage_identity_alias_count(identity) > 0);
  lineage_identity_free(identity);
  identity = NULL;
  EXPECT(lineage_store_identity(text("no such store"), NULL, 0, &identity, &error) == LINEAGE_STATUS_INVALID_ARGUMENT);
  EXPECT(is(lineage_error_field(error), "store"));
  lineage_error_free(error);
  struct lineage_property parts[] = {{text("host"), text("H")}, {text("topic"), text("t")}, {text("port"), none}};
  EXPECT(lineage_store_identity(text("kafka"), parts, 3, &identity, &error) == LINEAGE_STATUS_NO_IDENTITY);
  EXPECT(lineage_error_code(error) == LINEAGE_CODE_MISSING_PART);
  lineage_error_free(error);
  parts[2].value = text("9092");
  EXPECT(lineage_store_identity(text("kafka"), parts, 3, &identity, NULL) == LINEAGE_STATUS_FOUND);
  EXPECT(is(lineage_identity_namespace(identity), "kafka://h:9092"));
  lineage_identity_free(identity);
}

static void configuration(void) {
  struct lineage_file_options options = {sizeof options};
  struct lineage_identity *identity = NULL;
  struct lineage_string *response = NULL;
  struct lineage_config *config = NULL;
  struct lineage_error *error = NULL;
  str request = text("{\"op\":\"file\",\"uri\":\"in:///a\"}");
  given_as = "configuration";
  EXPECT(lineage_config_read(text("{\"connections\":{\"in\":{\"kind\":\"sftp\",\"host\":\"h\"}}}"), &config, NULL) == 0);
  options.config = config;
  EXPECT(lineage_file_identity(text("in:///a"), &options, &identity, NULL) == LINEAGE_STATUS_FOUND);
  EXPECT(is(lineage_identity_namespace(identity), "sftp://h"));
  EXPECT(lineage_evaluate_with(request, config, &response, NULL) == LINEAGE_STATUS_FOUND);
  EXPECT(is(lineage_string_data(response), "{\"identity\":{\"namespace\":\"sftp://h\",\"name\":\"/a\"}}"));
  lineage_config_free(config);
  config = NULL;
  EXPECT(lineage_config_read(text("{\"connections\":{\"in\":{\"kind\":\"sftp\"}}}"), &config, &error) == LINEAGE_STATUS_INVALID_ARGUMENT);
  EXPECT(is(lineage_error_field(error), "connections.in.host"));
  EXPECT(lineage_error_position(error) == -1);
  lineage_error_free(error);
  error = NULL;
  EXPECT(lineage_config_read(text("{\n ]"), &config, &error) == LINEAGE_STATUS_INVALID_ARGUMENT);
  EXPECT(lineage_error_position(error) == 3);
  EXPECT(lineage_error_field(error).data == NULL);
  EXPECT(config == NULL);
  lineage_error_free(error);
  lineage_identity_free(identity);
  lineage_string_free(response);
}

static void batch(void) {
  str uris[] = {text("s3://b/a"), {NULL, 0}, {"\xff", 1}, text("s3://b/c"), text(" ")};
  struct lineage_identities *all = NULL;
  given_as = "batch";
  EXPECT(lineage_file_identities(uris, 5, NULL, &all, NULL) == LINEAGE_STATUS_FOUND);
  EXPECT(lineage_identities_count(all) == 5);
  EXPECT(lineage_identities_code(all, 1) == LINEAGE_CODE_NULL_ARGUMENT);
  EXPECT(lineage_identities_code(all, 2) == LINEAGE_CODE_INVALID_UNICODE);
  EXPECT(lineage_identities_status(all, 2) == LINEAGE_STATUS_INVALID_ARGUMENT);
  EXPECT(lineage_identities_status(all, 4) == LINEAGE_STATUS_NO_IDENTITY);
  EXPECT(lineage_identities_namespace(all, 4).data == NULL);
  EXPECT(lineage_identities_status(all, 5) == LINEAGE_STATUS_INVALID_ARGUMENT);
  EXPECT(lineage_identities_name(all, 5).data == NULL);
  lineage_identities_free(all);
}

int main(void) {
  char *large = malloc(MEGABYTES_64);
  str given = {large, MEGABYTES_64};
  if (!large) return 3;

  null_everywhere();
  structs();
  batch();
  configuration();
  settings_and_aliases();
  with("absent", text(NULL), 0);
  with("empty", text(""), 0);
  with("plain", text("s3://b/k"), 0);
  with("NULL with a length", (str){NULL, 5}, LINEAGE_CODE_NULL_ARGUMENT);
  with("longer than memory", (str){"a", SIZE_MAX}, LINEAGE_CODE_TOO_LONG);
  with("bad UTF-8", (str){"s3://b/\xff\xfe", 9}, LINEAGE_CODE_INVALID_UNICODE);
  with("a cut character", (str){"s3://b/\xe2\x82", 9}, LINEAGE_CODE_INVALID_UNICODE);
  with("a surrogate", (str){"\xed\xa0\x80", 3}, LINEAGE_CODE_INVALID_UNICODE);
  with("an embedded NUL", (str){"s3://b/a\0b", 10}, 0);
  with("only a NUL", (str){"\0", 1}, 0);
  memset(large, 'a', MEGABYTES_64);
  everywhere = 0;
  with("64 MiB of letters", given, 0);
  large[MEGABYTES_64 - 1] = '\xff';
  with("64 MiB that end badly", given, LINEAGE_CODE_INVALID_UNICODE);
  everywhere = 1;
  /* Shapes that a reader might go through again and again. */
  given.len = QUARTER;
  memset(large, '/', QUARTER);
  memcpy(large, "s3:", 3);
  with("256 KiB of slashes", given, 0);
  memset(large, '[', QUARTER);
  with("256 KiB of brackets", given, 0);
  memset(large, '%', QUARTER);
  memcpy(large, "file:///", 8);
  with("256 KiB of percent signs", given, 0);
  memset(large, '.', QUARTER);
  with("256 KiB of dots", given, 0);
  free(large);
  printf("%ld calls\n", calls);
  return wrong;
}
