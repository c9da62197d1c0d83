#include "lab/preset_parts.h"

#include "common/messages.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SETS_MAX         64 /* a configuration has one bit per set */
#define COUNT_MAX        1000000u
#define SHUFFLES_DEFAULT 30u

/* ---- Generated maps and puzzles -------------------------------------------------------------- */

static int read_gen(struct tree *map, wend_gen_kind kind, wend_gen_def *out) {
    *out = (wend_gen_def){.kind = kind,
                          .width = 512,
                          .height = 512,
                          .seed = 1,
                          .scale = kind == WEND_GEN_ROOMS   ? 16
                                   : kind == WEND_GEN_CAVES ? 4
                                                            : 1,
                          .density = kind == WEND_GEN_CAVES ? 46 : 25};
    uint64_t width = out->width, height = out->height, scale = out->scale, density = out->density;
    int code = tree_count(map, "width", 1, WEND_MAP_SIDE_MAX, &width);
    if (!code) {
        code = tree_count(map, "height", 1, WEND_MAP_SIDE_MAX, &height);
    }
    if (!code) {
        code = tree_count(map, "scale", 1, 1024, &scale);
    }
    if (!code) {
        code = tree_count(map, "density", 0, 100, &density);
    }
    if (!code) {
        code = tree_count(map, "seed", 1, UINT32_MAX, &out->seed);
    }
    out->width = (uint32_t)width;
    out->height = (uint32_t)height;
    out->scale = (uint32_t)scale;
    out->density = (uint32_t)density;
    return code;
}

static int read_stand_in(struct tree *map, problem_source source, struct stand_in *out) {
    static const char *const kinds[] = {"rooms", "maze", "caves", "random", "puzzle"};
    struct tree *kind = NULL;
    uint32_t choice = 0;
    uint64_t count = 1, problems = 100, shuffles = SHUFFLES_DEFAULT;
    int code = tree_need(map, TREE_MAP);
    if (!code) {
        code = tree_get(map, "kind", TREE_TEXT, &kind);
    }
    if (!code) {
        code = tree_choice(kind, kinds, 5, &choice);
    }
    bool is_puzzle = choice == 4;
    if (!code && is_puzzle != (source == SOURCE_PUZZLE)) {
        code = fail_at(kind, "kind: '%s' cannot be generated for these problems, expected %s",
                       kind->text, is_puzzle ? "rooms, maze, caves or random" : "puzzle");
    }
    if (!code) {
        code = tree_count(map, "problems", 1, COUNT_MAX, &problems);
    }
    if (!code && is_puzzle) {
        code = tree_count(map, "shuffles", 1, 1000, &shuffles);
    }
    if (!code && !is_puzzle) {
        code = tree_count(map, "count", 1, PRESET_LIST_MAX, &count);
    }
    if (!code && !is_puzzle) {
        code = read_gen(map, (wend_gen_kind)choice, &out->gen);
    }
    out->count = (uint32_t)count;
    out->problems = (uint32_t)problems;
    out->shuffles = is_puzzle ? (uint32_t)shuffles : 0;
    return code ? code : tree_check_keys(map);
}

/* ---- Sources of problems --------------------------------------------------------------------- */

static int read_source(struct tree *map, struct problem_set *out) {
    static const char *const keys[] = {[SOURCE_SCENARIOS] = "scenarios",
                                       [SOURCE_MAPS] = "maps",
                                       [SOURCE_FLEETS] = "fleets",
                                       [SOURCE_TRACKS] = "tracks",
                                       [SOURCE_PUZZLE] = "puzzle"};
    struct tree *found = NULL;
    for (uint32_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        struct tree *value = tree_find(map, keys[i]);
        if (value && found) {
            return fail_at(value, "'%s' and '%s' exclude each other", found->key, value->key);
        }
        out->source = value ? (problem_source)i : out->source;
        found = value ? value : found;
    }
    if (!found) {
        return fail_at(map,
                       "one of 'scenarios', 'maps', 'fleets', 'tracks' and 'puzzle' is missing");
    }
    int code = read_texts(found, &out->files);
    if (!code && out->files.count == 0) {
        code = fail_at(found, "'%s' is empty", found->key);
    }
    for (uint32_t i = 0; !code && i < out->files.count; i++) {
        const char *name = out->files.items[i];
        bool has_folder = strchr(name, '/') != NULL;
        if (name[0] == '/' || strstr(name, "..")) {
            code = fail_at(found, "'%s': expected a name in the folder --data", name);
        } else if (!has_folder && source_is_grid(out->source)) {
            code = fail_at(found, "'%s': expected SET/NAME, such as sc1/Enigma", name);
        }
    }
    return code;
}

