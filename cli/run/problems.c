#include "run/problems.h"

#include "common/messages.h"
#include "common/progress.h"
#include "common/random.h"
#include "run/agent_run.h"

#include <errno.h>
#include <ftw.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Maps ---------------------------------------------------------------------------------- */

static const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* nftw passes no context to its callback. */
static struct problems *collecting;

static int collect_map(const char *path, const struct stat *status, int kind, struct FTW *where) {
    (void)status;
    (void)where;
    if (kind != FTW_F || !ends_with(path, ".map")) {
        return 0;
    }
    char **roots = realloc(collecting->roots, (collecting->root_count + 1) * sizeof *roots);
    if (!roots) {
        return -1;
    }
    collecting->roots = roots;
    roots[collecting->root_count] = strdup(path);
    return roots[collecting->root_count++] ? 0 : -1;
}

int problems_add_root(struct problems *p, const char *folder) {
    collecting = p;
    if (nftw(folder, collect_map, 16, 0) != 0) {
        return fail_usage("--map-root: %s: cannot be read: %s", folder, strerror(errno));
    }
    if (p->root_count == 0) {
        return fail_usage("--map-root: %s: contains no .map file", folder);
    }
    return 0;
}

/* Finds the map of a scenario: under --map-root, else in the folder of the scenario. */
static int find_map_path(const struct problems *p, const char *scenario, const char *name,
                         char *out, size_t size) {
    for (uint32_t i = 0; i < p->root_count; i++) {
        if (strcmp(file_name(p->roots[i]), name) == 0) {
            snprintf(out, size, "%s", p->roots[i]);
            return 0;
        }
    }
    if (p->root_count > 0) {
        return fail_usage("%s: map %s not found in --map-root", scenario, name);
    }
    int folder = (int)(file_name(scenario) - scenario);
    snprintf(out, size, "%.*s%s", folder, scenario, name);
    return 0;
}

int problems_keep_map(struct problems *p, const char *path, wend_map *map) {
    named_map *maps = realloc(p->maps, (p->map_count + 1) * sizeof *maps);
    if (maps) {
        p->maps = maps;
    }
    char *copy = strdup(path);
    if (!maps || !copy) {
        free(copy);
        wend_map_destroy(map);
        return fail_machine("out of memory");
    }
    p->maps[p->map_count++] = (named_map){.path = copy, .map = map};
    return 0;
}

int problems_get_map(struct problems *p, const char *path, const wend_map_def *def,
                     const wend_map **out) {
    for (uint32_t i = 0; i < p->map_count; i++) {
        if (strcmp(p->maps[i].path, path) == 0) {
            *out = p->maps[i].map;
            return 0;
        }
    }
    wend_map *map = NULL;
    int code = load_map(path, def, &map);
    *out = map;
    return code ? code : problems_keep_map(p, path, map);
}

/* ---- Files --------------------------------------------------------------------------------- */

static int by_length(const void *a, const void *b) {
    const wend_problem *pa = a, *pb = b;
    if (pa->optimal != pb->optimal) {
        return pa->optimal > pb->optimal ? -1 : 1;
    }
    return pa->line > pb->line ? -1 : 1; /* of equal lengths the later one first */
}

static int by_line(const void *a, const void *b) {
    const wend_problem *pa = a, *pb = b;
    return pa->line < pb->line ? -1 : 1;
}

/* Keeps the problems that the options select. */
static void select_problems(wend_scenario *scenario, const struct selection *selection) {
    if (selection->longest && selection->longest < scenario->count) {
        qsort(scenario->problems, scenario->count, sizeof *scenario->problems, by_length);
        scenario->count = (uint32_t)selection->longest;
        qsort(scenario->problems, scenario->count, sizeof *scenario->problems, by_line);
    }
    if (selection->limit && selection->limit < scenario->count) {
        scenario->count = (uint32_t)selection->limit;
    }
}

static int append(struct problems *p, const struct problem *item) {
    if (p->count == p->capacity) {
        uint32_t capacity = p->capacity ? p->capacity * 2 : 1024;
        struct problem *items = realloc(p->items, capacity * sizeof *items);
        if (!items) {
            return fail_machine("out of memory");
        }
        p->items = items;
        p->capacity = capacity;
    }
    p->items[p->count++] = *item;
    return 0;
}

