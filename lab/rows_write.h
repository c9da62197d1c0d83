/* lab/rows_write.h - writes the rows of an experiment, each once. Committed rows survive a
 * crash or a full disk. */
#ifndef LAB_ROWS_WRITE_H
#define LAB_ROWS_WRITE_H

#include "lab/plan.h"
#include "run/agent_run.h"

struct rows_writer;

/* Opens or creates a file and adds the experiment. An existing experiment must have the same
 * preset, version, inputs and shard. Returns 0, or an exit code after a message. Call
 * rows_writer_close in either case. */
int rows_writer_open(const char *path, const struct plan *plan, struct rows_writer **out);
void rows_writer_close(struct rows_writer *writer);

/* Returns whether the file has a row. */
bool rows_writer_has(const struct rows_writer *writer, uint32_t problem, uint32_t configuration);

/* Adds a row to the current transaction, which is committed after 0.1 s. */
int rows_writer_add(struct rows_writer *writer, uint32_t problem, uint32_t configuration,
                    const struct run *run);
int rows_writer_commit(struct rows_writer *writer);
/* Returns the number of rows of the experiment in the file, including those of other processes. */
uint64_t rows_writer_count(const struct rows_writer *writer);

/* Describe the compiler of this program, and the machine. */
const char *compiler_text(void);
void machine_text(char *out, size_t size);

#endif
