/* cli/common/progress.h - a progress bar on a terminal; no output into pipes. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

struct progress {
    bool shown;
    const char *what;
    uint64_t total;
    uint64_t done;
    uint64_t begun_ns;
    uint64_t drawn_ns;
};

void progress_begin(struct progress *p, const char *what, uint64_t total);
void progress_add(struct progress *p, uint64_t done);
void progress_end(struct progress *p);

#endif