static int add_problem(struct problems *p, const char *file, const wend_problem *given,
                       const wend_map *map, const char *map_path) {
    if (given->width != wend_map_width(map) || given->height != wend_map_height(map)) {
        return fail_usage("%s:%u: problem for a map of %u x %u, but %s has %u x %u", file,
                          given->line, given->width, given->height, map_path, wend_map_width(map),
                          wend_map_height(map));
    }
    struct task task = {.map = map,
                        .start = wend_map_state(map, given->start_x, given->start_y),
                        .goal = wend_map_state(map, given->goal_x, given->goal_y)};
    struct problem item = {.task = task,
                           .file = file,
                           .line = given->line,
                           .blocked = !wend_map_is_free(map, given->start_x, given->start_y) ||
                                      !wend_map_is_free(map, given->goal_x, given->goal_y),
                           .stated = given->optimal,
                           .tolerance = given->tolerance,
                           .optimal = NAN};
    return append(p, &item);
}

int problems_add_file(struct problems *p, const char *path, const wend_map_def *def,
                      const struct selection *selection) {
    wend_diagnosis diagnosis = {0};
    wend_scenario scenario;
    wend_error error = wend_scenario_load(path, &scenario, &diagnosis);
    if (error) {
        return report(path, error, &diagnosis);
    }
    select_problems(&scenario, selection);
    int code = 0;
    for (uint32_t i = 0; !code && i < scenario.count; i++) {
        const wend_problem *given = &scenario.problems[i];
        char map_path[4096];
        const wend_map *map = NULL;
        code =
            find_map_path(p, path, scenario.map_names[given->map_name], map_path, sizeof map_path);
        if (!code && problems_get_map(p, map_path, def, &map) != 0) {
            code = fail_usage("%s:%u: the map of the problem cannot be used", path, given->line);
        }
        if (!code) {
            code = add_problem(p, path, given, map, map_path);
        }
    }
    wend_scenario_clear(&scenario);
    return code;
}

static wend_state random_free(const wend_map *map, uint64_t *seed) {
    for (;;) {
        uint32_t x = random_below(seed, wend_map_width(map));
        uint32_t y = random_below(seed, wend_map_height(map));
        if (wend_map_is_free(map, x, y)) {
            return wend_map_state(map, x, y);
        }
    }
}

/* Maximum number of consecutive pairs without a route. */
#define TRIES_MAX 10000u

int problems_add_random(struct problems *p, const char *path, const wend_map *map, uint64_t count,
                        uint64_t seed, bool any) {
    int code = 0;
    if (wend_map_free_count(map) < 2) {
        code = fail_usage("%s: fewer than two free cells", path);
    }
    uint32_t tries = 0;
    struct progress progress;
    progress_begin(&progress, "random problems", count);
    for (uint32_t i = 0; !code && i < count;) {
        struct task task = {.map = map};
        task.start = random_free(map, &seed);
        task.goal = random_free(map, &seed);
        double optimal = INFINITY;
        if (task.start != task.goal) {
            code = find_optimum(&task, &optimal);
        }
        if (!code && (any ? task.start != task.goal : isfinite(optimal))) {
            struct problem item = {
                .task = task, .file = path, .line = ++i, .stated = NAN, .optimal = optimal};
            code = append(p, &item);
            tries = 0;
            progress_add(&progress, 1);
        } else if (!code && ++tries == TRIES_MAX) {
            code = fail_usage("%s: no route in %u random problems", path, TRIES_MAX);
        }
    }
    progress_end(&progress);
    return code;
}

int problems_add_map(struct problems *p, const char *path, const wend_map_def *def, uint64_t count,
                     uint64_t seed, bool any) {
    const wend_map *map = NULL;
    int code = problems_get_map(p, path, def, &map);
    return code ? code : problems_add_random(p, path, map, count, seed, any);
}

