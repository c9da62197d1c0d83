/* cli/run/run_json.h - prints a run as JSON. */
#ifndef CLI_RUN_JSON_H
#define CLI_RUN_JSON_H

#include "run/agent_run.h"

/* Prints the run of one agent as an object to stdout. Returns 0, or an exit code after a message.
 */
int print_json_run(const struct scene *scene, const struct setting *setting, const struct run *run,
                   const struct recording *recording, double optimal);

#endif
