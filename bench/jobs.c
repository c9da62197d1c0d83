/* bench/jobs.c - fixed jobs whose instructions are counted: run one with: bench_jobs NAME.
 *
 * A job is set up first and then run entirely inside the function `job_run`, so that callgrind can
 * count that part alone (--toggle-collect=job_run). scripts/instructions.sh does this and compares
 * the result with bench/instructions.txt. A job that changes needs a new count, so change one only
 * for a reason.
 *
 * Nothing here reads a file, a clock or the environment: the same program does the same work. */
#include "base/portable.h"
#include "common/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/research.h>
#include <wend/wend.h>

#define AGENTS_MAX  4u
#define PUZZLE      16u
#define ROAD_SIDE   192u /* more nodes than a graph keeps in their original order */
#define ROAD_DEGREE 4u

/* The map or domain of a job, and its agents. */
typedef struct job_world {
    wend_map *map;
    wend_belief *belief;
    wend_domain *domain;
    wend_agent *agents[AGENTS_MAX];
    uint32_t agent_count;
    char *cells; /* of the map */
    uint32_t side;
} job_world;

typedef struct cell {
    uint32_t x, y;
} cell;

typedef struct bench_job {
    const char *name;
    bool (*prepare)(job_world *s, const struct bench_job *job);
    bool (*run)(job_world *s, const struct bench_job *job); /* false if the result was unexpected */
    const char *algo;
    uint32_t side;            /* of the map */
    uint32_t agents;          /* number of agents, run one after the other */
    uint32_t budget;          /* expansions per tick */
    uint32_t count;           /* of ticks, edits, maps or moves of a shuffle; 0 if not used */
    uint32_t weight_permille; /* 0 for the default */
} bench_job;

/* Not static and not inlined: callgrind finds it by this name. */
bool job_run(job_world *s, const bench_job *job);

/* ---- Maps ------------------------------------------------------------------------------------ */

static bool make_map(job_world *s, uint32_t side, wend_corners corners, const uint8_t *factors) {
    wend_map_def def = {.width = side, .height = side, .corners = corners, .factors = factors};
    s->side = side;
    def.cells = s->cells;
    return wend_map_create(&def, &s->map, NULL) == WEND_OK;
}

static bool make_cells(job_world *s, wend_gen_kind kind, uint32_t side) {
    wend_gen_def gen = {.kind = kind, .width = side, .height = side};
    s->side = side;
    s->cells = malloc((size_t)side * side);
    return s->cells && wend_gen(&gen, s->cells) == WEND_OK;
}

/* The free cell nearest to one of the four corners, on the diagonal from there. */
static cell corner_cell(const job_world *s, uint32_t corner) {
    for (uint32_t i = 0; i < s->side; i++) {
        uint32_t back = s->side - 1 - i;
        cell at = {corner & 1 ? back : i, corner & 2 ? back : i};
        if (s->cells[(size_t)at.y * s->side + at.x] == '.') {
            return at;
        }
    }
    return (cell){0, 0};
}

static wend_agent_def agent_def(const bench_job *job) {
    wend_agent_def def = {0};
    def.algo = wend_algo_find(job->algo);
    def.weight_permille = job->weight_permille;
    return def;
}

static bool add_agent(job_world *s, const wend_agent_def *def) {
    return wend_agent_create(def, &s->agents[s->agent_count++], NULL) == WEND_OK;
}

/* Agents from each corner to the opposite one. */
static bool add_agents(job_world *s, const bench_job *job, const wend_map *map) {
    wend_agent_def def = agent_def(job);
    def.map = map;
    bool done = true;
    for (uint32_t i = 0; i < job->agents; i++) {
        cell from = corner_cell(s, i), to = corner_cell(s, 3 - i);
        def.start = wend_map_state(map, from.x, from.y);
        def.goal = wend_map_state(map, to.x, to.y);
        done = done && add_agent(s, &def);
    }
    return done;
}

static bool prepare_caves(job_world *s, const bench_job *job) {
    return make_cells(s, WEND_GEN_CAVES, job->side) &&
           make_map(s, job->side, WEND_CORNERS_NEVER, NULL) && add_agents(s, job, s->map);
}

