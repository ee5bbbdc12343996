/* Answers each request of standard input, one a line. */
#include <stdio.h>
#include <string.h>

#include "lineage_identity.h"

int main(void) {
    static char line[1 << 16];
    while (fgets(line, sizeof line, stdin)) {
        struct lineage_str request = {line, strcspn(line, "\n")};
        struct lineage_string *answer = NULL;
        struct lineage_error *error = NULL;
        if (lineage_evaluate(request, &answer, &error) != LINEAGE_STATUS_FOUND) {
            fprintf(stderr, "error %d\n", (int)lineage_error_code(error));
            lineage_error_free(error);
            return 1;
        }
        struct lineage_str text = lineage_string_data(answer);
        printf("%.*s\n", (int)text.len, text.data);
        lineage_string_free(answer);
    }
    return 0;
}
