/* fleet/fleet.c - fleets as users see them: definition, handles, what is called between frames. */
#include "fleet/fleet.h"

#include <string.h>

/* ---- Definition -------------------------------------------------------------------------------
 */

#define SEARCHES_DEFAULT 4u
#define EVENTS_DEFAULT   (WEND_EVENT_ARRIVED | WEND_EVENT_CUT_OFF | WEND_EVENT_ROUTE)
#define EVENTS_ALL       (EVENTS_DEFAULT | WEND_EVENT_MOVED)

/* Padding at the end would become a field of a later version, and nobody sets padding. */
_Static_assert(offsetof(wend_fleet_def, allocator) + sizeof(wend_allocator) ==
                   sizeof(wend_fleet_def),
               "the definition has no padding at its end");

static wend_error copy_definition(const wend_fleet_def *given, size_t size, wend_fleet_def *out,
                                  wend_diagnosis *diagnosis) {
    if (!given) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, NULL, "def is null");
    }
    *out = (wend_fleet_def){0};
    memcpy(out, given, size < sizeof *out ? size : sizeof *out);
    for (size_t i = sizeof *out; i < size; i++) {
        if (((const char *)given)[i]) {
            return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, NULL,
                                     "byte %u is set, but a definition of this version of the "
                                     "library has %u bytes",
                                     (unsigned)i, (unsigned)sizeof *out);
        }
    }
    return WEND_OK;
}

static wend_error check_range(uint32_t value, uint32_t least, uint32_t most, const char *name,
                              wend_diagnosis *diagnosis) {
    return value >= least && value <= most
               ? WEND_OK
               : wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, name,
                                   "%s is %u, expected %u to %u", name, value, least, most);
}

static wend_error check_domain(const wend_fleet_def *def, wend_diagnosis *diagnosis) {
    if (!def->map && !def->domain) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "map",
                                 "map is missing: a grid is set here, any other domain in domain");
    }
    if (def->map && def->domain) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "domain",
                                 "domain is set, and map, too: expected one of them");
    }
    if (def->domain && def->domain->type == &wn_grid_type) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "domain",
                                 "domain is a grid: expected in map");
    }
    if (def->domain && (!def->domain->id_limit || def->domain->type->goal_cell)) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_UNSUPPORTED, "domain",
                                 "domain is a %s, expected a map or a graph",
                                 wend_domain_kind(def->domain));
    }
    return WEND_OK;
}

/* Fleets run whole searches, whose routes are the best: what acts when it has planned, and neither
 * learns nor repairs. */
static wend_error check_algo(const wend_fleet_def *def, wend_diagnosis *diagnosis) {
    if (!def->algo) {
        return WEND_OK;
    }
    const char *name = def->algo->name;
    bool is_jps = strcmp(name, "jps") == 0;
    if (!is_jps && strcmp(name, "astar") != 0) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_UNSUPPORTED, "algo",
                                 "algo is %s, expected jps, astar or none", name);
    }
    if (is_jps && !wend_map_jumpable(def->map)) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_UNSUPPORTED, "algo",
                                 "jps needs a map with 4 or 8 neighbours and no factors");
    }
    return WEND_OK;
}

static wend_error check_rest(const wend_fleet_def *def, wend_diagnosis *diagnosis) {
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
    if (!def->allocator.allocate != !def->allocator.release) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "allocator",
                                 "allocator has one function, expected both or none");
    }
    return WEND_OK;
}

/* Copies and checks a definition, and fills in defaults. */
static wend_error read_definition(const wend_fleet_def *given, size_t size, wend_fleet_def *out,
                                  wend_diagnosis *diagnosis) {
    wend_error error = copy_definition(given, size, out, diagnosis);
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
    out->event_kinds = out->event_kinds ? out->event_kinds : EVENTS_DEFAULT;
    return error ? error : check_rest(out, diagnosis);
}

/* ---- Making and unmaking ----------------------------------------------------------------------
 */

static bool allocate_parts(wend_fleet *fleet) {
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
            fleet->lent[i].grant = fleet->lent[i].grant_anew = 0;
        }
    }
    bool has_probe =
        fleet->map || wn_search_init(&fleet->probe, fleet->domain, fleet->policy, memory);
    return fleet->units && fleet->links && fleet->events && fleet->lent && has_probe;
}

