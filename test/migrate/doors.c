/* Doors: a door that closes is a cell that is blocked. Who is under way notices on the next tick,
 * goes another way, or says that there is none; when the door opens again, it goes on. */
#include "cookbook.h"

static void tell(const wend_map *map, const wend_agent *agent, const char *what) {
    printf("%s:\n", what);
    show(map, "o", (wend_state[]){wend_agent_state(agent)});
}

int main(void) {
    wend_map *map = map_of(12, "......@....."
                               "......@....."
                               "............" /* the door, at (6,2) */
                               "......@....."
                               "......@.....");
    wend_agent *agent = agent_at(map, wend_map_state(map, 1, 2));
    EXPECT(wend_agent_set_goal(agent, wend_map_state(map, 10, 2)) == WEND_OK);
    for (uint32_t i = 0; i < 3; i++)
        EXPECT(step(agent).status == WEND_MOVING);

    wend_map_set_free(map, 6, 2, false);
    while (step(agent).status == WEND_MOVING) {
    }
    tell(map, agent, "the door is closed");
    char reason[200];
    wend_explanation why = wend_agent_explain(agent);
    wend_explain_text(&why, map, reason, sizeof reason);
    printf("%s\n", reason);
    EXPECT(step(agent).status == WEND_UNREACHABLE);

    wend_map_set_free(map, 6, 2, true);
    EXPECT(step(agent).status == WEND_MOVING);
    tell(map, agent, "it is open again");
    while (step(agent).status == WEND_MOVING) {
    }
    tell(map, agent, "at the end");
    EXPECT(wend_agent_state(agent) == wend_map_state(map, 10, 2));
    wend_agent_destroy(agent);
    wend_map_destroy(map);
    return 0;
}