/* Reads the numbers that `quick` can change. */
static int read_amounts(struct tree *map, struct problem_set *out) {
    struct selection *s = &out->selection;
    uint64_t problems = out->random_problems, seeds = out->seeds;
    bool is_random = out->source == SOURCE_MAPS || out->source == SOURCE_TRACKS;
    int code = 0;
    bool is_fleet = out->source == SOURCE_FLEETS;
    if (is_random) {
        code = tree_count(map, "problems", 1, COUNT_MAX, &problems);
    } else if (!is_fleet) {
        code = tree_count(map, "limit", 1, COUNT_MAX, &s->limit);
    }
    if (!code && (is_random || is_fleet)) {
        code = tree_count(map, "seeds", 1, 1000, &seeds);
    }
    if (!code && out->source == SOURCE_SCENARIOS) {
        code = tree_count(map, "longest", 1, COUNT_MAX, &s->longest);
    }
    if (!code && !is_fleet) {
        code = tree_count(map, "sample", 1, COUNT_MAX, &s->sample);
    }
    if (!code && (s->limit != 0) + (s->longest != 0) + (s->sample != 0) > 1) {
        code = fail_at(map, "'limit', 'sample' and 'longest' exclude each other");
    }
    out->random_problems = (uint32_t)problems;
    out->seeds = (uint32_t)seeds;
    return code;
}

static int read_selection_keys(struct tree *map, struct problem_set *out) {
    out->selection = (struct selection){.max_cost = INFINITY};
    out->random_problems = 100;
    out->first_seed = 1;
    out->seeds = 1;
    int code = read_amounts(map, out);
    bool is_fleet = out->source == SOURCE_FLEETS;
    if (!code && !is_fleet) {
        code = tree_number(map, "min-cost", 0, 1e9, &out->selection.min_cost);
    }
    if (!code && !is_fleet) {
        code = tree_number(map, "max-cost", 0, 1e9, &out->selection.max_cost);
    }
    if (!code && out->source == SOURCE_MAPS) {
        code = tree_bool(map, "unreachable", &out->any_problems);
    }
    if (!code && out->source != SOURCE_SCENARIOS && out->source != SOURCE_PUZZLE) {
        code = tree_count(map, "seed", 0, UINT32_MAX, &out->first_seed);
    }
    return code;
}

/* Applies `quick`. Generated maps and problems are limited like those of files. */
static int read_quick(struct tree *map, bool quick, struct problem_set *out) {
    struct tree *change = tree_find(map, "quick");
    if (!change) {
        return 0;
    }
    struct problem_set changed = *out;
    uint64_t files = 0;
    changed.selection.limit = changed.selection.sample = changed.selection.longest = 0;
    int code = tree_need(change, TREE_MAP);
    if (!code) {
        code = tree_count(change, "files", 1, PRESET_LIST_MAX, &files);
    }
    if (!code) {
        code = read_amounts(change, &changed);
    }
    if (!code) {
        code = tree_check_keys(change);
    }
    if (code || !quick) {
        return code;
    }
    struct stand_in *made = &changed.stand_in;
    if (files) {
        changed.files.count = files < changed.files.count ? (uint32_t)files : changed.files.count;
        made->count = files < made->count ? (uint32_t)files : made->count;
    }
    if (out->source == SOURCE_MAPS || out->source == SOURCE_TRACKS) {
        uint32_t most = changed.random_problems * changed.seeds;
        made->problems = most < made->problems ? most : made->problems;
    }
    *out = changed;
    return 0;
}

/* ---- Sets ------------------------------------------------------------------------------------ */

static int read_track_keys(struct tree *map, struct problem_set *out) {
    const char *max_speed = NULL, *enlarge = NULL;
    uint64_t ignored = 0;
    int code = tree_count(map, "max-speed", 1, WEND_RACETRACK_SPEED_MAX, &ignored);
    if (!code) {
        code = tree_count(map, "enlarge", 1, WEND_RACETRACK_ENLARGE_MAX, &ignored);
    }
    if (!code) {
        code = tree_text(map, "max-speed", &max_speed);
    }
    if (!code) {
        code = tree_text(map, "enlarge", &enlarge);
    }
    out->max_speed = (char *)max_speed;
    out->enlarge = (char *)enlarge;
    return code;
}

/* Reads value `i` of an option of maps. */
static int read_map_key(struct tree *map, const char *key, uint32_t i, char **out) {
    struct tree *value = tree_find(map, key);
    const char *text = NULL;
    int code = value ? tree_item(value, i, &text) : 0;
    *out = (char *)text;
    return code;
}

/* Makes and checks the options of one combination. */
static int read_map_keys(struct tree *map, uint32_t n, uint32_t c, map_options *out) {
    int code = read_map_key(map, "neighbors", n, &out->neighbors);
    if (!code) {
        code = read_map_key(map, "corners", c, &out->corners);
    }
    if (!code) {
        code = read_map_key(map, "passable", 0, &out->passable);
    }
    if (!code) {
        code = read_map_key(map, "factors", 0, &out->factors);
    }
    if (!code) {
        wend_map_def def;
        code = read_map_def(out, &def);
    }
    return code;
}

