/* fleet/frame.c - one frame: edits, moves, searches. */
#include <wend/agent.h>
#include <wend/components.h>

#include "fleet/fleet.h"

/* ---- Edits ------------------------------------------------------------------------------- */

/* A summary of the edits since the last frame. */
typedef struct edit_summary {
    wn_extent blocked; /* a box around all cells that were blocked; empty if low_x > high_x */
    uint32_t units;    /* units of work for reading the edits */
} edit_summary;

/* Summarizes the edits by chunk, for when there were more than the map records. */
static edit_summary read_chunks(const wend_fleet *fleet) {
    const wn_cells *cells = &fleet->map->cells;
    edit_summary summary = {.blocked = {UINT16_MAX, UINT16_MAX, 0, 0}, .units = cells->chunk_count};
    for (uint32_t i = 0; i < cells->chunk_count; i++) {
        if (cells->stamps[i].blocked > fleet->version) {
            uint32_t x = i % cells->chunk_columns * WN_CHUNK_SIDE + 1;
            uint32_t y = i / cells->chunk_columns * WN_CHUNK_SIDE + 1;
            wn_extent_add(&summary.blocked, wn_place_of(x, y));
            wn_extent_add(&summary.blocked,
                          wn_place_of(x + WN_CHUNK_SIDE - 1, y + WN_CHUNK_SIDE - 1));
        }
    }
    return summary;
}

static edit_summary read_edits(const wend_fleet *fleet) {
    const wn_cells *cells = &fleet->map->cells;
    if (cells->version - fleet->version > cells->edits_max) {
        return read_chunks(fleet);
    }
    edit_summary summary = {.blocked = {UINT16_MAX, UINT16_MAX, 0, 0}};
    for (uint64_t v = fleet->version; v != cells->version; v++) {
        const wn_edit *edit = wn_cells_edit(cells, v);
        if (!edit->cheaper) {
            wn_extent_add(&summary.blocked, wn_grid_place(fleet->map, edit->id));
        }
        summary.units++;
    }
    return summary;
}

static bool extents_meet(const wn_extent *a, const wn_extent *b, uint32_t reach) {
    return a->low_x <= b->high_x + reach && b->low_x <= a->high_x + reach &&
           a->low_y <= b->high_y + reach && b->low_y <= a->high_y + reach;
}

/* Whether newly blocked cells may have buried a unit with an unreachable goal, or changed its way
 * out of blocked cells. Its goal may be reachable from another way out. */
static bool is_buried_by(const wend_fleet *fleet, const wn_unit *unit, const wn_extent *blocked) {
    uint16_t x = (uint16_t)wn_place_x(unit->at), y = (uint16_t)wn_place_y(unit->at);
    uint32_t reach = WEND_WAY_OUT_MAX + fleet->map->near->reach;
    return unit->status == WEND_UNIT_UNREACHABLE &&
           extents_meet(&(wn_extent){x, y, x, y}, blocked, reach) &&
           wn_fleet_is_buried(fleet, unit->at);
}

/* Marks the routes that newly blocked cells may block, for check_routes. A route that is still
 * legal is kept even if an edit may have opened a better one; otherwise every edit would cause one
 * search per unit. Returns whether a unit with an unreachable goal was buried. */
static bool doubt_routes(wend_fleet *fleet, const wn_extent *blocked) {
    uint32_t reach = fleet->map->near->reach;
    bool is_one_buried = false;
    for (uint32_t i = 0; i < fleet->units_high; i++) {
        wn_unit *unit = &fleet->units[i];
        if (unit->status == WEND_UNIT_FOLLOWING && !(unit->flags & WN_UNIT_UNCHECKED) &&
            extents_meet(&unit->extent, blocked, reach)) {
            unit->flags |= WN_UNIT_UNCHECKED;
            fleet->unchecked++;
        }
        is_one_buried = is_one_buried || is_buried_by(fleet, unit, blocked);
    }
    fleet->frame.work += WN_UNITS_STAND * fleet->units_high;
    return is_one_buried;
}

/* Whether the caller has updated the components since the last frame. */
static bool have_components_changed(wend_fleet *fleet) {
    uint64_t version = wend_components_version(fleet->def.components);
    bool has_changed = version != fleet->components_version;
    fleet->components_version = version;
    return has_changed;
}

/* Restarts the running searches: the heuristic has changed, so their open lists are in the wrong
 * order. */
static void restart_searches(wend_fleet *fleet) {
    for (uint32_t i = 0; i < fleet->def.searches_max; i++) {
        uint32_t number = fleet->lent[i].unit;
        if (number != WN_NONE) {
            wn_fleet_return_search(fleet, number);
            wn_fleet_queue(fleet, number);
        }
    }
}

