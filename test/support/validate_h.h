/* support/validate_h.h - invariants of the h-values that an agent has learned. */
#ifndef TEST_VALIDATE_H_H
#define TEST_VALIDATE_H_H

#include <wend/agent.h>

/* For agents on maps whose algorithm promises it (the LSS-LRTA* family, tbrwa and those with an
 * adaptive heuristic), after a tick that may have raised h-values and while no learning is in
 * progress:
 *
 *     consistent   no h is above that of a neighbour by more than the move costs; by w times that
 *                  where learning weights the costs
 *     admissible   adaptive h-values are no greater than the distance to the goal, by a slow flood
 *
 * On large maps only the cells around the agent are checked, and no distances. Allocates nothing.
 */
void validate_learned_h(const wend_agent *agent, const wend_tick *tick);

/* The h of a state as the next search of the agent would see it; 0 before its first. */
uint64_t validate_known_h(const wend_agent *agent, wend_state state);

#endif
