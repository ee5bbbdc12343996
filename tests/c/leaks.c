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
  const str texts[] = {text("s3://user:pw@b/a%20b"), text("jdbc:mysql://h:1/d"), text("{\"op\":\"run\",\"job_name\":\"a\"}"),
                       text("{\"trimDatasetNames\":true}"), {"\xff", 1}, text(NULL)};
  for (round = 0; round < 1000; round++) call_all(texts[round % 6], 1, count, free_them);
  printf("%ld found, %ld not\n", found, failed);
  return found > 0 && failed > 0 ? 0 : 1;
}
