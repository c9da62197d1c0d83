#include "research/search/breadth.h"

/* In `next` of a node: it is queued. */
#define QUEUED 0x80000000u

void wn_breadth_init(wn_breadth *ahead, wn_breadth_rule rule, uint32_t depth,
                     uint32_t cost_permille) {
    *ahead = (wn_breadth){.rule = rule, .depth = depth, .cost_permille = cost_permille};
}

void wn_breadth_clear(wn_breadth *ahead, wn_memory *memory) {
    wn_memory_give(memory, ahead->queue, ahead->capacity * sizeof *ahead->queue);
    ahead->queue = NULL;
    ahead->capacity = 0;
}

void wn_breadth_forget(wn_breadth *ahead, wn_search *search) {
    wn_horizon_forget(&ahead->horizon, search);
    ahead->running = false;
}

/* ---- Memory -------------------------------------------------------------------------------- */

/* Replaces the ring by a larger one. The queued entries move to the front. */
static bool grow_queue(wn_breadth *ahead, wn_memory *memory, uint32_t capacity) {
    wn_id *queue = wn_memory_take(memory, capacity * sizeof *queue);
    if (!queue) {
        return false;
    }
    for (uint32_t i = 0; i < ahead->count; i++) {
        uint64_t at = (uint64_t)ahead->head + i;
        queue[i] = ahead->queue[at < ahead->capacity ? at : at - ahead->capacity];
    }
    wn_memory_give(memory, ahead->queue, ahead->capacity * sizeof *ahead->queue);
    ahead->queue = queue;
    ahead->capacity = capacity;
    ahead->head = 0;
    return true;
}

bool wn_breadth_reserve(wn_breadth *ahead, wn_search *search, uint32_t expansions) {
    uint32_t rounds = wn_add_sat(expansions, 2);
    uint64_t wanted = (uint64_t)ahead->count + wn_mul_sat(rounds, search->domain->degree);
    /* The loop needs room for a whole expansion, even when it has seen all states. */
    uint32_t capacity =
        wn_add_sat(wn_search_clamp_to_states(search, wanted), search->domain->degree);
    if (capacity > ahead->capacity) {
        capacity = wn_max_u32(capacity, wn_add_sat(ahead->capacity, ahead->capacity / 2));
        if (!grow_queue(ahead, search->memory, capacity)) {
            return false;
        }
    }
    return wn_search_reserve(search, expansions, 1);
}

/* Whether the reserved memory is enough for one more expansion. */
static bool breadth_has_room(const wn_breadth *ahead, const wn_search *search) {
    const wend_domain *domain = search->domain;
    return wn_nodes_room(&search->nodes, wn_add_sat(domain->pages, 1)) &&
           ahead->capacity - ahead->count >= domain->degree &&
           (domain->id_limit || wn_states_room(&search->states) >= domain->degree);
}

/* ---- Learned values ------------------------------------------------------------------------ */

static wend_cost capped(uint64_t value) {
    return value < WEND_COST_MAX ? (wend_cost)value : WEND_COST_MAX;
}

/* The greatest of the smallest values of each depth, but none beyond the goal. */
static uint64_t max_of_min(const wn_breadth *ahead) {
    uint32_t deepest = ahead->goal_seen ? ahead->goal_depth : ahead->depth;
    uint64_t value = 0;
    for (uint32_t depth = 1; depth <= deepest; depth++) {
        uint64_t least = ahead->least_f[depth];
        value = least != UINT64_MAX && least > value ? least : value;
    }
    return value;
}

bool wn_breadth_learn(wn_breadth *ahead, wn_search *search) {
    assert(!ahead->running && ahead->best != WN_NONE);
    uint64_t value = ahead->rule == WN_MAX_OF_MIN ? max_of_min(ahead) : ahead->best_f;
    wend_cost h = capped(value);
    bool rises = h > search->kernel->h(search, ahead->root);
    if (rises) {
        wn_learned *learned = wn_search_learned(search, ahead->root);
        learned->h = h;
        learned->epoch = search->epoch;
    }
    return rises;
}

/* ---- Look-ahead --------------------------------------------------------------------------- */

static uint32_t depth_of(const wn_node *node) {
    return node->next & ~QUEUED;
}

bool wn_breadth_is_closed(const wn_breadth *ahead, const wn_node *node) {
    return !(node->next & QUEUED) && depth_of(node) < ahead->depth;
}

static void push(wn_breadth *ahead, wn_id id, wn_node *node) {
    if (!(node->next & QUEUED)) {
        assert(ahead->count < ahead->capacity);
        uint64_t at = (uint64_t)ahead->head + ahead->count++;
        ahead->queue[at < ahead->capacity ? at : at - ahead->capacity] = id;
        node->next |= QUEUED;
    }
}

static wn_id breadth_pop(wn_breadth *ahead) {
    assert(ahead->count > 0);
    wn_id id = ahead->queue[ahead->head];
    ahead->head = ahead->head + 1 == ahead->capacity ? 0 : ahead->head + 1;
    ahead->count--;
    return id;
}

