#include "research/domain/subgoals.h"

#include <string.h>

/* ---- Cells and borders of regions ---------------------------------------------------------- */

static void count_cells(wend_subgoals *s) {
    const wend_map *map = s->abstraction->map;
    memset(s->first_cell, 0, (s->regions + 1) * sizeof *s->first_cell);
    for (wn_id id = 0; id < map->domain.id_limit; id++) {
        uint32_t region = wn_region_of(s->abstraction, s->level, id);
        if (region != WN_NONE) {
            s->first_cell[region]++;
        }
    }
    uint32_t sum = 0;
    for (uint32_t region = 0; region <= s->regions; region++) {
        sum += s->first_cell[region];
        s->first_cell[region] = sum;
    }
}

static void list_cells(wend_subgoals *s) {
    count_cells(s);
    /* Each list is filled from its end, so first_cell ends up pointing at its beginning. */
    for (wn_id id = s->abstraction->map->domain.id_limit; id-- > 0;) {
        uint32_t region = wn_region_of(s->abstraction, s->level, id);
        if (region != WN_NONE) {
            s->cells[--s->first_cell[region]] = id;
        }
    }
    s->first_cell[s->regions] = s->cell_total;
}

static void sort(wn_id *list, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        wn_id moving = list[i];
        uint32_t at = i;
        for (; at > 0 && list[at - 1] > moving; at--) {
            list[at] = list[at - 1];
        }
        list[at] = moving;
    }
}

/* Writes the borders of a region to `out`, or only counts them if it is NULL. `seen` contains, by
 * cell, the number of the last region that listed it, counted from 1. */
static uint32_t list_borders(const wend_subgoals *s, uint32_t region, uint32_t mark, uint32_t *seen,
                             wn_id *out) {
    const wend_map *map = s->abstraction->map;
    uint32_t count = 0;
    for (uint32_t c = s->first_cell[region]; c < s->first_cell[region + 1]; c++) {
        wn_successor next[WN_GRID_DEGREE_MAX];
        wn_move_set moves = map->near->moves;
        uint32_t degree = wn_grid_weighted_successors(map, s->cells[c], next, moves);
        for (uint32_t i = 0; i < degree; i++) {
            wn_id id = next[i].id;
            if (seen[id] != mark && wn_region_of(s->abstraction, s->level, id) != region) {
                seen[id] = mark;
                if (out) {
                    out[count] = id;
                }
                count++;
            }
        }
    }
    if (out) {
        sort(out, count);
    }
    return count;
}

