/* fleet/fleet_reason.c - explains what a unit is doing. */
#include <wend/components.h>

#include "fleet/fleet.h"

static wend_reason reason_unreachable(const wend_fleet *fleet, const wn_unit *unit) {
    wend_state goal = wn_fleet_state_of(fleet, unit->ordered);
    if (!unit->goes_nearest && !wn_domain_is_free(fleet->domain, goal)) {
        return WEND_REASON_GOAL_BLOCKED;
    }
    bool is_elsewhere =
        fleet->def.components &&
        wend_components_reach(fleet->def.components, wn_fleet_state_of(fleet, unit->at), goal) ==
            WEND_REACH_UNREACHABLE;
    return is_elsewhere ? WEND_REASON_OTHER_COMPONENT : WEND_REASON_UNREACHABLE;
}

static wend_explanation explain_unreachable(const wend_fleet *fleet, const wn_unit *unit) {
    wend_reason reason = reason_unreachable(fleet, unit);
    bool is_buried = wn_fleet_is_buried(fleet, unit->at);
    if (is_buried && reason != WEND_REASON_GOAL_BLOCKED) {
        return (wend_explanation){.reason = WEND_REASON_CELL_BLOCKED,
                                  .state = wn_fleet_state_of(fleet, unit->at)};
    }
    return (wend_explanation){.reason = reason, .state = wn_fleet_state_of(fleet, unit->ordered)};
}

static wend_explanation explain_search(const wend_fleet *fleet, const wn_unit *unit) {
    const wn_search *search = &fleet->lent[unit->search].search;
    return (wend_explanation){.reason = WEND_REASON_SEARCHING,
                              .state = wn_fleet_state_of(fleet, unit->ordered),
                              .count =
                                  fleet->jumps ? search->own.jump.expansions : search->touched};
}

/* Where the unit goes next; where it is if it will stand. */
static wend_state next_or_here(wend_fleet *fleet, const wn_unit *unit, wend_unit handle) {
    wend_state next = wend_fleet_next(fleet, handle);
    return next == WEND_STATE_NONE ? wn_fleet_state_of(fleet, unit->at) : next;
}

static wend_explanation explain_member(wend_fleet *fleet, const wn_unit *unit, wend_unit handle) {
    bool is_covered;
    wn_group_step(fleet, unit, &is_covered);
    return is_covered ? (wend_explanation){.reason = WEND_REASON_ON_ROUTE,
                                           .state = next_or_here(fleet, unit, handle)}
                      : (wend_explanation){.reason = WEND_REASON_GROUPED,
                                           .state = wn_fleet_state_of(fleet, unit->ordered),
                                           .count = fleet->groups[unit->group].members};
}

static wend_explanation explain_status(wend_fleet *fleet, uint32_t number, wend_unit handle) {
    const wn_unit *unit = &fleet->units[number];
    wend_state ordered = wend_fleet_goal(fleet, handle);
    switch ((wend_unit_status)unit->status) {
    case WEND_UNIT_QUEUED:
        return (wend_explanation){.reason = WEND_REASON_QUEUED,
                                  .state = ordered,
                                  .count = wn_queue_ahead(&fleet->queue, number)};
    case WEND_UNIT_SEARCHING:
        return explain_search(fleet, unit);
    case WEND_UNIT_FOLLOWING:
        return (wend_explanation){.reason = WEND_REASON_ON_ROUTE,
                                  .state = next_or_here(fleet, unit, handle)};
    case WEND_UNIT_GROUPED:
        return explain_member(fleet, unit, handle);
    case WEND_UNIT_ARRIVED:
        return (wend_explanation){.reason = unit->goal == unit->ordered
                                                ? WEND_REASON_ARRIVED
                                                : WEND_REASON_ARRIVED_NEAREST,
                                  .state = ordered};
    case WEND_UNIT_UNREACHABLE:
        return explain_unreachable(fleet, unit);
    case WEND_UNIT_IDLE:
        break;
    }
    return (wend_explanation){.reason = WEND_REASON_NO_ORDER,
                              .state = wn_fleet_state_of(fleet, unit->at)};
}

/* The cell that blocks its route, or the way of its group, until there is another. */
static wn_spot cut_of_unit(const wend_fleet *fleet, const wn_unit *unit) {
    bool is_without = wn_unit_waits(unit) || unit->status == WEND_UNIT_UNREACHABLE;
    return unit->status == WEND_UNIT_GROUPED ? fleet->groups[unit->group].cut
           : is_without                      ? unit->cut
                                             : WN_NONE;
}

wend_explanation wend_fleet_explain(wend_fleet *fleet, wend_unit handle) {
    if (wend_fleet_state(fleet, handle) == WEND_STATE_NONE) {
        return (wend_explanation){
            .reason = WEND_REASON_NO_ORDER, .state = WEND_STATE_NONE, .edited = WEND_STATE_NONE};
    }
    uint32_t number = wend_unit_slot(handle);
    wend_explanation why = explain_status(fleet, number, handle);
    why.ticks = !(fleet->units[number].flags & WN_UNIT_MOVED);
    wn_spot cut = cut_of_unit(fleet, &fleet->units[number]);
    why.edit = cut == WN_NONE ? WEND_EDIT_NONE : WEND_EDIT_BLOCKED;
    why.edited = cut == WN_NONE ? WEND_STATE_NONE : wn_fleet_state_of(fleet, cut);
    return why;
}
