#include "support/validate.h"

#include <wend/research.h>
#include <wend/watch.h>

#include "agent/agent.h"
#include "search/jump_store.h"
#include "support/test.h"
#include "support/validate_h.h"

/* The maximum number of list entries or path steps to check, because ticks are many. */
#define LOOKS_MAX 60u

/* ---- The tick -------------------------------------------------------------------------------- */

static void check_move(const wend_agent *agent, wend_state before, const wend_tick *tick) {
    bool moved = tick->flags & WEND_TICK_MOVED;
    const char *algo = wend_agent_algo(agent)->name;
    check(tick->state == wend_agent_state(agent), "%s: the tick says %u, the agent %u", algo,
          tick->state, wend_agent_state(agent));
    check(moved == (tick->state != before), "%s: from %u to %u, moved %d", algo, before,
          tick->state, moved);
    check(moved == (tick->cost > 0), "%s: a cost of %u, moved %d", algo, tick->cost, moved);
    if (moved && agent->planner.map) {
        wend_cost cost = wend_map_move_cost(agent->planner.map, before, tick->state);
        check(cost == tick->cost, "%s: the move from %u to %u costs %u, reported %u", algo, before,
              tick->state, cost, tick->cost);
    }
}

static void check_spending(const wend_agent *agent, uint32_t budget, const wend_tick *tick) {
    uint32_t expansions, trace_steps;
    wend_agent_split(agent, budget, &expansions, &trace_steps);
    uint64_t units = (uint64_t)expansions * WEND_WORK_EXPANSION;
    uint64_t steps = (uint64_t)budget * agent->planner.parameters.trace_per_expansion;
    check(tick->expansions <= expansions, "%s: %u expansions of %u", wend_agent_algo(agent)->name,
          tick->expansions, expansions);
    check(tick->work <= units, "%s: %u units of %u", wend_agent_algo(agent)->name, tick->work,
          (uint32_t)units);
    check(tick->trace_steps <= steps, "%s: %u trace steps of %u", wend_agent_algo(agent)->name,
          tick->trace_steps, (uint32_t)steps);
}

/* ---- The plan -------------------------------------------------------------------------------- */

/* Whether the reported path was checked against the present map. Routes from before a restart are
 * checked step by step as they are followed, and so are shortcuts. */
static bool knows_its_path(const wend_agent *agent) {
    if (agent->planner.algorithm->family == &wn_jumping_family) {
        const wn_jumping *jumping = &agent->planner.jumping;
        bool is_checked = !jumping->unchecked && (!jumping->dirty || jumping->traced);
        return jumping->old_next == WN_NONE && !jumping->outdated && is_checked;
    }
    if (agent->planner.algorithm->family == &wn_time_bounded_family) {
        return !agent->planner.bounded.cut &&
               !(agent->planner.bounded.use_shortcut && agent->planner.bounded.shortcut.taken);
    }
    return true;
}

static void check_followed_path(const wend_agent *agent) {
    wend_state ahead[LOOKS_MAX];
    if (!agent->planner.map || !knows_its_path(agent)) {
        return;
    }
    uint32_t count = wend_agent_path(agent, ahead, LOOKS_MAX, NULL);
    wend_state at = wend_agent_state(agent);
    for (uint32_t i = 0; i < count; i++) {
        check(wend_map_move_cost(agent->planner.map, at, ahead[i]) > 0,
              "%s plans to go from %u to %u, move %u of its path", wend_agent_algo(agent)->name, at,
              ahead[i], i);
        at = ahead[i];
    }
}

/* From its end, entry 0, to the agent. */
static void check_g_falls(const wend_agent *agent, const wn_route *path) {
    check(path->count <= path->capacity, "%s: a route of %u has capacity %u",
          wend_agent_algo(agent)->name, path->count, path->capacity);
    for (uint32_t i = 1; i < path->count && i < LOOKS_MAX; i++) {
        check(path->entries[i].g < path->entries[i - 1].g, "%s: g does not fall at entry %u",
              wend_agent_algo(agent)->name, i);
    }
}

