#include <wend/research.h>

#include "support/step.h"

#include "support/test.h"
#include "support/validate.h"

wend_agent *make_agent(const wend_agent_def *def) {
    wend_agent *agent;
    wend_diagnosis diagnosis = {.text = ""};
    wend_error error = wend_agent_create(def, &agent, &diagnosis);
    check(error == WEND_OK, "no agent: %s", diagnosis.text);
    return agent;
}

void step_check_end(const wend_agent *agent) {
    check(wend_agent_stats(agent).ticks < STEPS_MAX, "%s is still on its way after %u ticks, at %u",
          wend_agent_algo(agent)->name, STEPS_MAX, wend_agent_state(agent));
}

void step_agent(wend_agent *agent, uint32_t budget, wend_tick *tick) {
    wend_state before = wend_agent_state(agent);
    wend_error error = wend_agent_reserve_expansions(agent, budget);
    check(error == WEND_OK, "no reservation: %s", wend_error_text(error));
    error = wend_agent_tick_expansions(agent, budget, tick);
    check(error == WEND_OK, "no tick: %s", wend_error_text(error));
    validate_agent(agent, budget, before, tick);
    step_check_end(agent);
}
