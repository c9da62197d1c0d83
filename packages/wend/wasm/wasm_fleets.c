/* wasm_fleets.c - fleets for JavaScript. JavaScript identifies a unit by its slot, which is also
 * its index in the returned arrays. */
#include "shim.h"

#include <stdlib.h>

typedef struct fleet {
    wend_fleet *fleet;
    const wend_map *map;
    wend_components *components; /* may be NULL */
    uint32_t slots;              /* used so far */
    uint32_t units_max;
    wend_frame frame;
    wend_fleet_info info;
    shim_reason why;
    uint16_t *positions; /* x and y of each slot */
    uint8_t *statuses;
    wend_unit *group;     /* buffer for a group order, for units_max units */
    uint32_t *events;     /* those of the last frame: slot, kind, state */
    uint32_t events_room; /* its capacity in events */
    wend_state *route;    /* result of fleet_path or fleet_waypoints */
    uint32_t route_room;  /* its capacity in states */
    int8_t *steps;        /* result of fleet_field */
    uint32_t steps_room;  /* its capacity in cells */
} fleet;

/* ---- Creation -------------------------------------------------------------------------------- */

EXPORT(void, fleet_destroy, fleet *f) {
    wend_fleet_destroy(f->fleet);
    free(f->positions);
    free(f->statuses);
    free(f->group);
    free(f->events);
    free(f->route);
    free(f->steps);
    free(f);
}

static wend_error make_arrays(fleet *f) {
    f->positions = malloc(f->units_max * 2 * sizeof *f->positions);
    f->statuses = malloc(f->units_max * sizeof *f->statuses);
    f->group = malloc(f->units_max * sizeof *f->group);
    return f->positions && f->statuses && f->group ? WEND_OK : WEND_ERROR_MEMORY;
}

/* An empty `algo` selects the best for the map. `components` may be NULL. */
EXPORT(fleet *, fleet_create, const wend_map *map, wend_components *components, const char *algo,
       const shim_fleet_options *options) {
    wend_fleet_def def = {.map = map,
                          .algo = *algo ? wend_algo_find(algo) : NULL,
                          .units_max = shim_given(options->units_max, 0),
                          .searches_max = shim_given(options->searches_max, 0),
                          .wait = (wend_wait)shim_given(options->wait, 0),
                          .event_kinds = shim_given(options->event_kinds, 0),
                          .events_max = shim_given(options->events_max, 0),
                          .memory_limit = shim_given(options->memory_limit, 0),
                          .components = components,
                          .group_min = shim_given(options->group_min, 0),
                          .fields_max = shim_given(options->fields_max, 0),
                          .time_bank = shim_given(options->time_bank, 0)};
    fleet *f = calloc(1, sizeof *f);
    wend_error error = WEND_ERROR_MEMORY;
    if (f) {
        f->map = map;
        f->components = components;
        f->units_max = def.units_max;
        error = wend_fleet_create(&def, &f->fleet, &shim_last.diagnosis);
        error = error ? error : make_arrays(f);
    }
    if (shim_failed(error) && f) {
        fleet_destroy(f);
        f = NULL;
    }
    return f;
}

/* ---- Units ----------------------------------------------------------------------------------- */

/* Adds a unit on each of `count` cells and replaces the cells by their slots. On an error no unit
 * is added. */
EXPORT(void, fleet_add, fleet *f, uint32_t *cells, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        wend_unit unit;
        wend_error error = wend_fleet_add(f->fleet, cells[i], &unit);
        if (error) {
            shim_refuse(error, "cells", i);
            while (i-- > 0) {
                wend_fleet_remove(f->fleet, wend_fleet_at(f->fleet, cells[i]));
            }
            return;
        }
        cells[i] = wend_unit_slot(unit);
        f->slots = cells[i] < f->slots ? f->slots : cells[i] + 1;
    }
}

EXPORT(void, fleet_remove, fleet *f, uint32_t slot) {
    shim_refuse(wend_fleet_remove(f->fleet, wend_fleet_at(f->fleet, slot)), "unit", UINT32_MAX);
}

/* Returns the name of the wrong argument: the unit if it does not exist, else the cell. */
static const char *wrong_one(const fleet *f, uint32_t slot, const char *cell) {
    return wend_fleet_at(f->fleet, slot) == WEND_UNIT_NONE ? "unit" : cell;
}

static const char *wrong_order(const fleet *f, uint32_t slot, wend_error error) {
    return error == WEND_ERROR_UNSUPPORTED ? "nearest" : wrong_one(f, slot, "goal");
}

EXPORT(void, fleet_set_goal, fleet *f, uint32_t slot, wend_state goal, uint32_t priority,
       bool nearest) {
    wend_order order = {.priority = priority, .nearest = nearest};
    wend_error error = wend_fleet_set_goal(f->fleet, wend_fleet_at(f->fleet, slot), goal, &order);
    shim_refuse(error, wrong_order(f, slot, error), UINT32_MAX);
}

