/* cli/run/live_agent.h - an agent at work, tick by tick, with what it believes of the map. */
#ifndef CLI_LIVE_AGENT_H
#define CLI_LIVE_AGENT_H

#include "options/settings.h"
#include "run/plugin_agent.h"
#include "run/scene.h"

struct live_agent {
    const struct setting *setting;
    const struct task *task;
    wend_belief *belief;         /* null if it knows the map */
    wend_agent *agent;           /* null if it is a plugin's: */
    struct plugin_agent *plugin; /* null if it is wend's */
    uint64_t ticks;
    uint64_t sensing_ns; /* what sensing took after the last tick, before the first one at first */
    bool over;           /* it has arrived, given up, or used up its ticks */
};

/* 0, or an exit code after a message; then there is nothing to end. */
int live_agent_begin(struct live_agent *live, const struct setting *setting,
                     const struct task *task);
/* One tick, after which the agent senses the cells in sight. Returns the nanoseconds of the tick
 * alone. A timed tick is shorter by what sensing took before it: both belong to its interval. */
uint64_t live_agent_tick(struct live_agent *live, wend_tick *tick);
/* Of either kind of agent. */
wend_state live_agent_state(const struct live_agent *live);
wend_agent_info live_agent_counters(const struct live_agent *live);
const char *live_agent_algo(const struct live_agent *live); /* its name; "auto" chooses one */

/* Puts the agent back to its start, with what it has learned; plugins' agents cannot be. */
wend_error live_agent_restart(struct live_agent *live);
void live_agent_end(struct live_agent *live);

#endif