/* The memory reported as in use is the search and all entries of all routes. */
static void check_bytes(const wend_agent *agent, size_t entries) {
    size_t said = wend_agent_stats(agent).bytes_used;
    size_t expected = wn_search_bytes(&agent->planner.search) + entries * sizeof(wn_route_entry);
    check(said == expected, "%s: %zu bytes are in use, reported %zu", wend_agent_algo(agent)->name,
          expected, said);
}

static void check_paths(const wend_agent *agent) {
    const wn_family *family = agent->planner.algorithm->family;
    if (family == &wn_time_bounded_family) {
        check_g_falls(agent, &agent->planner.bounded.paths[0]);
        check_g_falls(agent, &agent->planner.bounded.paths[1]);
        if (!agent->planner.bounded.use_shortcut) {
            check_bytes(agent, (size_t)agent->planner.bounded.paths[0].count +
                                   agent->planner.bounded.paths[1].count);
        }
    } else if (family == &wn_local_family) {
        check_g_falls(agent, &agent->planner.local.path);
        check_bytes(agent, agent->planner.local.path.count);
    } else if (family == &wn_refine_family) {
        check_g_falls(agent, &agent->planner.refine.path);
        check_g_falls(agent, &agent->planner.refine.steps);
    } else if (family == &wn_jumping_family) {
        check_g_falls(agent, &agent->planner.jumping.routes[0]);
        check_g_falls(agent, &agent->planner.jumping.routes[1]);
    }
}

/* ---- Open lists ------------------------------------------------------------------------------ */

/* The f of an open state by its policy; searches that learn have changed theirs. */
static bool has_plain_f(const wn_search *search) {
    return !search->policy.learn && !search->policy.adapt;
}

static uint64_t plain_f(wn_search *search, const wn_node *node, wn_id id) {
    uint64_t h = search->kernel->h0(search, id);
    return (uint64_t)node->g * search->g_factor + h * search->h_factor;
}

static void check_heap(const wend_agent *agent, wn_search *search, bool is_dstar) {
    const wn_heap *heap = &search->heap;
    check(heap->count <= heap->capacity, "%s: the heap has %u of %u entries",
          wend_agent_algo(agent)->name, heap->count, heap->capacity);
    for (uint32_t i = 0; i < heap->count && i < LOOKS_MAX; i++) {
        const wn_heap_entry *one = &heap->entries[i], *above = &heap->entries[(i - (i > 0)) / 4];
        check(above->f < one->f || (above->f == one->f && above->order <= one->order),
              "%s: entry %u of the heap comes before the one above it",
              wend_agent_algo(agent)->name, i);
        if (search->policy.learn) {
            continue; /* the update uses the place of the node */
        }
        const wn_node *node = wn_nodes_find(&search->nodes, one->id);
        check(node && node->prev == i && node->next != WN_CLOSED,
              "%s: entry %u of the heap is lost", wend_agent_algo(agent)->name, i);
        check(!is_dstar || node->g != node->parent, "%s: a settled state is listed",
              wend_agent_algo(agent)->name);
        check(is_dstar || !has_plain_f(search) || plain_f(search, node, one->id) == one->f,
              "%s: entry %u of the heap has a wrong f", wend_agent_algo(agent)->name, i);
    }
}

/* Checks one bucket; returns the number of its entries. */
static uint32_t check_bucket(const wend_agent *agent, wn_search *search, uint32_t f,
                             uint32_t most) {
    wn_bucket *list = &search->bucket;
    uint32_t count = 0;
    wn_id above = WN_NONE;
    for (wn_id id = wn_bucket_top(list, list->size, f); id != WN_NONE && count < most; count++) {
        const wn_node *node = wn_nodes_find(&search->nodes, id);
        check(node && node->next != WN_CLOSED, "%s: a state in bucket %u is not open",
              wend_agent_algo(agent)->name, f);
        check(above == WN_NONE || node->prev == above, "%s: a link upwards is wrong in bucket %u",
              wend_agent_algo(agent)->name, f);
        check(!has_plain_f(search) || (uint32_t)plain_f(search, node, id) == f,
              "%s: a state with f = %u in bucket %u", wend_agent_algo(agent)->name,
              (uint32_t)plain_f(search, node, id), f);
        above = id;
        id = node->next;
    }
    check(count > 0, "%s: bucket %u is marked as in use", wend_agent_algo(agent)->name, f);
    return count;
}

