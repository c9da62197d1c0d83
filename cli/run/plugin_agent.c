#include "run/plugin_agent.h"

#include "common/messages.h"
#include "common/neighbors.h"

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct plugin_agent {
    wend_plugin_task task; /* first, so that a pointer to it is a pointer to the agent */
    const wend_plugin *plugin;
    const wend_map *known, *truth;
    void *own; /* data of the plugin */
    wend_state at;
    bool found;
    wend_agent_info counters;
};

/* ---- Loading --------------------------------------------------------------------------------- */

static const char *what_is_wrong(const wend_plugin *plugin) {
    if (!plugin || plugin->version != WEND_PLUGIN_VERSION) {
        return "its version is another one";
    }
    if (!plugin->name || !*plugin->name || !plugin->title) {
        return "it has no name";
    }
    if (wend_algo_find(plugin->name)) {
        return "its name is that of an algorithm of wend";
    }
    return plugin->create && plugin->tick && plugin->destroy ? NULL : "a function is missing";
}

int plugin_load(const char *path, const wend_plugin **out) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        return fail_usage("--plugin: %s", dlerror());
    }
    const wend_plugin *(*get)(void) = NULL;
    void *symbol = dlsym(library, "wend_plugin_get");
    memcpy(&get, &symbol,
           sizeof get); /* ISO C has no cast from an object pointer to a function pointer */
    *out = get ? get() : NULL;
    const char *wrong = get ? what_is_wrong(*out) : "it does not export wend_plugin_get";
    return wrong ? fail_usage("--plugin: %s: %s (see wend/research/plugin.h)", path, wrong) : 0;
}

/* ---- Services for agents --------------------------------------------------------------------- */

static const struct plugin_agent *host_of(const wend_plugin_task *task) {
    return (const struct plugin_agent *)task;
}

static uint32_t list_moves(const wend_plugin_task *task, wend_state from,
                           wend_plugin_move moves[WEND_PLUGIN_MOVES_MAX]) {
    const wend_map *map = host_of(task)->known;
    int32_t reach = (int32_t)neighbors_reach(task->neighbors);
    int32_t x = (int32_t)(from % task->width), y = (int32_t)(from / task->width);
    uint32_t count = 0;
    for (int32_t dy = -reach; dy <= reach; dy++) {
        for (int32_t dx = -reach; dx <= reach; dx++) {
            int32_t to_x = x + dx, to_y = y + dy;
            if ((dx == 0 && dy == 0) || to_x < 0 || to_y < 0 || to_x >= (int32_t)task->width ||
                to_y >= (int32_t)task->height) {
                continue;
            }
            wend_state to = (wend_state)to_y * task->width + (wend_state)to_x;
            wend_cost cost = wend_map_move_cost(map, from, to);
            if (cost && count < WEND_PLUGIN_MOVES_MAX) {
                moves[count++] = (wend_plugin_move){to, cost};
            }
        }
    }
    return count;
}

static wend_cost estimate(const wend_plugin_task *task, wend_state from, wend_state to) {
    uint32_t x = from % task->width, y = from / task->width;
    uint32_t to_x = to % task->width, to_y = to / task->width;
    uint32_t dx = x > to_x ? x - to_x : to_x - x, dy = y > to_y ? y - to_y : to_y - y;
    uint32_t less = dx < dy ? dx : dy, more = dx < dy ? dy : dx;
    switch (task->neighbors) {
    case 4:
        return (dx + dy) * WEND_COST_ONE;
    case 16:
        return (wend_cost)floor(sqrt((double)dx * dx + (double)dy * dy) * WEND_COST_ONE);
    default:
        return more * WEND_COST_ONE + less * (WEND_COST_DIAGONAL - WEND_COST_ONE);
    }
}

/* ---- Agents ---------------------------------------------------------------------------------- */

int plugin_agent_create(const wend_plugin *plugin, const struct task *task, const wend_map *map,
                        struct plugin_agent **out) {
    *out = NULL;
    if (!task->map) {
        return fail_usage("%s: plugins are only used with grids", plugin->name);
    }
    struct plugin_agent *agent = calloc(1, sizeof *agent);
    if (!agent) {
        return fail_machine("out of memory");
    }
    *agent = (struct plugin_agent){.task = {.start = task->start,
                                            .goal = task->goal,
                                            .width = wend_map_width(map),
                                            .height = wend_map_height(map),
                                            .neighbors = wend_map_neighbors(map),
                                            .successors = list_moves,
                                            .estimate = estimate},
                                   .plugin = plugin,
                                   .known = map,
                                   .truth = task->map,
                                   .at = task->start};
    agent->own = plugin->create(&agent->task);
    if (!agent->own) {
        free(agent);
        return fail_machine("%s: out of memory for an agent", plugin->name);
    }
    *out = agent;
    return 0;
}

void plugin_agent_destroy(struct plugin_agent *agent) {
    if (agent) {
        agent->plugin->destroy(agent->own);
        free(agent);
    }
}

static void make_move(struct plugin_agent *agent, wend_state to, wend_tick *tick) {
    const wend_plugin_task *task = &agent->task;
    wend_cost cost =
        to < task->width * task->height ? wend_map_move_cost(agent->truth, agent->at, to) : 0;
    if (!cost) {
        exit(fail_usage("%s: illegal move from (%u, %u) to (%u, %u)", agent->plugin->name,
                        agent->at % task->width, agent->at / task->width, to % task->width,
                        to / task->width));
    }
    agent->at = to;
    tick->flags |= WEND_TICK_MOVED;
    tick->cost = cost;
    agent->counters.moves++;
    agent->counters.cost += cost;
    tick->status = to == task->goal ? WEND_AGENT_ARRIVED : WEND_AGENT_MOVING;
}

void plugin_agent_tick(struct plugin_agent *agent, uint32_t budget, wend_tick *tick) {
    wend_plugin_tick own = {0};
    *tick = (wend_tick){.status = WEND_AGENT_WAITING, .state = agent->at};
    if (agent->at == agent->task.goal) {
        tick->status = WEND_AGENT_ARRIVED;
    } else {
        agent->plugin->tick(agent->own, budget, &own);
    }
    agent->counters.ticks++;
    agent->counters.expansions += own.expansions;
    agent->counters.work += (uint64_t)own.expansions * WEND_WORK_EXPANSION;
    if (own.expansions > agent->counters.max_expansions_per_tick) {
        agent->counters.max_expansions_per_tick = own.expansions;
        agent->counters.max_work_per_tick = own.expansions * WEND_WORK_EXPANSION;
    }
    tick->expansions = own.expansions;
    agent->found = agent->found || own.found;
    tick->flags = agent->found ? WEND_TICK_FOUND : 0;
    if (own.is_unreachable) {
        tick->status = WEND_AGENT_UNREACHABLE;
    } else if (own.moves) {
        make_move(agent, own.to, tick);
    }
    tick->state = agent->at;
    if (agent->found && agent->counters.found_tick == 0) {
        agent->counters.found_tick = agent->counters.ticks;
    }
}

wend_state plugin_agent_state(const struct plugin_agent *agent) {
    return agent->at;
}

wend_agent_info plugin_agent_counters(const struct plugin_agent *agent) {
    return agent->counters;
}