/* The same for a fleet: number of units and kind of order. */
static int read_fleet_keys(struct tree *map, uint32_t u, uint32_t o, struct problem_set *out) {
    fleet_options options = {0};
    struct fleet_setting setting = {0};
    bool asked = false;
    int code = read_map_key(map, "units", u, &options.units);
    if (!code && !options.units) {
        code = fail_usage("'units' is missing");
    }
    if (!code) {
        code = read_map_key(map, "order", o, &options.order);
    }
    if (!code) {
        code = read_fleet(&options, &(agent_options){0}, &asked, &setting);
    }
    out->units = code ? 0 : setting.units;
    out->order = code ? ORDER_RANDOM : setting.order;
    return code;
}

static int add_set(const struct tree *map, const struct problem_set *set, struct preset *out) {
    for (uint32_t i = 0; i < out->set_count; i++) {
        if (strcmp(out->sets[i].name, set->name) == 0) {
            return fail_at(map, "duplicate name '%s', first used on line %u", set->name,
                           out->sets[i].line);
        }
    }
    if (out->set_count == SETS_MAX) {
        return fail_at(map, "more than %d problem sets", SETS_MAX);
    }
    out->sets[out->set_count++] = *set;
    return 0;
}

static uint32_t values_of(struct tree *map, const char *key) {
    const struct tree *value = tree_find(map, key);
    return value ? tree_length(value) : 1;
}

/* The keys of an entry that may have several values; the last one varies fastest. The first two are
 * only for fleets. */
static const char *const set_keys[] = {"units", "order", "neighbors", "corners"};
#define SET_KEYS   4u
#define FLEET_KEYS 2u

static uint32_t first_key(const struct problem_set *set) {
    return set->source == SOURCE_FLEETS ? 0 : FLEET_KEYS;
}

/* Finds the values of combination `index`, and makes its name from the keys with several values. */
static const char *choose_values(struct tree *map, const struct problem_set *set, uint32_t index,
                                 uint32_t items[SET_KEYS], struct preset_memory *memory) {
    const char *name = set->entry;
    for (uint32_t k = SET_KEYS; k-- > first_key(set);) {
        uint32_t count = values_of(map, set_keys[k]);
        items[k] = index % count;
        index /= count;
    }
    for (uint32_t k = first_key(set); k < SET_KEYS; k++) {
        const char *text = "";
        if (values_of(map, set_keys[k]) > 1 &&
            tree_item(tree_find(map, set_keys[k]), items[k], &text) == 0) {
            name = preset_print(memory, "%s %s=%s", name, set_keys[k], text);
        }
    }
    return name;
}

/* Adds the sets of an entry: one for each combination of neighbourhood, corner rule, number of
 * units and kind of order. */
static int add_sets(struct tree *map, const char *name, struct problem_set *set,
                    struct preset *out) {
    uint32_t count = 1;
    for (uint32_t k = first_key(set); k < SET_KEYS; k++) {
        count *= values_of(map, set_keys[k]);
    }
    int code = 0;
    for (uint32_t i = 0; !code && i < count; i++) {
        uint32_t items[SET_KEYS] = {0};
        set->entry = name;
        set->name = choose_values(map, set, i, items, out->memory);
        set_message_place(map->path, map->line);
        code = read_map_keys(map, items[2], items[3], &set->map);
        if (!code && set->source == SOURCE_FLEETS) {
            code = read_fleet_keys(map, items[0], items[1], set);
        }
        set_message_place(NULL, 0);
        if (!code) {
            code = add_set(map, set, out);
        }
    }
    return code;
}

static int read_set(struct tree *map, bool quick, struct preset *out) {
    struct problem_set set = {.line = map->line};
    struct tree *name = NULL, *made = NULL;
    int code = tree_need(map, TREE_MAP);
    if (!code) {
        code = tree_get(map, "name", TREE_TEXT, &name);
    }
    if (!code) {
        code = read_source(map, &set);
    }
    if (!code) {
        code = read_selection_keys(map, &set);
    }
    if (!code && set.source == SOURCE_TRACKS) {
        code = read_track_keys(map, &set);
    }
    if (!code) {
        code = tree_get(map, "generated", TREE_MAP, &made);
    }
    if (!code) {
        code = read_stand_in(made, set.source, &set.stand_in);
    }
    if (!code) {
        code = read_quick(map, quick, &set);
    }
    if (!code && source_is_grid(set.source)) {
        code = add_sets(map, name->text, &set, out);
    } else if (!code) {
        set.name = set.entry = name->text;
        code = add_set(map, &set, out);
    }
    return code ? code : tree_check_keys(map);
}

int read_problem_sets(struct tree *list, bool quick, struct preset *out) {
    out->sets = preset_alloc(out->memory, SETS_MAX * sizeof *out->sets);
    int code = list->count ? 0 : fail_at(list, "'problems' is empty");
    for (uint32_t i = 0; !code && i < list->count; i++) {
        code = read_set(&list->items[i], quick, out);
    }
    return code;
}
