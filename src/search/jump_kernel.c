/* search/jump_kernel.c - jump point search behind the table that agents drive searches through. */
#include "domain/grid.h"
#include "search/instances.h"

static const wend_map *jump_map(const wn_search *search) {
    return (const wend_map *)search->domain;
}

static void jump_start(wn_search *search, wn_id goal) {
    search->goal = goal;
    search->outcome = WN_RUNNING;
    search->touched = 0;
}

static bool jump_seed(wn_search *search, wn_id id, wend_cost g) {
    assert(g == 0);
    (void)g;
    wn_place from = wn_grid_place(jump_map(search), id);
    wn_place goal = wn_grid_place(jump_map(search), search->goal);
    return wn_jump_start(&search->jump, from, goal);
}

static wn_outcome jump_run(wn_search *search, uint32_t budget, uint32_t *used) {
    wn_outcome outcome = wn_jump_run(&search->jump, budget, used);
    search->outcome = search->jump.outcome;
    search->touched = search->jump.touched;
    return outcome;
}

static wn_id jump_tip(wn_search *search) {
    uint32_t tip = wn_jump_tip(&search->jump);
    return tip == WN_NONE ? WN_NONE
                          : wn_grid_at_place(jump_map(search), search->jump.nodes[tip].place);
}

static uint32_t jump_successors(wn_search *search, wn_id id, wn_successor *buffer,
                                const wn_successor **list) {
    *list = buffer;
    return wn_grid_successors(jump_map(search), id, buffer, WN_MOVES_8);
}

static wend_cost jump_h(wn_search *search, wn_id id) {
    const wend_map *map = jump_map(search);
    return wn_grid_h(map, id, wn_grid_x(map, search->goal), wn_grid_y(map, search->goal),
                     WN_MOVES_8);
}

static void jump_aim(wn_search *search, wn_id goal) {
    search->goal = goal;
}

static const wn_kernel jump_kernel = {
    .name = "grid8-jump",
    .jumps = true,
    .units = WN_JUMP_UNITS,
    .units_per_look = WN_JUMP_UNITS_PER_LOOK,
    .start = jump_start,
    .seed = jump_seed,
    .run = jump_run,
    .tip = jump_tip,
    .successors = jump_successors,
    .h = jump_h,
    .h0 = jump_h,
    .aim = jump_aim,
};

const wn_kernel *wn_jump_kernel(void) {
    return &jump_kernel;
}
