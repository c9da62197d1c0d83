/* cli/run/run_json.h - what the command prints as JSON: all that needs jansson. */
#ifndef CLI_RUN_JSON_H
#define CLI_RUN_JSON_H

#include "common/table.h"
#include "run/agent_run.h"

/* Both print to stdout. 0, or an exit code after a message. */
int print_json_table(const struct column *columns, uint32_t column_count, const char *rows,
                     size_t row_size, uint32_t count);
/* One object: how one agent got to its goal. */
int print_json_run(const struct scene *scene, const struct setting *setting, const struct run *run,
                   const struct recording *recording, double optimal);

#endif
