#include "lab/plan.h"

#include "common/bytes.h"
#include "common/messages.h"
#include "common/random.h"
#include "lab/preset_memory.h"
#include "run/fleet_outcome.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A set that is being loaded. */
struct loading {
    struct plan *plan;
    const struct problem_set *given;
    struct plan_set *set;
    wend_map_def map_def;
};

/* ---- Inputs ---------------------------------------------------------------------------------- */

/* Adds an input. A file is added once. */
static struct input *add_input(struct plan *plan, const char *file) {
    for (uint32_t i = 0; i < plan->input_count; i++) {
        if (strcmp(plan->inputs[i].file, file) == 0) {
            return NULL;
        }
    }
    if (!grow_array(&plan->inputs, &plan->input_capacity, plan->input_count,
                    sizeof *plan->inputs)) {
        exit(fail_machine("no memory"));
    }
    struct input *input = &plan->inputs[plan->input_count++];
    input->file = preset_copy(plan->memory, file, strlen(file));
    return input;
}

/* Adds a file of the folder --data. */
static int note_file(struct plan *plan, const char *path) {
    struct input *input = add_input(plan, path + plan->data_length + 1);
    return input ? checksum_file(path, input->checksum) : 0;
}

static void note_made(struct plan *plan, const char *file, const void *data, size_t size) {
    struct input *input = add_input(plan, file);
    if (input) {
        checksum_bytes(data, size, input->checksum);
    }
}

static const struct origin *add_origin(struct loading *l, const char *path, const char *file,
                                       const char *map, uint64_t seed) {
    struct origin *origin = &l->set->origins[l->set->origin_count++];
    /* A copy of the path, even for the same file: it identifies the origin of a problem. */
    *origin = (struct origin){preset_copy(l->plan->memory, path, strlen(path)), file, map, seed};
    return origin;
}

static const char *data_path(const struct loading *l, const char *folder, const char *name,
                             const char *ending) {
    return preset_print(l->plan->memory, "%s/%s/%s%s", l->plan->data, folder, name, ending);
}

/* Returns the path relative to --data. */
static const char *below_data(const struct loading *l, const char *path) {
    return path + l->plan->data_length + 1;
}

/* ---- Files ----------------------------------------------------------------------------------- */

/* The map of a scenario has its name, or is searched by name in the folder of the set. */
static int load_scenario(struct loading *l, const char *name) {
    const char *path = data_path(l, "scen", name, ".map.scen");
    const char *folder = data_path(l, "maps", "", "");
    const char *slash = strchr(name, '/');
    folder = preset_print(l->plan->memory, "%s%.*s", folder, (int)(slash - name), name);
    struct problems *p = &l->set->problems;
    uint32_t maps = p->map_count;
    int code = problems_add_root(p, folder);
    if (!code) {
        code = note_file(l->plan, path);
    }
    if (!code) {
        const struct origin *origin = add_origin(l, path, below_data(l, path), name, 0);
        code = problems_add_file(p, origin->path, &l->map_def, &l->given->selection);
    }
    for (uint32_t i = maps; !code && i < p->map_count; i++) {
        code = note_file(l->plan, p->maps[i].path);
    }
    return code;
}

/* Adds the orders of one seed for a fleet on a map. */
static int add_orders(struct loading *l, const struct origin *origin, const wend_map *map) {
    struct fleet_setting orders = {
        .units = l->given->units, .order = l->given->order, .seed = origin->seed};
    double optimal = NAN;
    int code = orders_optimum(map, &orders, &optimal);
    return code ? code : problems_add_orders(&l->set->problems, origin->path, map, optimal);
}

static int load_fleet(struct loading *l, const char *name) {
    const char *path = data_path(l, "maps", name, ".map");
    const wend_map *map = NULL;
    int code = note_file(l->plan, path);
    if (!code) {
        code = problems_get_map(&l->set->problems, path, &l->map_def, &map);
    }
    for (uint32_t i = 0; !code && i < l->given->seeds; i++) {
        code = add_orders(
            l, add_origin(l, path, below_data(l, path), name, l->given->first_seed + i), map);
    }
    return code;
}