bool wn_breadth_begin(wn_breadth *ahead, wn_search *search, wn_id root, wn_id goal) {
    assert(root != goal && ahead->depth >= 1 && ahead->depth <= WEND_DEPTH_MAX);
    if (!breadth_has_room(ahead, search)) {
        return false;
    }
    wn_search_start(search, goal);
    ahead->head = ahead->count = 0;
    ahead->running = true;
    ahead->root = root;
    ahead->best = ahead->first = WN_NONE;
    ahead->best_f = UINT64_MAX;
    ahead->goal_seen = false;
    for (uint32_t depth = 0; depth <= ahead->depth; depth++) {
        ahead->least_f[depth] = UINT64_MAX;
    }
    wn_node *node = wn_nodes_at(&search->nodes, root);
    *node = (wn_node){.parent = WN_NONE, .stamp = search->nodes.stamp};
    search->touched++;
    push(ahead, root, node);
    return true;
}

static uint64_t breadth_value(const wn_breadth *ahead, wn_search *search, wn_id id,
                              const wn_node *node) {
    bool unlearned = ahead->rule == WN_MINI_MIN_UNLEARNED;
    wend_cost h = unlearned ? search->kernel->h0(search, id) : search->kernel->h(search, id);
    return (uint64_t)node->g + (id == search->goal ? 0 : h);
}

/* Considers a frontier state that was reached by a new or cheaper path. With mini-min its value is
 * at least that of every state on the path, so the first state of the path is never worth more than
 * what the agent learns. */
static void consider(wn_breadth *ahead, wn_search *search, wn_id id, uint64_t f) {
    wn_id first = id;
    for (wn_id on = wn_search_parent(search, id); on != ahead->root;) {
        const wn_node *node = wn_nodes_at(&search->nodes, on);
        uint64_t known = ahead->rule == WN_MINI_MIN ? breadth_value(ahead, search, on, node) : 0;
        f = known > f ? known : f;
        if (f >= ahead->best_f) {
            return;
        }
        first = on;
        on = node->parent;
    }
    if (f < ahead->best_f) {
        ahead->best = id;
        ahead->first = first;
        ahead->best_f = f;
    }
}

/* Adds a state that was reached by a new or cheaper path. It is expanded unless it is on the
 * frontier. */
static void breadth_enter(wn_breadth *ahead, wn_search *search, wn_id id, wn_node *node) {
    uint32_t depth = depth_of(node);
    bool is_frontier = id == search->goal || depth == ahead->depth;
    if (is_frontier || ahead->rule == WN_MAX_OF_MIN) {
        uint64_t f = breadth_value(ahead, search, id, node);
        ahead->least_f[depth] = f < ahead->least_f[depth] ? f : ahead->least_f[depth];
        if (is_frontier) {
            consider(ahead, search, id, f);
        }
    }
    if (id == search->goal) {
        ahead->goal_seen = true;
        ahead->goal_depth = depth;
    }
    if (!is_frontier) {
        push(ahead, id, node);
    }
}

/* Handles a move out of the state `from`. */
static void relax(wn_breadth *ahead, wn_search *search, wn_id from, const wn_node *at,
                  const wn_successor *to) {
    wend_cost cost = (wend_cost)((uint64_t)to->cost * ahead->cost_permille / WN_FACTOR_ONE);
    wend_cost g = at->g + wn_max_u32(cost, 1);
    wn_node *node = wn_nodes_at(&search->nodes, to->id);
    if (node->stamp != search->nodes.stamp) {
        node->stamp = search->nodes.stamp;
        node->next = depth_of(at) + 1;
        search->touched++;
    } else if (g >= node->g) {
        return;
    }
    node->g = g;
    node->parent = from;
    breadth_enter(ahead, search, to->id, node);
}

static void expand(wn_breadth *ahead, wn_search *search) {
    wn_id id = breadth_pop(ahead);
    wn_node *node = wn_nodes_at(&search->nodes, id);
    node->next &= ~QUEUED;
    wn_search_report(search, id, node->parent, node->g);
    wn_horizon_expand(&ahead->horizon, search, id);
    const wn_successor *list;
    uint32_t count = search->kernel->successors(search, id, search->buffer, &list);
    for (uint32_t i = 0; i < count; i++) {
        wn_horizon_see(&ahead->horizon, search, list[i].id);
        relax(ahead, search, id, node, &list[i]);
    }
}

wn_outcome wn_breadth_run(wn_breadth *ahead, wn_search *search, uint32_t budget,
                          const wn_deadline *deadline, uint32_t *used) {
    assert(ahead->running);
    for (uint32_t done = 0; ahead->count > 0; done++) {
        bool late = done > 0 && done % WN_EXPANSIONS_PER_POLL == 0 && wn_deadline_passed(deadline);
        if (done == budget || late) {
            return WN_RUNNING;
        }
        if (!breadth_has_room(ahead, search)) {
            return WN_NO_MEMORY;
        }
        expand(ahead, search);
        (*used)++;
    }
    ahead->running = false;
    bool proved = ahead->best_f == UINT64_MAX || ahead->horizon.frontier_count == 0;
    return proved ? WN_NO_PATH : WN_FOUND;
}
