/* SPDX-License-Identifier: Apache-2.0 */
/* Reads requests and writes answers, both as "<length>\n<bytes>". The length of what is absent is -1.
 * "evaluate" takes JSON; "typed" takes the name of a function and its texts, in the order of its header. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lineage_identity.h"

typedef struct lineage_str str;

/* What was read for the request at hand. */
static void *owned[128];
static size_t owned_count = 0;

static void free_owned(void) {
  while (owned_count > 0) free(owned[--owned_count]);
}

static int read_text(str *into) {
  long length;
  char *data;
  if (scanf("%ld", &length) != 1 || getchar() != '\n') return 0;
  into->data = NULL;
  into->len = 0;
  if (length < 0) return 1;
  data = malloc((size_t)length + 1);
  if (owned_count == sizeof owned / sizeof *owned) exit(9);
  owned[owned_count++] = data;
  if (!data || fread(data, 1, (size_t)length, stdin) != (size_t)length) exit(3);
  into->data = data;
  into->len = (size_t)length;
  return 1;
}

static str next_text(void) {
  str text;
  if (!read_text(&text)) exit(4);
  return text;
}

static void write_text(str text) {
  printf("%ld\n", text.data ? (long)text.len : -1L);
  if (text.data) fwrite(text.data, 1, text.len, stdout);
}

static int32_t number(str text) {
  char digits[16] = {0};
  if (text.len < sizeof digits && text.data) memcpy(digits, text.data, text.len);
  return (int32_t)atol(digits);
}

static int is(str text, const char *word) {
  return text.data && text.len == strlen(word) && memcmp(text.data, word, text.len) == 0;
}

/* An answer is: status, two texts, the code's text, the message, and the warnings one after the other; then the
 * aliases, each of two texts. */
static void answer(lineage_status status, str first, str second, const struct lineage_error *error) {
  printf("%d\n", (int)status);
  write_text(first);
  write_text(second);
  write_text(lineage_code_text(lineage_error_code(error)));
  write_text(lineage_error_message(error));
}

static void write_count(size_t count) { printf("%lu\n", (unsigned long)count); }

static void answer_identity(lineage_status status, struct lineage_identity *identity, struct lineage_error *error) {
  size_t count = lineage_identity_warning_count(identity), index;
  answer(status, lineage_identity_namespace(identity), lineage_identity_name(identity), error);
  write_count(count);
  for (index = 0; index < count; index++) write_text(lineage_warning_text(lineage_identity_warning(identity, index)));
  count = lineage_identity_alias_count(identity);
  write_count(count);
  for (index = 0; index < count; index++) {
    write_text(lineage_identity_alias_namespace(identity, index));
    write_text(lineage_identity_alias_name(identity, index));
  }
  lineage_identity_free(identity);
  lineage_error_free(error);
}

static void answer_strings(lineage_status status, struct lineage_string *first, struct lineage_string *second,
                           struct lineage_error *error) {
  size_t count = lineage_string_warning_count(first), index;
  answer(status, lineage_string_data(first), lineage_string_data(second), error);
  write_count(count);
  for (index = 0; index < count; index++) write_text(lineage_warning_text(lineage_string_warning(first, index)));
  write_count(0);
  lineage_string_free(first);
  lineage_string_free(second);
  lineage_error_free(error);
}

static void answer_many(const struct lineage_identities *all, size_t at) {
  const str none = {NULL, 0};
  size_t count = lineage_identities_warning_count(all, at), index;
  printf("%d\n", (int)lineage_identities_status(all, at));
  write_text(lineage_identities_namespace(all, at));
  write_text(lineage_identities_name(all, at));
  write_text(lineage_code_text(lineage_identities_code(all, at)));
  write_text(none);
  write_count(count);
  for (index = 0; index < count; index++) write_text(lineage_warning_text(lineage_identities_warning(all, at, index)));
  write_count(0);
}

static void file(int many) {
  struct lineage_file_options options = {sizeof options};
  struct lineage_identity *identity = NULL;
  struct lineage_error *error = NULL;
  lineage_status status;
  str uri = next_text(), naming = next_text(), form = next_text();
  options.naming = is(naming, "legacy") ? LINEAGE_NAMING_LEGACY : LINEAGE_NAMING_SPEC;
  options.job_namespace = next_text();
  options.contract = number(next_text());
  if (many) {
    str twice[2] = {uri, uri};
    struct lineage_identities *all = NULL;
    options.form = is(form, "path") ? LINEAGE_FORM_PATH : LINEAGE_FORM_VFS;
    status = lineage_file_identities(twice, 2, &options, &all, &error);
    if (status != LINEAGE_STATUS_FOUND) exit(5);
    answer_many(all, 1);
    lineage_identities_free(all);
    return;
  }
  if (is(form, "path"))
    status = lineage_file_identity_of_path(uri, &options, &identity, &error);
  else
    status = lineage_file_identity(uri, &options, &identity, &error);
  answer_identity(status, identity, error);
}

