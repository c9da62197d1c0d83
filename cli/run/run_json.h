/* cli/run/run_json.h - a run as JSON, by jansson. */
#ifndef CLI_RUN_JSON_H
#define CLI_RUN_JSON_H

#include "run/agent_run.h"

/* Prints one object to stdout: how one agent got to its goal. 0, or an exit code after a message.
 */
int print_json_run(const struct scene *scene, const struct setting *setting, const struct run *run,
                   const struct recording *recording, double optimal);

#endif
