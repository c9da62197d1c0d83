#include "run/scene.h"

#include "common/messages.h"
#include "common/random.h"
#include "options/rules.h"

#include <stdlib.h>
#include <string.h>

void scene_table(struct poptOption *table, scene_options *options) {
    const struct poptOption rows[SCENE_TABLE_SIZE] = {
        {"start", 's', POPT_ARG_STRING, &options->start, 0,
         "start: a cell, or the number of a node", "X,Y"},
        {"goal", 'g', POPT_ARG_STRING, &options->goal, 0, "goal: a cell, or the number of a node",
         "X,Y"},
        {"instance", 0, POPT_ARG_STRING, &options->instance, 0,
         "line of the puzzle file, from 1 (default 1)", "N"},
        {"domain", 'd', POPT_ARG_STRING, &options->domain, 0,
         "grid (default), puzzle, racetrack or graph; implied by the file option", "NAME"},
        {"puzzle", 0, POPT_ARG_STRING, &options->puzzle, 0, "file of 15-puzzle instances", "FILE"},
        {"track", 0, POPT_ARG_STRING, &options->track, 0,
         "racetrack: a .track file or a MovingAI map", "FILE"},
        {"max-speed", 0, POPT_ARG_STRING, &options->max_speed, 0,
         "racetrack: maximum speed in each direction (default 3)", "N"},
        {"enlarge", 0, POPT_ARG_STRING, &options->enlarge, 0,
         "racetrack: replace each cell by N x N cells (default 1)", "N"},
        {"graph", 0, POPT_ARG_STRING, &options->graph, 0, "DIMACS graph (.gr)", "FILE"},
        {"coordinates", 0, POPT_ARG_STRING, &options->coordinates, 0,
         "DIMACS coordinates (default: the .co file next to the graph, if it exists)", "FILE"},
        POPT_TABLEEND};
    memcpy(table, rows, sizeof rows);
}

/* Refuses options that have no effect on a scene of this kind. */
static int check_kind(const scene_options *o, scene_kind kind) {
    int files =
        (o->map.map != NULL) + (o->puzzle != NULL) + (o->track != NULL) + (o->graph != NULL);
    bool is_grid = kind == SCENE_GRID, is_track = kind == SCENE_RACETRACK;
    const char *for_tracks = "only used with --track";
    const char *for_others = "not used with --puzzle, whose file defines it";
    const struct rule rules[] = {
        {files > 1, "--map, --puzzle, --track and --graph", false, EXCLUDE_EACH_OTHER},
        {o->map.map, "--map", is_grid, "only used with grids"},
        {o->start, "--start", kind != SCENE_PUZZLE, for_others},
        {o->goal, "--goal", kind != SCENE_PUZZLE, for_others},
        {o->instance, "--instance", kind == SCENE_PUZZLE, "only used with --puzzle"},
        {o->max_speed, "--max-speed", is_track, for_tracks},
        {o->enlarge, "--enlarge", is_track, for_tracks},
        {o->coordinates, "--coordinates", kind == SCENE_GRAPH, "only used with --graph"}};
    int code = CHECK_RULES(rules);
    return code ? code : check_map_options(&o->map, is_grid);
}

int read_scene_kind(const scene_options *options, scene_kind *out) {
    static const char *const names[] = {"grid", "puzzle", "racetrack", "graph"};
    *out = options->puzzle  ? SCENE_PUZZLE
           : options->track ? SCENE_RACETRACK
           : options->graph ? SCENE_GRAPH
                            : SCENE_GRID;
    for (uint32_t i = 0; options->domain && i < 4; i++) {
        if (strcmp(options->domain, names[i]) == 0) {
            if (*out != SCENE_GRID && *out != (scene_kind)i) {
                return fail_usage("--domain: %s does not match the file option", options->domain);
            }
            *out = (scene_kind)i;
            return check_kind(options, *out);
        }
    }
    if (options->domain) {
        const char *nearest = nearest_name(options->domain, names, 4);
        return fail_usage(
            "--domain: unknown value '%s', expected grid, puzzle, racetrack or graph%s%s%s",
            options->domain, nearest ? "; did you mean '" : "", nearest ? nearest : "",
            nearest ? "'?" : "");
    }
    return check_kind(options, *out);
}

