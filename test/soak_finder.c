/* Runs every problem of the benchmark data. The finder's path costs what the route of A* costs and
 * its moves are legal. The smoothed path is not longer, and every line of it is free. Takes half an
 * hour; `make soak` runs it.
 *
 *     soak_finder DATA [SET...]    the folder with maps/SET/NAME.map and scen/SET/NAME.map.scen
 */
#define _POSIX_C_SOURCE 200809L
#include <wend/research.h>
#include <wend/wend.h>

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUDGET 4096u

typedef struct soak {
    const wend_map *map;
    wend_finder *finder;
    wend_agent *astar;
    wend_state *path;
    uint32_t capacity;
    uint64_t problems, blocked, costs_differ, illegal_moves, routes, illegal_lines, longer;
} soak;

/* ---- One problem ----------------------------------------------------------------------------- */

/* The cost of the route of A*, UINT64_MAX without a route. */
static uint64_t cost_of_astar(soak *s, wend_state start, wend_state goal) {
    if (wend_agent_teleport(s->astar, start) || wend_agent_set_goal(s->astar, goal)) {
        return UINT64_MAX;
    }
    uint64_t before = wend_agent_stats(s->astar).cost;
    wend_tick tick;
    do {
        wend_agent_reserve_expansions(s->astar, BUDGET);
        wend_agent_tick_expansions(s->astar, BUDGET, &tick);
    } while (wend_agent_is_active(tick.status));
    return tick.status == WEND_AGENT_ARRIVED ? wend_agent_stats(s->astar).cost - before
                                             : UINT64_MAX;
}

static double length_of(const soak *s, uint32_t count) {
    double length = 0;
    for (uint32_t i = 1; i < count; i++) {
        double dx = (double)wend_map_x(s->map, s->path[i]) - wend_map_x(s->map, s->path[i - 1]);
        double dy = (double)wend_map_y(s->map, s->path[i]) - wend_map_y(s->map, s->path[i - 1]);
        length += sqrt(dx * dx + dy * dy);
    }
    return length;
}

static void smooth(soak *s, uint32_t count) {
    double before = length_of(s, count);
    wend_smoothing smoothing = {0};
    while (!wend_route_smooth(s->map, s->path, &count, &smoothing, (wend_budget){.work = 1000})) {
    }
    s->routes++;
    s->longer += length_of(s, count) > before + 1e-6;
    for (uint32_t i = 1; i < count; i++) {
        s->illegal_lines += !wend_route_sees(s->map, s->path[i - 1], s->path[i]);
    }
}

static bool is_free(const soak *s, wend_state cell) {
    return wend_map_is_free(s->map, wend_map_x(s->map, cell), wend_map_y(s->map, cell));
}

static void check_problem(soak *s, wend_state start, wend_state goal) {
    if (!is_free(s, start) || !is_free(s, goal)) { /* agents refuse these */
        s->blocked++;
        return;
    }
    wend_query query = {.path = s->path, .capacity = s->capacity};
    wend_answer answer;
    if (wend_finder_find(s->finder, start, goal, &query, &answer)) {
        return; /* the number of problems will be wrong */
    }
    bool is_found = answer.status == WEND_FIND_FOUND;
    s->problems++;
    s->costs_differ += cost_of_astar(s, start, goal) != (is_found ? answer.cost : UINT64_MAX);
    for (uint32_t i = 1; i < answer.count; i++) {
        s->illegal_moves += !wend_map_move_cost(s->map, s->path[i - 1], s->path[i]);
    }
    smooth(s, answer.count);
    if (!wend_finder_waypoints(s->finder, s->path, s->capacity, &answer)) {
        smooth(s, answer.count);
    }
}

/* ---- Files ----------------------------------------------------------------------------------- */