static int load_random(struct loading *l, const char *name) {
    const char *path = data_path(l, "maps", name, ".map");
    int code = note_file(l->plan, path);
    for (uint32_t i = 0; !code && i < l->given->seeds; i++) {
        uint64_t seed = l->given->first_seed + i;
        const struct origin *origin = add_origin(l, path, below_data(l, path), name, seed);
        code = problems_add_map(&l->set->problems, origin->path, &l->map_def,
                                l->given->random_problems, seed, l->given->any_problems);
    }
    return code;
}

/* Sets the file of the problems of a scene to its origin. */
static int add_scene_problems(struct loading *l, const struct scene *scene,
                              const struct origin *origin, uint32_t count) {
    struct problems *p = &l->set->problems;
    uint32_t before = p->count;
    int code = problems_add_scene(p, scene, &l->given->selection, count, origin->seed);
    for (uint32_t i = before; i < p->count; i++) {
        p->items[i].file = origin->path;
    }
    return code;
}

/* A name without a folder is a .track file, else a map. */
static int load_track(struct loading *l, const char *name) {
    bool is_map = strchr(name, '/') != NULL;
    const char *path =
        is_map ? data_path(l, "maps", name, ".map") : data_path(l, "tracks", name, ".track");
    scene_options options = {
        .track = (char *)path, .max_speed = l->given->max_speed, .enlarge = l->given->enlarge};
    struct scene *scene = &l->set->scenes[l->set->scene_count++];
    int code = note_file(l->plan, path);
    if (!code) {
        code = scene_load(&options, false, scene);
    }
    for (uint32_t i = 0; !code && i < l->given->seeds; i++) {
        const struct origin *origin =
            add_origin(l, path, below_data(l, path), name, l->given->first_seed + i);
        code = add_scene_problems(l, scene, origin, l->given->random_problems);
    }
    return code;
}

static int load_puzzle_file(struct loading *l, const char *name) {
    const char *path = data_path(l, "puzzle15", name, ".txt");
    scene_options options = {.puzzle = (char *)path};
    struct scene *scene = &l->set->scenes[l->set->scene_count++];
    int code = note_file(l->plan, path);
    if (!code) {
        code = scene_load(&options, false, scene);
    }
    return code
               ? code
               : add_scene_problems(l, scene, add_origin(l, path, below_data(l, path), name, 0), 0);
}

static int load_files(struct loading *l) {
    int code = 0;
    for (uint32_t i = 0; !code && i < l->given->files.count; i++) {
        const char *name = l->given->files.items[i];
        switch (l->given->source) {
        case SOURCE_SCENARIOS:
            code = load_scenario(l, name);
            break;
        case SOURCE_MAPS:
            code = load_random(l, name);
            break;
        case SOURCE_FLEETS:
            code = load_fleet(l, name);
            break;
        case SOURCE_TRACKS:
            code = load_track(l, name);
            break;
        case SOURCE_PUZZLE:
            code = load_puzzle_file(l, name);
            break;
        }
    }
    return code;
}

/* ---- Generated maps and puzzles -------------------------------------------------------------- */

static const char *kind_name(wend_gen_kind kind) {
    static const char *const names[] = {"rooms", "maze", "caves", "random"};
    return names[kind];
}

/* Generates map `i`: its cells (from malloc), name and checksum. */
static int make_cells(struct loading *l, uint32_t i, wend_gen_def *def, char **cells,
                      const char **name) {
    *def = l->given->stand_in.gen;
    def->seed += i;
    size_t size = (size_t)def->width * def->height;
    *cells = malloc(size);
    wend_gen_def given = *def;
    given.density = def->density ? def->density : WEND_GEN_DENSITY_NONE;
    wend_error error = *cells ? wend_gen(&given, *cells) : WEND_ERROR_MEMORY;
    if (error) {
        return fail_machine("%s", wend_error_text(error));
    }
    *name = preset_print(l->plan->memory, "generated/%s-%ux%u-%u-%u-%llu", kind_name(def->kind),
                         def->width, def->height, def->scale, def->density,
                         (unsigned long long)def->seed);
    note_made(l->plan, *name, *cells, size);
    return 0;
}