/* Sends each of `count` units to a goal of its own. On an error the units before the refused one
 * have their new goals. */
EXPORT(void, fleet_set_goals, fleet *f, const uint32_t *slots, const wend_state *goals,
       uint32_t count, uint32_t priority, bool nearest) {
    wend_order order = {.priority = priority, .nearest = nearest};
    for (uint32_t i = 0; i < count; i++) {
        wend_unit unit = wend_fleet_at(f->fleet, slots[i]);
        wend_error error = wend_fleet_set_goal(f->fleet, unit, goals[i], &order);
        if (error) {
            bool is_unit = unit == WEND_UNIT_NONE;
            shim_refuse(error, is_unit ? "units" : "goals", i);
            return;
        }
    }
}

/* Sends `count` units, at most units_max, to one goal. On an error no unit is sent. */
EXPORT(void, fleet_set_group_goal, fleet *f, const uint32_t *slots, uint32_t count, wend_state goal,
       uint32_t priority, bool nearest) {
    wend_order order = {.priority = priority, .nearest = nearest};
    for (uint32_t i = 0; i < count; i++) {
        f->group[i] = wend_fleet_at(f->fleet, slots[i]);
        if (f->group[i] == WEND_UNIT_NONE) {
            shim_refuse(WEND_ERROR_ARGUMENT, "units", i);
            return;
        }
    }
    wend_error error = wend_fleet_set_group_goal(f->fleet, f->group, count, goal, &order);
    shim_refuse(error, error == WEND_ERROR_UNSUPPORTED ? "nearest" : "goal", UINT32_MAX);
}

EXPORT(void, fleet_cancel, fleet *f, uint32_t slot) {
    shim_refuse(wend_fleet_cancel(f->fleet, wend_fleet_at(f->fleet, slot)), "unit", UINT32_MAX);
}

EXPORT(void, fleet_teleport, fleet *f, uint32_t slot, wend_state state) {
    wend_error error = wend_fleet_teleport(f->fleet, wend_fleet_at(f->fleet, slot), state);
    shim_refuse(error, wrong_one(f, slot, "cell"), UINT32_MAX);
}

EXPORT(void, fleet_refuse, fleet *f, uint32_t slot) {
    shim_refuse(wend_fleet_refuse(f->fleet, wend_fleet_at(f->fleet, slot)), "unit", UINT32_MAX);
}

/* ---- Frames ---------------------------------------------------------------------------------- */

EXPORT(void, fleet_reserve, fleet *f, double work) {
    shim_update_components(f->components);
    shim_failed(wend_fleet_reserve(f->fleet, shim_work(work)));
}

EXPORT(void, fleet_frame, fleet *f, double work, double nanoseconds) {
    shim_failed(wend_fleet_frame(f->fleet, shim_budget(work, nanoseconds), &f->frame));
}

EXPORT(const wend_frame *, fleet_last_frame, const fleet *f) {
    return &f->frame;
}

/* The hash of all moves and events so far. */
EXPORT(uint64_t, fleet_hash, const fleet *f) {
    return f->frame.hash;
}

/* Writes slot, kind and state of each event of the last frame. */
EXPORT(const uint32_t *, fleet_events, fleet *f) {
    if (f->frame.event_count > f->events_room) {
        free(f->events);
        f->events_room = 2 * f->frame.event_count;
        f->events = malloc(f->events_room * 3 * sizeof *f->events);
        if (!f->events) {
            f->events_room = 0;
            shim_failed(WEND_ERROR_MEMORY);
            return NULL;
        }
    }
    uint32_t *out = f->events;
    for (uint32_t i = 0; i < f->frame.event_count; i++) {
        const wend_event *event = &f->frame.events[i];
        *out++ = wend_unit_slot(event->unit);
        *out++ = event->kind;
        *out++ = event->state;
    }
    return f->events;
}

/* ---- Reading --------------------------------------------------------------------------------- */

EXPORT(uint32_t, fleet_slots, const fleet *f) {
    return f->slots;
}

/* Writes x and y of the unit in each slot, 65535 for an empty slot. */
EXPORT(const uint16_t *, fleet_positions, fleet *f) {
    uint16_t *out = f->positions;
    uint32_t width = wend_map_width(f->map);
    for (uint32_t slot = 0; slot < f->slots; slot++) {
        wend_state state = wend_fleet_state(f->fleet, wend_fleet_at(f->fleet, slot));
        bool is_there = state != WEND_STATE_NONE;
        *out++ = is_there ? (uint16_t)(state % width) : UINT16_MAX;
        *out++ = is_there ? (uint16_t)(state / width) : UINT16_MAX;
    }
    return f->positions;
}