/* ---- Loading ------------------------------------------------------------------------------- */

static int load_puzzle(const scene_options *options, struct scene *scene) {
    if (!options->puzzle) {
        return fail_usage("missing --puzzle FILE");
    }
    wend_puzzle_def def = {0};
    if (wend_puzzle_create(&def, &scene->owned, NULL) != WEND_OK) {
        return fail_machine("no memory");
    }
    wend_diagnosis diagnosis = {0};
    wend_error error = wend_puzzle_load(scene->owned, options->puzzle, &scene->instances,
                                        &scene->instance_count, &diagnosis);
    return error ? report(options->puzzle, error, &diagnosis) : 0;
}

static int load_track(const scene_options *options, struct scene *scene) {
    if (!options->track) {
        return fail_usage("missing --track FILE");
    }
    wend_racetrack_def def = {0};
    uint64_t value = 0;
    int code = 0;
    if (options->max_speed) {
        code = read_u64(options->max_speed, "--max-speed", 1, WEND_RACETRACK_SPEED_MAX, &value);
        def.max_speed = (uint32_t)value;
    }
    if (!code && options->enlarge) {
        code = read_u64(options->enlarge, "--enlarge", 1, 16, &value);
        def.enlarge = (uint32_t)value;
    }
    if (code) {
        return code;
    }
    wend_diagnosis diagnosis = {0};
    wend_error error = wend_racetrack_load(&def, options->track, &scene->owned, &diagnosis);
    return error ? report(options->track, error, &diagnosis) : 0;
}

static int load_graph(const scene_options *options, struct scene *scene) {
    if (!options->graph) {
        return fail_usage("missing --graph FILE");
    }
    char beside[4096] = "";
    const char *co = options->coordinates;
    size_t length = strlen(options->graph);
    if (!co && length < sizeof beside && ends_with(options->graph, ".gr")) {
        snprintf(beside, sizeof beside, "%.*s.co", (int)(length - 3), options->graph);
        FILE *found = fopen(beside, "rb");
        if (found) {
            fclose(found);
            co = beside;
        }
    }
    wend_diagnosis diagnosis = {0};
    wend_error error = wend_graph_load(options->graph, co, NULL, &scene->owned, &diagnosis);
    return error ? report(options->graph, error, &diagnosis) : 0;
}

int scene_load(scene_options *options, bool grid_too, struct scene *out) {
    *out = (struct scene){0};
    int code = read_scene_kind(options, &out->kind);
    if (code) {
        return code;
    }
    switch (out->kind) {
    case SCENE_PUZZLE:
        return load_puzzle(options, out);
    case SCENE_RACETRACK:
        return load_track(options, out);
    case SCENE_GRAPH:
        return load_graph(options, out);
    case SCENE_GRID:
        break;
    }
    wend_map_def def;
    if (!grid_too) {
        return 0;
    }
    if (!options->map.map) {
        return fail_usage("missing --map FILE");
    }
    code = read_map_def(&options->map, &def);
    return code ? code : load_map(options->map.map, &def, &out->map);
}

static int make_cave(const wend_map_def *def, wend_map **out) {
    wend_gen_def gen = {.kind = WEND_GEN_CAVES, .width = 512, .height = 512};
    wend_map_def full = *def;
    full.width = gen.width;
    full.height = gen.height;
    char *cells = malloc((size_t)gen.width * gen.height);
    int code = 0;
    full.cells = cells;
    if (!cells || wend_gen(&gen, cells) || wend_map_create(&full, out, NULL)) {
        code = fail_machine("no memory for the built-in map");
    }
    free(cells);
    return code;
}

