/* search/jump_kernel.c - jump point search behind the table through which agents drive searches. */
#include "domain/grid.h"
#include "search/instances.h"

static const wend_map *jump_map(const wn_search *search) {
    return (const wend_map *)search->domain;
}

static bool jump_init(wn_search *search) {
    wn_jump_init(&search->own.jump, &jump_map(search)->jumps, search->policy.h_factor,
                 search->memory);
    return true;
}

static void jump_clear(wn_search *search) {
    wn_jump_clear(&search->own.jump);
}

static void jump_release(wn_search *search) {
    wn_jump_release(&search->own.jump);
}

static size_t jump_bytes(const wn_search *search) {
    return wn_jump_bytes(&search->own.jump);
}

static void jump_start(wn_search *search, wn_id goal) {
    search->goal = goal;
    search->outcome = WN_RUNNING;
    search->touched = 0;
}

static bool jump_seed(wn_search *search, wn_id id, wend_cost g) {
    assert(g == 0);
    assert(search->goal != WN_NONE);
    (void)g;
    wn_place from = wn_grid_place(jump_map(search), id);
    wn_place goal = wn_grid_place(jump_map(search), search->goal);
    return wn_jump_start(&search->own.jump, from, goal);
}

static wn_outcome jump_run(wn_search *search, uint32_t budget, uint32_t *used) {
    wn_outcome outcome = wn_jump_run(&search->own.jump, budget, used);
    search->outcome = search->own.jump.outcome;
    search->touched = search->own.jump.touched;
    return outcome;
}

/* Gets all remaining units, so that it ends where an unwatched run would, and stops between nodes.
 */
static wn_outcome jump_run_one(wn_search *search, uint32_t budget, uint32_t *used,
                               wn_expanded *one) {
    wn_jump_search *jump = &search->own.jump;
    uint64_t before = jump->expansions;
    jump->one_node = true;
    wn_outcome outcome = jump_run(search, budget, used);
    jump->one_node = false;
    one->id = WN_NONE;
    if (jump->expansions != before) {
        const wn_jump_node *node = &jump->nodes[jump->last];
        bool has_parent = node->parent != WN_NONE;
        one->id = wn_grid_at_place(jump_map(search), node->place);
        one->parent = has_parent
                          ? wn_grid_at_place(jump_map(search), jump->nodes[node->parent].place)
                          : WN_NONE;
        one->g = node->g;
    }
    return outcome;
}

static wend_mark jump_mark(const wn_search *search, wn_id id) {
    const wn_jump_search *jump = &search->own.jump;
    uint32_t node = wn_jump_find(jump, wn_grid_place(jump_map(search), id));
    if (node == WN_NONE || node == jump->goal) {
        return node == WN_NONE ? WEND_MARK_NONE : WEND_MARK_OPEN;
    }
    return jump->nodes[node].above == WN_NONE ? WEND_MARK_CLOSED : WEND_MARK_OPEN;
}

static wend_cost jump_move_cost(wn_search *search, wn_id from, wn_id to) {
    return wn_grid_move_cost(jump_map(search), from, to);
}

static wn_id jump_tip(wn_search *search) {
    uint32_t tip = wn_jump_tip(&search->own.jump);
    return tip == WN_NONE ? WN_NONE
                          : wn_grid_at_place(jump_map(search), search->own.jump.nodes[tip].place);
}

static uint32_t jump_successors(wn_search *search, wn_id id, wn_successor *buffer,
                                const wn_successor **list) {
    const wend_map *map = jump_map(search);
    *list = buffer;
    return wn_grid_is_blocked(map, id)
               ? wn_grid_exits(map, id, buffer)
               : wn_grid_weighted_successors(map, id, buffer, WN_MOVE_SET_8);
}

static wend_cost jump_h(wn_search *search, wn_id id) {
    const wend_map *map = jump_map(search);
    uint32_t x = wn_grid_x(map, search->goal), y = wn_grid_y(map, search->goal);
    wend_cost h = map->jumps.rule == WN_JUMP_FOUR ? wn_grid_h(map, id, x, y, WN_MOVE_SET_4)
                                                  : wn_grid_h(map, id, x, y, WN_MOVE_SET_8);
    return h * map->cells.least_factor;
}

static void jump_set_goal(wn_search *search, wn_id goal) {
    search->goal = goal;
}

static const wn_kernel jump_kernel = {
    .name = "grid-jump",
    .units = WN_JUMP_UNITS,
    .needs_no_buffer = true,
    .init = jump_init,
    .clear = jump_clear,
    .release = jump_release,
    .bytes = jump_bytes,
    .run_one = jump_run_one,
    .mark = jump_mark,
    .move_cost = jump_move_cost,
    .start = jump_start,
    .seed = jump_seed,
    .run = jump_run,
    .tip = jump_tip,
    .successors = jump_successors,
    .h = jump_h,
    .h0 = jump_h,
    .set_goal = jump_set_goal,
};

const wn_kernel *wn_jump_kernel(const wend_domain *domain, const wn_policy *policy) {
    (void)domain, (void)policy;
    return &jump_kernel;
}
