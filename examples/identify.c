#include <stdio.h>
#include "lineage_identity.h"

int main(void) {
    struct lineage_str uri = {"s3:///my_bucket/in%20put/a.csv", 30};
    struct lineage_identity *identity = NULL;
    if (lineage_file_identity(uri, NULL, &identity, NULL) == LINEAGE_STATUS_FOUND) {
        struct lineage_str namespace_ = lineage_identity_namespace(identity), name = lineage_identity_name(identity);
        printf("%.*s | %.*s\n", (int)namespace_.len, namespace_.data, (int)name.len, name.data);
    }
    lineage_identity_free(identity);
    return 0;
}