static bool prepare_corners(job_world *s, const bench_job *job) {
    return make_cells(s, WEND_GEN_CAVES, job->side) &&
           make_map(s, job->side, WEND_CORNERS_ALWAYS, NULL) && add_agents(s, job, s->map);
}

static bool prepare_rooms(job_world *s, const bench_job *job) {
    return make_cells(s, WEND_GEN_ROOMS, job->side) &&
           make_map(s, job->side, WEND_CORNERS_NEVER, NULL) && add_agents(s, job, s->map);
}

/* Caves whose cells have factors from 1 to 4. */
static bool prepare_factors(job_world *s, const bench_job *job) {
    size_t size = (size_t)job->side * job->side;
    uint8_t *factors = malloc(size);
    uint64_t random = 1;
    for (size_t i = 0; factors && i < size; i++) {
        factors[i] = (uint8_t)(1 + random_below(&random, 4));
    }
    bool done = factors && make_cells(s, WEND_GEN_CAVES, job->side) &&
                make_map(s, job->side, WEND_CORNERS_NEVER, factors) && add_agents(s, job, s->map);
    free(factors);
    return done;
}

/* Caves that the agents do not know. */
static bool prepare_unknown(job_world *s, const bench_job *job) {
    wend_belief_def def = {0};
    if (!make_cells(s, WEND_GEN_CAVES, job->side) ||
        !make_map(s, job->side, WEND_CORNERS_NEVER, NULL)) {
        return false;
    }
    def.world = s->map;
    return wend_belief_create(&def, &s->belief, NULL) == WEND_OK &&
           add_agents(s, job, wend_belief_map(s->belief));
}

/* A corridor that winds through the whole map, for long routes: every other row is a wall with a
 * gap at one of its ends. The agent has found its route. */
static bool prepare_walk(job_world *s, const bench_job *job) {
    uint32_t side = job->side;
    s->cells = malloc((size_t)side * side);
    if (!s->cells) {
        return false;
    }
    memset(s->cells, '.', (size_t)side * side);
    for (uint32_t y = 1; y < side; y += 2) {
        memset(s->cells + (size_t)y * side, '@', side);
        s->cells[(size_t)y * side + (y & 2 ? 0 : side - 1)] = '.';
    }
    wend_tick tick = {0};
    return make_map(s, side, WEND_CORNERS_NEVER, NULL) && add_agents(s, job, s->map) &&
           wend_agent_reserve_expansions(s->agents[0], side * side) == WEND_OK &&
           wend_agent_tick_expansions(s->agents[0], side * side, &tick) == WEND_OK &&
           tick.flags & WEND_TICK_FOUND;
}

/* ---- Other domains --------------------------------------------------------------------------- */

static bool prepare_track(job_world *s, const bench_job *job) {
    if (!make_cells(s, WEND_GEN_CAVES, job->side)) {
        return false;
    }
    wend_racetrack_def def = {.width = job->side, .height = job->side, .cells = s->cells};
    if (wend_racetrack_create(&def, &s->domain, NULL)) {
        return false;
    }
    cell from = corner_cell(s, 0), to = corner_cell(s, 3);
    wend_agent_def agent = agent_def(job);
    agent.domain = s->domain;
    agent.start = wend_racetrack_state(s->domain, from.x, from.y, 0, 0);
    agent.goal = wend_racetrack_state(s->domain, to.x, to.y, 0, 0);
    return add_agent(s, &agent);
}

/* Makes `moves` random moves of the blank. */
static void shuffle(uint8_t *tiles, uint32_t moves, uint64_t random) {
    uint32_t blank = 0;
    while (moves > 0) {
        static const int dx[] = {1, -1, 0, 0}, dy[] = {0, 0, 1, -1};
        uint32_t way = random_below(&random, 4);
        int x = (int)(blank % 4) + dx[way], y = (int)(blank / 4) + dy[way];
        if (x >= 0 && x < 4 && y >= 0 && y < 4) {
            uint32_t next = (uint32_t)(y * 4 + x);
            tiles[blank] = tiles[next];
            tiles[next] = 0;
            blank = next;
            moves--;
        }
    }
}