/* The f of a bucket: the ring begins at the cursor. */
static uint32_t f_of_bucket(const wn_bucket *list, uint32_t bucket) {
    return list->cursor + ((bucket - list->cursor) & (list->size - 1));
}

static void check_buckets(const wend_agent *agent, wn_search *search) {
    const wn_bucket *list = &search->bucket;
    uint32_t held = 0;
    for (uint32_t word = 0; word < list->size / 64; word++) {
        bool noted = list->summary[word / 64] >> (word % 64) & 1;
        check(noted == (list->bits[word] != 0), "%s: the summary of word %u is wrong",
              wend_agent_algo(agent)->name, word);
        for (uint64_t bits = list->bits[word]; bits && held < LOOKS_MAX; bits &= bits - 1) {
            uint32_t f = f_of_bucket(list, word * 64 + wn_low_zeros(bits));
            held += check_bucket(agent, search, f, LOOKS_MAX - held);
        }
    }
    check(held >= LOOKS_MAX || held == list->count, "%s: %u states in buckets, %u are open",
          wend_agent_algo(agent)->name, held, list->count);
}

static void check_sparse(const wend_agent *agent, wn_search *search) {
    const wn_sparse *list = &search->sparse;
    const char *name = wend_agent_algo(agent)->name;
    uint32_t held = 0, branches = 0;
    uint64_t last = list->cursor;
    if (!list->bits) {
        return; /* released */
    }
    for (uint64_t f = list->cursor; held < list->count && held < LOOKS_MAX; f++) {
        f = wn_sparse_next_f(list, f);
        branches += !held || f / WN_BRANCH_SIZE != last / WN_BRANCH_SIZE;
        branches += !held || f / WN_ROOT_SIZE != last / WN_ROOT_SIZE;
        last = f;
        for (wn_id id = wn_sparse_top(list, f); id != WN_NONE && held < LOOKS_MAX; held++) {
            const wn_node *node = wn_nodes_find(&search->nodes, id);
            check(node && node->next != WN_CLOSED, "%s: a state in a bucket is not open", name);
            check(!has_plain_f(search) || plain_f(search, node, id) == f,
                  "%s: a state is in the bucket of another f", name);
            id = node->next;
        }
    }
    check(last - list->cursor < list->size, "%s: f-values lie too far apart", name);
    if (held < LOOKS_MAX) {
        check(held == list->count, "%s: %u states in buckets, %u are open", name, held,
              list->count);
        /* A branch where the ring closes is met at both ends. */
        check(branches - list->in_use <= 2, "%s: %u branches are in use, %u have entries", name,
              list->in_use, branches);
    }
}

static void check_jump_ring(const wend_agent *agent, const wn_jump_search *search) {
    if (!search->ring || search->count == 0) {
        return; /* not begun */
    }
    uint32_t held = 0;
    for (uint32_t slot = 0; slot < WN_JUMP_RING_SIZE && held < LOOKS_MAX; slot++) {
        if (!(search->ring->bits[slot / 64] >> (slot % 64) & 1)) {
            continue;
        }
        uint32_t above = slot | WN_JUMP_IS_FIRST;
        for (uint32_t n = search->ring->heads[slot]; n != WN_NONE && held < LOOKS_MAX; held++) {
            check(n < search->count, "%s: node %u of %u is open", wend_agent_algo(agent)->name, n,
                  search->count);
            check(search->nodes[n].above == above, "%s: a link upwards is wrong in bucket %u",
                  wend_agent_algo(agent)->name, slot);
            above = n;
            n = search->nodes[n].below;
        }
    }
    check(held >= LOOKS_MAX || held == search->open_count, "%s: %u nodes in buckets, %u are open",
          wend_agent_algo(agent)->name, held, search->open_count);
}

