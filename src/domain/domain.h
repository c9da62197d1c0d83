/* domain/domain.h - what all domains have in common, inside. */
#ifndef WN_DOMAIN_H
#define WN_DOMAIN_H

#include <wend/domain.h>

#include "base/memory.h"
#include "store/nodes.h"

typedef enum wn_domain_kind {
    WN_DOMAIN_GRID,
    WN_DOMAIN_PUZZLE,
    WN_DOMAIN_RACETRACK,
    WN_DOMAIN_GRAPH,
    WN_DOMAIN_CALLBACK
} wn_domain_kind;

/* The first member of every domain's struct. */
struct wend_domain {
    wn_domain_kind kind;
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

/* Whether a state of a domain that numbers its states can be stood on. */
bool wn_domain_is_free(const wend_domain *domain, wend_state state);

/* Whether a packed state means anything; those of a callback domain are the caller's business. */
bool wn_domain_is_state(const wend_domain *domain, const wend_packed *packed);

/* Between the numbers of the public headers and those of the kernels. */
wn_id wn_domain_id(const wend_domain *domain, wend_state state);
wend_state wn_domain_state(const wend_domain *domain, wn_id id);

/* The cell of a state; of maps and racetracks. */
void wn_domain_cell(const wend_domain *domain, wend_state state, uint32_t *x, uint32_t *y);

#endif
