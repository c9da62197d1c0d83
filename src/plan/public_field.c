/* plan/public_field.c - the public functions of fields. */
#include <wend/field.h>

#include "plan/field.h"

struct wend_field {
    wn_memory memory; /* the account of the whole field */
    wn_field inner;
};

/* ---- Creating -------------------------------------------------------------------------------- */

WN_DEFINITION_ENDS(wend_field_def, allocator);

static wend_error check_field_def(const wend_field_def *def, wend_diagnosis *diagnosis) {
    wend_error error = wn_check_domain(def->map, def->domain, diagnosis);
    if (error) {
        return error;
    }
    const wend_domain *domain = def->map ? wend_map_domain(def->map) : def->domain;
    if (!wn_field_supports(domain)) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_UNSUPPORTED, "domain",
                                 "a field needs numbered states and reversible moves with equal "
                                 "costs in both directions; the domain is a %s",
                                 wend_domain_kind(domain));
    }
    if (def->goal >= domain->state_count) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_OUTSIDE, "goal",
                                 "goal is %u, the %s has %u states", def->goal,
                                 wend_domain_kind(domain), domain->state_count);
    }
    return wn_check_allocator(&def->allocator, diagnosis);
}

/* Clips a rectangle to the map. A missing or empty rectangle means the whole map. */
static wn_box clip_box(const wend_map *map, const wend_box *box) {
    uint32_t right = map->cells.width - 1, bottom = map->cells.height - 1;
    if (!box || !box->width || !box->height) {
        return (wn_box){0, 0, right, bottom};
    }
    return (wn_box){wn_min_u32(box->x, right), wn_min_u32(box->y, bottom),
                    wn_min_u32(wn_add_sat(box->x, box->width - 1), right),
                    wn_min_u32(wn_add_sat(box->y, box->height - 1), bottom)};
}

static void start_field(wn_field *inner, wend_state goal, const wend_box *box) {
    wn_box clipped = inner->map ? clip_box(inner->map, box) : (wn_box){0};
    wn_field_start(inner, wn_domain_id(inner->domain, goal), &clipped);
}

wend_error wend_field_create_sized(const wend_field_def *def, size_t size, wend_field **out,
                                   wend_diagnosis *diagnosis) {
    if (!out) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, NULL, "out is null");
    }
    *out = NULL;
    wend_field_def form;
    wend_error error = wn_definition_copy(def, size, &form, sizeof form, diagnosis);
    if (!error) {
        error = check_field_def(&form, diagnosis);
    }
    if (error) {
        return error;
    }
    wn_memory memory;
    wn_memory_init(&memory, &form.allocator, form.memory_limit);
    wend_field *field = wn_memory_take(&memory, sizeof *field);
    if (!field) {
        return wn_no_memory(diagnosis, memory.limit, "no memory for a field");
    }
    field->memory = memory;
    const wend_domain *domain = form.map ? wend_map_domain(form.map) : form.domain;
    error = wn_field_init(&field->inner, domain, &field->memory);
    if (error) {
        wend_field_destroy(field);
        return wn_no_memory(diagnosis, memory.limit, "no memory for a field");
    }
    start_field(&field->inner, form.goal, &form.box);
    *out = field;
    return WEND_OK;
}

void wend_field_destroy(wend_field *field) {
    if (field) {
        wn_field_clear(&field->inner);
        wn_memory memory = field->memory;
        wn_memory_give(&memory, field, sizeof *field);
    }
}

wend_error wend_field_set_goal(wend_field *field, wend_state goal, const wend_box *box) {
    if (!field) {
        return WEND_ERROR_ARGUMENT;
    }
    if (goal >= field->inner.domain->state_count) {
        return WEND_ERROR_OUTSIDE;
    }
    start_field(&field->inner, goal, box);
    return WEND_OK;
}

/* ---- Growing --------------------------------------------------------------------------------- */

/* Converts a budget of work to units of a field's search. */
static uint32_t field_units(uint64_t work) {
    return (uint32_t)wn_min_u64(work / WEND_WORK_EXPANSION, UINT32_MAX / WN_FIELD_UNITS) *
           WN_FIELD_UNITS;
}

wend_error wend_field_reserve(wend_field *field, uint64_t work) {
    if (!field) {
        return WEND_ERROR_ARGUMENT;
    }
    wn_field_update(&field->inner);
    bool has_room = wn_field_reserve(&field->inner, field_units(work));
    return has_room ? WEND_OK : WEND_ERROR_MEMORY;
}

/* Units of the search between two readings of the clock. */
#define TIMED_UNITS (64 * WN_FIELD_UNITS)

