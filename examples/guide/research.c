/* An algorithm of a paper, with its budget R and as it was published. */
#include <stdio.h>
#include <wend/research.h>
#include <wend/wend.h>

#define CHECK(condition)                                                                           \
    if (!(condition)) return printf("line %d: %s\n", __LINE__, #condition), 1

enum { SIDE = 64 };

int main(void) {
    static char cells[SIDE * SIDE];
    wend_gen_def rooms = {.kind = WEND_GEN_ROOMS, .width = SIDE, .height = SIDE, .scale = 8};
    CHECK(wend_gen(&rooms, cells) == WEND_OK);
    wend_map *map;
    wend_map_def map_def = {.width = SIDE, .height = SIDE, .cells = cells};
    CHECK(wend_map_create(&map_def, &map, NULL) == WEND_OK);
    wend_state start = 0, goal = SIDE * SIDE - 1;
    while (!wend_map_is_free(map, start % SIDE, start / SIDE))
        start++;
    while (!wend_map_is_free(map, goal % SIDE, goal / SIDE))
        goal--;
    wend_agent *agent;

    // [run]
    wend_agent_def def = {.map = map,
                          .start = start,
                          .goal = goal,
                          .algo = wend_algo_find("tba"), /* any name of `wend algos` */
                          .bounded = {.as_published = WEND_ON, .expand_permille = 900}};
    wend_diagnosis diagnosis;
    if (wend_agent_create(&def, &agent, &diagnosis)) return puts(diagnosis.text), 1;
    wend_tick tick;
    do {
        wend_agent_reserve_expansions(agent, 25);     /* R = 25 */
        wend_agent_tick_expansions(agent, 25, &tick); /* plans, then moves */
    } while (wend_agent_is_active(tick.status));
    wend_agent_info info = wend_agent_stats(agent);
    printf("%s: %llu moves, %llu expansions, cost %.2f\n", wend_agent_algo(agent)->name,
           (unsigned long long)info.moves, (unsigned long long)info.expansions,
           (double)info.cost / WEND_COST_ONE);
    // [/run]
    CHECK(tick.status == WEND_AGENT_ARRIVED && info.max_expansions_per_tick <= 25);
    uint32_t n_e, n_t;
    wend_agent_split(agent, 25, &n_e, &n_t);
    CHECK(n_e == 22); /* 25 * 0.9, rounded down */
    wend_agent_destroy(agent);
    wend_map_destroy(map);
    return 0;
}