static bool prepare_puzzle(job_world *s, const bench_job *job) {
    wend_puzzle_def def = {0};
    wend_agent_def agent = agent_def(job);
    uint8_t tiles[PUZZLE];
    for (uint8_t i = 0; i < PUZZLE; i++) {
        tiles[i] = i;
    }
    if (wend_puzzle_create(&def, &s->domain, NULL) ||
        wend_puzzle_pack(s->domain, tiles, &agent.goal_packed)) {
        return false;
    }
    shuffle(tiles, job->count, 1);
    agent.domain = s->domain;
    return wend_puzzle_pack(s->domain, tiles, &agent.start_packed) == WEND_OK &&
           add_agent(s, &agent);
}

/* Crossings in rows, slightly displaced, and roads between neighbours. */
typedef struct road_net {
    uint32_t first[ROAD_SIDE * ROAD_SIDE + 1];
    uint32_t target[ROAD_SIDE * ROAD_SIDE * ROAD_DEGREE];
    uint32_t cost[ROAD_SIDE * ROAD_SIDE * ROAD_DEGREE];
    int32_t x[ROAD_SIDE * ROAD_SIDE];
    int32_t y[ROAD_SIDE * ROAD_SIDE];
    uint32_t edges;
} road_net;

/* Never less than the straight distance, and without a square root: the same on every machine. */
static uint32_t road_length(const road_net *net, uint32_t from, uint32_t to) {
    uint32_t dx = (uint32_t)abs(net->x[from] - net->x[to]);
    uint32_t dy = (uint32_t)abs(net->y[from] - net->y[to]);
    return 1 + (dx > dy ? dx + dy / 2 : dy + dx / 2);
}

/* Every tenth row and column is a main road; one in eight of the other roads is missing. */
static void add_road(road_net *net, uint32_t from, uint32_t to, bool main_road) {
    uint64_t random = (uint64_t)(from < to ? from : to) << 32 | (from < to ? to : from);
    if (main_road || random_below(&random, 8) > 0) {
        net->target[net->edges] = to;
        net->cost[net->edges++] = road_length(net, from, to) * (main_road ? 1 : 2);
    }
}

static void make_roads(road_net *net) {
    uint64_t random = 1;
    for (uint32_t i = 0; i < ROAD_SIDE * ROAD_SIDE; i++) {
        net->x[i] = (int32_t)(i % ROAD_SIDE * 1000 + random_below(&random, 700));
        net->y[i] = (int32_t)(i / ROAD_SIDE * 1000 + random_below(&random, 700));
    }
    for (uint32_t i = 0; i < ROAD_SIDE * ROAD_SIDE; i++) {
        uint32_t column = i % ROAD_SIDE, row = i / ROAD_SIDE;
        net->first[i] = net->edges;
        if (column > 0) {
            add_road(net, i, i - 1, row % 10 == 0);
        }
        if (column + 1 < ROAD_SIDE) {
            add_road(net, i, i + 1, row % 10 == 0);
        }
        if (row > 0) {
            add_road(net, i, i - ROAD_SIDE, column % 10 == 0);
        }
        if (row + 1 < ROAD_SIDE) {
            add_road(net, i, i + ROAD_SIDE, column % 10 == 0);
        }
    }
    net->first[ROAD_SIDE * ROAD_SIDE] = net->edges;
}

static bool prepare_road(job_world *s, const bench_job *job) {
    road_net *net = calloc(1, sizeof *net);
    if (!net) {
        return false;
    }
    make_roads(net);
    wend_graph_def def = {.node_count = ROAD_SIDE * ROAD_SIDE,
                          .edge_count = net->edges,
                          .first = net->first,
                          .target = net->target,
                          .cost = net->cost,
                          .x = net->x,
                          .y = net->y};
    bool done = wend_graph_create(&def, &s->domain, NULL) == WEND_OK;
    free(net);
    wend_agent_def agent = agent_def(job);
    agent.domain = s->domain;
    for (uint32_t i = 0; i < job->agents; i++) {
        agent.start = i % 2 ? def.node_count - 1 : 0;
        agent.goal = def.node_count - 1 - agent.start;
        done = done && add_agent(s, &agent);
    }
    return done;
}

