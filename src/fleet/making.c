/* fleet/making.c - creates and destroys fleets: definitions and memory. */
#include <wend/components.h>

#include "fleet/fleet.h"

#include <string.h>

/* ---- Definition -------------------------------------------------------------------------- */

#define SEARCHES_DEFAULT 4u
#define GROUP_DEFAULT    100u
#define FIELDS_DEFAULT   2u
#define EVENTS_DEFAULT   (WEND_EVENT_ARRIVED | WEND_EVENT_UNREACHABLE | WEND_EVENT_ROUTE)
#define EVENTS_ALL       (EVENTS_DEFAULT | WEND_EVENT_MOVED)

/* A later version may place a field where padding is now, and callers leave padding undefined. */
_Static_assert(offsetof(wend_fleet_def, time_bank) + sizeof(uint64_t) == sizeof(wend_fleet_def),
               "the definition has no padding at its end");

static wend_error check_range(uint32_t value, uint32_t least, uint32_t most, const char *name,
                              wend_diagnosis *diagnosis) {
    return value >= least && value <= most
               ? WEND_OK
               : wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, name,
                                   "%s is %u, expected %u to %u", name, value, least, most);
}

static wend_error check_domain(const wend_fleet_def *def, wend_diagnosis *diagnosis) {
    wend_error error = wn_check_domain(def->map, def->domain, diagnosis);
    if (error) {
        return error;
    }
    if (def->domain && def->domain->type == &wn_grid_type) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "domain",
                                 "domain is a grid; set map instead");
    }
    if (def->domain && (!def->domain->id_limit || def->domain->type->goal_cell)) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_UNSUPPORTED, "domain",
                                 "domain is a %s, expected a map or a graph",
                                 wend_domain_kind(def->domain));
    }
    return WEND_OK;
}

/* Fleets run complete searches with optimal routes, so only algorithms that finish their search
 * before the first move, without learning or repairing, are supported. */
static wend_error check_algo(const wend_fleet_def *def, wend_diagnosis *diagnosis) {
    if (!def->algo) {
        return WEND_OK;
    }
    const char *name = def->algo->name;
    bool is_jps = strcmp(name, "jps") == 0;
    if (!is_jps && strcmp(name, "astar") != 0) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_UNSUPPORTED, "algo",
                                 "algo is %s, expected jps, astar or NULL", name);
    }
    if (is_jps && !wend_map_jumpable(def->map)) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_UNSUPPORTED, "algo",
                                 "jps needs a map with 4 or 8 neighbours");
    }
    return WEND_OK;
}

static wend_error check_rest(const wend_fleet_def *def, wend_diagnosis *diagnosis) {
    if (def->components && wend_components_map(def->components) != def->map) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "components",
                                 "components was made for another map");
    }
    if ((uint32_t)def->wait > WEND_WAIT_STAND) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "wait",
                                 "wait is %u, expected 0 to %u", (uint32_t)def->wait,
                                 (uint32_t)WEND_WAIT_STAND);
    }
    if (def->event_kinds & ~(uint32_t)EVENTS_ALL) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "event_kinds",
                                 "event_kinds is %u, expected a sum of %u and below",
                                 def->event_kinds, (uint32_t)EVENTS_ALL);
    }
    return wn_check_allocator(&def->allocator, diagnosis);
}

/* Copies and checks a definition, and fills in defaults. */
static wend_error read_definition(const wend_fleet_def *given, size_t size, wend_fleet_def *out,
                                  wend_diagnosis *diagnosis) {
    wend_error error = wn_definition_copy(given, size, out, sizeof *out, diagnosis);
    if (!error) {
        error = check_domain(out, diagnosis);
    }
    if (!error) {
        error = check_algo(out, diagnosis);
    }
    if (!error) {
        error = check_range(out->units_max, 1, WEND_FLEET_UNITS_MAX, "units_max", diagnosis);
    }
    if (!error) {
        out->searches_max = out->searches_max ? out->searches_max : SEARCHES_DEFAULT;
        error =
            check_range(out->searches_max, 1, WEND_FLEET_SEARCHES_MAX, "searches_max", diagnosis);
    }
    if (!error) {
        out->events_max = out->events_max ? out->events_max : 2 * out->units_max;
        error = check_range(out->events_max, 1, 4 * WEND_FLEET_UNITS_MAX, "events_max", diagnosis);
    }
    if (!error) {
        out->group_min = out->group_min ? out->group_min : GROUP_DEFAULT;
        out->fields_max = out->fields_max ? out->fields_max : FIELDS_DEFAULT;
        error = check_range(out->fields_max, 1, WEND_FLEET_FIELDS_MAX, "fields_max", diagnosis);
    }
    out->event_kinds = out->event_kinds ? out->event_kinds : EVENTS_DEFAULT;
    return error ? error : check_rest(out, diagnosis);
}