static void free_parts(wend_fleet *fleet) {
    const wend_fleet_def *def = &fleet->def;
    wn_memory *memory = &fleet->memory;
    wn_fleet_clear_searches(fleet);
    if (fleet->probe.buffer) {
        wn_search_clear(&fleet->probe);
    }
    wn_corner_pool_clear(&fleet->corners, memory);
    wn_memory_give(memory, fleet->lent, def->searches_max * sizeof *fleet->lent);
    wn_memory_give(memory, fleet->events, def->events_max * sizeof *fleet->events);
    wn_memory_give(memory, fleet->links, def->units_max * sizeof *fleet->links);
    wn_memory_give(memory, fleet->units, def->units_max * sizeof *fleet->units);
}

/* Everything that needs no memory. */
static void set_up(wend_fleet *fleet, const wend_fleet_def *def) {
    fleet->def = *def;
    fleet->map = def->map;
    fleet->domain = def->map ? wend_map_domain(def->map) : def->domain;
    fleet->jumps =
        wend_map_jumpable(def->map) && !(def->algo && strcmp(def->algo->name, "astar") == 0);
    fleet->policy = WN_POLICY_PLAIN;
    fleet->policy.prune = def->map && !def->map->cells.believed;
    fleet->policy.map_kernel = fleet->jumps ? wn_jump_kernel : wn_grid_kernel;
    fleet->vacant = WN_NONE;
    fleet->corners.spare = WN_NONE;
    fleet->version = def->map ? def->map->cells.version : 0;
    fleet->hash = UINT64_C(14695981039346656037);
    if (def->map) {
        wn_spot far = wn_place_of(def->map->cells.width, def->map->cells.height);
        fleet->distance_most = wn_fleet_distance(fleet, wn_place_of(1, 1), far);
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
        if (allocate_parts(fleet)) {
            wn_queue_init(&fleet->queue, fleet->links);
            *out = fleet;
            return WEND_OK;
        }
        wend_fleet_destroy(fleet);
    }
    return wn_diagnose_field(diagnosis, WEND_ERROR_MEMORY, "memory_limit",
                             "no memory for a fleet of %u units", full.units_max);
}

void wend_fleet_destroy(wend_fleet *fleet) {
    if (fleet) {
        free_parts(fleet);
        wn_memory memory = fleet->memory;
        wn_memory_give(&memory, fleet, sizeof *fleet);
    }
}

/* ---- Handles ----------------------------------------------------------------------------------
 */

static wend_unit handle_of(const wend_fleet *fleet, uint32_t number) {
    return (uint64_t)fleet->units[number].generation << 32 | number;
}

/* The slot of a unit, WN_NONE if the handle is not one, or not any more. */
static uint32_t number_of(const wend_fleet *fleet, wend_unit handle) {
    uint32_t number = wend_unit_slot(handle);
    bool is_one = fleet && number < fleet->units_high && fleet->units[number].is_there &&
                  fleet->units[number].generation == handle >> 32;
    return is_one ? number : WN_NONE;
}

static wend_error check_state(const wend_fleet *fleet, wend_state state, wend_error blocked) {
    if (state >= fleet->domain->state_count) {
        return WEND_ERROR_OUTSIDE;
    }
    return wn_domain_is_free(fleet->domain, state) ? WEND_OK : blocked;
}

/* ---- For the others ---------------------------------------------------------------------------
 */

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

void wn_fleet_note(wend_fleet *fleet, uint32_t number, uint32_t kind) {
    const wn_unit *unit = &fleet->units[number];
    fleet->hash = mix(fleet->hash, (uint64_t)kind << 60 ^ (uint64_t)number << 32 ^ unit->at);
    if (!(fleet->def.event_kinds & kind)) {
        return;
    }
    if (fleet->frame.event_count == fleet->def.events_max) {
        fleet->frame.flags |= WEND_FRAME_EVENTS_LOST;
        return;
    }
    fleet->events[fleet->frame.event_count++] = (wend_event){
        .unit = handle_of(fleet, number),
        .kind = kind,
        .state = wn_fleet_state_of(fleet, unit->at),
    };
}

/* A distance as the queue has it. */
static uint32_t scaled_distance(wend_fleet *fleet, const wn_unit *unit) {
    wend_cost distance = wn_fleet_distance(fleet, unit->at, unit->goal);
    fleet->distance_most = wn_max_u32(fleet->distance_most, distance);
    return (uint32_t)((uint64_t)distance * (WN_QUEUE_RANGE - 1) /
                      wn_max_u32(fleet->distance_most, 1));
}

void wn_fleet_queue(wend_fleet *fleet, uint32_t number) {
    wn_unit *unit = &fleet->units[number];
    unit->since = fleet->frame_number;
    unit->is_scouted = fleet->def.wait != WEND_WAIT_GREEDY; /* the others have no use for it */
    unit->status = WEND_UNIT_QUEUED;
    wn_queue_enter(&fleet->queue, number,
                   wn_queue_key(&fleet->queue, scaled_distance(fleet, unit), 2u * unit->priority));
}

