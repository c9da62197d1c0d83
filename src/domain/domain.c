#include "domain/graph.h"
#include "domain/grid.h"
#include "domain/puzzle.h"
#include "domain/racetrack.h"

void wend_domain_destroy(wend_domain *domain) {
    if (domain) {
        wn_memory memory = domain->memory;
        wn_memory_give(&memory, domain, domain->size);
    }
}

const char *wend_domain_kind(const wend_domain *domain) {
    static const char *const names[] = {"grid", "puzzle", "racetrack", "graph", "callback"};
    return names[domain->kind];
}

bool wend_domain_reversible(const wend_domain *domain) {
    return domain->reversible;
}

wend_cost wend_domain_unit(const wend_domain *domain) {
    return domain->unit;
}

uint32_t wend_domain_size(const wend_domain *domain) {
    return domain->state_count;
}

size_t wend_domain_memory(const wend_domain *domain) {
    return domain->size;
}

/* ---- By the kind of domain; the compiler warns where a kind is forgotten ------------------------
 */

void wn_domain_cell(const wend_domain *domain, wend_state state, uint32_t *x, uint32_t *y) {
    int vx, vy;
    switch (domain->kind) {
    case WN_DOMAIN_GRID:
        *x = wend_map_x((const wend_map *)domain, state);
        *y = wend_map_y((const wend_map *)domain, state);
        return;
    case WN_DOMAIN_RACETRACK:
        wend_racetrack_describe(domain, state, x, y, &vx, &vy);
        return;
    case WN_DOMAIN_PUZZLE:
    case WN_DOMAIN_GRAPH:
    case WN_DOMAIN_CALLBACK:
        break;
    }
    assert(false); /* they have no cells */
    *x = *y = 0;
}

bool wn_domain_is_free(const wend_domain *domain, wend_state state) {
    uint32_t x, y;
    switch (domain->kind) {
    case WN_DOMAIN_GRID:
        wn_domain_cell(domain, state, &x, &y);
        return wend_map_free((const wend_map *)domain, x, y);
    case WN_DOMAIN_RACETRACK:
        wn_domain_cell(domain, state, &x, &y);
        return wend_racetrack_free(domain, x, y);
    case WN_DOMAIN_PUZZLE:
    case WN_DOMAIN_GRAPH:
    case WN_DOMAIN_CALLBACK:
        break;
    }
    return true;
}

bool wn_domain_is_state(const wend_domain *domain, const wend_packed *packed) {
    return domain->kind != WN_DOMAIN_PUZZLE ||
           wn_puzzle_is_state((const wn_puzzle *)domain, packed);
}

wn_id wn_domain_id(const wend_domain *domain, wend_state state) {
    switch (domain->kind) {
    case WN_DOMAIN_GRID:
        return wn_grid_id_of_state((const wend_map *)domain, state);
    case WN_DOMAIN_GRAPH:
        return wn_graph_id((const wn_graph *)domain, state);
    case WN_DOMAIN_PUZZLE:
    case WN_DOMAIN_RACETRACK:
    case WN_DOMAIN_CALLBACK:
        break;
    }
    return state;
}

wend_state wn_domain_state(const wend_domain *domain, wn_id id) {
    switch (domain->kind) {
    case WN_DOMAIN_GRID:
        return wn_grid_state_of_id((const wend_map *)domain, id);
    case WN_DOMAIN_GRAPH:
        return wn_graph_node((const wn_graph *)domain, id);
    case WN_DOMAIN_PUZZLE:
    case WN_DOMAIN_RACETRACK:
    case WN_DOMAIN_CALLBACK:
        break;
    }
    return id;
}
