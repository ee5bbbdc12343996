/* SPDX-License-Identifier: Apache-2.0 */
/* 1,000 rounds through every function. The leak sanitizer stays silent, unless "forget" leaves things unfreed. */
#include "calls.h"

static long found = 0, failed = 0;

static void count(const char *call, lineage_status status, int written, struct lineage_error *error) {
  (void)call;
  found += written && status == LINEAGE_STATUS_FOUND;
  failed += error != NULL;
}

int main(int arguments, char **argument) {
  int free_them = !(arguments > 1 && strcmp(argument[1], "forget") == 0);
  int round;
  for (round = 0; round < 1000; round++) {
    call_all(text("s3://user:pw@b/a%20b"), 1, count, free_them);
    call_all(text("jdbc:mysql://h:1/d"), 1, count, free_them);
    call_all(text("{\"op\":\"run\",\"job_name\":\"a\"}"), 1, count, free_them);
    call_all(text("{\"trimDatasetNames\":true}"), 1, count, free_them);
    call_all((str){"\xff", 1}, 1, count, free_them);
    call_all(text(NULL), 1, count, free_them);
  }
  printf("%ld found, %ld not\n", found, failed);
  return found > 0 && failed > 0 ? 0 : 1;
}