static void relational(int with_table) {
  struct lineage_connection connection = {sizeof connection};
  struct lineage_table table = {sizeof table};
  struct lineage_error *error = NULL;
  lineage_status status;
  connection.type = next_text();
  connection.host = next_text();
  connection.port = next_text();
  connection.default_port = number(next_text());
  connection.url = next_text();
  connection.instance = next_text();
  connection.catalog = next_text();
  connection.preferred_schema = next_text();
  connection.database = next_text();
  table.schema = next_text();
  table.table = next_text();
  connection.contract = number(next_text());
  connection.server_settings = next_text();
  connection.aliases = is(next_text(), "true");
  if (with_table) {
    struct lineage_identity *identity = NULL;
    status = lineage_relational_identity(&connection, &table, &identity, &error);
    answer_identity(status, identity, error);
  } else {
    struct lineage_string *name_space = NULL;
    status = lineage_relational_namespace(&connection, &name_space, &error);
    answer_strings(status, name_space, NULL, error);
  }
}

static void table_name(void) {
  struct lineage_table table = {sizeof table};
  struct lineage_string *name = NULL;
  struct lineage_error *error = NULL;
  str catalog, schema;
  lineage_status status;
  table.database = next_text();
  table.schema = next_text();
  table.table = next_text();
  catalog = next_text();
  schema = next_text();
  status = lineage_dataset_name(&table, catalog, schema, &name, &error);
  answer_strings(status, name, NULL, error);
}

/* As many keys and values as a number says. */
static size_t next_pairs(struct lineage_property pairs[32]) {
  size_t count = (size_t)number(next_text()), index;
  if (count > 32) exit(6);
  for (index = 0; index < count; index++) {
    pairs[index].key = next_text();
    pairs[index].value = next_text();
  }
  return count;
}

static void store(void) {
  struct lineage_property parts[32];
  struct lineage_identity *identity = NULL;
  struct lineage_error *error = NULL;
  str name = next_text();
  size_t count = next_pairs(parts);
  lineage_status status = lineage_store_identity(name, parts, count, &identity, &error);
  answer_identity(status, identity, error);
}

static void jdbc(void) {
  struct lineage_jdbc_options options = {sizeof options};
  struct lineage_property properties[32];
  struct lineage_identity *identity = NULL;
  struct lineage_error *error = NULL;
  str url = next_text(), table;
  lineage_status status;
  options.type = next_text();
  options.database = next_text();
  options.schema = next_text();
  table = next_text();
  options.contract = number(next_text());
  options.server_settings = next_text();
  options.aliases = is(next_text(), "true");
  options.properties = properties;
  options.property_count = next_pairs(properties);
  status = lineage_jdbc_identity(url, table, &options, &identity, &error);
  answer_identity(status, identity, error);
}

static void run(void) {
  struct lineage_string *id = NULL, *parent = NULL;
  struct lineage_error *error = NULL;
  str channel = next_text(), job_namespace = next_text(), job_name = next_text();
  lineage_status status = lineage_run(channel, job_namespace, job_name, &id, &parent, &error);
  answer_strings(status, id, parent, error);
}

static void settings(void) {
  struct lineage_string *job_namespace = NULL;
  struct lineage_error *error = NULL;
  int32_t spec = -1;
  str first = next_text(), second = next_text();
  lineage_status status = lineage_settings(first, second, &job_namespace, &spec, &error);
  str spec_text = {spec == 1 ? "true" : "false", spec == 1 ? 4 : 5};
  answer(status, lineage_string_data(job_namespace), spec_text, error);
  write_count(0);
  write_count(0);
  lineage_string_free(job_namespace);
  lineage_error_free(error);
}

static void evaluate(str request) {
  struct lineage_string *response = NULL;
  struct lineage_error *error = NULL;
  if (lineage_evaluate(request, &response, &error) != LINEAGE_STATUS_FOUND) exit(7);
  write_text(lineage_string_data(response));
  lineage_string_free(response);
}

static void typed(str function) {
  if (is(function, "file")) file(0);
  else if (is(function, "files")) file(1);
  else if (is(function, "relational")) relational(1);
  else if (is(function, "namespace")) relational(0);
  else if (is(function, "table_name")) table_name();
  else if (is(function, "jdbc")) jdbc();
  else if (is(function, "store")) store();
  else if (is(function, "run")) run();
  else if (is(function, "settings")) settings();
  else exit(8);
}

int main(int arguments, char **argument) {
  int json = arguments > 1 && strcmp(argument[1], "evaluate") == 0;
  str first;
  while (read_text(&first)) {
    if (json) evaluate(first);
    else typed(first);
    free_owned();
  }
  return 0;
}
