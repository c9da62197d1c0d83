#include "plan/field.h"

#include "plan/changes.h"

/* ---- Create and destroy ------------------------------------------------------------------------
 */

static bool make_growth(wn_field *field, wn_growth *growth) {
    wn_policy policy = {.g_factor = WN_FACTOR_ONE,
                        .h_factor = field->map ? WN_FACTOR_ONE : 0, /* a graph has no boxes */
                        .prune = true,
                        .map_kernel = wn_field_kernel};
    growth->is_made = wn_search_init(&growth->search, field->domain, &policy, field->memory);
    return growth->is_made;
}

bool wn_field_supports(const wend_domain *domain) {
    return domain->id_limit && domain->symmetric;
}

wend_error wn_field_init(wn_field *field, const wend_domain *domain, wn_memory *memory) {
    bool is_map = domain->type == &wn_grid_type;
    *field = (wn_field){.domain = domain,
                        .map = is_map ? (const wend_map *)domain : NULL,
                        .memory = memory,
                        .goal = WN_NONE};
    if (!wn_field_supports(domain)) {
        return WEND_ERROR_UNSUPPORTED;
    }
    return make_growth(field, &field->growths[0]) ? WEND_OK : WEND_ERROR_MEMORY;
}

static void clear_growth(wn_growth *growth) {
    if (growth->is_made) {
        wn_search_clear(&growth->search);
    }
    *growth = (wn_growth){0};
}

void wn_field_clear(wn_field *field) {
    wn_next_moves_clear(&field->packed, field->memory);
    clear_growth(&field->growths[0]);
    clear_growth(&field->growths[1]);
}

static wn_growth *growth_now(wn_field *field) {
    return &field->growths[field->current];
}

static wn_growth *growth_before(wn_field *field) {
    return &field->growths[!field->current];
}

/* Whether it equals a search made after the last edit. */
static bool growth_is_sound(const wn_growth *growth) {
    return growth->trusted_below == WN_NONE;
}

/* ---- What is known of a state ------------------------------------------------------------------
 */

static uint64_t f_of(wn_search *search, wn_id id, wend_cost g) {
    return (uint64_t)g * search->g_factor +
           (uint64_t)search->kernel->h0(search, id) * search->h_factor;
}

static const wn_node *growth_node(const wn_growth *growth, wn_id id) {
    return growth->is_begun ? wn_nodes_find(&growth->search.nodes, id) : NULL;
}

/* The node of a state whose distance is exact, otherwise NULL. Expanded states are exact, and so is
 * the one with the least f of all others: a cheaper route to it would pass an open state with a
 * smaller f. */
static const wn_node *exact_node(wn_growth *growth, wn_id id) {
    const wn_node *node = growth_node(growth, id);
    if (!node || node->g >= growth->trusted_below) {
        return NULL;
    }
    wn_search *search = &growth->search;
    bool is_exact =
        node->next == WN_CLOSED || f_of(search, id, node->g) <= search->kernel->least_f(search);
    return is_exact ? node : NULL;
}

/* The exact node of a state; the newer search's if both have one. */
static const wn_node *covering_node(wn_field *field, wn_id id) {
    const wn_node *node = exact_node(growth_now(field), id);
    return node ? node : exact_node(growth_before(field), id);
}

/* The exact step that was packed, or WN_NONE. */
static wn_id packed_step(const wn_field *field, wn_id id) {
    return field->is_packed_exact ? wn_next_moves_get(&field->packed, id) : WN_NONE;
}

bool wn_field_covers(wn_field *field, wn_id id) {
    return id == field->goal || covering_node(field, id) || packed_step(field, id) != WN_NONE;
}

bool wn_field_knows(wn_field *field, wn_id id) {
    return growth_node(growth_now(field), id) || growth_node(growth_before(field), id) ||
           (field->is_packed && wn_next_moves_get(&field->packed, id) != WN_NONE);
}

wend_cost wn_field_distance(wn_field *field, wn_id id) {
    const wn_node *node = covering_node(field, id);
    return id == field->goal ? 0 : node ? node->g : WN_NONE;
}

/* A legal step to a state that was known to be nearer to the goal, or WN_NONE. It
 * leads to the parent, or if that move is blocked, to the best other state with a smaller
 * distance. */
