#include "fleet/fleet.h"

/* ---- Groups and their fields -------------------------------------------------------------------
 */

uint32_t wn_groups_find(wend_fleet *fleet, wn_spot goal) {
    uint32_t best = WN_NONE;
    for (uint32_t i = 0; i < fleet->def.fields_max; i++) {
        const wn_group *group = &fleet->groups[i];
        if (group->goal == goal) {
            best = i;
            break;
        }
        if (group->members == 0 && (best == WN_NONE || group->used < fleet->groups[best].used)) {
            best = i;
        }
    }
    if (best != WN_NONE) {
        wn_group *group = &fleet->groups[best];
        group->is_started = group->is_started && group->goal == goal;
        group->cut = group->is_started ? group->cut : WN_NONE;
        group->doubted = group->is_started ? group->doubted : WN_NONE;
        group->goal = goal;
        group->used = fleet->frame_number;
        group->is_exhausted = group->is_exhausted && group->is_started;
    }
    return best;
}

/* Queues the members, each for a search of its own. */
static void dissolve(wend_fleet *fleet, uint32_t number) {
    wn_group *group = &fleet->groups[number];
    for (uint32_t i = 0; group->members > 0 && i < fleet->units_high; i++) {
        if (fleet->units[i].status == WEND_UNIT_GROUPED && fleet->units[i].group == number) {
            wn_fleet_let_go(fleet, i);
            wn_fleet_queue(fleet, i);
        }
    }
    if (group->is_made) {
        wn_field_clear(&group->field);
    }
    *group = (wn_group){.goal = WN_NONE, .cut = WN_NONE, .doubted = WN_NONE};
}

bool wn_groups_give_back(wend_fleet *fleet) {
    uint32_t best = WN_NONE;
    for (uint32_t i = 0; i < fleet->def.fields_max; i++) {
        const wn_group *group = &fleet->groups[i];
        if (group->is_made && (best == WN_NONE || group->members < fleet->groups[best].members)) {
            best = i;
        }
    }
    if (best != WN_NONE) {
        dissolve(fleet, best);
    }
    return best != WN_NONE;
}

void wn_groups_clear(wend_fleet *fleet) {
    for (uint32_t i = 0; fleet->groups && i < fleet->def.fields_max; i++) {
        if (fleet->groups[i].is_made) {
            wn_field_clear(&fleet->groups[i].field);
        }
    }
}

size_t wn_groups_bytes(const wend_fleet *fleet) {
    size_t bytes = 0;
    for (uint32_t i = 0; i < fleet->def.fields_max; i++) {
        bytes += fleet->groups[i].is_made ? wn_field_bytes(&fleet->groups[i].field) : 0;
    }
    return bytes;
}

/* ---- Between frames ---------------------------------------------------------------------------
 */

/* A box around the members; not read on graphs. */
static wn_box box_of(const wend_fleet *fleet, uint32_t number) {
    wn_extent extent = {UINT16_MAX, UINT16_MAX, 0, 0};
    for (uint32_t i = 0; fleet->map && i < fleet->units_high; i++) {
        const wn_unit *unit = &fleet->units[i];
        if (unit->status == WEND_UNIT_GROUPED && unit->group == number) {
            wn_extent_add(&extent, unit->at);
        }
    }
    return (wn_box){extent.low_x - 1u, extent.low_y - 1u, extent.high_x - 1u, extent.high_y - 1u};
}

static bool reserve_group(wend_fleet *fleet, uint32_t number, uint32_t budget) {
    wn_group *group = &fleet->groups[number];
    if (!group->is_made) {
        group->is_made = !wn_field_init(&group->field, fleet->domain, &fleet->memory);
    }
    group->grant = 0;
    group->ahead.version = 0; /* the field may free the searches that it refers to */
    if (!group->is_made || !wn_field_reserve(&group->field, budget)) {
        return false;
    }
    group->grant = budget;
    if (!group->is_started) {
        wn_box box = box_of(fleet, number);
        wn_field_start(&group->field, wn_fleet_id(fleet, group->goal), fleet->map ? &box : NULL);
        group->is_started = true;
    }
    return true;
}

bool wn_groups_reserve(wend_fleet *fleet, uint32_t budget) {
    bool is_complete = true;
    for (uint32_t i = 0; i < fleet->def.fields_max; i++) {
        wn_group *group = &fleet->groups[i];
        if (group->members > 0 && !reserve_group(fleet, i, budget)) {
            dissolve(fleet, i);
            is_complete = false;
        } else if (group->is_made && group->members > 0 && group->farthest == WN_NONE) {
            wn_field_pack_begin(&group->field); /* does nothing if the field has not settled */
        }
    }
    return is_complete;
}

