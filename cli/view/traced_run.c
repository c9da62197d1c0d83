#include "view/traced_run.h"

#include "view/recorder.h"

struct tracing {
    struct recorder recorder;
    struct trace_writer *trace;
};

static bool trace_tick(void *context, const wend_tick *tick) {
    struct tracing *t = context;
    struct tick_record record;
    recorder_read_tick(&t->recorder, tick, &record);
    trace_add_tick(t->trace, &record);
    return !t->recorder.failed;
}

static int run_live_traced(struct live_agent *live, struct trace_writer *trace,
                           struct recording *recording, struct run *out) {
    struct tracing t = {.trace = trace};
    struct tick_record known;
    int code = recorder_begin(&t.recorder, live, &known);
    if (!code) {
        struct trace_agent agent;
        describe_agent(live->setting, &agent);
        trace_begin_agent(trace, &agent, live->task->start, known.seen, known.seen_count);
        code = run_live_agent(live, &(struct tick_observer){trace_tick, &t}, recording, out);
        trace_end_agent(trace);
    }
    recorder_end(&t.recorder);
    return code;
}

int run_traced(const struct setting *setting, const struct task *task, struct trace_writer *trace,
               struct recording *recording, struct run *out) {
    if (!trace) {
        return run_agent(setting, task, recording, out);
    }
    *out = (struct run){0};
    struct live_agent live;
    int code = live_agent_begin(&live, setting, task);
    if (!code) {
        code = run_live_traced(&live, trace, recording, out);
        live_agent_end(&live);
    }
    return code;
}
