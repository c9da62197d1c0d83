#include "search/instances.h"
#include "search/learn.h"

/* If f = g + h and nothing is stored for learning, a bucket queue can be used. */
static const wn_kernel *kernel_for(const wend_domain *domain, const wn_policy *policy) {
    wn_kernel_choice *choice = domain->type->kernel ? domain->type->kernel : policy->map_kernel;
    assert(choice);
    return choice(domain, policy);
}

bool wn_search_init(wn_search *search, const wend_domain *domain, const wn_policy *policy,
                    wn_memory *memory) {
    uint32_t divisor = wn_policy_divisor(policy);
    wn_memory_zero(search, sizeof *search);
    search->kernel = kernel_for(domain, policy);
    search->domain = domain;
    search->policy = *policy;
    search->g_factor = policy->g_factor == divisor ? 1 : policy->g_factor / divisor;
    search->h_factor = policy->h_factor == divisor ? 1 : policy->h_factor / divisor;
    search->memory = memory;
    search->goal = WN_NONE;
    search->epoch = 1;
    if (!search->kernel->needs_no_buffer) {
        search->buffer_count = domain->degree;
        search->buffer = wn_memory_take(memory, search->buffer_count * sizeof *search->buffer);
        if (!search->buffer) {
            search->kernel = NULL; /* nothing to clear */
            return false;
        }
    }
    if (!search->kernel->init(search)) {
        wn_search_clear(search);
        return false;
    }
    return true;
}

void wn_search_clear(wn_search *search) {
    if (!search->kernel) {
        return;
    }
    wn_memory *memory = search->memory;
    search->kernel->clear(search);
    wn_memory_give(memory, search->buffer, search->buffer_count * sizeof *search->buffer);
    wn_memory_give(memory, search->seen_moves, search->seen_capacity * sizeof *search->seen_moves);
    wn_memory_give(memory, search->past, search->past_capacity * sizeof *search->past);
    search->kernel = NULL;
}

void wn_search_release(wn_search *search) {
    search->kernel->release(search);
    search->touched = 0;
    search->released = true;
}

void wn_search_start(wn_search *search, wn_id goal) {
    assert(!search->released);
    assert(goal == WN_NONE || !search->domain->id_limit || goal < search->domain->id_limit);
    if (search->kernel->ring ||
        search->kernel->span) { /* only these have alternatives with the same open list */
        search->kernel = kernel_for(search->domain, &search->policy);
    }
    search->number++;
    search->kernel->start(search, goal);
}

size_t wn_search_bytes(const wn_search *search) {
    return search->kernel->bytes(search);
}

/* ---- Shared by the best-first kernels ------------------------------------------------------ */

/* Initializes the open list, unless it is a heap or already initialized. */
static bool init_lists(wn_search *search) {
    const wn_kernel *kernel = search->kernel;
    if (kernel->ring && !search->bucket.bits) {
        return wn_bucket_init(&search->bucket, search->memory, kernel->ring);
    }
    if (kernel->span && !search->sparse.bits) {
        /* From one state to the next, f rises by at most (g_factor + h_factor) c, where c is the
         * largest cost of a move, and falls by at most (h_factor - g_factor) c. Repairs push a
         * state and its neighbours, with arbitrary keys. */
        uint64_t g_factor = search->g_factor, h_factor = search->h_factor;
        uint64_t steps = wn_max_u64(g_factor + h_factor, 2 * h_factor);
        bool repairs = search->policy.repairs;
        wn_spans spans = {.all = kernel->span(search), .degree = search->domain->degree + repairs};
        spans.siblings = repairs ? spans.all : steps * search->domain->max_move_cost;
        return wn_sparse_init(&search->sparse, search->memory, &spans);
    }
    return true;
}

static void clear_lists(wn_search *search) {
    if (search->bucket.bits) {
        wn_bucket_clear(&search->bucket, search->memory);
    }
    if (search->sparse.bits) {
        wn_sparse_clear(&search->sparse, search->memory);
    }
    wn_heap_clear(&search->heap, search->memory);
}