int scene_load_or_cave(scene_options *options, struct scene *out) {
    *out = (struct scene){0};
    scene_kind kind;
    int code = read_scene_kind(options, &kind);
    if (code || kind != SCENE_GRID || options->map.map) {
        return code ? code : scene_load(options, true, out);
    }
    wend_map_def def;
    code = read_map_def(&options->map, &def);
    return code ? code : make_cave(&def, &out->map);
}

void scene_clear(struct scene *scene) {
    wend_map_destroy(scene->map);
    wend_domain_destroy(scene->owned);
    free(scene->instances);
    *scene = (struct scene){0};
}

/* ---- Problems ------------------------------------------------------------------------------ */

struct task puzzle_task(const struct scene *scene, uint32_t index) {
    uint8_t ordered[WEND_PUZZLE_CELLS_MAX];
    for (uint32_t i = 0; i < WEND_PUZZLE_CELLS_MAX; i++) {
        ordered[i] = (uint8_t)i;
    }
    struct task task = {.domain = scene->owned};
    wend_puzzle_pack(scene->owned, scene->instances[index].tiles, &task.start_packed);
    wend_puzzle_pack(scene->owned, ordered, &task.goal_packed);
    return task;
}

static int read_puzzle_task(const struct scene *scene, const scene_options *options,
                            struct task *out) {
    uint64_t index = 1;
    int code = 0;
    if (options->instance) {
        code = read_u64(options->instance, "--instance", 1, scene->instance_count, &index);
    }
    if (code) {
        return code;
    }
    *out = puzzle_task(scene, (uint32_t)index - 1);
    if (!wend_puzzle_solvable(scene->owned, &out->start_packed, &out->goal_packed)) {
        print_note("--instance: instance %llu is unsolvable, as half of all arrangements are",
                   (unsigned long long)index);
        return EXIT_NO_SOLUTION;
    }
    return 0;
}

/* Reads a cell of a racetrack from the option or from the file. */
static int read_track_cell(const struct scene *scene, const char *text, const char *what,
                           const uint32_t marked[2], bool has_marks, wend_state *out) {
    uint32_t x = marked[0], y = marked[1];
    int end = 0;
    if (text && (sscanf(text, "%u,%u%n", &x, &y, &end) != 2 || text[end] || strchr(text, '-'))) {
        return fail_usage("%s: invalid cell '%s', expected X,Y such as 12,34", what, text);
    }
    if (!text && !has_marks) {
        return fail_usage("missing %s X,Y: the track file marks no start and finish", what);
    }
    if (x >= wend_racetrack_width(scene->owned) || y >= wend_racetrack_height(scene->owned)) {
        return fail_usage("%s: %u,%u is outside the track, expected X below %u and Y below %u",
                          what, x, y, wend_racetrack_width(scene->owned),
                          wend_racetrack_height(scene->owned));
    }
    if (!wend_racetrack_is_free(scene->owned, x, y)) {
        return fail_usage("%s: %u,%u is blocked, expected a free cell", what, x, y);
    }
    *out = wend_racetrack_state(scene->owned, x, y, 0, 0);
    return 0;
}

static int read_node(const struct scene *scene, const char *text, const char *what,
                     wend_state *out) {
    if (!text) {
        return fail_usage("missing %s N, expected the number of a node, from 1", what);
    }
    uint64_t node = 0;
    int code = read_u64(text, what, 1, wend_domain_size(scene->owned), &node);
    *out = (wend_state)(node - 1);
    return code;
}