/* Processes all edits of the map, once per frame. */
static void read_map(wend_fleet *fleet) {
    const wn_cells *cells = &fleet->map->cells;
    bool has_new_ways = cells->last.freed > fleet->version;
    bool is_buried = false;
    wn_groups_read_edits(fleet);
    if (cells->version != fleet->version) {
        edit_summary summary = read_edits(fleet);
        fleet->frame.work += summary.units;
        if (cells->last.blocked > fleet->version) {
            is_buried = doubt_routes(fleet, &summary.blocked);
        }
        if (cells->least_factor != fleet->least_factor) {
            restart_searches(fleet);
            fleet->least_factor = cells->least_factor;
        }
        fleet->version = cells->version;
    }
    bool has_new_components = have_components_changed(fleet);
    if (has_new_ways || has_new_components || is_buried) {
        fleet->wake_all =
            has_new_ways || has_new_components || (fleet->wake_all && fleet->wake_left);
        fleet->wake_frame = fleet->frame_number;
        fleet->wake_left = fleet->units_high;
    }
}

/* Queues a unit for a new route. `cut` is the cell that blocked the old one, WN_NONE if the route
 * ended before the goal. */
static void replan(wend_fleet *fleet, uint32_t number, wn_spot cut) {
    wn_fleet_drop_route(fleet, &fleet->units[number]);
    wn_fleet_queue(fleet, number);
    fleet->units[number].cut = cut;
    fleet->info.replans++;
}

/* The next slot in turn; wraps around to the first. */
static uint32_t take_slot(const wend_fleet *fleet, uint32_t *next) {
    uint32_t number = *next < fleet->units_high ? *next : 0;
    *next = number + 1;
    return number;
}

/* Checks whether the goal of a unit that was unreachable is reachable now. Returns the work done.
 */
static uint32_t wake_unit(wend_fleet *fleet, uint32_t number) {
    wn_unit *unit = &fleet->units[number];
    uint32_t units = WN_UNITS_ASK;
    bool is_reported = !(unit->flags & WN_UNIT_UNREPORTED);
    bool can_reach = wn_fleet_choose_goal(fleet, unit, &units);
    unit->flags = 0;
    if (can_reach && unit->at == unit->goal) { /* at the nearest cell that is reachable now */
        wn_fleet_arrive(fleet, number);
    } else if (can_reach) {
        wn_fleet_queue(fleet, number);
    } else if (!is_reported) {
        wn_fleet_set_unreachable(fleet, number);
    }
    return units;
}

/* Checks all units with unreachable goals, one after the other, after an edit or an update of the
 * components. Returns the work done. */
static uint32_t wake_units(wend_fleet *fleet, uint32_t budget) {
    uint32_t used = 0;
    for (; fleet->wake_left > 0 && used < budget; fleet->wake_left--) {
        uint32_t number = take_slot(fleet, &fleet->wake_next);
        bool must_ask = wn_fleet_must_ask(fleet, &fleet->units[number]);
        used += WN_UNITS_STAND + (must_ask ? wake_unit(fleet, number) : 0);
    }
    fleet->frame.work += used;
    return used;
}

/* Checks the routes that edits may have blocked, one after the other, each as a whole. Returns the
 * work done. */
static uint32_t check_routes(wend_fleet *fleet, uint32_t budget) {
    uint32_t used = 0;
    for (uint32_t n = 0; n < fleet->units_high && fleet->unchecked > 0 && used < budget; n++) {
        uint32_t number = take_slot(fleet, &fleet->check_next);
        wn_unit *unit = &fleet->units[number];
        used += WN_UNITS_STAND;
        if (!(unit->flags & WN_UNIT_UNCHECKED)) {
            continue;
        }
        uint32_t checked = 0;
        wn_spot cut = wn_fleet_find_cut(fleet, unit, &checked);
        used += checked * WN_UNITS_CHECK;
        if (cut == WN_NONE) {
            unit->flags &= (uint8_t)~WN_UNIT_UNCHECKED;
            fleet->unchecked--;
        } else {
            replan(fleet, number, cut);
        }
    }
    fleet->frame.work += used;
    return used;
}

/* ---- Moves ------------------------------------------------------------------------------- */

