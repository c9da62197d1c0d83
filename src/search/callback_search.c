/* search/callback_search.c - the instance of the best-first kernel for callback domains. */
#include "domain/callback.h"
#include "search/instances.h"

static inline const wn_callback *callback_of(const wn_search *search) {
    return (const wn_callback *)search->domain; /* its first member */
}

/* The note of a state stores its estimate for the first goal of the search, plus 1; 0 means that it
 * was not computed yet. `goal_number` is that goal plus 1. For any other goal the user's function
 * is called each time: reusing the notes would mean clearing them, but a start must take O(1). */
static inline void note_callback_goal(wn_search *search) {
    if (!search->own.callback.goal_number) {
        search->own.callback.goal_number = search->goal + 1;
    }
}

static inline wend_cost ask(wn_search *search, wn_id id) {
    const wn_state_entry *entries = search->states.entries;
    return wn_callback_estimate(callback_of(search), &entries[id].packed,
                                &entries[search->goal].packed);
}

static inline wend_cost h_by_callback(wn_search *search, wn_id id) {
    if (search->own.callback.goal_number != search->goal + 1) {
        return ask(search, id);
    }
    uint32_t *note = &search->states.entries[id].note;
    if (!*note) {
        *note = ask(search, id) + 1;
    }
    return *note - 1;
}

#define BF(name)           callback_##name
#define BF_TITLE           "callback"
#define BF_PREPARE(search) note_callback_goal(search)
#define BF_SUCCESSORS(search, id, parent, out, list)                                               \
    wn_callback_successors(callback_of(search), &(search)->states, id, out)
#define BF_H(search, id) h_by_callback(search, id)
#define BF_DEGREE        WEND_CALLBACK_DEGREE_MAX
#define BF_PAGES(search) ((search)->domain->pages)
#define BF_RING          0u
#define BF_INTERNS       1
#define BF_PRUNES        0
#define BF_ADAPTS        0
#include "search/bestfirst.inl"

const wn_kernel *wn_callback_kernel(const wend_domain *domain, const wn_policy *policy) {
    (void)domain, (void)policy;
    return &callback_kernel;
}
