#include "domain/domain.h"

void wend_domain_destroy(wend_domain *domain) {
    if (domain) {
        wn_memory memory = domain->memory;
        wn_memory_give(&memory, domain, domain->size);
    }
}

const char *wend_domain_kind(const wend_domain *domain) {
    return domain ? domain->type->name : NULL;
}

bool wend_domain_reversible(const wend_domain *domain) {
    return domain && domain->reversible;
}

wend_cost wend_domain_unit(const wend_domain *domain) {
    return domain ? domain->unit : 0;
}

uint32_t wend_domain_size(const wend_domain *domain) {
    return domain && domain->id_limit ? domain->state_count : 0;
}

size_t wend_domain_memory(const wend_domain *domain) {
    return domain ? domain->size : 0;
}

/* ---- For definitions ------------------------------------------------------------------------- */

wend_error wn_check_domain(const wend_map *map, const wend_domain *domain,
                           wend_diagnosis *diagnosis) {
    if (map && domain) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "domain",
                                 "both map and domain are set; set exactly one");
    }
    if (!map && !domain) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "map",
                                 "neither map nor domain is set; set exactly one");
    }
    return WEND_OK;
}

/* ---- For domain types ----------------------------------------------------------------------- */

bool wn_every_state_is_free(const wend_domain *domain, wend_state state) {
    (void)domain, (void)state;
    return true;
}

bool wn_every_packed_is_state(const wend_domain *domain, const wend_packed *packed) {
    (void)domain, (void)packed;
    return true;
}

wn_id wn_same_id(const wend_domain *domain, wend_state state) {
    (void)domain;
    return state;
}

wend_state wn_same_state(const wend_domain *domain, wn_id id) {
    (void)domain;
    return id;
}
