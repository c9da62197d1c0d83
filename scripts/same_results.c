/* scripts/same_results.c - the answers of agents, finders and fleets to random calls on random
 * maps: one hash for each seed.
 *
 *     same_results FROM TO
 *
 * Compiled twice by same_results.sh: against this library and against that of another revision. If
 * a change only makes wend faster, every hash stays the same. It covers everything that callers can
 * see: errors, statuses, states, flags, units, costs, paths and counters. */
#include <wend/research/gen.h>
#include <wend/research.h>
#include <wend/wend.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Dice and hashes ------------------------------------------------------------------------- */

static uint64_t dice, hash;

static uint32_t below(uint32_t count) {
    dice ^= dice << 13;
    dice ^= dice >> 7;
    dice ^= dice << 17;
    return count ? (uint32_t)(dice >> 16) % count : 0;
}

static void mix(uint64_t value) {
    hash = (hash ^ value) * UINT64_C(0x100000001b3);
    hash ^= hash >> 29;
}

static void mix_states(const wend_state *states, uint32_t count) {
    mix(count);
    for (uint32_t i = 0; i < count; i++) {
        mix(states[i]);
    }
}

static void mix_tick(wend_error error, const wend_tick *tick) {
    mix(error);
    mix(tick->status);
    mix(tick->state);
    mix(tick->flags);
    mix(tick->expansions);
    mix(tick->work);
    mix(tick->trace_steps);
    mix(tick->cost);
}

/* ---- Maps ------------------------------------------------------------------------------------ */

typedef struct world {
    wend_map *map;
    char *cells;
    uint8_t *factors; /* NULL: every cell costs the same */
} world;

static bool make_world(world *w, uint64_t seed) {
    static const uint32_t neighbors[] = {8, 8, 8, 4, 16};
    uint32_t most = seed % 7 == 0 ? 200 : 70;
    wend_gen_def gen = {.kind = (wend_gen_kind)below(4), .seed = seed + 1};
    gen.width = 4 + below(most);
    gen.height = 4 + below(most);
    if (gen.kind == WEND_GEN_RANDOM) {
        gen.density = below(45);
        gen.density = gen.density ? gen.density : WEND_GEN_DENSITY_NONE;
    }
    gen.scale = gen.kind == WEND_GEN_ROOMS ? 3 + below(10) : 0;
    uint32_t count = gen.width * gen.height;
    *w = (world){.cells = malloc(count)};
    if (!w->cells || wend_gen(&gen, w->cells)) {
        return false;
    }
    wend_map_def def = {.width = gen.width, .height = gen.height, .cells = w->cells};
    def.neighbors = neighbors[below(5)];
    def.corners = (wend_corners)below(3);
    def.edits = below(4) == 0 ? 1 + below(4) : def.edits;
    if (below(3) == 0) {
        w->factors = malloc(count);
        bool in_bands = below(2);
        for (uint32_t i = 0; w->factors && i < count; i++) {
            w->factors[i] = (uint8_t)(1 + (in_bands ? i / 97 % 3 : below(4)));
        }
        def.factors = w->factors;
    }
    return !wend_map_create(&def, &w->map, NULL);
}

static void clear_world(world *w) {
    wend_map_destroy(w->map);
    free(w->cells);
    free(w->factors);
}

static wend_state any_cell(const world *w) {
    for (uint32_t tries = 0; tries < 200; tries++) {
        uint32_t x = below(wend_map_width(w->map)), y = below(wend_map_height(w->map));
        if (wend_map_is_free(w->map, x, y)) {
            return wend_map_state(w->map, x, y);
        }
    }
    return 0;
}

static void edit(world *w) {
    uint32_t x = below(wend_map_width(w->map)), y = below(wend_map_height(w->map));
    if (w->factors && below(3) == 0) {
        wend_map_set_factor(w->map, x, y, (uint8_t)(1 + below(4)));
    } else {
        wend_map_set_free(w->map, x, y, below(2));
    }
}

/* ---- Agents ---------------------------------------------------------------------------------- */

static wend_agent *make_agent(const world *w) {
    static const char *names[] = {"jps", "tbjps", "auto", "tbjps", "auto", "tba", "astar"};
    wend_agent_def def = {.map = w->map, .algo = wend_algo_find(names[below(7)])};
    def.start = any_cell(w);
    def.goal = any_cell(w);
    def.bounded.commit = below(4) == 0 ? WEND_ON : WEND_DEFAULT;
    def.weight_permille = below(5) == 0 ? 1000 + below(3000) : 0;
    def.budget = below(4) == 0 ? 1 + below(100) : 0;
    wend_agent *agent = NULL;
    mix(wend_agent_create(&def, &agent, NULL));
    return agent;
}

static void tick(wend_agent *agent, uint32_t budget) {
    wend_tick tick = {0};
    mix(wend_agent_reserve_expansions(agent, budget));
    mix_tick(wend_agent_tick_expansions(agent, budget, &tick), &tick);
}

static void plan_and_move(wend_agent *agent, uint32_t budget) {
    wend_tick tick = {0};
    mix(wend_agent_reserve_expansions(agent, budget));
    mix_tick(wend_agent_plan_expansions(agent, budget, &tick), &tick);
    if (below(2)) {
        tick = (wend_tick){0};
        mix_tick(wend_agent_move(agent, &tick), &tick);
    }
}