void wn_fleet_queue_again(wend_fleet *fleet, uint32_t number, uint32_t later) {
    fleet->units[number].status = WEND_UNIT_QUEUED;
    wn_queue_enter(&fleet->queue, number, fleet->links[number].key + later);
}

void wn_fleet_let_go(wend_fleet *fleet, uint32_t number) {
    wn_unit *unit = &fleet->units[number];
    if (unit->status == WEND_UNIT_QUEUED) {
        wn_queue_take_out(&fleet->queue, number);
    }
    wn_fleet_take_back(fleet, number);
    wn_fleet_drop_route(fleet, unit);
    unit->status = WEND_UNIT_IDLE;
}

/* ---- Units ------------------------------------------------------------------------------------
 */

wend_error wend_fleet_add(wend_fleet *fleet, wend_state state, wend_unit *out) {
    if (!fleet || !out) {
        return WEND_ERROR_ARGUMENT;
    }
    *out = WEND_UNIT_NONE;
    wend_error error = check_state(fleet, state, WEND_ERROR_START_BLOCKED);
    if (error) {
        return error;
    }
    uint32_t number = fleet->vacant;
    uint32_t generation = 1;
    if (number != WN_NONE) {
        fleet->vacant = fleet->units[number].at;
        generation = fleet->units[number].generation + 1;
    } else if (fleet->units_high < fleet->def.units_max) {
        number = fleet->units_high++;
    } else {
        return WEND_ERROR_MEMORY;
    }
    fleet->units[number] = (wn_unit){.at = wn_fleet_spot(fleet, state),
                                     .goal = WN_NONE,
                                     .route = WN_NO_CORNERS,
                                     .before = WN_NONE,
                                     .earlier = {WN_NONE, WN_NONE, WN_NONE},
                                     .generation = generation,
                                     .is_there = true,
                                     .search = WN_NONE};
    fleet->count++;
    *out = handle_of(fleet, number);
    return WEND_OK;
}

wend_error wend_fleet_remove(wend_fleet *fleet, wend_unit handle) {
    uint32_t number = number_of(fleet, handle);
    if (number == WN_NONE) {
        return WEND_ERROR_ARGUMENT;
    }
    wn_unit *unit = &fleet->units[number];
    wn_fleet_let_go(fleet, number);
    unit->is_there = false;
    fleet->count--;
    if (unit->generation == UINT32_MAX) {
        return WEND_OK; /* its handles would begin again: the slot is not used any more */
    }
    unit->at = fleet->vacant;
    fleet->vacant = number;
    return WEND_OK;
}

wend_error wend_fleet_send(wend_fleet *fleet, wend_unit handle, wend_state goal,
                           const wend_order *order) {
    uint32_t number = number_of(fleet, handle);
    wend_order what = order ? *order : (wend_order){0};
    if (number == WN_NONE || what.priority > UINT8_MAX) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_error error = check_state(fleet, goal, WEND_ERROR_GOAL_BLOCKED);
    if (error) {
        return error;
    }
    wn_unit *unit = &fleet->units[number];
    wn_spot to = wn_fleet_spot(fleet, goal);
    bool is_same = wn_unit_is_under_way(unit) && unit->goal == to;
    if (is_same && unit->priority == what.priority) {
        return WEND_OK;
    }
    unit->priority = (uint8_t)what.priority;
    if (is_same && unit->status != WEND_UNIT_QUEUED) {
        return WEND_OK;
    }
    wn_fleet_let_go(fleet, number);
    unit->goal = to;
    unit->flags = 0;
    if (unit->at == to) {
        unit->status = WEND_UNIT_ARRIVED;
    } else {
        wn_fleet_queue(fleet, number);
    }
    return WEND_OK;
}

wend_error wend_fleet_cancel(wend_fleet *fleet, wend_unit handle) {
    uint32_t number = number_of(fleet, handle);
    if (number == WN_NONE) {
        return WEND_ERROR_ARGUMENT;
    }
    wn_fleet_let_go(fleet, number);
    fleet->units[number].goal = WN_NONE;
    return WEND_OK;
}

/* ---- Units that the world moves ---------------------------------------------------------------
 */

