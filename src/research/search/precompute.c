/* research/search/precompute.c - computes the table of subgoals (D LRTA*, Bulitko et al. 2008).
 *
 * One search over the whole map from the center of the target region yields the cheapest routes
 * from the centers of all other regions: follow the parents. */
#include "research/domain/subgoals.h"
#include "research/search/breadth.h"
#include "search/instances.h"

typedef struct precompute_scratch {
    wend_subgoals *table;
    wn_memory memory;  /* its own, because several threads may run */
    wn_search flood;   /* from a target over the whole map */
    wn_search local;   /* between two nearby cells */
    wn_search learner; /* LRTA* from one to the other */
    wn_breadth ahead;
    bool has_flood, has_local, has_learner;
} precompute_scratch;

static const wn_deadline never = {0};

/* ---- Scratch memory -------------------------------------------------------------------------- */

static bool make_search(precompute_scratch *o, wn_search *search, bool *made, uint32_t h_factor,
                        bool learn) {
    const wend_domain *domain = &o->table->abstraction->map->domain;
    wn_policy policy = {.g_factor = WN_FACTOR_ONE,
                        .h_factor = h_factor,
                        .learn = learn,
                        .prune = true,
                        .map_kernel = h_factor ? wn_grid_kernel : wn_flood_kernel};
    *made = wn_search_init(search, domain, &policy, &o->memory);
    return *made;
}

static void clear_scratch(precompute_scratch *o) {
    wn_breadth_clear(&o->ahead, &o->memory);
    if (o->has_flood) {
        wn_search_clear(&o->flood);
    }
    if (o->has_local) {
        wn_search_clear(&o->local);
    }
    if (o->has_learner) {
        wn_search_clear(&o->learner);
    }
}

static bool make_scratch(precompute_scratch *o, wend_subgoals *table) {
    *o = (precompute_scratch){.table = table};
    wn_memory_init(&o->memory, &table->memory.allocator, 0);
    wn_breadth_init(&o->ahead, WN_MINI_MIN, table->depth_max, WN_FACTOR_ONE);
    /* These searches see each cell once; LRTA* sees the same cells repeatedly. */
    uint32_t all = table->abstraction->map->domain.id_limit;
    bool opened = make_search(o, &o->flood, &o->has_flood, 0, false) &&
                  make_search(o, &o->local, &o->has_local, WN_FACTOR_ONE, false) &&
                  make_search(o, &o->learner, &o->has_learner, WN_FACTOR_ONE, true) &&
                  wn_search_reserve(&o->flood, all, 1) && wn_search_reserve(&o->local, all, 1) &&
                  wn_breadth_reserve(&o->ahead, &o->learner, all);
    if (!opened) {
        clear_scratch(o);
    }
    return opened;
}

/* ---- Routes to one target ------------------------------------------------------------------ */

static wn_id center_of(const wend_subgoals *s, uint32_t region) {
    return wn_grid_id_of_state(s->abstraction->map,
                               s->abstraction->levels[s->level].center[region]);
}

/* The first cell outside the region on the route from its center to the target. */
static wn_id way_out(const precompute_scratch *o, uint32_t region) {
    const wend_subgoals *s = o->table;
    wn_id id = center_of(s, region);
    while (wn_region_of(s->abstraction, s->level, id) == region) {
        id = wn_search_parent(&o->flood, id);
    }
    return id;
}

/* ---- Avoiding cycles ----------------------------------------------------------------------- */

static uint32_t next_region(const wend_subgoals *s, uint32_t region, uint32_t code) {
    return wn_region_of(s->abstraction, s->level, s->borders[s->first_border[region] + code]);
}

/* Whether following the table from `region` leads to the target without passing `avoid`. */
static bool leads_home(const wend_subgoals *s, uint32_t region, uint32_t target, uint32_t avoid) {
    while (region != target) {
        uint32_t code = wn_subgoals_code(s, region, target);
        if (region == avoid || code == wn_subgoals_none(s)) {
            return false;
        }
        region = next_region(s, region, code);
    }
    return true;
}

/* The border with the smallest estimated route whose region leads to the target; "none" if no
 * border does. */
static uint32_t best_border(const precompute_scratch *o, uint32_t region, uint32_t target) {
    const wend_subgoals *s = o->table;
    const wend_map *map = s->abstraction->map;
    wn_id center = center_of(s, region);
    uint64_t least = UINT64_MAX;
    uint32_t best = wn_subgoals_none(s);
    uint32_t count = s->first_border[region + 1] - s->first_border[region];
    for (uint32_t code = 0; code < count; code++) {
        wn_id border = s->borders[s->first_border[region] + code];
        /* The distance only ranks the borders, so the one for 8 neighbours is good enough on any
         * map. */
        uint64_t way = wn_search_g(&o->flood, border) +
                       (uint64_t)wn_grid_h(map, border, wn_grid_x(map, center),
                                           wn_grid_y(map, center), WN_MOVE_SET_8);
        if (way < least && leads_home(s, next_region(s, region, code), target, region)) {
            least = way;
            best = code;
        }
    }
    return best;
}

/* Fills in the pairs without a safe subgoal. A step to a region whose center is nearer to the
 * target is always safe. Other steps could form a cycle, where each of two regions sends the agent
 * through the other one. For the few pairs without a safe step, another border is chosen that leads
 * to the target. */