bool wn_bestfirst_init(wn_search *search) {
    const wn_policy *policy = &search->policy;
    wn_heap_init(&search->heap);
    wn_states_init(&search->states, search->memory);
    bool made = wn_nodes_init(&search->nodes, search->memory, search->domain->id_limit,
                              policy->learn || policy->adapt);
    search->past_stamp = search->nodes.stamp;
    return made && init_lists(search);
}

void wn_bestfirst_clear(wn_search *search) {
    clear_lists(search);
    wn_states_clear(&search->states);
    wn_nodes_clear(&search->nodes);
}

void wn_bestfirst_release(wn_search *search) {
    clear_lists(search);
    wn_nodes_release(&search->nodes);
}

size_t wn_bestfirst_bytes(const wn_search *search) {
    return wn_nodes_bytes(&search->nodes) + search->heap.count * sizeof(wn_heap_entry) +
           search->seen_count * sizeof(wn_seen_move) + wn_states_bytes(&search->states) +
           (search->bucket.bits ? wn_bucket_bytes(&search->bucket) : 0) +
           (search->sparse.bits ? wn_sparse_bytes(&search->sparse) : 0);
}

/* The sequence of expansions does not depend on how a run is divided. */
wn_outcome wn_bestfirst_run_one(wn_search *search, uint32_t budget, uint32_t *used,
                                wn_expanded *one) {
    wn_id next = search->kernel->tip(search);
    const wn_node *node = next == WN_NONE ? NULL : wn_nodes_find(&search->nodes, next);
    *one = node ? (wn_expanded){next, node->parent, node->g} : (wn_expanded){.id = WN_NONE};
    wn_outcome outcome = search->kernel->run(search, wn_min_u32(budget, 1), used);
    if (!*used) {
        one->id = WN_NONE;
    }
    return outcome;
}

wend_mark wn_bestfirst_mark(const wn_search *search, wn_id id) {
    const wn_node *node = wn_nodes_find(&search->nodes, id);
    return !node ? WEND_MARK_NONE : wn_learn_was_expanded(node) ? WEND_MARK_CLOSED : WEND_MARK_OPEN;
}

