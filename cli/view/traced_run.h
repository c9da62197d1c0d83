/* cli/view/traced_run.h - runs an agent and records it in a trace. */
#ifndef CLI_TRACED_RUN_H
#define CLI_TRACED_RUN_H

#include "run/agent_run.h"
#include "view/trace.h"

/* Like run_agent, on a grid and for one trial. NULL for `trace`: no trace. */
int run_traced(const struct setting *setting, const struct task *task, struct trace_writer *trace,
               struct recording *recording, struct run *out);

#endif