static void fill_gaps(const precompute_scratch *o, uint32_t target) {
    wend_subgoals *s = o->table;
    bool progress = true;
    while (progress) {
        progress = false;
        for (uint32_t region = 0; region < s->regions; region++) {
            bool reached = wn_nodes_find(&o->flood.nodes, center_of(s, region)) != NULL;
            if (region != target && reached &&
                wn_subgoals_code(s, region, target) == wn_subgoals_none(s)) {
                uint32_t code = best_border(o, region, target);
                wn_subgoals_set(s, region, target, code);
                progress |= code != wn_subgoals_none(s);
            }
        }
    }
}

/* The distance of the center of a region from the target. */
static wend_cost distance_of(const precompute_scratch *o, uint32_t region) {
    return wn_search_g(&o->flood, center_of(o->table, region));
}

/* The border that the route from the center crosses first, if it leads to a region nearer to the
 * target. */
static uint32_t safe_border(const precompute_scratch *o, uint32_t region, uint32_t target) {
    const wend_subgoals *s = o->table;
    bool reached = wn_nodes_find(&o->flood.nodes, center_of(s, region)) != NULL;
    if (region == target || !reached) {
        return wn_subgoals_none(s);
    }
    wn_id border = way_out(o, region);
    uint32_t next = wn_region_of(s->abstraction, s->level, border);
    return distance_of(o, next) < distance_of(o, region) ? wn_subgoals_border(s, region, border)
                                                         : wn_subgoals_none(s);
}

static void fill_row(precompute_scratch *o, uint32_t target) {
    wend_subgoals *s = o->table;
    wn_search *flood = &o->flood;
    uint32_t used = 0;
    wn_search_start(flood, WN_NONE);
    flood->kernel->seed(flood, center_of(s, target), 0);
    wn_search_run(flood, UINT32_MAX, &never, &used);
    for (uint32_t region = 0; region < s->regions; region++) {
        wn_subgoals_set(s, region, target, safe_border(o, region, target));
    }
    fill_gaps(o, target);
}

/* ---- Depths -------------------------------------------------------------------------------- */

static uint64_t cost_between(precompute_scratch *o, wn_id from, wn_id to) {
    wn_search *local = &o->local;
    uint32_t used = 0;
    wn_search_start(local, to);
    local->kernel->seed(local, from, 0);
    wn_search_run(local, UINT32_MAX, &never, &used);
    return wn_search_g(local, to);
}

/* Whether LRTA* with a given depth goes from one cell to another without a detour. */
static bool goes_straight(precompute_scratch *o, wn_id from, wn_id to, uint32_t depth,
                          uint64_t least) {
    wn_breadth *ahead = &o->ahead;
    wn_search *learner = &o->learner;
    ahead->depth = depth;
    wn_breadth_forget(ahead, learner);
    uint64_t cost = 0;
    while (from != to && cost < least) {
        uint32_t used = 0;
        wn_breadth_begin(ahead, learner, from, to);
        wn_breadth_run(ahead, learner, UINT32_MAX, &never, &used);
        wn_breadth_learn(ahead, learner);
        cost += wn_search_move_cost(learner, from, ahead->first);
        from = ahead->first;
    }
    return from == to && cost == least;
}

/* The smallest sufficient depth, at least `depth`. */
static uint32_t find_depth(precompute_scratch *o, wn_id from, wn_id to, uint32_t depth) {
    uint64_t least = cost_between(o, from, to);
    while (depth < o->table->depth_max && !goes_straight(o, from, to, depth, least)) {
        depth++;
    }
    return depth;
}

/* Number of cells, spread over a region, that represent it. */
#define SAMPLES 8u

/* The smallest depth with which LRTA* goes straight to a cell from anywhere in a region: an agent
 * rarely starts at the center. */
static uint8_t find_region_depth(precompute_scratch *o, uint32_t region, wn_id to) {
    const wend_subgoals *s = o->table;
    const wn_id *cells = s->cells + s->first_cell[region];
    uint32_t count = s->first_cell[region + 1] - s->first_cell[region];
    uint32_t samples = wn_min_u32(count, SAMPLES);
    uint32_t depth = find_depth(o, center_of(s, region), to, 1);
    for (uint32_t i = 0; i < samples; i++) {
        depth = find_depth(o, cells[(uint64_t)i * count / samples], to, depth);
    }
    return (uint8_t)depth;
}

static void fill_depths(precompute_scratch *o, uint32_t region) {
    wend_subgoals *s = o->table;
    for (uint32_t b = s->first_border[region]; b < s->first_border[region + 1]; b++) {
        s->depths[b] = find_region_depth(o, region, s->borders[b]);
    }
    s->home_depths[region] = find_region_depth(o, region, center_of(s, region));
}

wend_error wend_subgoals_compute(wend_subgoals *subgoals, uint32_t first, uint32_t count) {
    if (!subgoals || first > subgoals->regions || count > subgoals->regions - first) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wend_subgoals_is_current(subgoals)) {
        return WEND_ERROR_STALE;
    }
    precompute_scratch o;
    if (!make_scratch(&o, subgoals)) {
        return WEND_ERROR_MEMORY;
    }
    for (uint32_t row = first; row < first + count; row++) {
        fill_row(&o, row);
        fill_depths(&o, row);
        subgoals->done[row] = 1;
    }
    clear_scratch(&o);
    return WEND_OK;
}