WN_INLINE void make_move(wend_fleet *fleet, uint32_t number, wn_spot to, uint8_t how) {
    wn_unit *unit = &fleet->units[number];
    for (uint32_t i = WN_UNIT_MEMORY - 1; i > 0; i--) {
        unit->earlier[i] = unit->earlier[i - 1];
    }
    unit->earlier[0] = unit->before;
    unit->before = unit->at;
    unit->at = to;
    unit->flags |= WN_UNIT_MOVED | how;
    fleet->frame.moved++;
    fleet->info.moves++;
    wn_fleet_note(fleet, number, WEND_EVENT_MOVED);
    if (to == unit->goal) {
        wn_fleet_arrive(fleet, number);
    }
}

/* Moves an active unit along its route or its lead, if that leads on from here. Otherwise moves it
 * by the waiting rule, and drops what it followed. */
static void move_on(wend_fleet *fleet, uint32_t number) {
    wn_unit *unit = &fleet->units[number];
    bool by_line;
    wn_spot to = wn_fleet_next_step(fleet, unit, &by_line);
    bool is_fresh = wn_unit_waits(unit) && unit->since + 1 == fleet->frame_number;
    bool by_route = by_line && unit->status == WEND_UNIT_FOLLOWING;
    fleet->frame.work += by_route ? WN_UNITS_FOLLOW : by_line ? WN_UNITS_LEAD : WN_UNITS_WAIT;
    fleet->frame.work += is_fresh ? WN_UNITS_FRESH : 0;
    if (by_line) {
        wn_fleet_pass(fleet, unit);
    } else if (unit->status == WEND_UNIT_FOLLOWING) {
        uint32_t checked = 0; /* one move: the next one is the illegal one */
        replan(fleet, number, wn_fleet_find_cut(fleet, unit, &checked));
    } else {
        wn_fleet_drop_route(fleet, unit);
    }
    if (to == WN_NONE) {
        return;
    }
    if (unit->status == WEND_UNIT_SEARCHING && !wn_lent_extend(&fleet->lent[unit->search], to)) {
        wn_fleet_return_search(fleet, number);
        wn_fleet_queue(fleet, number);
    }
    make_move(fleet, number, to, by_line ? WN_UNIT_BY_LINE : 0);
}

/* Reports what happened to a unit between frames. An unreachable goal may have become reachable
 * since: then the unit is checked first. */
static void report_unit(wend_fleet *fleet, uint32_t number) {
    wn_unit *unit = &fleet->units[number];
    assert(unit->is_there);
    if (unit->status == WEND_UNIT_ARRIVED) {
        unit->flags &= (uint8_t)~WN_UNIT_UNREPORTED;
        wn_fleet_arrive(fleet, number);
    } else if (!wn_fleet_must_ask(fleet, unit)) {
        assert(unit->status == WEND_UNIT_UNREACHABLE);
        unit->flags &= (uint8_t)~WN_UNIT_UNREPORTED;
        wn_fleet_set_unreachable(fleet, number);
    }
}

/* Removes a member from its group, because the group's goal is unreachable for it. If its order
 * allows it, the unit goes to the nearest reachable cell on its own; that cell is determined when
 * it gets a search. */
static void leave_group(wend_fleet *fleet, uint32_t number) {
    wn_unit *unit = &fleet->units[number];
    unit->cut = fleet->groups[unit->group].cut;
    wn_fleet_let_go(fleet, number);
    if (unit->goes_nearest) {
        wn_fleet_queue(fleet, number);
        move_on(fleet, number);
    } else {
        wn_fleet_set_unreachable(fleet, number);
    }
}

/* Moves a member of a group; requests coverage if its field does not cover it. */
static void move_member(wend_fleet *fleet, uint32_t number) {
    const wn_unit *unit = &fleet->units[number];
    bool is_covered;
    wn_spot to = wn_group_step(fleet, unit, &is_covered);
    fleet->frame.work += WN_UNITS_WAIT;
    if (!is_covered) {
        wn_group_doubt(fleet, unit);
    }
    if (wn_group_is_left(fleet, unit, is_covered)) {
        leave_group(fleet, number);
        return;
    }
    if (!is_covered) {
        wn_group_ask(fleet, unit);
    }
    if (to != WN_NONE) {
        make_move(fleet, number, to, 0);
    }
    fleet->uncovered += !is_covered && unit->status == WEND_UNIT_GROUPED;
}

/* Whether the next move of a unit is on its route and needs no check. */
WN_INLINE bool is_on_sure_route(const wn_unit *unit) {
    return unit->status == WEND_UNIT_FOLLOWING && !(unit->flags & WN_UNIT_UNCHECKED) &&
           wn_unit_has_route(unit);
}

/* Does what move_on does for such a unit. Most moves are of this kind, and on their own they take
 * two thirds of the time. */
