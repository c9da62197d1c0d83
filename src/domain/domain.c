#include "domain/domain.h"

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
