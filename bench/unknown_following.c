/* bench/unknown_following.c - a cell-by-cell agent that follows its old route while it plans a new
 * one, as "tbjps" does, to measure the value of that rule alone. It consists of an agent and a
 * body. The agent plans from where it was when its route was blocked, and does not move. The body
 * continues along the rest of the route. When the new route is known, the body goes back until it
 * is on it; when the old one ends first, the agent plans again from there. */
#include "unknown_trip.h"

#include <wend/research.h>

#include <stdlib.h>

#define TICKS_MAX 3000000u

typedef struct follower {
    const unknown_world *world;
    const wend_map *map; /* the believed map */
    wend_agent *agent;
    wend_state at;              /* the body */
    wend_state *old;            /* the blocked route, from where the agent plans */
    uint32_t old_count, old_at; /* 0: the body is with the agent */
    wend_state *path;           /* what the agent plans to pass; capacity: all cells */
    uint32_t path_count;
    bool is_complete; /* it leads to the goal */
    uint64_t version; /* of the map when `path` was checked against it */
} follower;

static void read_path(follower *f) {
    uint32_t cells = f->world->width * f->world->height;
    f->path_count = wend_agent_path(f->agent, f->path, cells, &f->is_complete);
}

/* The number of moves along `path` that are still possible. */
static uint32_t legal_moves(const follower *f) {
    wend_state from = wend_agent_state(f->agent);
    uint32_t moves = 0;
    while (moves < f->path_count && wend_map_move_cost(f->map, from, f->path[moves]) > 0) {
        from = f->path[moves++];
    }
    return moves;
}

/* The agent plans again from the body, which has no route any more. */
static void plan_from_here(follower *f) {
    wend_agent_teleport(f->agent, f->at);
    f->old_count = f->old_at = 0;
}

/* The route of the agent was blocked: its rest becomes the old route. */
static void keep_rest(follower *f, uint32_t moves) {
    f->old[0] = f->at;
    for (uint32_t i = 0; i < moves; i++) {
        f->old[i + 1] = f->path[i];
    }
    f->old_count = moves + 1;
    f->old_at = 0;
}

/* If the body is on the agent's known route, the agent joins it there. */
static bool join_route(follower *f, uint32_t budget) {
    uint32_t i = 0;
    while (i < f->path_count && f->path[i] != f->at) {
        i++;
    }
    if (i == f->path_count && wend_agent_state(f->agent) != f->at) {
        return false;
    }
    wend_tick tick;
    for (uint32_t n = 0; wend_agent_state(f->agent) != f->at && n <= i; n++) {
        wend_agent_reserve_expansions(f->agent, budget);
        wend_agent_tick_expansions(f->agent, budget, &tick);
    }
    if (wend_agent_state(f->agent) != f->at) {
        plan_from_here(f); /* it has taken another way */
    }
    f->old_count = f->old_at = 0;
    return true;
}

/* Processes observations since the last tick: a blocked route becomes the old one. It is dropped if
 * its next move is impossible or it is over. */
static void notice_cuts(follower *f) {
    if (wend_map_version(f->map) != f->version) {
        f->version = wend_map_version(f->map);
        uint32_t moves = legal_moves(f);
        bool is_cut = moves < f->path_count;
        if (is_cut && f->old_count == 0 && moves > 0) {
            keep_rest(f, moves);
        } else if (is_cut && f->old_count > 0) {
            /* Plans again from the body, which continues along the same old route. */
            wend_agent_teleport(f->agent, f->at);
            for (uint32_t i = f->old_at; i < f->old_count; i++) {
                f->old[i - f->old_at] = f->old[i];
            }
            f->old_count -= f->old_at;
            f->old_at = 0;
        }
        if (is_cut) {
            f->path_count = 0;
            f->is_complete = false;
        }
    }
    bool ends = f->old_at + 1 >= f->old_count ||
                wend_map_move_cost(f->map, f->at, f->old[f->old_at + 1]) == 0;
    if (f->old_count > 0 && !f->is_complete && ends) {
        plan_from_here(f);
    }
}

/* One tick: the agent plans, and the agent or the body moves. */
static wend_agent_status follow(follower *f, uint32_t budget) {
    wend_tick tick = {.status = WEND_AGENT_OUT_OF_MEMORY};
    wend_belief_sense(f->world->belief, wend_map_x(f->map, f->at), wend_map_y(f->map, f->at));
    notice_cuts(f);
    if (f->old_count > 0 && f->is_complete) {
        join_route(f, budget);
    }
    if (wend_agent_reserve_expansions(f->agent, budget)) {
        return tick.status;
    }
    if (f->old_count == 0) {
        wend_agent_tick_expansions(f->agent, budget, &tick);
        f->at = wend_agent_state(f->agent);
        read_path(f);
        return tick.status;
    }
    if (f->is_complete) {
        f->at = f->old[--f->old_at];
        return WEND_AGENT_MOVING;
    }
    wend_agent_plan_expansions(f->agent, budget, &tick);
    read_path(f);
    f->is_complete = f->is_complete && tick.flags & WEND_TICK_FOUND;
    if (!f->is_complete) {
        f->at = f->old[++f->old_at];
    } else if (join_route(f, budget)) {
        wend_agent_move(f->agent, &tick);
        f->at = wend_agent_state(f->agent);
        read_path(f);
    } else {
        f->at = f->old[--f->old_at];
    }
    return tick.status == WEND_AGENT_UNREACHABLE ? WEND_AGENT_UNREACHABLE : WEND_AGENT_MOVING;
}

uint64_t unknown_ticks_following(unknown_world *world, const bench_problem *problem,
                                 const char *algo, uint32_t budget) {
    size_t size = ((size_t)world->width * world->height + 1) * sizeof(wend_state);
    follower f = {.world = world, .map = wend_belief_map(world->belief)};
    f.agent = unknown_agent(world, problem, algo);
    f.old = malloc(size);
    f.path = malloc(size);
    wend_state goal = wend_map_state(world->map, problem->goal_x, problem->goal_y);
    wend_agent_status status =
        f.agent && f.old && f.path ? WEND_AGENT_WAITING : WEND_AGENT_OUT_OF_MEMORY;
    f.at = f.agent ? wend_agent_state(f.agent) : 0;
    f.version = wend_map_version(f.map);
    uint64_t ticks = 0;
    while (wend_agent_is_active(status) && ticks < TICKS_MAX) {
        status = follow(&f, budget);
        ticks++;
    }
    bool has_arrived = f.at == goal && status == WEND_AGENT_ARRIVED;
    wend_agent_destroy(f.agent);
    free(f.old);
    free(f.path);
    unknown_world_forget(world);
    return has_arrived ? ticks : 0;
}
