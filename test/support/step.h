/* support/step.h - an agent and one tick of it, as every test wants them. */
#ifndef TEST_STEP_H
#define TEST_STEP_H

#include <wend/agent.h>

/* An agent that is under way after this many ticks will not arrive. */
#define STEPS_MAX 400000u

/* An agent, to be destroyed by the caller; ends the test if it cannot be made. */
wend_agent *make_agent(const wend_agent_def *def);

/* Reserves, ticks and validates; ends the test if one of these fails, or if the agent has had more
 * than STEPS_MAX ticks. So a loop over it comes to an end. */
void step_agent(wend_agent *agent, uint32_t budget, wend_tick *tick);

/* The same check for those who tick by themselves. */
void step_check_end(const wend_agent *agent);

#endif