static void list_what_lies_ahead(const wend_agent *agent) {
    wend_state states[64];
    bool is_complete = false;
    mix_states(states, wend_agent_path(agent, states, 64, &is_complete));
    mix(is_complete);
    mix_states(states, wend_agent_waypoints(agent, states, 16, &is_complete));
    mix(is_complete);
    mix(wend_agent_next(agent));
    mix(wend_agent_explain(agent).reason);
}

static void call_agent(world *w, wend_agent *agent, uint32_t *budget) {
    switch (below(12)) {
    case 0:
        mix(wend_agent_set_goal(agent, any_cell(w)));
        break;
    case 1:
        mix(wend_agent_teleport(agent, any_cell(w)));
        break;
    case 2:
        for (uint32_t edits = below(3) ? 1 : below(12); edits > 0; edits--) {
            edit(w);
        }
        break;
    case 3:
        wend_agent_release(agent); /* the number of bytes released is not a result */
        break;
    case 4:
        *budget = 1 + below(6) * below(100);
        break;
    case 5:
        list_what_lies_ahead(agent);
        break;
    case 6:
        plan_and_move(agent, *budget);
        break;
    case 7: /* another query of the same agent */
        mix(wend_agent_teleport(agent, any_cell(w)));
        mix(wend_agent_set_goal(agent, any_cell(w)));
        tick(agent, *budget);
        break;
    default:
        for (uint32_t ticks = 1 + below(8); ticks > 0; ticks--) {
            tick(agent, *budget);
        }
        break;
    }
}

static void mix_counters(const wend_agent *agent) {
    wend_agent_info counters = wend_agent_stats(agent);
    mix(counters.ticks);
    mix(counters.moves);
    mix(counters.expansions);
    mix(counters.work);
    mix(counters.cost);
    mix(counters.touched);
    mix(counters.max_work_per_tick);
}

static void use_agents(world *w) {
    wend_agent *agents[3] = {NULL};
    uint32_t count = 1 + below(3), budget = 1 + below(4) * below(60);
    for (uint32_t i = 0; i < count; i++) {
        agents[i] = make_agent(w);
    }
    for (uint32_t calls = 40 + below(160); calls > 0; calls--) {
        wend_agent *agent = agents[below(count)];
        if (agent) {
            call_agent(w, agent, &budget);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        mix_counters(agents[i]);
        wend_agent_destroy(agents[i]);
    }
}

/* ---- Finders and fleets ---------------------------------------------------------------------- */

#define PATH_MAX_STATES 300u

static void use_finder(world *w) {
    wend_finder_def def = {.map = w->map};
    wend_finder *finder;
    if (wend_finder_create(&def, &finder, NULL)) {
        return;
    }
    for (uint32_t i = 0; i < 12; i++) {
        wend_state path[PATH_MAX_STATES];
        wend_query query = {.path = path, .capacity = PATH_MAX_STATES};
        query.form = (wend_path_form)below(2);
        query.nearest = below(4) == 0;
        query.budget.work = below(4) == 0 ? 24 + below(2000) : 0;
        wend_answer answer = {0};
        wend_state start = any_cell(w), goal = any_cell(w);
        mix(wend_finder_find(finder, start, goal, &query, &answer));
        mix(answer.status);
        mix(answer.cost);
        mix(answer.work);
        mix_states(path, answer.count < PATH_MAX_STATES ? answer.count : PATH_MAX_STATES);
        if (below(2)) {
            edit(w);
        }
    }
    wend_finder_destroy(finder);
}

#define UNITS 12u

static void use_fleet(world *w) {
    wend_fleet_def def = {.map = w->map, .units_max = UNITS, .searches_max = 1 + below(4)};
    wend_fleet *fleet;
    if (wend_fleet_create(&def, &fleet, NULL)) {
        return;
    }
    wend_unit units[UNITS];
    uint32_t count = 0, budget = 300 + below(6000);
    while (count < UNITS && !wend_fleet_add(fleet, any_cell(w), &units[count])) {
        mix(wend_fleet_set_goal(fleet, units[count], any_cell(w), 0));
        count++;
    }
    for (uint32_t frames = 30; frames > 0 && count > 0; frames--) {
        wend_frame frame = {0};
        mix(wend_fleet_reserve(fleet, budget));
        mix(wend_fleet_frame(fleet, (wend_budget){.work = budget}, &frame));
        for (uint32_t i = 0; i < count; i++) {
            mix(wend_fleet_state(fleet, units[i]));
            mix(wend_fleet_status(fleet, units[i]));
        }
        if (below(3) == 0) {
            edit(w);
        }
        if (below(4) == 0) {
            mix(wend_fleet_set_goal(fleet, units[below(count)], any_cell(w), 0));
        }
    }
    wend_fleet_destroy(fleet);
}

/* ---- All of it ------------------------------------------------------------------------------- */

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "usage: same_results FROM TO\n");
        return 2;
    }
    uint64_t to = strtoull(argv[2], NULL, 10);
    for (uint64_t seed = strtoull(argv[1], NULL, 10); seed < to; seed++) {
        world w;
        hash = UINT64_C(1469598103934665603);
        dice = seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
        for (uint32_t i = 0; i < 8; i++) {
            below(1);
        }
        if (make_world(&w, seed)) {
            use_agents(&w);
            use_finder(&w);
            use_fleet(&w);
        }
        clear_world(&w);
        printf("%" PRIu64 " %016" PRIx64 "\n", seed, hash);
    }
    return 0;
}
