/* cli/run/live_agent.h - runs an agent tick by tick, with its belief about the map. */
#ifndef CLI_LIVE_AGENT_H
#define CLI_LIVE_AGENT_H

#include "options/settings.h"
#include "run/plugin_agent.h"
#include "run/scene.h"

struct live_agent {
    const struct setting *setting;
    const struct task *task;
    wend_belief *belief;         /* NULL if it knows the map */
    wend_agent *agent;           /* NULL if it is an agent of a plugin: */
    struct plugin_agent *plugin; /* NULL if it is an agent of wend */
    uint64_t ticks;
    uint64_t sensing_ns; /* time of sensing after the last tick; initially before the first one */
    bool over;           /* it has arrived, is unreachable, or has used all its ticks */
};

/* Returns 0, or an exit code after a message; then do not call live_agent_end. */
int live_agent_begin(struct live_agent *live, const struct setting *setting,
                     const struct task *task);
/* Runs one tick, then senses. Returns the nanoseconds of the tick alone. The time limit of a timed
 * tick is reduced by the time of the sensing before it, because both belong to its interval. */
uint64_t live_agent_tick(struct live_agent *live, wend_tick *tick);
/* For both kinds of agents. */
wend_state live_agent_state(const struct live_agent *live);
wend_agent_info live_agent_counters(const struct live_agent *live);
const char *live_agent_algo(const struct live_agent *live); /* its name; "auto" chooses one */

/* Teleports the agent to its start; it keeps what it has learned. Not for agents of plugins. */
wend_error live_agent_restart(struct live_agent *live);
void live_agent_end(struct live_agent *live);

#endif
