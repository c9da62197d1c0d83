/* support/step.h - creates an agent and runs one tick, with checks. */
#ifndef TEST_STEP_H
#define TEST_STEP_H

#include <wend/agent.h>

/* An agent that is still on its way after this many ticks will not arrive. */
#define STEPS_MAX 400000u

/* Creates an agent, which the caller destroys; fails the test if it cannot be created. */
wend_agent *make_agent(const wend_agent_def *def);

/* Reserves, ticks and validates; fails the test if one of these fails, or if the agent has had more
 * than STEPS_MAX ticks. So a loop over it terminates. */
void step_agent(wend_agent *agent, uint32_t budget, wend_tick *tick);

/* The same check for tests that run their own ticks. */
void step_check_end(const wend_agent *agent);

#endif
