/* cli/run/runs_file.h - one line of CSV per run, for wend bench --runs. The file grows by whole
 * lines while the command runs, so that an interrupted command keeps its results. */
#ifndef CLI_RUNS_FILE_H
#define CLI_RUNS_FILE_H

#include "run/bench_statistics.h"

struct runs_file {
    const char *path;
    FILE *stream; /* NULL: no file */
};

/* `path` may be NULL. Returns 0, or an exit code after a message. Close `runs` in any case. */
int runs_open(struct runs_file *runs, const char *path);
int runs_add(const struct runs_file *runs, const struct bench_sums *sums,
             const struct problem *problem, const struct run *run);
void runs_close(struct runs_file *runs);

#endif
