/* steps_back.c - in how many trips TBA* is off its route when the search finds it, and must step
 * back. Compiled and run by scripts/steps_back.sh:
 *
 *     steps_back MAPS SCENARIO... */
#include <wend/research.h>
#include <wend/wend.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The resources for which the TBA* paper makes its statement. */
static const uint32_t budgets[] = {10, 100, 1000};

#define BUDGETS      (sizeof budgets / sizeof *budgets)
#define LEAST        230.0 /* cost of the optimum, as in the paper */
#define MOST         320.0
#define ASTAR_BUDGET 4096u

struct tally {
    uint32_t trips;
    uint32_t off_route; /* the agent was not on the route in the tick that found it */
    uint32_t back;      /* it stepped back in a later tick */
    uint64_t moves;     /* of all trips */
    uint64_t back_moves;
};

/* The way that an agent has come, without the detours that it has taken back: it moves along the
 * tree of its search, so that at the end this is the route. */
struct way {
    wend_state *cells;
    uint32_t count;
    uint32_t *position; /* by cell: 1 + its place in `cells`, 0 if it is not there */
};

static void way_add(struct way *way, wend_state cell) {
    uint32_t keep = way->position[cell];
    if (!keep) {
        way->cells[way->count++] = cell;
        way->position[cell] = way->count;
        return;
    }
    while (way->count > keep) {
        way->position[way->cells[--way->count]] = 0;
    }
}

static void way_empty(struct way *way) {
    while (way->count > 0) {
        way->position[way->cells[--way->count]] = 0;
    }
}

struct trip {
    double cost;
    uint64_t moves, back_moves; /* all, and steps back after the tick that found the route */
    wend_state found_at;        /* where the agent was when the route was found */
};

/* One trip. False if the goal is not reached. */
static bool walk(const wend_agent_def *def, uint32_t budget, struct way *way, struct trip *trip) {
    *trip = (struct trip){.found_at = WEND_STATE_NONE};
    wend_agent *agent;
    if (wend_agent_create(def, &agent, NULL)) {
        return false; /* the start or the goal is blocked */
    }
    way_empty(way);
    way_add(way, def->start);
    wend_state at = def->start;
    wend_tick tick;
    do {
        wend_agent_reserve(agent, budget); /* a failure shows in the tick's status */
        wend_agent_tick(agent, budget, &tick);
        bool was_found = trip->found_at != WEND_STATE_NONE;
        trip->back_moves += was_found && (tick.flags & WEND_TICK_BACKTRACKED);
        if (!was_found && (tick.flags & WEND_TICK_FOUND)) {
            trip->found_at = at;
        }
        trip->moves += (tick.flags & WEND_TICK_MOVED) != 0;
        trip->cost += tick.cost == WEND_COST_DIAGONAL ? sqrt(2) : tick.cost > 0;
        at = tick.state;
        way_add(way, at);
    } while (tick.status <= WEND_WAITING);
    wend_agent_destroy(agent);
    return tick.status == WEND_ARRIVED;
}

static void try_problem(const wend_map *map, const wend_problem *p, struct way *way,
                        struct tally *tallies) {
    wend_agent_def def = {0};
    def.map = map;
    def.start = wend_map_state(map, p->start_x, p->start_y);
    def.goal = wend_map_state(map, p->goal_x, p->goal_y);
    def.algo = wend_algo_astar();
    struct trip trip;
    if (!walk(&def, ASTAR_BUDGET, way, &trip) || trip.cost < LEAST || trip.cost > MOST) {
        return;
    }
    def.algo = wend_algo_tba();
    for (uint32_t i = 0; i < BUDGETS; i++) {
        walk(&def, budgets[i], way, &trip);
        tallies[i].trips++;
        tallies[i].off_route += way->position[trip.found_at] == 0;
        tallies[i].back += trip.back_moves > 0;
        tallies[i].moves += trip.moves;
        tallies[i].back_moves += trip.back_moves;
    }
}

static int fail(const char *what, const char *why) {
    fprintf(stderr, "steps_back: %s: %s\n", what, why);
    return 1;
}

static int try_map(const wend_map *map, const wend_scenario *scenario, struct tally *tallies) {
    size_t cells = (size_t)wend_map_width(map) * wend_map_height(map);
    struct way way = {.cells = malloc(cells * sizeof *way.cells),
                      .position = calloc(cells, sizeof *way.position)};
    bool made = way.cells && way.position;
    for (uint32_t i = 0; made && i < scenario->count; i++) {
        try_problem(map, &scenario->problems[i], &way, tallies);
    }
    free(way.cells);
    free(way.position);
    return made ? 0 : fail("trips", "no memory");
}

static int try_scenario(const char *maps, const char *path, struct tally *tallies) {
    wend_scenario scenario;
    wend_diagnosis diagnosis;
    if (wend_scenario_load(path, &scenario, &diagnosis)) {
        return fail(path, diagnosis.text);
    }
    char file[4096];
    snprintf(file, sizeof file, "%s/%s", maps, scenario.map_names[0]);
    wend_map_def def = wend_map_def_default();
    wend_map *map = NULL;
    int code = wend_map_load(&def, file, &map, &diagnosis) ? fail(file, diagnosis.text)
                                                           : try_map(map, &scenario, tallies);
    wend_map_destroy(map);
    wend_scenario_clear(&scenario);
    return code;
}

int main(int argc, char **argv) {
    struct tally tallies[BUDGETS] = {{0}};
    for (int i = 2; i < argc; i++) {
        if (try_scenario(argv[1], argv[i], tallies)) {
            return 1;
        }
    }
    puts("| R | trips | off the route when it is found | step back in a later tick | such steps |");
    puts("|---|---|---|---|---|");
    for (uint32_t i = 0; i < BUDGETS && tallies[i].trips; i++) {
        const struct tally *t = &tallies[i];
        printf("| %u | %u | %u (%.1f %%) | %u (%.1f %%) | %.2f %% of the moves |\n", budgets[i],
               t->trips, t->off_route, 100.0 * t->off_route / t->trips, t->back,
               100.0 * t->back / t->trips, 100.0 * (double)t->back_moves / (double)t->moves);
    }
    return 0;
}