static wn_id inexact_step(wn_growth *growth, wn_id id) {
    wn_search *search = &growth->search;
    const wn_node *node = growth_node(growth, id);
    if (!node || node->parent == WN_NONE || wn_search_move_cost(search, id, node->parent)) {
        return node ? node->parent : WN_NONE;
    }
    const wn_successor *list;
    uint32_t count = search->kernel->successors(search, id, search->buffer, &list);
    uint64_t least = UINT64_MAX;
    wn_id best = WN_NONE;
    for (uint32_t i = 0; i < count; i++) {
        const wn_node *to = growth_node(growth, list[i].id);
        if (to && to->g < node->g && (uint64_t)to->g + list[i].cost < least) {
            least = (uint64_t)to->g + list[i].cost;
            best = list[i].id;
        }
    }
    return best;
}

wn_id wn_field_exit(wn_field *field, wn_id id) {
    if (!field->map || !wn_grid_is_blocked(field->map, id)) {
        return WN_NONE;
    }
    wn_successor exits[WN_GRID_DEGREE_MAX];
    uint32_t count = wn_grid_exits(field->map, id, exits);
    uint64_t least = UINT64_MAX;
    wn_id best = WN_NONE;
    for (uint32_t i = 0; i < count; i++) {
        /* Packed cells come last, because their distances are unknown. */
        uint64_t way = (uint64_t)wn_field_distance(field, exits[i].id) + exits[i].cost;
        if (way < least && wn_field_covers(field, exits[i].id)) {
            least = way;
            best = exits[i].id;
        }
    }
    return best;
}

/* A legal step according to the newest search that knows the state, or to the packed steps. */
static wn_id newest_step(wn_field *field, wn_id id) {
    wn_growth *now = growth_now(field), *before = growth_before(field);
    if (growth_node(now, id) || growth_node(before, id)) {
        return inexact_step(growth_node(now, id) ? now : before, id);
    }
    wn_id next = field->is_packed ? wn_next_moves_get(&field->packed, id) : WN_NONE;
    return next != WN_NONE && wn_grid_move_cost(field->map, id, next) ? next : WN_NONE;
}

wn_id wn_field_next(wn_field *field, wn_id id, bool *exact) {
    *exact = false;
    if (id == field->goal) {
        return WN_NONE;
    }
    const wn_node *node = covering_node(field, id);
    wn_id next = node ? node->parent : packed_step(field, id);
    *exact = next != WN_NONE;
    if (!*exact) {
        next = wn_field_exit(field, id); /* steps lead on from there, which an older search's need
                                          * not */
    }
    return next == WN_NONE ? newest_step(field, id) : next;
}

uint32_t wn_field_around(wn_field *field, wn_id id, wn_successor *moves, wend_cost *distances) {
    wn_search *search = &growth_now(field)->search;
    const wn_successor *list;
    uint32_t count = search->kernel->successors(search, id, moves, &list);
    for (uint32_t i = 0; i < count; i++) {
        moves[i] = list[i];
        distances[i] = wn_field_distance(field, list[i].id);
    }
    return count;
}