/* ---- The counted part ------------------------------------------------------------------------ */

static wend_tick next_tick(wend_agent *agent, uint32_t budget) {
    wend_tick tick = {.status = WEND_AGENT_OUT_OF_MEMORY};
    uint64_t work = (uint64_t)budget * WEND_WORK_EXPANSION;
    if (wend_agent_reserve(agent, work) == WEND_OK) {
        wend_agent_tick(agent, (wend_budget){.work = work}, &tick);
    }
    return tick;
}

/* Until the route is known. */
static bool run_find(job_world *s, const bench_job *job) {
    bool found = true;
    for (uint32_t i = 0; i < s->agent_count; i++) {
        wend_tick tick;
        do {
            tick = next_tick(s->agents[i], job->budget);
        } while (wend_agent_is_active(tick.status) && !(tick.flags & WEND_TICK_FOUND));
        found = found && tick.flags & WEND_TICK_FOUND;
    }
    return found;
}

/* Until all agents have arrived. */
static bool run_arrive(job_world *s, const bench_job *job) {
    bool arrived = true;
    for (uint32_t i = 0; i < s->agent_count; i++) {
        wend_tick tick;
        do {
            tick = next_tick(s->agents[i], job->budget);
        } while (wend_agent_is_active(tick.status));
        arrived = arrived && tick.status == WEND_AGENT_ARRIVED;
    }
    return arrived;
}

/* A number of ticks on a known route, without arriving. */
static bool run_walk(job_world *s, const bench_job *job) {
    uint32_t moves = 0;
    for (uint32_t i = 0; i < job->count; i++) {
        moves += next_tick(s->agents[0], job->budget).status == WEND_AGENT_MOVING;
    }
    return moves == job->count;
}

/* Observes the cells in sight before every tick. */
static bool run_explore(job_world *s, const bench_job *job) {
    wend_agent *agent = s->agents[0];
    wend_tick tick;
    do {
        wend_state at = wend_agent_state(agent);
        wend_belief_sense(s->belief, wend_map_x(s->map, at), wend_map_y(s->map, at));
        tick = next_tick(agent, job->budget);
    } while (wend_agent_is_active(tick.status));
    return tick.status == WEND_AGENT_ARRIVED;
}

/* Blocks or frees a random cell. */
static void edit_map(job_world *s, uint64_t *random) {
    uint32_t x = random_below(random, s->side), y = random_below(random, s->side);
    wend_map_set_cell(s->map, x, y, wend_map_is_free(s->map, x, y) ? '@' : '.');
}

static bool run_edits(job_world *s, const bench_job *job) {
    uint64_t random = 1;
    for (uint32_t i = 0; i < job->count; i++) {
        edit_map(s, &random);
    }
    return wend_map_version(s->map) == job->count;
}

/* An agent on a map with one edit per tick. */
static bool run_changing(job_world *s, const bench_job *job) {
    uint64_t random = 1;
    wend_tick tick;
    do {
        edit_map(s, &random);
        tick = next_tick(s->agents[0], job->budget);
    } while (wend_agent_is_active(tick.status));
    return tick.status == WEND_AGENT_ARRIVED;
}

static bool run_create(job_world *s, const bench_job *job) {
    bool done = true;
    for (uint32_t i = 0; i < job->count; i++) {
        wend_map_destroy(s->map);
        s->map = NULL;
        done = done && make_map(s, job->side, WEND_CORNERS_NEVER, NULL);
    }
    return done;
}

/* ---- The jobs -------------------------------------------------------------------------------- */

/* The budget of a tick of an unsliced query. */
#define WHOLE 4096