/* A unit with a route returns to it: to the next corner, or to where it was. */
static bool return_to_route(wend_fleet *fleet, wn_unit *unit, wn_spot from) {
    if (!fleet->map || !wn_unit_has_route(unit)) {
        return false;
    }
    wn_corner_pool *pool = &fleet->corners;
    wn_spot end = unit->line_left > 0 ? from + unit->line_left * unit->line_step
                                      : wn_corners_take(pool, &unit->route);
    wn_spot turn;
    bool sees_end = wn_fleet_sees(fleet, unit->at, end, 4 * WEND_FLEET_DISPLACED, &turn);
    unit->line_left = 0;
    if (end != unit->at && !wn_corners_push(pool, &unit->route, end)) {
        return false;
    }
    wn_box_add(&unit->box, unit->at);
    if (!sees_end) {
        if (!wn_fleet_sees(fleet, unit->at, from, WEND_FLEET_DISPLACED, &turn) ||
            !wn_corners_push(pool, &unit->route, from)) {
            return false;
        }
        end = from;
    }
    wn_box_add(&unit->box, turn);
    return turn == end || wn_corners_push(pool, &unit->route, turn);
}

static bool extend_trail(const wend_fleet *fleet, wn_lent *lent, wn_spot from, wn_spot to) {
    for (wn_spot at = from; at != to;) {
        at += wn_line_of(fleet, at, to).step;
        if (!wn_lent_extend(lent, at)) {
            return false;
        }
    }
    return true;
}

/* A unit whose search is under way keeps a trail. */
static bool return_to_trail(wend_fleet *fleet, const wn_unit *unit, wn_spot from) {
    wn_lent *lent = &fleet->lent[unit->search];
    wn_spot turn;
    if (!fleet->map || !wn_fleet_sees(fleet, unit->at, from, WEND_FLEET_DISPLACED, &turn)) {
        return false;
    }
    /* Backwards, so that the trail leads to where the unit is. */
    return extend_trail(fleet, lent, from, turn) && extend_trail(fleet, lent, turn, unit->at);
}

wend_error wend_fleet_put(wend_fleet *fleet, wend_unit handle, wend_state state) {
    uint32_t number = number_of(fleet, handle);
    if (number == WN_NONE) {
        return WEND_ERROR_ARGUMENT;
    }
    wend_error error = check_state(fleet, state, WEND_ERROR_START_BLOCKED);
    if (error) {
        return error;
    }
    wn_unit *unit = &fleet->units[number];
    wn_spot from = unit->at;
    unit->at = wn_fleet_spot(fleet, state);
    unit->flags &= WN_UNIT_UNCHECKED;
    unit->before = WN_NONE;
    if (unit->at == from) {
        return WEND_OK;
    }
    if (unit->goal == unit->at && unit->status != WEND_UNIT_IDLE) {
        wn_fleet_let_go(fleet, number);
        unit->status = WEND_UNIT_ARRIVED;
        return WEND_OK;
    }
    if (unit->status == WEND_UNIT_FOLLOWING) {
        if (!return_to_route(fleet, unit, from)) {
            wn_fleet_drop_route(fleet, unit);
            wn_fleet_queue(fleet, number);
        }
        return WEND_OK;
    }
    wn_fleet_drop_route(fleet, unit); /* the lead */
    if (unit->status == WEND_UNIT_SEARCHING && !return_to_trail(fleet, unit, from)) {
        wn_fleet_take_back(fleet, number);
        wn_fleet_queue_again(fleet, number, 0);
    } else if (unit->status == WEND_UNIT_ARRIVED || unit->status == WEND_UNIT_CUT_OFF) {
        wn_fleet_queue(fleet, number);
    }
    return WEND_OK;
}

/* The move is as if it had not been made. A route or a search that began after it begins with it.
 */
static void take_back_move(wend_fleet *fleet, uint32_t number) {
    wn_unit *unit = &fleet->units[number];
    wn_spot at = unit->at;
    unit->at = unit->before;
    unit->before = unit->earlier[0];
    for (uint32_t i = 0; i + 1 < WN_UNIT_MEMORY; i++) {
        unit->earlier[i] = unit->earlier[i + 1];
    }
    unit->earlier[WN_UNIT_MEMORY - 1] = WN_NONE;
    if ((unit->flags & WN_UNIT_BY_LINE) || wn_unit_has_route(unit)) {
        unit->line_step = at - unit->at;
        unit->line_left++;
        wn_box_add(&unit->box, unit->at);
    }
    if (unit->status == WEND_UNIT_SEARCHING &&
        !wn_lent_extend(&fleet->lent[unit->search], unit->at)) {
        wn_fleet_take_back(fleet, number);
        wn_fleet_queue_again(fleet, number, 0);
    }
    if (unit->status == WEND_UNIT_ARRIVED && (unit->flags & WN_UNIT_BY_LINE)) {
        unit->status = WEND_UNIT_FOLLOWING;
    } else if (unit->status == WEND_UNIT_ARRIVED) {
        wn_fleet_queue(fleet, number);
    }
}

