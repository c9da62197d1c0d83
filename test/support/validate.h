/* support/validate.h - invariants of every tick, whatever the algorithm. Reads the internals of the
 * agent. Fails the test if an invariant is broken. */
#ifndef TEST_VALIDATE_H
#define TEST_VALIDATE_H

#include <wend/agent.h>

/* Checks an agent that was at `before`, after a tick with this budget and before any other call or
 * edit:
 *
 *     the tick      the move is legal and costs what it says; the budget was kept
 *     the plan      the path that is followed is legal, and g falls along it
 *     open lists    the heap is ordered, the buckets hold what they say, no state is lost
 *     the search    g grows along the tree by what moves cost; the domain's h is consistent
 *     learning      learned h-values are consistent where that is promised (support/validate_h.h)
 *
 * Of long lists and paths only a part is checked. Allocates nothing. */
void validate_agent(const wend_agent *agent, uint32_t budget, wend_state before,
                    const wend_tick *tick);

#endif