size_t wn_field_bytes(const wn_field *field) {
    size_t bytes = field->packed.size;
    for (uint32_t i = 0; i < 2; i++) {
        const wn_growth *growth = &field->growths[i];
        bytes += growth->is_made && !growth->search.released ? wn_search_bytes(&growth->search) : 0;
    }
    return bytes;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Frees everything except what a restart needs. */
static void drop_growth(wn_growth *growth) {
    if (!growth->search.released) {
        wn_search_release(&growth->search);
    }
    growth->is_begun = false;
}

/* Frees the previous search and the packed steps. */
static void drop_old(wn_field *field) {
    clear_growth(growth_before(field));
    field->can_keep = false;
    if (field->packing != WN_PACKING && field->packed.codes) {
        wn_next_moves_clear(&field->packed, field->memory);
        field->packing = WN_UNPACKED;
        field->is_packed = field->is_packed_exact = false;
    }
}

/* Reserves memory for growing again: next to the current search if memory suffices, otherwise in
 * its place. */
static bool reserve_again(wn_field *field, uint32_t expansions) {
    wn_growth *now = growth_now(field), *before = growth_before(field);
    field->can_keep = (before->is_made || make_growth(field, before)) &&
                      wn_search_reserve(&before->search, expansions, 1);
    field->is_short = !field->can_keep;
    if (wn_search_reserve(&now->search, expansions, 1)) {
        return true;
    }
    if (field->can_keep) {
        field->restart_after = 0; /* the current search lacks memory: it is given up at once */
        return true;
    }
    drop_growth(now);
    return wn_search_reserve(&now->search, expansions, 1);
}

bool wn_field_reserve(wn_field *field, uint32_t units) {
    uint32_t expansions = wn_add_sat(units / WN_FIELD_UNITS, 1);
    wn_growth *now = growth_now(field);
    if (field->packing == WN_PACKED) {
        drop_growth(now);
        clear_growth(growth_before(field));
        return true;
    }
    if (now->is_begun && !growth_is_sound(now)) {
        return reserve_again(field, expansions);
    }
    if (!field->is_settled && wn_search_reserve(&now->search, expansions, 1)) {
        return true;
    }
    drop_old(field); /* no longer needed, or the first to be dropped */
    return wn_search_reserve(&now->search, expansions, 1);
}

/* ---- Packing --------------------------------------------------------------------------------- */

/* The maximum work of packing a page that is in no cache: as much as eight expansions. A page that
 * the search has not touched costs next to nothing. */
#define PACK_UNITS       (8 * WN_FIELD_UNITS)
#define PACK_UNITS_EMPTY 4u

bool wn_field_can_pack(const wn_field *field) {
    const wn_growth *now = &field->growths[field->current];
    return field->packing == WN_UNPACKED && field->map && now->is_begun && growth_is_sound(now) &&
           field->is_settled && wn_next_moves_bytes(field->map) < wn_search_bytes(&now->search);
}

bool wn_field_pack_begin(wn_field *field) {
    if (!wn_field_can_pack(field)) {
        return false;
    }
    drop_old(field);
    if (!wn_next_moves_init(&field->packed, field->map, field->memory)) {
        return false;
    }
    field->packing = WN_PACKING;
    field->packed_to = 0;
    return true;
}

static void pack_page(wn_field *field, const wn_page *page, wn_id first) {
    wn_growth *now = growth_now(field);
    for (uint32_t i = 0; i < WN_PAGE_NODES; i++) {
        const wn_node *node = &page->nodes[i];
        if (node->stamp == now->search.nodes.stamp && node->parent != WN_NONE &&
            (node->next == WN_CLOSED || exact_node(now, first + i))) {
            wn_next_moves_set(&field->packed, first + i, node->parent);
        }
    }
}

bool wn_field_pack(wn_field *field, uint32_t budget, uint32_t *used) {
    uint32_t units = 0;
    while (field->packing == WN_PACKING && field->packed_to < field->domain->id_limit) {
        const wn_page *page = wn_nodes_peek(&growth_now(field)->search.nodes, field->packed_to);
        uint32_t cost = page ? PACK_UNITS : PACK_UNITS_EMPTY;
        if (budget - units < cost) {
            break;
        }
        if (page) {
            pack_page(field, page, field->packed_to);
        }
        field->packed_to += WN_PAGE_NODES;
        units += cost;
    }
    *used += units;
    if (field->packing == WN_PACKING && field->packed_to == field->domain->id_limit) {
        field->packing = WN_PACKED;
        field->is_packed = field->is_packed_exact = true;
        field->is_packed_all = growth_now(field)->search.outcome == WN_NO_PATH;
    }
    return field->packing == WN_PACKED;
}

/* ---- Growing --------------------------------------------------------------------------------- */

void wn_field_start(wn_field *field, wn_id goal, const wn_box *box) {
    assert(goal < field->domain->id_limit && (box || !field->map));
    field->goal = goal;
    field->box = box ? *box : (wn_box){0};
    field->version = field->map ? field->map->cells.version : 0;
    field->restart_after = 0;
    field->is_settled = true; /* the searches were about another goal */
    growth_now(field)->is_begun = growth_before(field)->is_begun = false;
    field->packing = WN_UNPACKED;
    field->is_packed = field->is_packed_exact = false;
}

/* Starts the search from the goal. Returns false if memory was not reserved. */
static bool begin_growth(wn_field *field, wn_growth *growth) {
    wn_search *search = &growth->search;
    growth->is_begun = false;
    if (search->released) {
        return false;
    }
    search->own.plane.box = field->box;
    wn_search_start(search, field->goal);
    search->goal = WN_NONE; /* until a state is requested */
    /* A blocked goal can be left but not entered, and this search is about entering it. */
    if (wn_domain_is_free(field->domain, wn_domain_state(field->domain, field->goal)) &&
        !search->kernel->seed(search, field->goal, 0)) {
        return false;
    }
    growth->is_begun = true;
    growth->trusted_below = WN_NONE;
    growth->expansions = 0;
    return true;
}

/* Makes the search stop when the state has the least f: its distance is exact then. */
static void set_end(wn_growth *growth, wn_id until) {
    wn_search *search = &growth->search;
    const wn_node *node = until == WN_NONE ? NULL : growth_node(growth, until);
    bool is_open = node && node->next != WN_CLOSED;
    search->goal = until;
    search->goal_f = is_open ? f_of(search, until, node->g) : UINT64_MAX;
    if (search->outcome == WN_FOUND) {
        search->outcome = WN_RUNNING;
    }
}

/* Grows again from the goal; the old search stays in use. The new search is not given up before it
 * has cost as much as the old one, or twice as much if that was not enough to reach the state.
 * Returns false if memory does not suffice for both. */
static bool grow_again(wn_field *field, wn_id until) {
    const wn_growth *now = growth_now(field);
    if (!field->can_keep && !field->is_short) {
        return false;
    }
    bool was_enough = until != WN_NONE && growth_node(now, until);
    field->restart_after = was_enough ? now->expansions : 2 * now->expansions;
    if (field->can_keep) {
        field->current = !field->current;
    }
    return begin_growth(field, growth_now(field));
}

/* Whether edits have invalidated the search, and it has finished or cost enough. */
static bool is_given_up(const wn_field *field, const wn_growth *growth) {
    bool is_over = growth->search.outcome != WN_RUNNING;
    return !growth_is_sound(growth) && (is_over || growth->expansions >= field->restart_after);
}

/* Runs a search for up to `limit` expansions, which are added to `done`. Stops when the state is
 * covered, or an invalidated search is given up. */
static wn_field_status run_growth(wn_field *field, wn_growth *growth, wn_id until, uint32_t limit,
                                  uint32_t *done) {
    static const wn_deadline no_deadline = {0};
    static const wn_field_status status_of[] = {[WN_RUNNING] = WN_FIELD_GROWING,
                                                [WN_FOUND] = WN_FIELD_COVERED,
                                                [WN_NO_PATH] = WN_FIELD_EXHAUSTED,
                                                [WN_NO_MEMORY] = WN_FIELD_FULL,
                                                [WN_TOO_EXPENSIVE] = WN_FIELD_OVERFLOW};
    if (growth_is_sound(growth)) {
        set_end(growth, until);
    } else {
        set_end(growth, WN_NONE);
        limit = (uint32_t)wn_min_u64(limit, field->restart_after - growth->expansions);
    }
    uint32_t expansions = 0;
    wn_outcome outcome = wn_search_run(&growth->search, limit, &no_deadline, &expansions);
    growth->expansions += expansions;
    *done += expansions;
    return status_of[outcome];
}

wn_field_status wn_field_grow(wn_field *field, wn_id until, uint32_t budget, uint32_t *used) {
    assert(field->goal != WN_NONE && (until == WN_NONE || until < field->domain->id_limit));
    if (until != WN_NONE && wn_field_covers(field, until)) {
        return WN_FIELD_COVERED;
    }
    if (field->is_packed_exact && field->is_packed_all) {
        return WN_FIELD_EXHAUSTED;
    }
    field->packing = WN_UNPACKED; /* from now on the search knows more */
    uint32_t limit = budget / WN_FIELD_UNITS, done = 0;
    wn_field_status status = WN_FIELD_GROWING;
    bool is_over = false;
    while (!is_over) {
        wn_growth *now = growth_now(field);
        if (!now->is_begun || is_given_up(field, now)) {
            if (done == limit) {
                status = WN_FIELD_GROWING;
                break;
            }
            if (!(now->is_begun ? grow_again(field, until) : begin_growth(field, now))) {
                status = WN_FIELD_FULL;
                break;
            }
            done++;
            now = growth_now(field);
        }
        status = run_growth(field, now, until, limit - done, &done);
        /* When an invalidated search finishes, another one follows. */
        is_over = growth_is_sound(now) || status == WN_FIELD_FULL || status == WN_FIELD_OVERFLOW ||
                  (status == WN_FIELD_GROWING && done == limit);
    }
    field->is_settled = status == WN_FIELD_COVERED || status == WN_FIELD_EXHAUSTED;
    if (field->is_settled) {
        field->restart_after = 0;
    }
    *used += done * WN_FIELD_UNITS;
    return status;
}

/* ---- Edits ----------------------------------------------------------------------------------- */

/* A lower bound of the distance of a state. */
static uint64_t least_distance(wn_growth *growth, wn_id id, uint64_t least_f) {
    wn_search *search = &growth->search;
    const wn_node *node = growth_node(growth, id);
    if (node && node->next == WN_CLOSED) {
        return node->g;
    }
    uint64_t h = search->kernel->h0(search, id); /* not the node's: the state may have no node */
    return least_f > h ? least_f - h : 0;
}

/* Lowers `trusted_below` if the edit changed moves of a state that the search has seen. */
static void note_field_edit(const wn_field *field, wn_growth *growth, const wn_edit *edit) {
    if (edit->id == WN_NONE) {
        growth->trusted_below = 0; /* h has changed: f no longer bounds the distance of a cell */
        return;
    }
    uint64_t least_f = growth->search.kernel->least_f(&growth->search);
    uint64_t least = growth->trusted_below;
    bool is_goal = false;
    wn_square square = wn_edit_square(field->map, edit);
    for (wn_id id; wn_square_next(field->map, &square, &id);) {
        least = wn_min_u64(least, least_distance(growth, id, least_f));
        is_goal = is_goal || id == field->goal; /* a blocked goal is in no list */
    }
    if (is_goal) {
        growth->trusted_below = 0;
    } else if (wn_edit_touches(field->map, &growth->search, edit, !growth->search.kernel->prunes)) {
        growth->trusted_below = (wend_cost)least;
    }
}

/* Whether the edit changed moves of a cell with a packed step. */
static bool touches_packed(const wn_field *field, const wn_edit *edit) {
    if (edit->id == WN_NONE) {
        return false; /* steps do not depend on h */
    }
    wn_square square = wn_edit_square(field->map, edit);
    for (wn_id id; wn_square_next(field->map, &square, &id);) {
        if (id == field->goal || wn_next_moves_get(&field->packed, id) != WN_NONE) {
            return true;
        }
    }
    return false;
}

/* NULL: the edit is unknown. */
static void note_edit_everywhere(wn_field *field, const wn_edit *edit) {
    for (uint32_t i = 0; i < 2; i++) {
        wn_growth *growth = &field->growths[i];
        if (growth->is_begun && edit) {
            note_field_edit(field, growth, edit);
        } else if (growth->is_begun) {
            growth->trusted_below = 0;
        }
    }
    bool is_wrong = field->is_packed ? !edit || touches_packed(field, edit)
                                     : !growth_is_sound(growth_now(field));
    if (is_wrong) {
        field->is_packed_exact = false;
        field->packing = WN_UNPACKED;
    }
}

void wn_field_update(wn_field *field) {
    if (!field->map) {
        return;
    }
    const wn_cells *cells = &field->map->cells;
    if (cells->version - field->version > cells->edits_max) {
        note_edit_everywhere(field, NULL);
        field->version = cells->version;
    }
    for (; field->version < cells->version; field->version++) {
        note_edit_everywhere(field, wn_cells_edit(cells, field->version));
    }
}

wn_field_trust wn_field_get_trust(const wn_field *field) {
    return (wn_field_trust){
        .version = field->version,
        .below = {field->growths[0].trusted_below, field->growths[1].trusted_below},
        .packing = field->packing,
        .is_packed_exact = field->is_packed_exact};
}

void wn_field_set_trust(wn_field *field, const wn_field_trust *trust) {
    field->version = trust->version;
    field->growths[0].trusted_below = trust->below[0];
    field->growths[1].trusted_below = trust->below[1];
    field->packing = trust->packing;
    field->is_packed_exact = trust->is_packed_exact;
}
