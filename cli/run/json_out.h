/* cli/run/json_out.h - what the command prints as JSON: all that needs jansson. */
#ifndef CLI_JSON_OUT_H
#define CLI_JSON_OUT_H

#include "run/run.h"
#include "common/table.h"

/* Both print to stdout. 0, or an exit code after a message. */
int print_json_table(const struct column *columns, uint32_t column_count, const char *rows,
                     size_t row_size, uint32_t count);
/* One object: how one agent got to its goal. */
int print_json_run(const struct scene *scene, const struct setting *setting, const struct run *run,
                   const struct recording *recording, double optimal);

#endif