/* Grows until the budget is used up or the status is no longer WN_FIELD_GROWING. */
static wn_field_status grow_field(wn_field *field, wn_id until, const wend_budget *budget,
                                  uint32_t *used) {
    uint32_t left = field_units(budget->work);
    uint64_t end = wn_budget_end(budget);
    uint32_t slice = end == UINT64_MAX ? left : wn_min_u32(left, TIMED_UNITS);
    wn_field_status status;
    do {
        uint32_t before = *used;
        status = wn_field_grow(field, until, wn_min_u32(slice, left), used);
        left -= *used - before;
    } while (status == WN_FIELD_GROWING && left > 0 && !wn_budget_is_over(budget, end));
    return status;
}

wend_error wend_field_grow(wend_field *field, wend_state until, wend_budget budget,
                           wend_field_progress *progress) {
    if (!field || !progress) {
        return WEND_ERROR_ARGUMENT;
    }
    wn_field *inner = &field->inner;
    wend_error error = wn_budget_check(&budget, WEND_WORK_EXPANSION);
    if (error) {
        return error;
    }
    if (until != WEND_STATE_NONE && until >= inner->domain->state_count) {
        return WEND_ERROR_OUTSIDE;
    }
    static const wend_field_status status_of[] = {[WN_FIELD_GROWING] = WEND_FIELD_PENDING,
                                                  [WN_FIELD_COVERED] = WEND_FIELD_COVERED,
                                                  [WN_FIELD_EXHAUSTED] = WEND_FIELD_UNREACHABLE,
                                                  [WN_FIELD_FULL] = WEND_FIELD_NOT_RESERVED,
                                                  [WN_FIELD_OVERFLOW] = WEND_FIELD_OVERFLOW};
    wn_id id = until == WEND_STATE_NONE ? WN_NONE : wn_domain_id(inner->domain, until);
    uint32_t units = 0;
    wn_field_update(inner);
    progress->status = status_of[grow_field(inner, id, &budget, &units)];
    progress->expansions = units / WN_FIELD_UNITS;
    progress->work = (uint64_t)progress->expansions * WEND_WORK_EXPANSION;
    return WEND_OK;
}

wend_error wend_field_pack(wend_field *field) {
    if (!field) {
        return WEND_ERROR_ARGUMENT;
    }
    wn_field *inner = &field->inner;
    wn_field_update(inner);
    if (!wn_field_can_pack(inner)) {
        return WEND_ERROR_UNSUPPORTED;
    }
    if (!wn_field_pack_begin(inner)) {
        return WEND_ERROR_MEMORY;
    }
    uint32_t units = 0;
    wn_field_pack(inner, UINT32_MAX, &units); /* enough for the largest map */
    wn_field_reserve(inner, 0);               /* frees the search */
    return WEND_OK;
}

/* ---- Queries --------------------------------------------------------------------------------- */

/* Processes pending edits. Returns the id of a state, WN_NONE if it does not exist. */
static wn_id field_id(wend_field *field, wend_state state) {
    if (!field || state >= field->inner.domain->state_count) {
        return WN_NONE;
    }
    wn_field_update(&field->inner);
    return wn_domain_id(field->inner.domain, state);
}

bool wend_field_covers(wend_field *field, wend_state state) {
    wn_id id = field_id(field, state);
    return id != WN_NONE && wn_field_covers(&field->inner, id);
}

wend_cost wend_field_distance(wend_field *field, wend_state state) {
    wn_id id = field_id(field, state);
    wend_cost distance = id == WN_NONE ? WN_NONE : wn_field_distance(&field->inner, id);
    return distance == WN_NONE ? WEND_DISTANCE_NONE : distance;
}

wend_state wend_field_next(wend_field *field, wend_state state, bool *exact) {
    wn_id id = field_id(field, state);
    bool is_exact = false;
    wn_id next = id == WN_NONE ? WN_NONE : wn_field_next(&field->inner, id, &is_exact);
    if (exact) {
        *exact = is_exact;
    }
    return next == WN_NONE ? WEND_STATE_NONE : wn_domain_state(field->inner.domain, next);
}

size_t wend_field_memory(const wend_field *field) {
    return field ? field->memory.used : 0;
}

const char *wend_field_status_text(wend_field_status status) {
    switch (status) {
    case WEND_FIELD_PENDING:
        return "pending";
    case WEND_FIELD_COVERED:
        return "covered";
    case WEND_FIELD_UNREACHABLE:
        return "unreachable";
    case WEND_FIELD_NOT_RESERVED:
        return "not reserved";
    case WEND_FIELD_OVERFLOW:
        return "overflow";
    }
    return "unknown status";
}