static bool soak_scenario(soak *s, const wend_scenario *scenario) {
    wend_agent_def def = {.map = s->map, .algo = wend_algo_astar()};
    def.start =
        wend_map_state(s->map, scenario->problems[0].start_x, scenario->problems[0].start_y);
    def.goal = def.start;
    s->capacity = wend_map_width(s->map) * wend_map_height(s->map);
    s->path = malloc(s->capacity * sizeof *s->path);
    bool is_ready = s->path && !wend_agent_create(&def, &s->astar, NULL) &&
                    !wend_finder_create(&(wend_finder_def){.map = s->map}, &s->finder, NULL);
    for (uint32_t i = 0; is_ready && i < scenario->count; i++) {
        const wend_problem *p = &scenario->problems[i];
        check_problem(s, wend_map_state(s->map, p->start_x, p->start_y),
                      wend_map_state(s->map, p->goal_x, p->goal_y));
    }
    wend_finder_destroy(s->finder);
    wend_agent_destroy(s->astar);
    free(s->path);
    return is_ready;
}

/* Runs one file and adds its problems to `expected`. Returns false if it could not be read. */
static bool soak_file(soak *s, const char *data, const char *set, const char *name,
                      uint64_t *expected) {
    char path[1000];
    wend_map_def def = {0};
    wend_map *map;
    wend_scenario scenario;
    snprintf(path, sizeof path, "%s/scen/%s/%s", data, set, name);
    if (wend_scenario_load(path, &scenario, NULL)) {
        return false;
    }
    snprintf(path, sizeof path, "%s/maps/%s/%.*s", data, set, (int)(strlen(name) - 5), name);
    bool is_read = !wend_map_load(&def, path, &map, NULL);
    if (is_read) {
        s->map = map;
        is_read = scenario.count > 0 && soak_scenario(s, &scenario);
        wend_map_destroy(map);
    }
    *expected += scenario.count;
    wend_scenario_clear(&scenario);
    return is_read;
}

static bool soak_set(soak *s, const char *data, const char *set, uint64_t *expected) {
    char path[1000];
    snprintf(path, sizeof path, "%s/scen/%s", data, set);
    DIR *folder = opendir(path);
    bool is_done = folder != NULL;
    uint64_t before = *expected;
    for (struct dirent *entry; is_done && (entry = readdir(folder));) {
        size_t length = strlen(entry->d_name);
        if (length > 5 && strcmp(entry->d_name + length - 5, ".scen") == 0) {
            is_done = soak_file(s, data, set, entry->d_name, expected);
            if (!is_done) {
                fprintf(stderr, "soak_finder: %s/%s cannot be read\n", path, entry->d_name);
            }
        }
    }
    if (folder) {
        closedir(folder);
    }
    printf("%-12s %6llu problems\n", set, (unsigned long long)(*expected - before));
    fflush(stdout);
    return is_done;
}

int main(int argc, char **argv) {
    static char *all[] = {"bg512", "dao", "mazes", "random", "rooms", "sc1", "wc3maps512"};
    if (argc < 2) {
        fprintf(stderr, "usage: soak_finder DATA [SET...]\n");
        return 2;
    }
    char **sets = argc > 2 ? argv + 2 : all;
    int count = argc > 2 ? argc - 2 : (int)(sizeof all / sizeof *all);
    soak s = {0};
    uint64_t expected = 0;
    bool is_done = true;
    for (int i = 0; i < count && is_done; i++) {
        is_done = soak_set(&s, argv[1], sets[i], &expected);
    }
    printf("%llu problems (%llu more begin or end on blocked cells):\n"
           "%llu costs differ from those of A*, %llu illegal moves\n"
           "%llu smoothed routes: %llu illegal lines, %llu longer than before\n",
           (unsigned long long)s.problems, (unsigned long long)s.blocked,
           (unsigned long long)s.costs_differ, (unsigned long long)s.illegal_moves,
           (unsigned long long)s.routes, (unsigned long long)s.illegal_lines,
           (unsigned long long)s.longer);
    bool is_right = s.problems + s.blocked == expected && expected > 0 &&
                    s.costs_differ + s.illegal_moves + s.illegal_lines + s.longer == 0;
    return is_done && is_right ? 0 : 1;
}