/* Writes the status of the unit in each slot, SHIM_VACANT for an empty slot. */
EXPORT(const uint8_t *, fleet_statuses, fleet *f) {
    for (uint32_t slot = 0; slot < f->slots; slot++) {
        wend_unit unit = wend_fleet_at(f->fleet, slot);
        f->statuses[slot] =
            unit == WEND_UNIT_NONE ? SHIM_VACANT : (uint8_t)wend_fleet_status(f->fleet, unit);
    }
    return f->statuses;
}

EXPORT(uint32_t, fleet_status, const fleet *f, uint32_t slot) {
    wend_unit unit = wend_fleet_at(f->fleet, slot);
    return unit == WEND_UNIT_NONE ? SHIM_VACANT : (uint32_t)wend_fleet_status(f->fleet, unit);
}

EXPORT(wend_state, fleet_state, const fleet *f, uint32_t slot) {
    return wend_fleet_state(f->fleet, wend_fleet_at(f->fleet, slot));
}

EXPORT(wend_state, fleet_goal, const fleet *f, uint32_t slot) {
    return wend_fleet_goal(f->fleet, wend_fleet_at(f->fleet, slot));
}

EXPORT(wend_state, fleet_next, fleet *f, uint32_t slot) {
    return wend_fleet_next(f->fleet, wend_fleet_at(f->fleet, slot));
}

typedef uint32_t list_states(const wend_fleet *fleet, wend_unit unit, wend_state *states,
                             uint32_t capacity, bool *complete);

/* Grows the buffer until all states fit. */
static uint32_t list_all(fleet *f, uint32_t slot, list_states *list) {
    wend_unit unit = wend_fleet_at(f->fleet, slot);
    for (;;) {
        uint32_t count = list(f->fleet, unit, f->route, f->route_room, NULL);
        if (count < f->route_room) {
            return count;
        }
        free(f->route);
        f->route_room = 2 * f->route_room + 64;
        f->route = malloc(f->route_room * sizeof *f->route);
        if (!f->route) {
            f->route_room = 0;
            shim_failed(WEND_ERROR_MEMORY);
            return 0;
        }
    }
}

/* Return the number of states, or of waypoints, of the remaining route. fleet_path_states returns
 * their address. */
EXPORT(uint32_t, fleet_path, fleet *f, uint32_t slot) {
    return list_all(f, slot, wend_fleet_path);
}

EXPORT(uint32_t, fleet_waypoints, fleet *f, uint32_t slot) {
    return list_all(f, slot, wend_fleet_waypoints);
}

EXPORT(const wend_state *, fleet_path_states, const fleet *f) {
    return f->route;
}

/* Writes the field of a unit's group on every `every`th cell of a rectangle of the map, row by row:
 * the columns and rows of the step, 0 and 0 without a step, and whether the step is exact. */
EXPORT(const int8_t *, fleet_field, fleet *f, uint32_t slot, uint32_t x, uint32_t y, uint32_t width,
       uint32_t height, uint32_t every) {
    uint32_t cells = ((width + every - 1) / every) * ((height + every - 1) / every);
    if (cells > f->steps_room) {
        free(f->steps);
        f->steps = malloc((size_t)cells * 3);
        f->steps_room = f->steps ? cells : 0;
        if (!f->steps) {
            shim_failed(WEND_ERROR_MEMORY);
            return NULL;
        }
    }
    wend_unit unit = wend_fleet_at(f->fleet, slot);
    uint32_t map_width = wend_map_width(f->map);
    int8_t *out = f->steps;
    for (uint32_t row = y; row < y + height; row += every) {
        for (uint32_t column = x; column < x + width; column += every) {
            wend_state state = row * map_width + column;
            bool is_exact;
            wend_state next = wend_fleet_field_next(f->fleet, unit, state, &is_exact);
            next = next == WEND_STATE_NONE ? state : next;
            *out++ = (int8_t)((int32_t)(next % map_width) - (int32_t)column);
            *out++ = (int8_t)((int32_t)(next / map_width) - (int32_t)row);
            *out++ = is_exact;
        }
    }
    return f->steps;
}

EXPORT(const shim_explanation *, fleet_explain, fleet *f, uint32_t slot) {
    wend_explanation why = wend_fleet_explain(f->fleet, wend_fleet_at(f->fleet, slot));
    return shim_explain(&f->why, &why, f->map);
}

EXPORT(uint32_t, fleet_memory, const fleet *f) {
    return (uint32_t)wend_fleet_memory(f->fleet);
}

EXPORT(const wend_fleet_info *, fleet_stats, fleet *f) {
    f->info = wend_fleet_stats(f->fleet);
    return &f->info;
}
