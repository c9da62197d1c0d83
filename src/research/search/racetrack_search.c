/* research/search/racetrack_search.c - the instance of the best-first kernel for racetracks. */
#include "research/domain/racetrack.h"
#include "search/instances.h"

static inline const wn_racetrack *track_of(const wn_search *search) {
    return wn_racetrack_of(search->domain);
}

/* The goal is always the sink, which does not tell the cell that it stands for; wn_search_goal_id
 * has noted that cell before. */
static inline void note_racetrack_goal(const wn_search *search) {
    assert(search->goal == wn_racetrack_sink(track_of(search)));
    (void)search;
}

static inline uint32_t goal_cell(const wn_search *search) {
    return search->own.plane.goal_y * track_of(search)->width + search->own.plane.goal_x;
}

#define BF(name)           racetrack_##name
#define BF_TITLE           "racetrack"
#define BF_PREPARE(search) note_racetrack_goal(search)
#define BF_SUCCESSORS(search, id, parent, out, list)                                               \
    wn_racetrack_successors(track_of(search), id, goal_cell(search), out)
#define BF_H(search, id)                                                                           \
    wn_racetrack_h(track_of(search), id, (search)->own.plane.goal_x, (search)->own.plane.goal_y)
#define BF_DEGREE        WN_RACETRACK_DEGREE
#define BF_PAGES(search) WN_RACETRACK_DEGREE
#define BF_RING          0u
#define BF_INTERNS       0
#define BF_PRUNES        0
#define BF_ADAPTS        0
#include "search/bestfirst.inl"

const wn_kernel *wn_racetrack_kernel(const wend_domain *domain, const wn_policy *policy) {
    (void)domain, (void)policy;
    return &racetrack_kernel;
}