/* ---- The search ------------------------------------------------------------------------------ */

/* Follows the tree up from a state. If the map was edited, g need not match the present costs. */
static void check_tree(const wend_agent *agent, wn_search *search, wn_id id) {
    const wn_node *node = id == WN_NONE ? NULL : wn_nodes_find(&search->nodes, id);
    bool is_exact = agent->planner.map && wend_map_version(agent->planner.map) == 0;
    for (uint32_t n = 0; node && node->parent != WN_NONE && n < LOOKS_MAX; n++) {
        const wn_node *parent = wn_nodes_find(&search->nodes, node->parent);
        check(parent && parent->g < node->g, "%s: g does not grow from a parent to its child",
              wend_agent_algo(agent)->name);
        if (is_exact) {
            wend_cost cost = wn_search_move_cost(search, node->parent, id);
            check(cost > 0 && parent->g + cost <= node->g, "%s: a move of cost %u from g %u to %u",
                  wend_agent_algo(agent)->name, cost, parent->g, node->g);
        }
        id = node->parent;
        node = parent;
    }
}

/* For the agent's cell and those beside it: on unknown or changing terrain, too, the domain's h
 * must never decrease by more than a move costs. */
static void check_consistency(const wend_agent *agent, wn_search *search) {
    const wn_successor *list;
    wend_cost here = search->kernel->h0(search, agent->planner.at);
    uint32_t count = search->kernel->successors(search, agent->planner.at, search->buffer, &list);
    for (uint32_t i = 0; i < count; i++) {
        wend_cost there = search->kernel->h0(search, list[i].id);
        check(here <= list[i].cost + there, "%s: h falls from %u to %u over a move of cost %u",
              wend_agent_algo(agent)->name, here, there, list[i].cost);
    }
    /* A search that is over may have got a new goal that it has already passed. */
    check(search->outcome != WN_RUNNING || search->kernel->h0(search, search->goal) == 0,
          "%s: h of the goal is not 0", wend_agent_algo(agent)->name);
}

static void check_search(const wend_agent *agent, const wend_tick *tick) {
    /* Reading needs a search that can be written to, but leaves it as it is. */
    wn_search *search = (wn_search *)&agent->planner.search;
    if (tick->status > WEND_AGENT_WAITING) {
        return; /* the search is over; later edits may have invalidated it */
    }
    if (agent->planner.algorithm->family == &wn_jumping_family) {
        check_jump_ring(agent, &search->own.jump);
        return;
    }
    if (search->goal == WN_NONE || !agent->planner.map) {
        return; /* not begun; or its states are numbered when first met, which must not happen */
    }
    const wn_family *family = agent->planner.algorithm->family;
    bool is_best_first = family == &wn_time_bounded_family || family == &wn_local_family ||
                         family == &wn_refine_family;
    bool is_dstar = family == &wn_incremental_family;
    if (is_best_first && search->kernel->ring) {
        check_buckets(agent, search);
    } else if (is_best_first && search->kernel->span) {
        check_sparse(agent, search);
    } else if (is_best_first || is_dstar) {
        check_heap(agent, search, is_dstar);
    }
    if (family == &wn_time_bounded_family && agent->planner.bounded.begun) {
        check_tree(agent, search, agent->planner.at);
        if (!agent->planner.bounded.learning) {
            check_tree(agent, search, search->kernel->tip(search));
        }
    }
    check_consistency(agent, search);
    validate_learned_h(agent, tick);
}

void validate_agent(const wend_agent *agent, uint32_t budget, wend_state before,
                    const wend_tick *tick) {
    check_move(agent, before, tick);
    check_spending(agent, budget, tick);
    check_followed_path(agent);
    check_paths(agent);
    check_search(agent, tick);
}