int problems_add_orders(struct problems *p, const char *path, const wend_map *map, double optimal) {
    struct problem item = {
        .task = {.map = map}, .file = path, .line = 1, .stated = NAN, .optimal = optimal};
    return append(p, &item);
}

static int add_instances(struct problems *p, const struct scene *scene,
                         const struct selection *selection) {
    uint64_t count = scene->instance_count;
    count = selection->limit && selection->limit < count ? selection->limit : count;
    int code = 0;
    for (uint32_t i = 0; !code && i < count; i++) {
        double stated = scene->instances[i].optimal;
        struct problem item = {.task = puzzle_task(scene, i),
                               .file = "puzzle",
                               .line = scene->instances[i].number,
                               .stated = stated,
                               .optimal = stated}; /* it may be too hard for A* */
        code = append(p, &item);
    }
    return code;
}

int problems_add_scene(struct problems *p, const struct scene *scene,
                       const struct selection *selection, uint64_t count, uint64_t seed) {
    if (scene->kind == SCENE_PUZZLE) {
        return add_instances(p, scene, selection);
    }
    struct task *tasks = calloc(count, sizeof *tasks);
    if (!tasks) {
        return fail_machine("out of memory");
    }
    int code = random_tasks(scene, seed, (uint32_t)count, tasks);
    for (uint32_t i = 0; !code && i < count; i++) {
        struct problem item = {
            .task = tasks[i], .file = "random", .line = i + 1, .stated = NAN, .optimal = NAN};
        code = append(p, &item);
    }
    free(tasks);
    return code;
}

/* ---- Optima -------------------------------------------------------------------------------- */

/* Keeps `sample` problems of each file, evenly spread. */
static void sample_files(struct problems *p, uint64_t sample) {
    uint32_t kept = 0;
    for (uint32_t first = 0, end; first < p->count; first = end) {
        for (end = first; end < p->count && p->items[end].file == p->items[first].file;) {
            end++;
        }
        uint64_t count = end - first, wanted = sample < count ? sample : count;
        for (uint64_t i = 0; i < wanted; i++) {
            p->items[kept++] = p->items[first + i * count / wanted];
        }
    }
    p->count = kept;
}

int problems_find_optima(struct problems *p, const struct selection *selection) {
    bool by_cost = selection->min_cost > 0 || selection->max_cost < INFINITY;
    if (selection->sample && !by_cost) {
        sample_files(p, selection->sample);
    }
    struct progress progress;
    progress_begin(&progress, "optima", p->count);
    uint32_t kept = 0;
    int code = 0;
    for (uint32_t i = 0; !code && i < p->count; i++) {
        struct problem *item = &p->items[i];
        if (item->blocked) {
            item->optimal = INFINITY;
        } else if (isnan(item->optimal)) {
            code = find_optimum(&item->task, &item->optimal);
        }
        if (!(item->optimal < selection->min_cost || item->optimal > selection->max_cost)) {
            p->items[kept++] = *item;
        }
        progress_add(&progress, 1);
    }
    progress_end(&progress);
    p->count = kept;
    if (selection->sample && by_cost) {
        sample_files(p, selection->sample);
    }
    return code;
}

int problems_prepare(struct problems *p, const struct settings *settings,
                     const agent_options *options) {
    int code = 0;
    for (uint32_t m = 0; !code && m < p->map_count; m++) {
        code = precomputed_make(settings, options, p->maps[m].map, &p->maps[m].precomputed);
        for (uint32_t i = 0; !code && i < p->count; i++) {
            if (p->items[i].task.map == p->maps[m].map) {
                precomputed_lend(&p->maps[m].precomputed, &p->items[i].task);
            }
        }
    }
    return code;
}

void problems_clear(struct problems *p) {
    for (uint32_t i = 0; i < p->map_count; i++) {
        free(p->maps[i].path);
        precomputed_clear(&p->maps[i].precomputed);
        wend_map_destroy(p->maps[i].map);
    }
    for (uint32_t i = 0; i < p->root_count; i++) {
        free(p->roots[i]);
    }
    free(p->roots);
    free(p->maps);
    free(p->items);
    *p = (struct problems){0};
}
