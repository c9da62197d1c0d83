/* cli/view/traced_run.h - runs an agent and adds what it does to a trace. */
#ifndef CLI_TRACED_RUN_H
#define CLI_TRACED_RUN_H

#include "run/agent_run.h"
#include "view/trace.h"

/* As run_agent, on a grid and for one trial. Without a trace if `trace` is null. */
int run_traced(const struct setting *setting, const struct task *task, struct trace_writer *trace,
               struct recording *recording, struct run *out);

#endif