wend_cost wn_listed_move_cost(wn_search *search, wn_id from, wn_id to) {
    const wn_successor *list;
    uint32_t count = search->kernel->successors(search, from, search->buffer, &list);
    for (uint32_t i = 0; i < count; i++) {
        if (list[i].id == to) {
            return list[i].cost;
        }
    }
    return 0;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Makes room to number states. The directory of nodes grows first: if that fails, a tick must not
 * find numbers without a node. */
static bool reserve_states(wn_search *search, uint32_t count) {
    uint32_t capacity = wn_states_capacity_for(&search->states, count);
    return wn_nodes_raise_limit(&search->nodes, capacity) &&
           wn_states_reserve(&search->states, count);
}

/* Without reopening every state is expanded once, so there are at most as many moves as in the
 * domain. */
static bool reserve_seen_moves(wn_search *search, uint32_t count) {
    const wend_domain *domain = search->domain;
    uint32_t wanted = wn_add_sat(search->seen_count, count);
    if (domain->id_limit && !search->policy.reopen) {
        uint32_t all = wn_mul_sat(wn_add_sat(domain->id_limit, 1), domain->degree);
        wanted = wn_min_u32(wanted, all);
    }
    if (wanted <= search->seen_capacity) {
        return true;
    }
    wanted = wn_max_u32(wanted, wn_add_sat(search->seen_capacity, search->seen_capacity / 2));
    void *edges = search->seen_moves;
    if (!wn_memory_grow(search->memory, &edges, search->seen_capacity * sizeof *search->seen_moves,
                        search->seen_count * sizeof *search->seen_moves,
                        wanted * sizeof *search->seen_moves)) {
        return false;
    }
    search->seen_moves = edges;
    search->seen_capacity = wanted;
    return true;
}

/* Entries for the current and the next search, and more for callers that reserve rarely: every
 * search takes at least one expansion. */
#define PAST_MORE 1000u

static bool reserve_past(wn_search *search, uint32_t expansions) {
    uint32_t searches = search->nodes.stamp + 1 - search->past_stamp; /* 0 after forgetting */
    uint32_t wanted = wn_add_sat(searches, 1 + wn_min_u32(expansions, PAST_MORE));
    if (wanted <= search->past_capacity) {
        return true;
    }
    wanted = wn_max_u32(wanted, wn_add_sat(search->past_capacity, search->past_capacity / 2));
    void *past = search->past;
    if (!wn_memory_grow(search->memory, &past, search->past_capacity * sizeof *search->past,
                        search->past_capacity * sizeof *search->past,
                        wanted * sizeof *search->past)) {
        return false;
    }
    search->past = past;
    search->past_capacity = wanted;
    return true;
}

void wn_search_forget(wn_search *search) {
    search->epoch++;
    search->past_count = 0;
    search->past_stamp = search->nodes.stamp + 1; /* ignores everything touched so far */
}

bool wn_search_conclude(wn_search *search) {
    uint32_t index = search->nodes.stamp - search->past_stamp;
    if (!search->policy.adapt || index == UINT32_MAX) {
        return true; /* the search belongs to an earlier epoch */
    }
    if (index >= search->past_capacity) {
        return false;
    }
    while (search->past_count <= index) {
        search->past[search->past_count++] = 0;
    }
    uint64_t f = search->kernel->least_f(search);
    search->past[index] =
        f == UINT64_MAX ? 0 : (wend_cost)wn_min_u64(f / search->g_factor, WEND_COST_MAX);
    return true;
}

/* Makes room for the entries of the open list that this many expansions generate. */
static bool reserve_entries(wn_search *search, uint32_t rounds, uint32_t seeds,
                            uint32_t generated) {
    if (search->kernel->ring) {
        return true;
    }
    if (search->kernel->span) {
        uint32_t most = wn_search_clamp_to_states(search, UINT32_MAX);
        bool is_over = search->outcome != WN_RUNNING;
        rounds = wn_add_sat(rounds, 2 * seeds / search->sparse.batch); /* two branches each */
        return wn_sparse_reserve(&search->sparse, search->memory, rounds, most, is_over);
    }
    uint32_t entries = wn_search_clamp_to_states(search, (uint64_t)generated + search->heap.count);
    /* The kernel needs room for a whole expansion, even when it has seen all states. */
    entries = wn_add_sat(entries, search->domain->degree);
    return wn_heap_reserve(&search->heap, search->memory, entries) &&
           (!search->policy.learn || reserve_seen_moves(search, generated));
}

bool wn_search_reserve(wn_search *search, uint32_t expansions, uint32_t seeds) {
    const wend_domain *domain = search->domain;
    /* The kernel requires room for a whole expansion before each expansion and each seed, and the
     * cost of a move is looked up among the successors of a state. */
    uint32_t rounds = wn_add_sat(expansions, 2);
    uint32_t generated = wn_add_sat(wn_mul_sat(rounds, domain->degree), seeds);
    uint32_t pages = wn_add_sat(wn_mul_sat(rounds, domain->pages), seeds);
    if (!domain->id_limit && !reserve_states(search, generated)) {
        return false;
    }
    if (!wn_nodes_reserve(&search->nodes, pages)) {
        return false;
    }
    if (search->policy.adapt && !reserve_past(search, expansions)) {
        return false;
    }
    if (!init_lists(search) || !reserve_entries(search, rounds, seeds, generated)) {
        return false;
    }
    search->released = false;
    return true;
}

/* ---- Numbers ------------------------------------------------------------------------------- */

wn_id wn_search_goal_id(wn_search *search, wend_state state) {
    const wend_domain *domain = search->domain;
    if (domain->type->goal_cell) {
        domain->type->goal_cell(domain, state, &search->own.plane.goal_x,
                                &search->own.plane.goal_y);
        return domain->id_limit - 1;
    }
    return wn_search_id(search, state);
}

wn_id wn_search_id(const wn_search *search, wend_state state) {
    const wend_domain *domain = search->domain;
    if (domain->type->goal_cell) {
        uint32_t x, y;
        domain->type->goal_cell(domain, state, &x, &y);
        if (x == search->own.plane.goal_x && y == search->own.plane.goal_y) {
            return domain->id_limit - 1;
        }
    }
    return wn_domain_id(domain, state);
}

wn_id wn_search_intern(wn_search *search, const wend_packed *packed) {
    assert(search->domain->id_limit == 0); /* others number their states themselves */
    if (!reserve_states(search, 1)) {
        return WN_NONE;
    }
    bool is_new;
    return wn_states_intern(&search->states, packed, wn_states_hash(packed), &is_new);
}

/* ---- Running ------------------------------------------------------------------------------- */

void wn_search_report(wn_search *search, wn_id id, wn_id parent, wend_cost g) {
    wn_watch *watch = search->watch;
    if (!watch) {
        return;
    }
    if (search->watched != search->number) {
        search->watched = search->number;
        search->watched_as = ++watch->searches;
    }
    wend_expansion expansion = {
        .search = search->watched_as,
        .state = wn_search_state(search, id),
        .parent = parent == WN_NONE ? WEND_STATE_NONE : wn_search_state(search, parent),
        .g = g,
        .h = search->kernel->h(search, id),
    };
    watch->watcher.expanded(watch->watcher.context, &expansion);
}

/* Runs one state at a time, so that the kernels need not know about watchers. */
static wn_outcome run_watched(wn_search *search, uint32_t limit, uint32_t *used) {
    uint32_t done = 0, units;
    wn_outcome outcome;
    do {
        wn_expanded one;
        units = 0;
        outcome = search->kernel->run_one(search, limit - done, &units, &one);
        if (one.id != WN_NONE) {
            wn_search_report(search, one.id, one.parent, one.g);
        }
        done += units;
    } while (outcome == WN_RUNNING && units > 0 && done < limit);
    *used += done;
    return outcome;
}

/* Runs without a deadline. */
static wn_outcome run(wn_search *search, uint32_t limit, uint32_t *used) {
    uint32_t done = 0;
    wn_outcome outcome = search->watch ? run_watched(search, limit, &done)
                                       : search->kernel->run(search, limit, &done);
    assert(done <= limit);
    *used += done;
    return outcome;
}

/* The slower one of two; if one of them did nothing, the other one. */
static wn_pace slower_pace(wn_pace a, wn_pace b) {
    if (a.units == 0 || b.units == 0) {
        return a.units ? a : b;
    }
    return a.ns * b.units > b.ns * a.units ? a : b;
}

/* Units until the clock is polled again. Assumes the slower pace of this run and the last one (a
 * search is slow in bursts, while it waits for memory). Normally the units that fit into a third of
 * the remaining time, at most WN_POLL_NS_MAX; near the end those for WN_POLL_NS, or for the
 * remaining time. Returns 0 if not even half of the smallest slice fits. Never returns more units
 * than were done in these runs, because the clock may be coarse. */
static uint32_t units_until_poll(const wn_search *search, wn_pace so_far, uint64_t left) {
    wn_pace pace = slower_pace(so_far, search->pace);
    uint32_t least = search->kernel->units;
    if (pace.units == 0) {
        return WN_FIRST_EXPANSIONS * least;
    }
    left = wn_min_u64(left, UINT32_MAX / 4); /* a second; products stay below 2^64 */
    uint64_t third = wn_min_u64(left / 3, WN_POLL_NS_MAX);
    uint64_t ns = wn_min_u64(left, wn_max_u64(third, WN_POLL_NS));
    uint64_t units = pace.units * ns / (pace.ns + 1);
    if (units < least) {
        bool fits = 2 * pace.units * left >= least * pace.ns;
        return fits ? least : 0;
    }
    uint32_t done = wn_add_sat(so_far.units, search->pace.units);
    return wn_max_u32(least, (uint32_t)wn_min_u64(units, done));
}

static wn_outcome run_until(wn_search *search, uint32_t limit, const wn_deadline *deadline,
                            uint32_t *used) {
    const wend_clock *clock = deadline->clock;
    uint64_t begin = clock->now(clock->context), now = begin;
    wn_outcome outcome = WN_RUNNING;
    wn_pace so_far = {0};
    uint32_t units;
    do {
        uint64_t left =
            now < deadline->at ? deadline->at - now : 0; /* a run may start after its deadline */
        uint32_t slice = units_until_poll(search, so_far, left);
        units = 0;
        if (slice == 0) {
            if (so_far.units > 0) {
                break;
            }
            slice = search->kernel->units; /* every run makes some progress */
        }
        outcome = run(search, wn_min_u32(slice, limit - so_far.units), &units);
        now = clock->now(clock->context);
        so_far.units += units;
        so_far.ns = now - begin;
    } while (outcome == WN_RUNNING && units > 0 && so_far.units < limit && now < deadline->at);
    *used += so_far.units;
    search->pace = so_far;
    return outcome;
}

wn_outcome wn_search_run_attended(wn_search *search, uint32_t limit, const wn_deadline *deadline,
                                  uint32_t *used) {
    return deadline->clock ? run_until(search, limit, deadline, used) : run(search, limit, used);
}

/* ---- The open list as a whole ---------------------------------------------------------------- */

typedef struct choice {
    wn_id id;
    uint64_t rank;
} choice;

/* Compares the states of a list with the best so far; returns the number of states in it. */
static uint32_t compare_list(wn_search *search, uint64_t (*rank)(wn_search *search, wn_id id),
                             wn_id first, choice *best) {
    uint32_t count = 0;
    for (wn_id id = first; id != WN_NONE; id = wn_nodes_at(&search->nodes, id)->next) {
        uint64_t r = rank(search, id);
        if (r < best->rank) {
            *best = (choice){id, r};
        }
        count++;
    }
    return count;
}

static wn_id least_in_bucket(wn_search *search, uint64_t (*rank)(wn_search *search, wn_id id),
                             uint32_t *examined) {
    choice best = {WN_NONE, UINT64_MAX};
    wn_bucket *list = &search->bucket;
    uint32_t left = list->count;
    for (uint32_t f = list->cursor; left > 0; f++) {
        if (wn_bucket_has(list, f)) {
            left -= compare_list(search, rank, wn_bucket_top(list, list->size, f), &best);
        }
    }
    *examined += list->count;
    return best.id;
}

static wn_id least_in_sparse(wn_search *search, uint64_t (*rank)(wn_search *search, wn_id id),
                             uint32_t *examined) {
    choice best = {WN_NONE, UINT64_MAX};
    const wn_sparse *list = &search->sparse;
    uint32_t left = list->count;
    for (uint64_t f = list->cursor; left > 0; f++) {
        f = wn_sparse_next_f(list, f);
        left -= compare_list(search, rank, wn_sparse_top(list, f), &best);
    }
    *examined += list->count;
    return best.id;
}

static wn_id least_in_heap(wn_search *search, uint64_t (*rank)(wn_search *search, wn_id id),
                           uint32_t *examined) {
    const wn_heap *list = &search->heap;
    const wn_heap_entry *best = NULL;
    uint64_t best_rank = UINT64_MAX;
    for (uint32_t i = 0; i < list->count; i++) {
        const wn_heap_entry *entry = &list->entries[i];
        uint64_t r = rank(search, entry->id);
        bool before =
            best && (entry->f < best->f || (entry->f == best->f && entry->order < best->order));
        if (!best || r < best_rank || (r == best_rank && before)) {
            best = entry;
            best_rank = r;
        }
    }
    *examined += list->count;
    return best ? best->id : WN_NONE;
}

wn_id wn_search_least_open(wn_search *search, uint64_t (*rank)(wn_search *search, wn_id id),
                           uint32_t *examined) {
    return search->kernel->ring   ? least_in_bucket(search, rank, examined)
           : search->kernel->span ? least_in_sparse(search, rank, examined)
                                  : least_in_heap(search, rank, examined);
}