static const bench_job jobs[] = {
    /* name, prepare, run, algo, side, agents, budget, count, weight */
    {"astar-caves", prepare_caves, run_find, "astar", 512, 4, WHOLE, 0, 0},
    {"astar-corners", prepare_corners, run_find, "astar", 512, 2, WHOLE, 0, 0},
    {"astar-factors", prepare_factors, run_find, "astar", 512, 1, WHOLE, 0, 0},
    {"astar-puzzle", prepare_puzzle, run_find, "astar", 4, 1, WHOLE, 340, 0},
    {"astar-road", prepare_road, run_find, "astar", ROAD_SIDE, 2, WHOLE, 0, 0},
    {"tba-slices", prepare_caves, run_arrive, "tba", 512, 4, 100, 0, 0},
    {"tba-walk", prepare_walk, run_walk, "tba", 384, 1, 100, 50000, 0},
    {"tbwa-slices", prepare_caves, run_arrive, "tbwa", 512, 4, 100, 0, 2000},
    {"tbrwa-track", prepare_track, run_arrive, "tbrwa", 384, 1, 100, 0, 1500},
    {"jps-rooms", prepare_rooms, run_find, "jps", 1024, 4, WHOLE, 0, 0},
    {"tbjps-slices", prepare_rooms, run_arrive, "tbjps", 1024, 4, 10, 0, 0},
    {"tbjps-walk", prepare_walk, run_walk, "tbjps", 384, 1, 100, 50000, 0},
    {"tbjps-edits", prepare_caves, run_changing, "tbjps", 1024, 1, 10, 0, 0},
    {"lss-lrta-learning", prepare_caves, run_arrive, "lss-lrta", 512, 1, 100, 0, 0},
    {"dstar-lite-unknown", prepare_unknown, run_explore, "dstar-lite", 320, 1, WHOLE, 0, 0},
    {"astar-unknown", prepare_unknown, run_explore, "repeated-astar", 320, 1, WHOLE, 0, 0},
    {"tbaa-unknown", prepare_unknown, run_explore, "tbaa", 512, 1, 100, 0, 0},
    {"map-edits", prepare_caves, run_edits, NULL, 512, 0, 0, 50000, 0},
    {"map-create", prepare_caves, run_create, NULL, 512, 0, 0, 4, 0},
};
#define JOBS (sizeof jobs / sizeof *jobs)

WN_NOINLINE bool job_run(job_world *s, const bench_job *job) {
    return job->run(s, job);
}

static void clear(job_world *s) {
    for (uint32_t i = 0; i < s->agent_count; i++) {
        wend_agent_destroy(s->agents[i]);
    }
    wend_belief_destroy(s->belief);
    wend_domain_destroy(s->domain);
    wend_map_destroy(s->map);
    free(s->cells);
}

/* Prints what the job did, to show whether more instructions come from more work. */
static void report(const job_world *s, const bench_job *job) {
    wend_agent_info sum = {0};
    for (uint32_t i = 0; i < s->agent_count; i++) {
        wend_agent_info one = wend_agent_stats(s->agents[i]);
        sum.ticks += one.ticks;
        sum.expansions += one.expansions;
        sum.moves += one.moves;
    }
    printf("%s: %llu ticks, %llu expansions, %llu moves\n", job->name,
           (unsigned long long)sum.ticks, (unsigned long long)sum.expansions,
           (unsigned long long)sum.moves);
}

static int perform(const bench_job *job) {
    job_world s = {0};
    bool prepared = job->prepare(&s, job);
    bool done = prepared && job_run(&s, job);
    if (done) {
        report(&s, job);
    } else {
        fprintf(stderr, "bench_jobs: %s: %s\n", job->name,
                prepared ? "gave an unexpected result" : "could not be set up");
    }
    clear(&s);
    return done ? 0 : 1;
}

int main(int count, char **arguments) {
    if (count == 2 && strcmp(arguments[1], "--list") == 0) {
        for (size_t i = 0; i < JOBS; i++) {
            puts(jobs[i].name);
        }
        return 0;
    }
    for (size_t i = 0; count == 2 && i < JOBS; i++) {
        if (strcmp(arguments[1], jobs[i].name) == 0) {
            return perform(&jobs[i]);
        }
    }
    fprintf(stderr, "usage: bench_jobs NAME | --list\n");
    return 2;
}