WN_INLINE void follow_route(wend_fleet *fleet, uint32_t number) {
    wn_unit *unit = &fleet->units[number];
    fleet->frame.work += WN_UNITS_FOLLOW;
    if (unit->line_left > 0) {
        unit->line_left--; /* like wn_fleet_pass, without a call */
    } else {
        wn_fleet_pass(fleet, unit);
    }
    make_move(fleet, number, unit->at + unit->line_step, WN_UNIT_BY_LINE);
}

static void move_units(wend_fleet *fleet) {
    for (uint32_t i = 0; i < fleet->units_high; i++) {
        wn_unit *unit = &fleet->units[i];
        if (unit->flags & WN_UNIT_UNREPORTED) {
            report_unit(fleet, i);
        }
        unit->flags &= WN_UNIT_UNCHECKED | WN_UNIT_UNREPORTED;
        fleet->frame.work += WN_UNITS_STAND;
        if (is_on_sure_route(unit)) {
            follow_route(fleet, i);
        } else if (unit->status == WEND_UNIT_GROUPED) {
            move_member(fleet, i);
        } else if (wn_unit_is_active(unit)) {
            move_on(fleet, i);
        }
    }
}

/* ---- The frame --------------------------------------------------------------------------- */

/* The share of the budget that remains for searches if the moves alone use it up; without it no
 * unit would ever get a route. With the least budget it must still suffice for an expansion. */
#define SEARCH_SHARE_LEAST 4u
_Static_assert(WEND_FLEET_WORK_MIN / SEARCH_SHARE_LEAST >= WEND_WORK_EXPANSION,
               "searches make progress with every budget");

static void run_frame(wend_fleet *fleet, uint32_t budget, const wn_deadline *deadline) {
    fleet->frame = (wend_frame){.events = fleet->events};
    fleet->frame_number++;
    wn_queue_age(&fleet->queue);
    wn_groups_begin_frame(fleet);
    if (fleet->map) {
        read_map(fleet);
    }
    move_units(fleet);
    uint32_t used = fleet->frame.work;
    uint32_t left = wn_max_u32(budget - wn_min_u32(budget, used), budget / SEARCH_SHARE_LEAST);
    left -= wn_min_u32(left, check_routes(fleet, left / 2));
    left -= wn_min_u32(left, wake_units(fleet, left / 2));
    /* Half for fields; all of it if no unit waits for a search. */
    uint32_t share = wn_fleet_is_searching(fleet) ? left / 2 : left;
    left -= wn_min_u32(left, wn_groups_grow(fleet, share, deadline));
    wn_fleet_search(fleet, left, deadline);
    fleet->frame.active = fleet->active;
    fleet->frame.searching = fleet->searching;
    fleet->frame.queued = fleet->queue.count;
    fleet->frame.waiting = fleet->searching + fleet->queue.count + fleet->uncovered;
    fleet->frame.hash = fleet->hash;
    fleet->is_prepared = false;
    fleet->info.frames++;
}

/* The saved time after a frame that had `wanted` ns and took `taken` ns: at most `bank`, at least
 * -`nanoseconds`. */
static int64_t balance(int64_t wanted, uint64_t taken, uint64_t bank, uint64_t nanoseconds) {
    int64_t rest = wanted - (int64_t)wn_min_u64(taken, INT64_MAX / 4);
    int64_t most = (int64_t)wn_min_u64(bank, INT64_MAX / 4), least = -(int64_t)nanoseconds;
    return rest > most ? most : rest < least ? least : rest;
}

static void run_timed_frame(wend_fleet *fleet, uint32_t work, const wend_budget *budget) {
    const wend_clock *clock = budget->clock;
    uint64_t nanoseconds = wn_min_u64(budget->nanoseconds, INT64_MAX / 4);
    uint64_t begin = clock->now(clock->context);
    int64_t wanted = (int64_t)nanoseconds + fleet->banked;
    wn_deadline deadline = {clock, begin + (uint64_t)(wanted > 0 ? wanted : 0)};
    run_frame(fleet, work, &deadline);
    fleet->banked =
        balance(wanted, clock->now(clock->context) - begin, fleet->def.time_bank, nanoseconds);
}

wend_error wend_fleet_frame(wend_fleet *fleet, wend_budget budget, wend_frame *frame) {
    wend_error error =
        fleet && frame ? wn_budget_check(&budget, WEND_FLEET_WORK_MIN) : WEND_ERROR_ARGUMENT;
    if (error) {
        return error;
    }
    uint32_t work = wn_fleet_work(budget.work);
    if (budget.nanoseconds) {
        run_timed_frame(fleet, work, &budget);
    } else {
        run_frame(fleet, work, &(wn_deadline){0});
    }
    *frame = fleet->frame;
    return WEND_OK;
}