static int make_map(struct loading *l, uint32_t i) {
    wend_gen_def gen;
    char *cells = NULL;
    const char *name = "";
    wend_map *map = NULL;
    int code = make_cells(l, i, &gen, &cells, &name);
    if (!code) {
        wend_map_def def = l->map_def;
        def.width = gen.width;
        def.height = gen.height;
        def.cells = cells;
        wend_error error = wend_map_create(&def, &map, NULL);
        code = error ? fail_machine("%s: %s", name, wend_error_text(error)) : 0;
    }
    free(cells);
    if (!code) {
        code = problems_keep_map(&l->set->problems, name, map);
    }
    uint64_t seed = l->given->first_seed;
    if (!code && l->given->source != SOURCE_FLEETS) {
        return problems_add_random(&l->set->problems, add_origin(l, name, name, name, seed)->path,
                                   map, l->given->stand_in.problems, seed, l->given->any_problems);
    }
    for (uint32_t s = 0; !code && s < l->given->seeds; s++) {
        code = add_orders(l, add_origin(l, name, name, name, seed + s), map);
    }
    return code;
}

static int make_track(struct loading *l, uint32_t i) {
    wend_gen_def gen;
    char *cells = NULL;
    const char *name = "";
    struct scene *scene = &l->set->scenes[l->set->scene_count++];
    scene->kind = SCENE_RACETRACK;
    int code = make_cells(l, i, &gen, &cells, &name);
    if (!code) {
        wend_racetrack_def def = {.width = gen.width, .height = gen.height};
        def.max_speed = l->given->max_speed ? (uint32_t)atoi(l->given->max_speed) : def.max_speed;
        def.cells = cells;
        wend_error error = wend_racetrack_create(&def, &scene->owned, NULL);
        code = error ? fail_machine("%s: %s", name, wend_error_text(error)) : 0;
    }
    free(cells);
    return code
               ? code
               : add_scene_problems(l, scene, add_origin(l, name, name, name, l->given->first_seed),
                                    l->given->stand_in.problems);
}

/* Moves the blank `count` times, never directly back. */
static void shuffle(uint8_t *tiles, uint32_t shuffles, uint64_t *seed) {
    uint32_t blank = 0, before = 16;
    for (uint32_t i = 0; i < 16; i++) {
        tiles[i] = (uint8_t)i;
    }
    while (shuffles > 0) {
        uint32_t x = blank % 4, y = blank / 4, next;
        switch (random_below(seed, 4)) {
        case 0:
            next = x > 0 ? blank - 1 : blank;
            break;
        case 1:
            next = x < 3 ? blank + 1 : blank;
            break;
        case 2:
            next = y > 0 ? blank - 4 : blank;
            break;
        default:
            next = y < 3 ? blank + 4 : blank;
            break;
        }
        if (next != blank && next != before) {
            tiles[blank] = tiles[next];
            tiles[next] = 0;
            before = blank;
            blank = next;
            shuffles--;
        }
    }
}

/* Computes the optima with A*: no file states them. */
static int make_puzzles(struct loading *l) {
    const struct stand_in *made = &l->given->stand_in;
    struct scene *scene = &l->set->scenes[l->set->scene_count++];
    wend_puzzle_def def = {0};
    scene->kind = SCENE_PUZZLE;
    scene->instance_count = made->problems;
    scene->instances = calloc(made->problems, sizeof *scene->instances);
    if (!scene->instances || wend_puzzle_create(&def, &scene->owned, NULL)) {
        return fail_machine("no memory");
    }
    uint64_t seed = 1;
    for (uint32_t i = 0; i < made->problems; i++) {
        scene->instances[i].number = i + 1;
        shuffle(scene->instances[i].tiles, made->shuffles, &seed);
    }
    const char *name = preset_print(l->plan->memory, "generated/puzzle-%u", made->shuffles);
    note_made(l->plan, name, scene->instances, made->problems * sizeof *scene->instances);
    int code = add_scene_problems(l, scene, add_origin(l, name, name, name, 0), 0);
    for (uint32_t i = 0; i < l->set->problems.count; i++) {
        l->set->problems.items[i].stated = l->set->problems.items[i].optimal = NAN;
    }
    return code;
}

static int make_stand_ins(struct loading *l) {
    int code = l->given->source == SOURCE_PUZZLE ? make_puzzles(l) : 0;
    for (uint32_t i = 0; !code && l->given->source != SOURCE_PUZZLE && i < l->given->stand_in.count;
         i++) {
        code = l->given->source == SOURCE_TRACKS ? make_track(l, i) : make_map(l, i);
    }
    return code;
}

