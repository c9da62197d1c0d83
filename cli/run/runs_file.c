#include "run/runs_file.h"

#include "common/messages.h"
#include "common/output_file.h"

static int flush_runs(const struct runs_file *runs) {
    return fflush(runs->stream) == 0 ? 0 : fail_output(runs->path);
}

int runs_open(struct runs_file *runs, const char *path) {
    *runs = (struct runs_file){.path = path};
    if (!path) {
        return 0;
    }
    runs->stream = fopen(path, "wb");
    if (!runs->stream) {
        return fail_output(path);
    }
    print_run_heading(runs->stream);
    return flush_runs(runs);
}

void runs_close(struct runs_file *runs) {
    if (runs->stream) {
        fclose(runs->stream);
    }
}

int runs_add(const struct runs_file *runs, const struct bench_sums *sums,
             const struct problem *problem, const struct run *run) {
    if (!runs->stream) {
        return 0;
    }
    print_run_line(runs->stream, sums, problem, run);
    return flush_runs(runs);
}