int scene_task(const struct scene *scene, const scene_options *options, struct task *out) {
    *out = (struct task){.map = scene->map, .domain = scene->owned};
    uint32_t start[2] = {0, 0}, finish[2] = {0, 0};
    int code = 0;
    switch (scene->kind) {
    case SCENE_GRID:
        if (!options->start || !options->goal) {
            return fail_usage("missing --start X,Y or --goal X,Y");
        }
        code = read_cell(options->start, "--start", scene->map, &out->start);
        return code ? code : read_cell(options->goal, "--goal", scene->map, &out->goal);
    case SCENE_PUZZLE:
        return read_puzzle_task(scene, options, out);
    case SCENE_RACETRACK: {
        bool marks = wend_racetrack_ends(scene->owned, start, finish);
        code = read_track_cell(scene, options->start, "--start", start, marks, &out->start);
        return code ? code
                    : read_track_cell(scene, options->goal, "--goal", finish, marks, &out->goal);
    }
    case SCENE_GRAPH:
        break;
    }
    code = read_node(scene, options->start, "--start", &out->start);
    return code ? code : read_node(scene, options->goal, "--goal", &out->goal);
}

/* The free cell nearest to a corner of the map. */
static wend_state nearest_free(const wend_map *map, uint32_t cx, uint32_t cy) {
    wend_state best = WEND_STATE_NONE;
    uint64_t best_distance = UINT64_MAX;
    for (uint32_t y = 0; y < wend_map_height(map); y++) {
        for (uint32_t x = 0; x < wend_map_width(map); x++) {
            uint64_t dx = x > cx ? x - cx : cx - x, dy = y > cy ? y - cy : cy - y;
            if (dx * dx + dy * dy < best_distance && wend_map_is_free(map, x, y)) {
                best = wend_map_state(map, x, y);
                best_distance = dx * dx + dy * dy;
            }
        }
    }
    return best;
}

int scene_task_or_corners(const struct scene *scene, const scene_options *options,
                          struct task *out) {
    if (scene->kind != SCENE_GRID) {
        return scene_task(scene, options, out);
    }
    const wend_map *map = scene->map;
    uint32_t right = wend_map_width(map) - 1, bottom = wend_map_height(map) - 1;
    *out = (struct task){.map = map};
    out->start = nearest_free(map, 0, 0);
    out->goal = nearest_free(map, right, bottom);
    if (out->start == WEND_STATE_NONE) {
        return fail_usage("the map has no free cell");
    }
    int code = 0;
    if (options->start) {
        code = read_cell(options->start, "--start", map, &out->start);
    }
    if (!code && options->goal) {
        code = read_cell(options->goal, "--goal", map, &out->goal);
    }
    return code;
}

static wend_state random_track_start(const wend_domain *track, uint64_t *state, uint32_t *x,
                                     uint32_t *y) {
    do {
        *x = random_below(state, wend_racetrack_width(track));
        *y = random_below(state, wend_racetrack_height(track));
    } while (!wend_racetrack_is_free(track, *x, *y));
    return wend_racetrack_state(track, *x, *y, 0, 0);
}

static uint32_t difference(uint32_t a, uint32_t b) {
    return a > b ? a - b : b - a;
}

int random_tasks(const struct scene *scene, uint64_t seed, uint32_t count, struct task *out) {
    const wend_domain *domain = scene->owned;
    uint32_t tries = 0;
    for (uint32_t i = 0; i < count;) {
        out[i] = (struct task){.domain = domain};
        if (scene->kind == SCENE_GRAPH) {
            out[i].start = random_below(&seed, wend_domain_size(domain));
            out[i].goal = random_below(&seed, wend_domain_size(domain));
            i++;
            continue;
        }
        uint32_t x[2], y[2];
        out[i].start = random_track_start(domain, &seed, &x[0], &y[0]);
        out[i].goal = random_track_start(domain, &seed, &x[1], &y[1]);
        if (difference(x[0], x[1]) + difference(y[0], y[1]) > wend_racetrack_width(domain) / 2) {
            i++;
        } else if (++tries > 100000) {
            return fail_usage("the track is too small: no two cells are half its width apart");
        }
    }
    return 0;
}