/* ---- Plans ----------------------------------------------------------------------------------- */

static int load_set(struct plan *plan, uint32_t index) {
    const struct problem_set *given = &plan->preset->sets[index];
    struct loading l = {.plan = plan, .given = given, .set = &plan->sets[index]};
    uint32_t files = plan->data ? given->files.count : given->stand_in.count;
    l.set->origins =
        preset_alloc(plan->memory, (size_t)files * given->seeds * sizeof *l.set->origins);
    l.set->scenes = preset_alloc(plan->memory, files * sizeof *l.set->scenes);
    map_options options = given->map;
    int code = read_map_def(&options, &l.map_def);
    if (!code) {
        code = plan->data ? load_files(&l) : make_stand_ins(&l);
    }
    if (!code) {
        code = problems_find_optima(&l.set->problems, &given->selection);
    }
    if (!code && l.set->problems.count == 0) {
        code = fail_usage("%s:%u: '%s' selects no problems%s", plan->preset->path, given->line,
                          given->name, plan->data ? "" : " on generated maps");
    }
    return code;
}

static const struct origin *origin_of(const struct plan_set *set, const struct problem *problem) {
    for (uint32_t i = 0; i < set->origin_count; i++) {
        if (set->origins[i].path == problem->file) {
            return &set->origins[i];
        }
    }
    return NULL;
}

/* Collects the problems of all sets in one list. */
static void list_problems(struct plan *plan) {
    uint32_t total = 0;
    for (uint32_t s = 0; s < plan->preset->set_count; s++) {
        total += plan->sets[s].problems.count;
    }
    plan->problems = preset_alloc(plan->memory, total * sizeof *plan->problems);
    for (uint32_t s = 0; s < plan->preset->set_count; s++) {
        const struct problems *p = &plan->sets[s].problems;
        for (uint32_t i = 0; i < p->count; i++) {
            plan->problems[plan->problem_count++] =
                (struct plan_problem){&p->items[i], origin_of(&plan->sets[s], &p->items[i]), s};
        }
    }
}

int plan_make(const struct preset *preset, bool quick, const char *data, uint32_t shard,
              uint32_t shards, struct plan *out) {
    *out = (struct plan){.preset = preset, .quick = quick, .shard = shard, .shards = shards};
    out->memory = preset_memory_create("the plan", SIZE_MAX);
    if (data) {
        size_t length = strlen(data);
        while (length > 1 && data[length - 1] == '/') {
            length--;
        }
        out->data = preset_copy(out->memory, data, length);
        out->data_length = length;
    }
    out->sets = preset_alloc(out->memory, preset->set_count * sizeof *out->sets);
    int code = 0;
    for (uint32_t s = 0; !code && s < preset->set_count; s++) {
        code = load_set(out, s);
    }
    if (!code) {
        list_problems(out);
    }
    return code;
}

void plan_clear(struct plan *plan) {
    for (uint32_t s = 0; plan->sets && s < plan->preset->set_count; s++) {
        problems_clear(&plan->sets[s].problems);
        for (uint32_t i = 0; i < plan->sets[s].scene_count; i++) {
            scene_clear(&plan->sets[s].scenes[i]);
        }
    }
    free(plan->inputs);
    preset_memory_destroy(plan->memory);
    *plan = (struct plan){0};
}

struct fleet_setting plan_fleet(const struct plan *plan, uint32_t problem, uint32_t configuration) {
    const struct plan_problem *p = &plan->problems[problem];
    struct fleet_setting fleet = plan->preset->configurations[configuration].fleet;
    fleet.units = plan->preset->sets[p->set].units;
    fleet.order = plan->preset->sets[p->set].order;
    fleet.seed = p->origin->seed;
    return fleet;
}

bool plan_has(const struct plan *plan, uint32_t problem, uint32_t configuration) {
    return plan->preset->configurations[configuration].sets >> plan->problems[problem].set & 1;
}

bool plan_is_own(const struct plan *plan, uint32_t problem) {
    return problem % plan->shards == plan->shard;
}

uint64_t plan_rows(const struct plan *plan) {
    uint64_t rows = 0;
    for (uint32_t p = 0; p < plan->problem_count; p++) {
        for (uint32_t c = 0; c < plan->preset->configuration_count; c++) {
            rows += plan_has(plan, p, c);
        }
    }
    return rows;
}
