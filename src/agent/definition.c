/* agent/definition.c - reads and checks agent definitions; a diagnosis names the wrong field. */
#include "agent/agent.h"

#include <string.h>

/* ---- Size ------------------------------------------------------------------------------------ */

/* A later version may place a field where padding is now, and callers leave padding undefined. */
_Static_assert(offsetof(wend_agent_def, bounded.seed) + sizeof(uint64_t) == sizeof(wend_agent_def),
               "the definition has no padding at its end");

/* ---- Start and goal -------------------------------------------------------------------------- */

/* The start or the goal, with the names of its fields. */
typedef struct end {
    const char *name, *packed_name;
    wend_state state;
    const wend_packed *packed;
    wend_error blocked;
} end;

static wend_error outside(const wend_agent_def *def, const end *e, wend_diagnosis *diagnosis) {
    if (def->map) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_OUTSIDE, e->name,
                                 "%s is %u, outside the map of %u x %u cells", e->name, e->state,
                                 wend_map_width(def->map), wend_map_height(def->map));
    }
    return wn_diagnose_field(diagnosis, WEND_ERROR_OUTSIDE, e->name,
                             "%s is %u, the %s has %u states", e->name, e->state,
                             wend_domain_kind(def->domain), wend_domain_size(def->domain));
}

static wend_error check_end(const wend_agent_def *def, const end *e, wend_diagnosis *diagnosis) {
    const wend_domain *domain = wn_definition_domain(def);
    if (domain->id_limit == 0) {
        return wn_domain_is_state(domain, e->packed)
                   ? WEND_OK
                   : wn_diagnose_field(diagnosis, e->blocked, e->packed_name,
                                       "%s is not a state of the %s", e->packed_name,
                                       wend_domain_kind(domain));
    }
    if (e->packed->word[0] || e->packed->word[1]) { /* an error, not ignored */
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, e->packed_name,
                                 "%s is set, but the %s numbers its states; set only %s",
                                 e->packed_name, wend_domain_kind(domain), e->name);
    }
    if (e->state >= domain->state_count) {
        return outside(def, e, diagnosis);
    }
    bool may_be_blocked = e->blocked == WEND_ERROR_GOAL_BLOCKED && def->nearest;
    if (may_be_blocked || wn_domain_is_free(domain, e->state)) {
        return WEND_OK;
    }
    if (def->map) {
        return wn_diagnose_field(diagnosis, e->blocked, e->name, "%s is blocked: cell (%u, %u)",
                                 e->name, wend_map_x(def->map, e->state),
                                 wend_map_y(def->map, e->state));
    }
    return wn_diagnose_field(diagnosis, e->blocked, e->name, "%s is blocked: state %u", e->name,
                             e->state);
}

static wend_error check_ends(const wend_agent_def *def, wend_diagnosis *diagnosis) {
    end start = {"start", "start_packed", def->start, &def->start_packed, WEND_ERROR_START_BLOCKED};
    end goal = {"goal", "goal_packed", def->goal, &def->goal_packed, WEND_ERROR_GOAL_BLOCKED};
    wend_error error = check_end(def, &start, diagnosis);
    return error ? error : check_end(def, &goal, diagnosis);
}

/* ---- Requirements of algorithms -------------------------------------------------------------- */

/* Returns NULL if the domain meets the requirement, otherwise a description of it. */
static const char *missing_need(const wend_agent_def *def, wend_needs needs) {
    const wend_domain *domain = wn_definition_domain(def);
    switch (needs) {
    case WEND_NEEDS_NOTHING:
        break;
    case WEND_NEEDS_REVERSIBLE:
        return domain->reversible ? NULL : "reversible moves";
    case WEND_NEEDS_SYMMETRIC:
        return domain->symmetric ? NULL : "reversible moves with equal costs in both directions";
    case WEND_NEEDS_MAP:
        return def->map ? NULL : "a map";
    case WEND_NEEDS_JUMPABLE_MAP:
        return wend_map_jumpable(def->map) ? NULL : "a map with 4 or 8 neighbours";
    }
    return NULL;
}

static wend_error check_needs(const wend_agent_def *def, const wend_algo *algo,
                              wend_diagnosis *diagnosis) {
    const wend_domain *domain = wn_definition_domain(def);
    const char *missing = missing_need(def, algo->needs);
    if (missing && def->map) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_UNSUPPORTED, "algo", "%s needs %s",
                                 algo->name, missing);
    }
    if (missing) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_UNSUPPORTED, "algo",
                                 "%s needs %s; the domain is a %s", algo->name, missing,
                                 wend_domain_kind(domain));
    }
    /* A shortcut is searched backwards, and both searches identify states by number. */
    if (def->bounded.shortcut == WEND_ON && !(domain->symmetric && domain->id_limit)) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_UNSUPPORTED, "shortcut",
                                 "shortcut needs numbered states and reversible moves with equal "
                                 "costs in both directions; the domain is a %s",
                                 wend_domain_kind(domain));
    }
    return WEND_OK;
}

static wend_error check_algorithm(const wend_agent_def *def, const wend_algo *algo,
                                  wend_diagnosis *diagnosis) {
    wend_error error = wn_parameters_check(def, algo, diagnosis);
    if (!error) {
        error = check_needs(def, algo, diagnosis);
    }
    const wn_family *family = wn_algorithm_of(algo)->family;
    return error || !family->check_aids ? error : family->check_aids(def, diagnosis);
}

/* ---- Definitions ----------------------------------------------------------------------------- */

static wend_error check_components(const wend_agent_def *def, wend_diagnosis *diagnosis) {
    if (def->components && def->components->map != def->map) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "components",
                                 def->map ? "components was made for another map"
                                          : "components is set but map is not");
    }
    if (def->nearest && !def->components) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ARGUMENT, "nearest",
                                 "nearest is set but components is not");
    }
    return WEND_OK;
}

/* Checks the fields that do not depend on the algorithm. */
static wend_error check_common(const wend_agent_def *def, wend_diagnosis *diagnosis) {
    wend_error error = wn_check_domain(def->map, def->domain, diagnosis);
    if (error) {
        return error;
    }
    if (!def->algo) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_ALGORITHM, "algo",
                                 "algo is not set; wend_algo_auto() chooses one for the map");
    }
    if (def->work && def->work < WEND_WORK_EXPANSION) {
        return wn_diagnose_field(diagnosis, WEND_ERROR_BUDGET, "work",
                                 "work is %u; set at least %u, or 0 to reserve nothing",
                                 (unsigned)def->work, WEND_WORK_EXPANSION);
    }
    error = wn_check_allocator(&def->allocator, diagnosis);
    return error ? error : check_components(def, diagnosis);
}

wend_error wn_definition_read(const wend_agent_def *given, size_t size, wend_agent_def *out,
                              wend_diagnosis *diagnosis) {
    wend_error error = wn_definition_copy(given, size, out, sizeof *out, diagnosis);
    if (!error) {
        error = check_common(out, diagnosis);
    }
    if (!error) {
        error = check_algorithm(out, out->algo, diagnosis);
    }
    if (!error && wn_algorithm_of(out->algo)->family->choose) {
        const wend_algo *algo = wn_algorithm_of(out->algo)->family->choose(out);
        error = check_algorithm(out, algo, diagnosis);
        out->algo = algo;
    }
    return error ? error : check_ends(out, diagnosis);
}