/* ---- In a frame -------------------------------------------------------------------------------
 */

void wn_groups_begin_frame(wend_fleet *fleet) {
    fleet->uncovered = 0;
    for (uint32_t i = 0; i < fleet->def.fields_max; i++) {
        wn_group *group = &fleet->groups[i];
        if (group->farthest == WN_NONE) { /* all are covered */
            group->cut = group->doubted = WN_NONE;
        }
        group->edits = group->doubted == WN_NONE ? 0 : group->edits;
        group->farthest = WN_NONE;
        group->distance = 0;
    }
}

void wn_groups_read_edits(wend_fleet *fleet) {
    uint64_t edits = fleet->map->cells.version - fleet->version;
    for (uint32_t i = 0; edits > 0 && i < fleet->def.fields_max; i++) {
        wn_group *group = &fleet->groups[i];
        if (group->is_started) { /* a group without members keeps its field for the next order */
            wn_field_update(&group->field);
            uint32_t most = fleet->map->cells.edits_max;
            group->edits = (uint32_t)wn_min_u64(group->edits + edits, most);
            fleet->frame.work += WEND_FLEET_WORK_EDIT * (edits > most ? 1 : (uint32_t)edits);
            group->is_exhausted = false;
        }
    }
}

static bool are_near(wn_spot a, wn_spot b, uint32_t reach) {
    uint32_t ax = wn_place_x(a), ay = wn_place_y(a), bx = wn_place_x(b), by = wn_place_y(b);
    return ax <= bx + reach && bx <= ax + reach && ay <= by + reach && by <= ay + reach;
}

/* The cell next to another one that was blocked last, among the last `edits` edits. */
static wn_spot blocked_last_beside(const wend_map *map, wn_spot spot, uint32_t edits) {
    const wn_cells *cells = &map->cells;
    uint64_t oldest = cells->version - edits;
    for (uint64_t v = cells->version; v-- > oldest;) {
        const wn_edit *edit = wn_cells_edit(cells, v);
        wn_spot other = edit->cheaper || !edit->is_wall ? WN_NONE : wn_grid_place(map, edit->id);
        if (other != WN_NONE && are_near(spot, other, map->near->reach)) {
            return other;
        }
    }
    return WN_NONE;
}

void wn_group_doubt(wend_fleet *fleet, const wn_unit *unit) {
    wn_group *group = &fleet->groups[unit->group];
    wn_id at = wn_fleet_id(fleet, unit->at);
    if (group->edits > 0 && group->doubted == WN_NONE && wn_field_knows(&group->field, at)) {
        group->doubted = at;
    }
}

/* Follows the steps that the field had for the doubted member to the cell that blocks them, and
 * stores that cell for the whole group. Returns the work done. */
static uint32_t find_cut(const wend_fleet *fleet, wn_group *group) {
    wn_id at = group->doubted, next = at;
    bool is_exact = false;
    uint32_t units = 0;
    for (; next != WN_NONE && !is_exact; units += WN_UNITS_CHECK) {
        at = next;
        next = wn_field_next(&group->field, at, &is_exact);
    }
    if (next == WN_NONE) {
        wn_spot end = wn_fleet_spot_of_id(fleet, at);
        wn_spot cut = blocked_last_beside(fleet->map, end, group->edits);
        group->cut = cut == WN_NONE ? group->cut : cut;
        units += group->edits;
    }
    group->doubted = WN_NONE;
    return units;
}

wn_id wn_group_next(wend_fleet *fleet, const wn_unit *unit, wn_id from, bool *is_exact) {
    *is_exact = false;
    if (unit->status != WEND_UNIT_GROUPED || !fleet->groups[unit->group].is_started) {
        return WN_NONE;
    }
    wn_group *group = &fleet->groups[unit->group];
    wn_id next = wn_field_next(&group->field, from, is_exact);
    /* Among the uncovered cells only blocked ones can still reach the goal. */
    return *is_exact || !group->is_exhausted ? next : wn_field_exit(&group->field, from);
}

bool wn_group_is_left(const wend_fleet *fleet, const wn_unit *unit, bool is_covered) {
    return !is_covered && fleet->groups[unit->group].is_exhausted;
}

/* The step of a member. A blocked cell is never covered; it counts as covered if a way out of it
 * is. Out of a building there is a way for every goal. */
static wn_id next_of_member(wend_fleet *fleet, const wn_unit *unit, bool *is_covered) {
    wn_group *group = &fleet->groups[unit->group];
    wn_id at = wn_fleet_id(fleet, unit->at);
    wn_spot way_out = wn_fleet_way_out(fleet, unit->at);
    wn_id out = way_out != WN_NONE  ? wn_fleet_id(fleet, way_out)
                : group->is_started ? wn_field_exit(&group->field, at)
                                    : WN_NONE;
    *is_covered = out != WN_NONE;
    return *is_covered ? out : wn_group_next(fleet, unit, at, is_covered);
}

