/* agent/steering.c - the farthest cell of the path that an agent can steer for in a straight line.
 */
#include "agent/agent.h"
#include "domain/sight.h"

wend_state wend_agent_ahead(const wend_agent *agent, uint32_t distance) {
    wend_state path[WEND_AHEAD_MAX], seen = WEND_STATE_NONE;
    if (agent && agent->planner.map) {
        uint32_t count = wend_agent_path(agent, path, wn_min_u32(distance, WEND_AHEAD_MAX), NULL);
        seen = wn_sight_farthest(agent->planner.map, wend_agent_state(agent), path, count);
    }
    return seen == WEND_STATE_NONE ? wend_agent_next(agent) : seen;
}
