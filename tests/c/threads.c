/* SPDX-License-Identifier: Apache-2.0 */
/* Many threads at once: each makes calls of its own, all read the same handles. */
#include <pthread.h>

#include "calls.h"

#define THREADS 8
#define ROUNDS 200

static struct lineage_config *config = NULL;
static struct lineage_identity *shared = NULL;
static struct lineage_error *missing = NULL;

static int is(str text, const char *expected) {
  return text.data && text.len == strlen(expected) && memcmp(text.data, expected, text.len) == 0;
}

static void ignore(const char *call, lineage_status status, int written, struct lineage_error *error) {
  (void)call, (void)status, (void)written, (void)error;
}

static void *work(void *wrong) {
  struct lineage_file_options options = {sizeof options};
  int round;
  options.config = config;
  for (round = 0; round < ROUNDS; round++) {
    struct lineage_identity *identity = NULL;
    lineage_status status = lineage_file_identity(text("in:///a"), &options, &identity, NULL);
    if (status != LINEAGE_STATUS_FOUND || !is(lineage_identity_namespace(identity), "sftp://h")) *(int *)wrong = 1;
    if (!is(lineage_identity_namespace(shared), "s3://b") || !is(lineage_identity_name(shared), "k")) *(int *)wrong = 1;
    if (lineage_error_code(missing) != LINEAGE_CODE_NO_SCHEME) *(int *)wrong = 1;
    lineage_identity_free(identity);
    call_all(text("s3://b/k"), 0, ignore, 1);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  int wrong[THREADS] = {0}, any = 0, at;
  struct lineage_identity *none = NULL;
  const str json = text("{\"connections\":{\"in\":{\"kind\":\"sftp\",\"host\":\"h\"}}}");
  if (lineage_config_read(json, &config, NULL) != LINEAGE_STATUS_FOUND) return 2;
  if (lineage_file_identity(text("s3://b/k"), NULL, &shared, NULL) != LINEAGE_STATUS_FOUND) return 3;
  if (lineage_file_identity(text("no scheme"), NULL, &none, &missing) != LINEAGE_STATUS_NO_IDENTITY) return 4;
  for (at = 0; at < THREADS; at++)
    if (pthread_create(&threads[at], NULL, work, &wrong[at]) != 0) return 5;
  for (at = 0; at < THREADS; at++) {
    pthread_join(threads[at], NULL);
    any |= wrong[at];
  }
  lineage_config_free(config);
  lineage_identity_free(shared);
  lineage_error_free(missing);
  return any;
}
