/* SPDX-License-Identifier: Apache-2.0 */
/* Every function of the header that takes a text, called with one text in each of its places. */
#ifndef CALLS_H
#define CALLS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lineage_identity.h"

typedef struct lineage_str str;

/* What a caller makes of the outcome of a call. */
typedef void judge(const char *call, lineage_status status, int written, struct lineage_error *error);

static inline str text(const char *data) {
  str answer = {data, data ? strlen(data) : 0};
  return answer;
}

/* Makes a call, judges its outcome, and frees what came out. */
#define CALL(type, expression)                                 \
  do {                                                         \
    struct lineage_##type *out = NULL;                         \
    struct lineage_error *error = NULL;                        \
    lineage_status status = (expression);                      \
    judge(#expression, status, out != NULL, error);            \
    if (free_them) {                                           \
      lineage_##type##_free(out);                              \
      lineage_error_free(error);                               \
    }                                                          \
  } while (0)

/* Each place of a struct in turn holds the text; the others hold what a call needs. */
static inline struct lineage_connection connection_with(int place, str given) {
  struct lineage_connection connection = {sizeof connection};
  str *places[] = {&connection.type,    &connection.host,    &connection.port,
                   &connection.url,     &connection.instance, &connection.catalog,
                   &connection.preferred_schema, &connection.database, &connection.server_settings};
  connection.type = text("POSTGRESQL");
  connection.host = text("db");
  *places[place] = given;
  return connection;
}

static inline struct lineage_table table_with(int place, str given) {
  struct lineage_table table = {sizeof table};
  str *places[] = {&table.database, &table.schema, &table.table};
  table.table = text("orders");
  *places[place] = given;
  return table;
}

static inline struct lineage_jdbc_options jdbc_with(int place, str given, struct lineage_property *property) {
  struct lineage_jdbc_options options = {sizeof options};
  str *places[] = {&options.type,  &options.database, &options.schema, &property->key,
                   &property->value, &options.server_settings};
  property->key = text("ssl");
  property->value = text("true");
  options.properties = property;
  options.property_count = 1;
  *places[place] = given;
  return options;
}

static inline void call_all(str given, int everywhere, judge *judge, int free_them) {
  const str none = {NULL, 0};
  struct lineage_connection connection = connection_with(0, text("POSTGRESQL"));
  struct lineage_table table = table_with(2, text("orders"));
  struct lineage_file_options options = {sizeof options};
  struct lineage_string *parent = NULL;
  int32_t file_spec_naming = 0;
  int place;

  CALL(identity, lineage_file_identity(given, NULL, &out, &error));
  CALL(identity, lineage_file_identity_of_path(given, NULL, &out, &error));
  CALL(identities, lineage_file_identities(&given, 1, NULL, &out, &error));
  for (place = everywhere ? 0 : 7; place < 9; place++) {
    struct lineage_connection changed = connection_with(place, given);
    changed.aliases = place % 2;
    CALL(identity, lineage_relational_identity(&changed, &table, &out, &error));
    CALL(string, lineage_relational_namespace(&changed, &out, &error));
  }
  for (place = everywhere ? 0 : 2; place < 3; place++) {
    struct lineage_table changed = table_with(place, given);
    if (everywhere) CALL(identity, lineage_relational_identity(&connection, &changed, &out, &error));
    CALL(string, lineage_dataset_name(&changed, none, none, &out, &error));
  }
  CALL(identity, lineage_jdbc_identity(given, text("orders"), NULL, &out, &error));
  CALL(identity, lineage_store_identity(given, NULL, 0, &out, &error));
  for (place = 0; place < 2; place++) {
    struct lineage_property parts[2];
    parts[0].key = place == 0 ? given : text("bucket");
    parts[0].value = place == 1 ? given : text("b");
    parts[1].key = text("object key");
    parts[1].value = text("k");
    /* Nothing given is no part. */
    if (place == 1 && !given.data && !given.len) continue;
    CALL(identity, lineage_store_identity(text("s3"), parts, 2, &out, &error));
  }
  CALL(string, lineage_evaluate(given, &out, &error));
  CALL(string, lineage_events(given, text("{\"pretty\":false}"), &out, NULL, &error));
  CALL(string, lineage_evaluate_with(given, NULL, &out, &error));
  CALL(config, lineage_config_read(given, &out, &error));
  CALL(string, lineage_run(given, none, text("job"), &out, NULL, &error));
  CALL(string, lineage_settings(given, none, &out, &file_spec_naming, &error));
  if (!everywhere) return;

  options.naming = LINEAGE_NAMING_LEGACY;
  options.job_namespace = given;
  CALL(identity, lineage_file_identity(text("file:///a"), &options, &out, &error));
  CALL(identity, lineage_file_identity_of_path(text("/a"), &options, &out, &error));
  CALL(string, lineage_dataset_name(&table, given, none, &out, &error));
  CALL(string, lineage_dataset_name(&table, none, given, &out, &error));
  CALL(identity, lineage_jdbc_identity(text("jdbc:postgresql://db/a"), given, NULL, &out, &error));
  for (place = 0; place < 6; place++) {
    struct lineage_property property;
    struct lineage_jdbc_options changed = jdbc_with(place, given, &property);
    changed.aliases = place % 2;
    CALL(identity, lineage_jdbc_identity(text("jdbc:postgresql://db/a"), text("b"), &changed, &out, &error));
  }
  CALL(string, lineage_run(text("channel"), given, text("job"), &out, &parent, &error));
  lineage_string_free(parent);
  parent = NULL;
  CALL(string, lineage_run(text("channel"), none, given, &out, &parent, &error));
  lineage_string_free(parent);
  CALL(string, lineage_settings(none, given, &out, &file_spec_naming, &error));
}

#endif