wend_error wend_fleet_refuse(wend_fleet *fleet, wend_unit handle) {
    uint32_t number = number_of(fleet, handle);
    if (number == WN_NONE) {
        return WEND_ERROR_ARGUMENT;
    }
    wn_unit *unit = &fleet->units[number];
    if (unit->flags & WN_UNIT_MOVED) {
        take_back_move(fleet, number);
        unit->flags &= WN_UNIT_UNCHECKED;
    }
    return WEND_OK;
}

/* ---- Reading ----------------------------------------------------------------------------------
 */

wend_unit_status wend_fleet_status(const wend_fleet *fleet, wend_unit handle) {
    uint32_t number = number_of(fleet, handle);
    return number == WN_NONE ? WEND_UNIT_IDLE : (wend_unit_status)fleet->units[number].status;
}

wend_state wend_fleet_state(const wend_fleet *fleet, wend_unit handle) {
    uint32_t number = number_of(fleet, handle);
    return number == WN_NONE ? WEND_STATE_NONE : wn_fleet_state_of(fleet, fleet->units[number].at);
}

wend_state wend_fleet_goal(const wend_fleet *fleet, wend_unit handle) {
    uint32_t number = number_of(fleet, handle);
    bool has_goal = number != WN_NONE && fleet->units[number].goal != WN_NONE;
    return has_goal ? wn_fleet_state_of(fleet, fleet->units[number].goal) : WEND_STATE_NONE;
}

wend_state wend_fleet_next(wend_fleet *fleet, wend_unit handle) {
    uint32_t number = number_of(fleet, handle);
    if (number == WN_NONE) {
        return WEND_STATE_NONE;
    }
    const wn_unit *unit = &fleet->units[number];
    bool by_line;
    wn_spot next = wn_unit_is_under_way(unit) ? wn_fleet_next_step(fleet, unit, &by_line) : WN_NONE;
    return wn_fleet_state_of(fleet, next == WN_NONE ? unit->at : next);
}

uint32_t wend_fleet_route(const wend_fleet *fleet, wend_unit handle, wend_state *states,
                          uint32_t capacity, bool *complete) {
    uint32_t number = number_of(fleet, handle), count = 0;
    wn_spot last = WN_NONE;
    if (number != WN_NONE && (states || !capacity)) {
        const wn_unit *unit = &fleet->units[number];
        last = unit->at;
        if (unit->line_left > 0 && count < capacity) {
            last = unit->at + unit->line_left * unit->line_step;
            states[count++] = wn_fleet_state_of(fleet, last);
        }
        for (wn_corners rest = unit->route; !wn_corners_are_none(&rest) && count < capacity;
             rest = wn_corners_behind(&fleet->corners, rest)) {
            last = wn_corners_first(&fleet->corners, &rest);
            states[count++] = wn_fleet_state_of(fleet, last);
        }
    }
    if (complete) {
        *complete = last != WN_NONE && last == fleet->units[number].goal;
    }
    return count;
}

wend_unit wend_fleet_at(const wend_fleet *fleet, uint32_t slot) {
    bool is_there = fleet && slot < fleet->units_high && fleet->units[slot].is_there;
    return is_there ? handle_of(fleet, slot) : WEND_UNIT_NONE;
}

/* ---- Between frames ---------------------------------------------------------------------------
 */

wend_error wend_fleet_prepare(wend_fleet *fleet, uint32_t budget) {
    if (!fleet) {
        return WEND_ERROR_ARGUMENT;
    }
    if (budget < 1 || budget > WEND_FLEET_BUDGET_MAX) {
        return WEND_ERROR_BUDGET;
    }
    fleet->is_short = !wn_fleet_reserve(fleet, budget);
    fleet->is_prepared = true;
    return fleet->is_short ? WEND_ERROR_MEMORY : WEND_OK;
}

wend_fleet_info wend_fleet_describe(const wend_fleet *fleet) {
    if (!fleet) {
        return (wend_fleet_info){0};
    }
    const wend_fleet_def *def = &fleet->def;
    wend_fleet_info info = fleet->info;
    info.units = fleet->count;
    info.bytes_routes = fleet->corners.capacity * sizeof *fleet->corners.blocks;
    info.bytes_units = sizeof *fleet + def->events_max * sizeof *fleet->events +
                       def->units_max * (sizeof *fleet->units + sizeof *fleet->links);
    info.bytes_allocated = fleet->memory.used;
    info.bytes_searches = info.bytes_allocated - info.bytes_units - info.bytes_routes;
    return info;
}
