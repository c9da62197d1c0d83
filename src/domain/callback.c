#include "domain/callback.h"

/* Inserts a successor after those with the same cost. Most functions write equal or rising costs,
 * so usually nothing moves. */
static void insert_by_cost(wn_successor *list, uint32_t count, wn_successor successor) {
    uint32_t at = count;
    for (; at > 0 && list[at - 1].cost > successor.cost; at--) {
        list[at] = list[at - 1];
    }
    list[at] = successor;
}

uint32_t wn_callback_successors(const wn_callback *callback, wn_states *states, wn_id id,
                                wn_successor *out) {
    const wend_callback_def *def = &callback->def;
    wend_packed packed[WEND_CALLBACK_DEGREE_MAX];
    wend_cost costs[WEND_CALLBACK_DEGREE_MAX];
    uint32_t given = def->successors(def->context, &states->entries[id].packed, packed, costs);
    given = wn_min_u32(given, def->max_degree);
    uint32_t count = 0;
    for (uint32_t i = 0; i < given; i++) {
        if (costs[i] < 1 || costs[i] > WEND_MOVE_COST_MAX) {
            continue;
        }
        bool is_new;
        wn_id to = wn_states_intern(states, &packed[i], wn_states_hash(&packed[i]), &is_new);
        if (to != id && to != WN_NONE) {
            insert_by_cost(out, count++, (wn_successor){to, costs[i]});
        }
    }
    return count;
}

static const wn_domain_type callback_type = {
    .name = "callback",
    .kernel = wn_callback_kernel,
    .is_free = wn_every_state_is_free,
    .is_state = wn_every_packed_is_state,
    .id = wn_same_id,
    .state = wn_same_state,
};

WN_DEFINITION_ENDS(wend_callback_def, memory_limit);

static wend_error check_callback_def(const wend_callback_def *def, wend_diagnosis *diagnosis) {
    if (!def->successors) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "successors",
                                 "successors is null");
    }
    if (def->max_degree < 1 || def->max_degree > WEND_CALLBACK_DEGREE_MAX) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "max_degree",
                                 "max_degree is %u, expected 1 to %u", def->max_degree,
                                 WEND_CALLBACK_DEGREE_MAX);
    }
    return wn_check_allocator(&def->allocator, diagnosis);
}

wend_error wend_callback_create_sized(const wend_callback_def *given, size_t size,
                                      wend_domain **out, wend_diagnosis *diagnosis) {
    if (!out) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, NULL, "out is null");
    }
    *out = NULL;
    wend_callback_def def;
    wend_error error = wn_definition_copy(given, size, &def, sizeof def, diagnosis);
    if (!error) {
        error = check_callback_def(&def, diagnosis);
    }
    if (error) {
        return error;
    }
    /* New states are numbered one after the other, but a successor may also be one that was
     * numbered long ago and has no page yet: in the worst case each lies on a page of its own. */
    wn_callback form = {.def = def,
                        .domain = {.type = &callback_type,
                                   .size = sizeof form,
                                   .degree = def.max_degree,
                                   .pages = def.max_degree,
                                   .unit = 1,
                                   .max_move_cost = WEND_MOVE_COST_MAX,
                                   .reversible = def.reversible}};
    wn_memory_init(&form.domain.memory, &def.allocator, def.memory_limit);
    wn_callback *callback = wn_memory_take(&form.domain.memory, sizeof form);
    if (!callback) {
        return wn_no_memory(diagnosis, def.memory_limit, "no memory for a callback domain");
    }
    *callback = form;
    *out = &callback->domain;
    return WEND_OK;
}