uint32_t wn_subgoals_border(const wend_subgoals *subgoals, uint32_t region, wn_id cell) {
    assert(region < subgoals->regions);
    uint32_t begin = subgoals->first_border[region];
    uint32_t low = begin, high = subgoals->first_border[region + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (subgoals->borders[middle] < cell) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool found = low < subgoals->first_border[region + 1] && subgoals->borders[low] == cell;
    return found ? low - begin : WN_NONE;
}

/* ---- Creating and destroying --------------------------------------------------------------- */

/* A map with one region has no borders, but allocators must not be asked for 0 bytes. */
static size_t border_room(const wend_subgoals *s) {
    return s->border_total ? s->border_total : 1;
}

static bool take_words(wend_subgoals *s, uint32_t **out, size_t count) {
    *out = wn_memory_take(&s->memory, count * sizeof **out);
    return *out != NULL;
}

static bool take_bytes(wend_subgoals *s, uint8_t **out, size_t count) {
    *out = wn_memory_take(&s->memory, count);
    if (*out) {
        memset(*out, 0, count);
    }
    return *out != NULL;
}

/* Finds the borders of all regions. `seen` is as long as the map. */
static bool make_borders(wend_subgoals *s, uint32_t *seen) {
    memset(seen, 0, s->abstraction->map->domain.id_limit * sizeof *seen);
    uint32_t widest = 0;
    for (uint32_t region = 0; region < s->regions; region++) {
        uint32_t count = list_borders(s, region, region + 1, seen, NULL);
        s->first_border[region] = s->border_total;
        s->border_total += count;
        widest = wn_max_u32(widest, count);
    }
    s->first_border[s->regions] = s->border_total;
    s->code_bytes = widest < 0xff ? 1 : 2;
    if (widest >= 0xffff || !take_words(s, &s->borders, border_room(s))) {
        return false;
    }
    memset(seen, 0, s->abstraction->map->domain.id_limit * sizeof *seen);
    for (uint32_t region = 0; region < s->regions; region++) {
        list_borders(s, region, region + 1, seen, s->borders + s->first_border[region]);
    }
    return true;
}

static bool make_table(wend_subgoals *s) {
    uint32_t limit = s->abstraction->map->domain.id_limit;
    uint32_t *seen = NULL;
    if (!take_words(s, &s->first_cell, s->regions + 1) ||
        !take_words(s, &s->cells, s->cell_total) ||
        !take_words(s, &s->first_border, s->regions + 1) || !take_words(s, &seen, limit)) {
        return false;
    }
    list_cells(s);
    bool made = make_borders(s, seen);
    wn_memory_give(&s->memory, seen, limit * sizeof *seen);
    s->code_size = (size_t)s->regions * s->regions * s->code_bytes;
    return made && take_bytes(s, &s->depths, border_room(s)) &&
           take_bytes(s, &s->home_depths, s->regions) && take_bytes(s, &s->done, s->regions) &&
           take_bytes(s, &s->codes, s->code_size);
}

WN_DEFINITION_ENDS(wend_subgoals_def, memory_limit);

/* Also puts defaults in place of zeros. */
static wend_error check_subgoals_def(wend_subgoals_def *def, wend_diagnosis *diagnosis) {
    def->level = def->level ? def->level : 3;
    def->depth_max = def->depth_max ? def->depth_max : 16;
    if (!def->abstraction) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "abstraction",
                                 "abstraction is null");
    }
    if (def->level > WEND_LEVELS_MAX) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "level",
                                 "level is %u, expected 1 to %u", def->level, WEND_LEVELS_MAX);
    }
    if (def->depth_max > WEND_DEPTH_MAX) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "depth_max",
                                 "depth_max is %u, expected 1 to %u", def->depth_max,
                                 WEND_DEPTH_MAX);
    }
    if (!wend_abstraction_is_current(def->abstraction)) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_STALE, "abstraction",
                                 "abstraction was made before the last edit of its map");
    }
    return wn_check_allocator(&def->allocator, diagnosis);
}

/* The regions of the level; 0 and a diagnosis if there are none, or too many. */
static uint32_t count_regions(const wend_subgoals_def *def, uint32_t level,
                              wend_diagnosis *diagnosis) {
    uint32_t regions = wend_abstraction_count(def->abstraction, level);
    if (regions >= 1 && regions <= WEND_SUBGOAL_REGIONS_MAX) {
        return regions;
    }
    wn_diagnose_field(diagnosis, WEND_ERROR_SIZE, "level",
                      "level %u of the abstraction has %u regions, expected 1 to %u", level,
                      regions, WEND_SUBGOAL_REGIONS_MAX);
    return 0;
}

static wend_error no_memory_for_subgoals(const wend_subgoals_def *def, wend_diagnosis *diagnosis) {
    return wn_no_memory(diagnosis, def->memory_limit, "no memory for a table of subgoals");
}

wend_error wend_subgoals_create_sized(const wend_subgoals_def *given, size_t size,
                                      wend_subgoals **out, wend_diagnosis *diagnosis) {
    if (!out) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, NULL, "out is null");
    }
    *out = NULL;
    wend_subgoals_def def;
    wend_error error = wn_definition_copy(given, size, &def, sizeof def, diagnosis);
    if (!error) {
        error = check_subgoals_def(&def, diagnosis);
    }
    if (error) {
        return error;
    }
    uint32_t level = wn_min_u32(def.level, def.abstraction->top);
    uint32_t regions = count_regions(&def, level, diagnosis);
    if (!regions) {
        return WEND_ERROR_SIZE;
    }
    wn_memory memory;
    wn_memory_init(&memory, &def.allocator, def.memory_limit);
    wend_subgoals *s = wn_memory_take(&memory, sizeof *s);
    if (!s) {
        return no_memory_for_subgoals(&def, diagnosis);
    }
    *s = (wend_subgoals){.memory = memory,
                         .abstraction = def.abstraction,
                         .level = level,
                         .depth_max = def.depth_max,
                         .regions = regions,
                         .map_version = def.abstraction->map_version,
                         .cell_total = def.abstraction->map->cells.free_count};
    if (!make_table(s)) {
        wend_subgoals_destroy(s);
        return no_memory_for_subgoals(&def, diagnosis);
    }
    *out = s;
    return WEND_OK;
}

