/* domain/domain.h - what all domains have in common, internally. */
#ifndef WN_DOMAIN_H
#define WN_DOMAIN_H

#include <wend/domain.h>
#include <wend/map.h>

#include "base/memory.h"
#include "store/nodes.h"

struct wn_kernel; /* both of search/search.h */
struct wn_policy;

/* Returns the kernel for a search on a domain, given the domain and the policy as they are now. */
typedef const struct wn_kernel *wn_kernel_choice(const wend_domain *domain,
                                                 const struct wn_policy *policy);

/* The properties that all domains of one kind share. A domain refers only to its own type, so a
 * program links only the code of the kinds that it creates. */
typedef struct wn_domain_type {
    const char *name;
    /* NULL for maps: their kernels come with the algorithm (wn_policy.map_kernel). */
    wn_kernel_choice *kernel;
    /* Whether a state is free, for domains that number their states. */
    bool (*is_free)(const wend_domain *domain, wend_state state);
    /* Whether a packed state is valid. For callback domains this is up to the caller. */
    bool (*is_state)(const wend_domain *domain, const wend_packed *packed);
    /* Converts between the numbers of the public headers and those of the kernels. */
    wn_id (*id)(const wend_domain *domain, wend_state state);
    wend_state (*state)(const wend_domain *domain, wn_id id);
    /* If not NULL: all states of the goal's cell share one id, the last one. Returns the cell of a
     * state. */
    void (*goal_cell)(const wend_domain *domain, wend_state state, uint32_t *x, uint32_t *y);
} wn_domain_type;

/* The first member of every domain's struct. */
struct wend_domain {
    const wn_domain_type *type;
    wn_memory memory; /* the account of the whole domain */
    size_t size;      /* bytes of the block that contains the domain, including the domain itself */
    uint32_t id_limit;    /* ids used by kernels are smaller; 0 if states are interned */
    uint32_t degree;      /* most successors of a state */
    uint32_t pages;       /* most new pages of nodes touched by one expansion */
    uint32_t state_count; /* public states, or the states that moves lead to; 0 if unknown */
    wend_cost unit;
    wend_cost max_move_cost; /* the largest cost of a move; 0 if unknown */
    bool reversible;         /* every move has a move back */
    bool symmetric;          /* and the move back costs the same */
};

/* A move, as kernels see it. */
typedef struct wn_successor {
    wn_id id;
    wend_cost cost;
} wn_successor;

static inline bool wn_domain_is_free(const wend_domain *domain, wend_state state) {
    return domain->type->is_free(domain, state);
}

static inline bool wn_domain_is_state(const wend_domain *domain, const wend_packed *packed) {
    return domain->type->is_state(domain, packed);
}

static inline wn_id wn_domain_id(const wend_domain *domain, wend_state state) {
    return domain->type->id(domain, state);
}

static inline wend_state wn_domain_state(const wend_domain *domain, wn_id id) {
    return domain->type->state(domain, id);
}

/* Checks that a definition sets exactly one of `map` and `domain`. */
wend_error wn_check_domain(const wend_map *map, const wend_domain *domain,
                           wend_diagnosis *diagnosis);

/* For types in which every state is free, every packed state is valid, and states have the same
 * numbers inside and outside. */
bool wn_every_state_is_free(const wend_domain *domain, wend_state state);
bool wn_every_packed_is_state(const wend_domain *domain, const wend_packed *packed);
wn_id wn_same_id(const wend_domain *domain, wend_state state);
wend_state wn_same_state(const wend_domain *domain, wn_id id);

#endif