/* ---- Creating and destroying --------------------------------------------------------------- */

static bool allocate_components(wend_fleet *fleet) {
    const wend_fleet_def *def = &fleet->def;
    wn_memory *memory = &fleet->memory;
    fleet->units = wn_memory_take(memory, def->units_max * sizeof *fleet->units);
    fleet->links = wn_memory_take(memory, def->units_max * sizeof *fleet->links);
    fleet->events = wn_memory_take(memory, def->events_max * sizeof *fleet->events);
    fleet->lent = wn_memory_take(memory, def->searches_max * sizeof *fleet->lent);
    if (fleet->lent) {
        for (uint32_t i = 0; i < def->searches_max; i++) {
            fleet->lent[i].is_made = false;
            fleet->lent[i].unit = WN_NONE;
            fleet->lent[i].grant = fleet->lent[i].grant_new = 0;
        }
    }
    fleet->groups = wn_memory_take(memory, def->fields_max * sizeof *fleet->groups);
    for (uint32_t i = 0; fleet->groups && i < def->fields_max; i++) {
        fleet->groups[i] = (wn_group){.goal = WN_NONE, .cut = WN_NONE, .doubted = WN_NONE};
    }
    bool has_probe =
        fleet->map || wn_search_init(&fleet->probe, fleet->domain, &fleet->policy, memory);
    return fleet->units && fleet->links && fleet->events && fleet->lent && fleet->groups &&
           has_probe;
}

static void free_components(wend_fleet *fleet) {
    const wend_fleet_def *def = &fleet->def;
    wn_memory *memory = &fleet->memory;
    wn_fleet_clear_searches(fleet);
    wn_groups_clear(fleet);
    wn_memory_give(memory, fleet->groups, def->fields_max * sizeof *fleet->groups);
    wn_search_clear(&fleet->probe);
    wn_corner_pool_clear(&fleet->corners, memory);
    wn_memory_give(memory, fleet->lent, def->searches_max * sizeof *fleet->lent);
    wn_memory_give(memory, fleet->events, def->events_max * sizeof *fleet->events);
    wn_memory_give(memory, fleet->links, def->units_max * sizeof *fleet->links);
    wn_memory_give(memory, fleet->units, def->units_max * sizeof *fleet->units);
}

/* Sets the members that need no memory of their own. */
static void set_up(wend_fleet *fleet, const wend_fleet_def *def) {
    fleet->def = *def;
    fleet->map = def->map;
    fleet->domain = def->map ? wend_map_domain(def->map) : def->domain;
    fleet->jumps = def->algo ? strcmp(def->algo->name, "jps") == 0 : wn_is_worth_jumping(def->map);
    fleet->policy = WN_POLICY_PLAIN;
    fleet->policy.prune = def->map && !def->map->cells.believed;
    fleet->policy.map_kernel = fleet->jumps ? wn_jump_kernel : wn_grid_kernel;
    fleet->vacant = WN_NONE;
    fleet->corners.spare = WN_NONE;
    fleet->version = def->map ? def->map->cells.version : 0;
    fleet->least_factor = def->map ? def->map->cells.least_factor : 0;
    fleet->components_version = wend_components_version(def->components);
    fleet->hash = UINT64_C(14695981039346656037);
    if (def->map) {
        wn_spot far = wn_place_of(def->map->cells.width, def->map->cells.height);
        fleet->distance_most = wn_fleet_distance(fleet, wn_place_of(1, 1), far);
        wn_fleet_order_steps(fleet);
    }
}

wend_error wend_fleet_create_sized(const wend_fleet_def *def, size_t size, wend_fleet **out,
                                   wend_diagnosis *diagnosis) {
    if (!out) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, NULL, "out is null");
    }
    *out = NULL;
    wend_fleet_def full;
    wend_error error = read_definition(def, size, &full, diagnosis);
    if (error) {
        return error;
    }
    wn_memory memory;
    wn_memory_init(&memory, &full.allocator, full.memory_limit);
    wend_fleet *fleet = wn_memory_take(&memory, sizeof *fleet);
    if (fleet) {
        *fleet = (wend_fleet){.memory = memory};
        set_up(fleet, &full);
        if (allocate_components(fleet) && wn_fleet_reserve_least(fleet)) {
            wn_queue_init(&fleet->queue, fleet->links);
            *out = fleet;
            return WEND_OK;
        }
        wend_fleet_destroy(fleet);
    }
    wn_no_memory(diagnosis, memory.limit, "no memory for a fleet of %u units, a search and a route",
                 full.units_max);
    if (diagnosis) {
        diagnosis->field = "memory_limit";
    }
    return WEND_ERROR_MEMORY;
}

void wend_fleet_destroy(wend_fleet *fleet) {
    if (fleet) {
        free_components(fleet);
        wn_memory memory = fleet->memory;
        wn_memory_give(&memory, fleet, sizeof *fleet);
    }
}
