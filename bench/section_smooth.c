/* bench/section_smooth.c - smoothed routes, compared with the original ones and with the any-angle
 * optimum. */
#include "any_angle.h"
#include "bench.h"
#include "bench_sets.h"
#include "bench_table.h"
#include "clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PROBLEMS 100u
#define PATH_MAX 65536u

static const char *const maps[][2] = {{"bg512", "AR0300SR"},
                                      {"sc1", "Enigma"},
                                      {"sc1", "WheelofWar"},
                                      {"dao", "orz103d"},
                                      {"dao", "orz702d"}};
#define MAPS (sizeof maps / sizeof *maps)

/* Sums over the problems of a map; lengths relative to the shortest. */
typedef struct smooth_sums {
    double found, smooth[2], worst; /* by wend_path_form */
    double points;                  /* remaining in a route */
    uint64_t ns[2];                 /* of smoothing */
    uint32_t problems, wrong;       /* a line that is blocked, or shorter than the shortest */
} smooth_sums;

static double length_of(const wend_map *map, const wend_state *states, uint32_t count) {
    double length = 0;
    for (uint32_t i = 1; i < count; i++) {
        double dx = (double)wend_map_x(map, states[i]) - (double)wend_map_x(map, states[i - 1]);
        double dy = (double)wend_map_y(map, states[i]) - (double)wend_map_y(map, states[i - 1]);
        length += sqrt(dx * dx + dy * dy);
    }
    return length;
}

static bool lines_are_free(const wend_map *map, const wend_state *states, uint32_t count) {
    bool are_free = true;
    for (uint32_t i = 1; i < count; i++) {
        are_free = are_free && wend_route_sees(map, states[i - 1], states[i]);
    }
    return are_free;
}

/* Smooths the last route of the finder, in one of its forms. */
static bool add_smoothed(wend_finder *finder, const wend_map *map, wend_path_form form,
                         wend_state *path, double best, smooth_sums *sums) {
    wend_answer answer;
    wend_error error = form == WEND_PATH_WAYPOINTS
                           ? wend_finder_waypoints(finder, path, PATH_MAX, &answer)
                           : wend_finder_path(finder, path, PATH_MAX, &answer);
    if (error) {
        return false;
    }
    uint32_t count = answer.count;
    wend_smoothing smoothing = {0};
    uint64_t begin = bench_work_now();
    wend_route_smooth(map, path, &count, &smoothing, (wend_budget){.work = UINT32_MAX});
    sums->ns[form] += bench_work_now() - begin;
    double ratio = length_of(map, path, count) / best;
    sums->smooth[form] += ratio;
    sums->worst = ratio > sums->worst ? ratio : sums->worst;
    sums->points += form == WEND_PATH_WAYPOINTS ? count : 0;
    sums->wrong += ratio < 1 - 1e-9 || !lines_are_free(map, path, count);
    return true;
}

static bool add_problem(any_angle *graph, wend_finder *finder, const wend_map *map,
                        const bench_problem *p, wend_state *path, smooth_sums *sums) {
    wend_state start = wend_map_state(map, p->start_x, p->start_y);
    wend_state goal = wend_map_state(map, p->goal_x, p->goal_y);
    wend_query query = {.path = path, .capacity = PATH_MAX};
    wend_answer answer;
    if (wend_finder_find(finder, start, goal, &query, &answer)) {
        return false;
    }
    double best = answer.status == WEND_FIND_FOUND ? any_angle_length(graph, start, goal) : 0;
    if (best <= 0) {
        return best == 0; /* no route exists */
    }
    sums->problems++;
    sums->found += length_of(map, path, answer.count) / best;
    return add_smoothed(finder, map, WEND_PATH_CELLS, path, best, sums) &&
           add_smoothed(finder, map, WEND_PATH_WAYPOINTS, path, best, sums);
}

static void add_row(bench_table *table, const bench_set *set, uint32_t corners,
                    const smooth_sums *s, bench_targets *targets) {
    double n = s->problems, mean = s->smooth[WEND_PATH_WAYPOINTS] / n;
    bench_table_row(table);
    bench_table_cell(table, "%s", set->name);
    bench_table_cell(table, "%u", s->problems);
    bench_table_cell(table, "%u", corners);
    bench_table_cell(table, "%.4f", s->found / n);
    bench_table_cell(table, "%.4f", s->smooth[WEND_PATH_CELLS] / n);
    bench_table_cell(table, "%.4f", mean);
    bench_table_cell(table, "%.4f", s->worst);
    bench_table_cell(table, "< 1.02 %s", bench_target(targets, mean < 1.02));
    bench_table_cell(table, "%u %s", s->wrong, bench_target(targets, s->wrong == 0));
    bench_table_cell(table, "%.1f", s->points / n);
    bench_table_cell(table, "%.0f", (double)s->ns[WEND_PATH_CELLS] / 1000 / n);
    bench_table_cell(table, "%.0f", (double)s->ns[WEND_PATH_WAYPOINTS] / 1000 / n);
}

static bool measure(const bench_options *options, const bench_set *set, bench_table *table,
                    bench_targets *targets) {
    any_angle *graph = any_angle_open(set->map);
    wend_state *path = malloc(PATH_MAX * sizeof *path);
    wend_finder *finder = NULL;
    smooth_sums sums = {0};
    bool done =
        graph && path && !wend_finder_create(&(wend_finder_def){.map = set->map}, &finder, NULL);
    for (uint32_t i = 0; i < set->count && done; i++) {
        char text[100];
        snprintf(text, sizeof text, "smooth: %s: %u of %u", set->name, i + 1, set->count);
        bench_progress(options, text);
        done = add_problem(graph, finder, set->map, &set->problems[i], path, &sums);
    }
    bench_progress(options, "");
    if (done && sums.problems > 0) {
        add_row(table, set, any_angle_corners(graph), &sums, targets);
    }
    wend_finder_destroy(finder);
    any_angle_close(graph);
    free(path);
    return done;
}

bool bench_smooth(const bench_options *options, bench_targets *targets) {
    static const char *const names[] = {"map",     "problems", "corners",  "found",
                                        "cells",   "corners",  "worst",    "target",
                                        "illegal", "points",   "cells us", "corners us"};
    static bench_table table;
    memset(&table, 0, sizeof table);
    bench_table_row(&table);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bench_table_cell(&table, "%s", names[i]);
    }
    bool done = true;
    for (size_t m = 0; m < MAPS && done; m++) {
        bench_set set;
        if (!bench_set_load(&set, options->data, maps[m][0], maps[m][1], BENCH_SPREAD, PROBLEMS)) {
            printf("No benchmark maps in %s: skipped.\n", options->data);
            return true;
        }
        done = measure(options, &set, &table, targets);
        bench_set_clear(&set);
    }
    printf("Lengths of routes relative to the any-angle optimum, which may touch obstacles and "
           "turn anywhere (A* over\nthe corners of obstacles): as a finder finds them, and "
           "smoothed, from all cells or from waypoints. Means over\nthe problems of a map. "
           "Illegal: routes with a line that is not free, or shorter than the optimum.\n\n");
    bench_table_print(&table);
    return done;
}
