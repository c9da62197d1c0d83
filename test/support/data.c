#include "support/data.h"

#include "support/test.h"

#include <stdio.h>

const char *data_need(const char *file) {
    static char path[600];
    const char *folder = getenv("WEND_DATA");
    snprintf(path, sizeof path, "%s/%s",
             folder && *folder ? folder : WEND_SOURCE_DIR "/../shared/data", file);
    FILE *stream = fopen(path, "rb");
    if (!stream) {
        print_message("SKIPPED: %s does not exist\n", path);
        skip();
        return NULL; /* not reached */
    }
    fclose(stream);
    return path;
}