void wend_subgoals_destroy(wend_subgoals *subgoals) {
    if (subgoals) {
        wend_subgoals *s = subgoals;
        wn_memory memory = s->memory;
        wn_memory_give(&memory, s->first_cell, (s->regions + 1) * sizeof *s->first_cell);
        wn_memory_give(&memory, s->cells, s->cell_total * sizeof *s->cells);
        wn_memory_give(&memory, s->first_border, (s->regions + 1) * sizeof *s->first_border);
        wn_memory_give(&memory, s->borders, border_room(s) * sizeof *s->borders);
        wn_memory_give(&memory, s->depths, border_room(s));
        wn_memory_give(&memory, s->home_depths, s->regions);
        wn_memory_give(&memory, s->done, s->regions);
        wn_memory_give(&memory, s->codes, s->code_size);
        wn_memory_give(&memory, s, sizeof *s);
    }
}

/* ---- Access ------------------------------------------------------------------------------ */

uint32_t wend_subgoals_regions(const wend_subgoals *subgoals) {
    return subgoals ? subgoals->regions : 0;
}

bool wend_subgoals_complete(const wend_subgoals *subgoals) {
    return subgoals && memchr(subgoals->done, 0, subgoals->regions) == NULL;
}

bool wend_subgoals_is_current(const wend_subgoals *subgoals) {
    return subgoals && subgoals->map_version == wend_map_version(subgoals->abstraction->map);
}

size_t wend_subgoals_memory(const wend_subgoals *subgoals) {
    return subgoals ? subgoals->memory.used : 0;
}

void wend_subgoals_note_time(wend_subgoals *subgoals, uint64_t nanoseconds) {
    if (subgoals) {
        subgoals->build_ns = nanoseconds;
    }
}

wend_subgoals_info wend_subgoals_stats(const wend_subgoals *subgoals) {
    if (!subgoals) {
        return (wend_subgoals_info){0};
    }
    uint64_t sum = 0;
    for (uint32_t b = 0; b < subgoals->border_total; b++) {
        sum += subgoals->depths[b];
    }
    uint32_t borders = wn_max_u32(subgoals->border_total, 1);
    return (wend_subgoals_info){.level = subgoals->level,
                                .regions = subgoals->regions,
                                .depth_max = subgoals->depth_max,
                                .mean_depth = (double)sum / borders,
                                .bytes = subgoals->memory.used,
                                .build_ns = subgoals->build_ns};
}

wend_error wend_subgoals_find(const wend_subgoals *subgoals, wend_state from, wend_state to,
                              wend_state *subgoal, uint32_t *depth) {
    if (!subgoals || !subgoal || !depth) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wend_subgoals_is_current(subgoals)) {
        return WEND_ERROR_STALE; /* regions may have other numbers */
    }
    const wend_map *map = subgoals->abstraction->map;
    uint32_t here = wend_abstraction_region(subgoals->abstraction, subgoals->level, from);
    uint32_t there = wend_abstraction_region(subgoals->abstraction, subgoals->level, to);
    if (here == WEND_STATE_NONE || there == WEND_STATE_NONE || !subgoals->done[there] ||
        !subgoals->done[here]) {
        return WEND_ERROR_OUTSIDE;
    }
    uint32_t code = wn_subgoals_code(subgoals, here, there);
    if (here == there || code == wn_subgoals_none(subgoals)) {
        *subgoal = to;
        *depth = here == there ? subgoals->home_depths[here] : subgoals->depth_max;
        return WEND_OK;
    }
    uint32_t border = subgoals->first_border[here] + code;
    *subgoal = wn_grid_state_of_id(map, subgoals->borders[border]);
    *depth = subgoals->depths[border];
    return WEND_OK;
}
