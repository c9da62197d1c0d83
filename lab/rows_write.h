/* lab/rows_write.h - writes the rows of an experiment, each once. What has been committed
 * stays, whatever happens to the program or the disk afterwards. */
#ifndef LAB_ROWS_WRITE_H
#define LAB_ROWS_WRITE_H

#include "lab/plan.h"
#include "run/agent_run.h"

struct rows_writer;

/* Opens a file, or makes it, and enters the experiment; one that is there already must be the same:
 * preset, version, inputs, shard. 0, or an exit code after a message; to be closed in any case. */
int rows_writer_open(const char *path, const struct plan *plan, struct rows_writer **out);
void rows_writer_close(struct rows_writer *writer);

/* Whether a row is there. */
bool rows_writer_has(const struct rows_writer *writer, uint32_t problem, uint32_t configuration);

/* Adds a row to the current transaction, and commits it after a tenth of a second. */
int rows_writer_add(struct rows_writer *writer, uint32_t problem, uint32_t configuration,
                    const struct run *run);
int rows_writer_commit(struct rows_writer *writer);
/* Rows of the experiment that are in the file, those of other processes included. */
uint64_t rows_writer_count(const struct rows_writer *writer);

/* What this program was compiled with, and where it runs. */
const char *compiler_text(void);
void machine_text(char *out, size_t size);

#endif
