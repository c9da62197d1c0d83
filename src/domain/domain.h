/* domain/domain.h - what all domains have in common, inside. */
#ifndef WN_DOMAIN_H
#define WN_DOMAIN_H

#include <wend/domain.h>

#include "base/memory.h"
#include "store/nodes.h"

struct wn_kernel; /* both of search/search.h */
struct wn_policy;

/* Which kernel serves a search on a domain: by the domain and the policy as they are now. */
typedef const struct wn_kernel *wn_kernel_choice(const wend_domain *domain,
                                                 const struct wn_policy *policy);

/* What the domains of one kind have in common. A domain refers to its own type and to no other, so
 * that a program holds the code of those kinds alone that it makes. */
typedef struct wn_domain_type {
    const char *name;
    /* Null for maps: their kernels come with the algorithm (wn_policy.map_kernel). */
    wn_kernel_choice *kernel;
    /* Whether a state of a domain that numbers its states can be stood on. */
    bool (*is_free)(const wend_domain *domain, wend_state state);
    /* Whether a packed state means anything; those of a callback domain are the caller's business.
     */
    bool (*is_state)(const wend_domain *domain, const wend_packed *packed);
    /* Between the numbers of the public headers and those of the kernels. */
    wn_id (*id)(const wend_domain *domain, wend_state state);
    wend_state (*state)(const wend_domain *domain, wn_id id);
    /* Not null: all states of the goal's cell are one id, the last; says which cell a state is in.
     */
    void (*goal_cell)(const wend_domain *domain, wend_state state, uint32_t *x, uint32_t *y);
} wn_domain_type;

/* The first member of every domain's struct. */
struct wend_domain {
    const wn_domain_type *type;
    wn_memory memory;     /* the account of the whole domain */
    size_t size;          /* bytes of the block that the domain lies in, itself included */
    uint32_t id_limit;    /* ids that kernels use are below; 0 if states are interned */
    uint32_t degree;      /* most successors of a state */
    uint32_t pages;       /* most new pages of nodes that an expansion touches */
    uint32_t state_count; /* public states, or those that moves lead to; 0 if unknown */
    wend_cost unit;
    wend_cost max_move_cost; /* no move costs more; 0 if unknown */
    bool reversible;         /* every move has one that takes it back */
    bool symmetric;          /* and that costs the same */
};

/* A move as kernels see it. */
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

/* For types in which every state is free, every packed state means something, and states have the
 * same numbers inside and outside. */
bool wn_every_state_is_free(const wend_domain *domain, wend_state state);
bool wn_every_packed_is_state(const wend_domain *domain, const wend_packed *packed);
wn_id wn_same_id(const wend_domain *domain, wend_state state);
wend_state wn_same_state(const wend_domain *domain, wn_id id);

#endif