wn_spot wn_group_step(wend_fleet *fleet, const wn_unit *unit, bool *is_covered) {
    wn_id next = next_of_member(fleet, unit, is_covered);
    if (wn_group_is_left(fleet, unit, *is_covered)) {
        return WN_NONE;
    }
    bool is_wanted = *is_covered || fleet->def.wait != WEND_WAIT_STAND;
    return next != WN_NONE && is_wanted ? wn_fleet_spot_of_id(fleet, next)
                                        : wn_fleet_wait_step(fleet, unit);
}

wn_spot wn_group_foresee(wend_fleet *fleet, const wn_unit *unit) {
    wn_group *group = &fleet->groups[unit->group];
    bool is_exhausted = group->is_exhausted, by_line;
    if (!fleet->map || !group->is_started || fleet->map->cells.version == fleet->version) {
        return wn_fleet_next_step(fleet, unit, &by_line);
    }
    wn_field_trust now = wn_field_get_trust(&group->field);
    /* The frame processes all edits since the last one: if there are more than the map remembers,
     * nothing can be kept. */
    bool are_remembered = fleet->map->cells.version - now.version <= fleet->map->cells.edits_max;
    if (group->ahead.version > now.version && are_remembered) {
        wn_field_set_trust(&group->field, &group->ahead);
    }
    wn_field_update(&group->field);
    group->is_exhausted = false;
    wn_spot next = wn_fleet_next_step(fleet, unit, &by_line);
    group->ahead = wn_field_get_trust(&group->field);
    wn_field_set_trust(&group->field, &now);
    group->is_exhausted = is_exhausted;
    return next;
}

/* The spot that must be covered for a member to continue: its cell, or a neighbour if that is
 * blocked. */
static wn_spot spot_to_cover(const wend_fleet *fleet, const wn_unit *unit) {
    wn_id at = wn_fleet_id(fleet, unit->at);
    if (fleet->map && wn_grid_is_blocked(fleet->map, at)) {
        wn_successor exits[WN_GRID_DEGREE_MAX];
        if (wn_grid_exits(fleet->map, at, exits) > 0) {
            return wn_fleet_spot_of_id(fleet, exits[0].id);
        }
    }
    return unit->at;
}

void wn_group_ask(wend_fleet *fleet, const wn_unit *unit) {
    wn_group *group = &fleet->groups[unit->group];
    wend_cost distance = wn_fleet_distance(fleet, unit->at, unit->goal);
    if (group->farthest == WN_NONE || distance > group->distance) {
        group->farthest = spot_to_cover(fleet, unit);
        group->distance = distance;
    }
}

/* The clock is read after this much work. */
#define GROWTH_SLICE (200 * WEND_WORK_EXPANSION)

static uint32_t grow_group(wend_fleet *fleet, wn_group *group, uint32_t budget,
                           const wn_deadline *deadline) {
    uint32_t used = 0, last = 1;
    wn_id until = wn_fleet_id(fleet, group->farthest);
    wn_field_status status = WN_FIELD_GROWING;
    while (status == WN_FIELD_GROWING && last > 0 && used < budget &&
           !wn_deadline_passed(deadline)) {
        last = 0;
        status =
            wn_field_grow(&group->field, until, wn_min_u32(GROWTH_SLICE, budget - used), &last);
        used += last;
    }
    if (status == WN_FIELD_FULL || status == WN_FIELD_OVERFLOW) {
        fleet->frame.flags |= fleet->is_prepared ? 0 : WEND_FRAME_NOT_RESERVED;
    }
    group->is_exhausted = status == WN_FIELD_EXHAUSTED;
    return used;
}

uint32_t wn_groups_grow(wend_fleet *fleet, uint32_t budget, const wn_deadline *deadline) {
    uint32_t used = 0;
    for (uint32_t i = 0; i < fleet->def.fields_max; i++) {
        wn_group *group = &fleet->groups[i];
        if (group->members == 0 || !group->is_started) {
            continue;
        }
        if (group->doubted != WN_NONE && used < budget) {
            used += find_cut(fleet, group);
        }
        uint32_t left = budget - wn_min_u32(budget, used);
        uint32_t share = wn_min_u32(left, group->grant), part = 0;
        if (group->farthest != WN_NONE) {
            part = grow_group(fleet, group, share, deadline);
        } else {
            wn_field_pack(&group->field, share / 4, &part);
        }
        group->grant -= wn_min_u32(group->grant, part);
        used += part;
    }
    fleet->frame.work += used;
    return used;
}
