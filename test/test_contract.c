/* What every domain guarantees to the kernels (docs/domains.md), checked along random walks. A new
 * domain adds a constructor and a row of the table. */
#include <wend/research.h>
#include <wend/wend.h>

#include "domain/grid.h"
#include "search/search.h"
#include "support/dice.h"
#include "support/plain_graph.h"
#include "support/plain_map.h"
#include "support/test.h"

#include <string.h>

/* ---- The contract ---------------------------------------------------------------------------- */

/* A domain with a start and a goal. */
typedef struct subject {
    const char *name;
    const wend_domain *domain;
    wend_state start, goal;
    wend_packed start_packed, goal_packed;
} subject;

#define DEGREE_MAX 256u

/* A copy of a state's successors; the search reuses its buffer. */
static uint32_t list_moves(wn_search *search, wn_id id, wn_successor out[DEGREE_MAX]) {
    const wn_successor *list;
    uint32_t count = search->kernel->successors(search, id, search->buffer, &list);
    assert_true(count <= DEGREE_MAX);
    memcpy(out, list, count * sizeof *out);
    return count;
}

static wend_cost cost_back(wn_search *search, wn_id from, wn_id to) {
    wn_successor back[DEGREE_MAX];
    uint32_t count = list_moves(search, from, back);
    for (uint32_t i = 0; i < count; i++) {
        if (back[i].id == to) {
            return back[i].cost;
        }
    }
    return 0;
}

static uint32_t count_new_pages(wn_id id, const wn_successor *moves, uint32_t count) {
    uint32_t pages = 0;
    for (uint32_t i = 0; i < count; i++) {
        wn_id page = moves[i].id >> WN_PAGE_BITS;
        bool is_new = page != id >> WN_PAGE_BITS;
        for (uint32_t j = 0; is_new && j < i; j++) {
            is_new = moves[j].id >> WN_PAGE_BITS != page;
        }
        pages += is_new;
    }
    return pages;
}

static void check_move(const subject *s, wn_search *search, wn_id from, const wn_successor *move) {
    const wend_domain *domain = s->domain;
    check(move->id != from, "%s: a move to the same state", s->name);
    check(!domain->id_limit || move->id < domain->id_limit, "%s: id %u", s->name, move->id);
    check(move->cost >= 1 && (!domain->max_move_cost || move->cost <= domain->max_move_cost),
          "%s: a move costs %u", s->name, move->cost);
    check(wn_search_move_cost(search, from, move->id) == move->cost, "%s: its cost differs",
          s->name);
    wend_cost h = search->kernel->h0(search, from), next = search->kernel->h0(search, move->id);
    check(h <= (uint64_t)move->cost + next, "%s: h falls by more than a move costs", s->name);
    bool is_sink = move->id == search->goal; /* a racetrack has no successors of its goal */
    if (domain->reversible && !is_sink) {
        wend_cost back = cost_back(search, move->id, from);
        check(back > 0, "%s: a move is not reversible", s->name);
        check(!domain->symmetric || back == move->cost, "%s: the reverse move costs %u, not %u",
              s->name, back, move->cost);
    }
}

static void check_state(const subject *s, wn_search *search, wn_id id) {
    wn_successor moves[DEGREE_MAX];
    uint32_t count = list_moves(search, id, moves);
    check(count <= s->domain->degree, "%s: %u moves, %u promised", s->name, count,
          s->domain->degree);
    uint32_t pages = count_new_pages(id, moves, count);
    check(pages <= s->domain->pages, "%s: %u new pages, %u promised", s->name, pages,
          s->domain->pages);
    for (uint32_t i = 0; i < count; i++) {
        check_move(s, search, id, &moves[i]);
        for (uint32_t j = 0; j < i; j++) {
            check(moves[i].id != moves[j].id, "%s: a move is listed twice", s->name);
        }
    }
    if (s->domain->id_limit && id != search->goal) {
        check(wn_search_id(search, wn_search_state(search, id)) == id, "%s: numbers do not agree",
              s->name);
    }
}

/* Members of a type that are optional: the kernel of maps, and the cell of a goal where goals are
 * states. */
static void check_type(const subject *s) {
    const wn_domain_type *type = s->domain->type;
    check(type->name && type->is_free && type->is_state && type->id && type->state,
          "%s: its type lacks a function", s->name);
    check(!type->kernel == (type == &wn_grid_type), "%s: a kernel too few or too many", s->name);
}

#define STATES_PER_WALK 200u

static void check_contract(const subject *s, dice *d) {
    check_type(s);
    wn_memory memory;
    wn_search search;
    wn_memory_init(&memory, &(wend_allocator){0}, 0);
    wn_policy policy = WN_POLICY_PLAIN;
    policy.many_starts = true;
    policy.map_kernel = wn_grid_kernel;
    assert_true(wn_search_init(&search, s->domain, &policy, &memory));
    assert_true(wn_search_reserve(&search, 4 * STATES_PER_WALK * (s->domain->degree + 2), 1));
    bool numbered = s->domain->id_limit > 0;
    wn_id goal =
        numbered ? wn_search_goal_id(&search, s->goal) : wn_search_intern(&search, &s->goal_packed);
    wn_id at =
        numbered ? wn_search_id(&search, s->start) : wn_search_intern(&search, &s->start_packed);
    wn_search_start(&search, goal);
    check(search.kernel->h0(&search, goal) == 0, "%s: h of the goal is not 0", s->name);
    for (uint32_t i = 0; i < STATES_PER_WALK; i++) {
        check_state(s, &search, at);
        wn_successor moves[DEGREE_MAX];
        uint32_t count = list_moves(&search, at, moves);
        if (count == 0) {
            break;
        }
        at = moves[dice_between(d, 0, count - 1)].id;
    }
    wn_search_clear(&search);
}

/* ---- Domains --------------------------------------------------------------------------------- */

static void maps_keep_it(void **state) {
    (void)state;
    static const uint32_t neighbors[] = {4, 8, 16};
    for (uint32_t i = 0; i < test_scaled(600); i++) {
        dice d = dice_of(i + 51000);
        plain_map plain;
        plain_random(&plain, &d, 40);
        plain.neighbors = (int)neighbors[i % COUNT_OF(neighbors)];
        int start = plain_random_free(&plain, &d), goal = plain_random_free(&plain, &d);
        if (start < 0) {
            continue;
        }
        wend_map *map = plain_to_wend(&plain);
        subject s = {.name = "map",
                     .domain = wend_map_domain(map),
                     .start = (wend_state)start,
                     .goal = (wend_state)goal};
        check_contract(&s, &d);
        wend_map_destroy(map);
    }
}

static void puzzles_keep_it(void **state) {
    (void)state;
    for (uint32_t side = 2; side <= 5; side++) {
        dice d = dice_of(side);
        wend_puzzle_def def = {.width = side, .height = side > 2 ? side - 1 : 2};
        wend_domain *puzzle;
        assert_int_equal(wend_puzzle_create(&def, &puzzle, NULL), WEND_OK);
        uint8_t tiles[25];
        for (uint32_t t = 0; t < 25; t++) {
            tiles[t] = (uint8_t)t;
        }
        subject s = {.name = "puzzle", .domain = puzzle};
        assert_int_equal(wend_puzzle_pack(puzzle, tiles, &s.goal_packed), WEND_OK);
        s.start_packed = s.goal_packed;
        check_contract(&s, &d);
        wend_domain_destroy(puzzle);
    }
}

static void racetracks_keep_it(void **state) {
    (void)state;
    for (uint32_t i = 0; i < test_scaled(60); i++) {
        dice d = dice_of(i + 52000);
        char cells[20 * 20];
        for (uint32_t c = 0; c < sizeof cells; c++) {
            cells[c] = dice_percent(&d, 20) ? '#' : '_';
        }
        cells[0] = cells[399] = '_';
        wend_racetrack_def def = {
            .width = 20, .height = 20, .max_speed = dice_between(&d, 1, 4), .cells = cells};
        wend_domain *track;
        assert_int_equal(wend_racetrack_create(&def, &track, NULL), WEND_OK);
        subject s = {.name = "racetrack",
                     .domain = track,
                     .start = wend_racetrack_state(track, 0, 0, 0, 0),
                     .goal = wend_racetrack_state(track, 19, 19, 0, 0)};
        check_contract(&s, &d);
        wend_domain_destroy(track);
    }
}

static void graphs_keep_it(void **state) {
    (void)state;
    for (uint32_t i = 0; i < test_scaled(200); i++) {
        dice d = dice_of(i + 53000);
        plain_kind kind = {.nodes_max = 60,
                           .degree = 3,
                           .cost_max = 1000,
                           .two_way = i % 2,
                           .placed = i % 3 == 0,
                           .reach = 1000};
        plain_graph plain = plain_graph_random(&d, &kind);
        wend_graph_def def = {.node_count = plain.nodes,
                              .edge_count = plain.edges,
                              .first = plain.first,
                              .target = plain.target,
                              .cost = plain.cost,
                              .x = plain.x,
                              .y = plain.y};
        wend_domain *graph;
        assert_int_equal(wend_graph_create(&def, &graph, NULL), WEND_OK);
        subject s = {.name = "graph",
                     .domain = graph,
                     .start = dice_between(&d, 0, plain.nodes - 1),
                     .goal = dice_between(&d, 0, plain.nodes - 1)};
        check_contract(&s, &d);
        wend_domain_destroy(graph);
        plain_graph_clear(&plain);
    }
}

/* Numbers up to 1000; a move adds or subtracts 1, 7 or 50. */
static uint32_t add_or_take(void *context, const wend_packed *at, wend_packed *out,
                            wend_cost *costs) {
    (void)context;
    static const int64_t steps[] = {1, 7, 50};
    uint32_t count = 0;
    for (uint32_t i = 0; i < 6; i++) {
        int64_t to = (int64_t)at->word[0] + (i % 2 ? steps[i / 2] : -steps[i / 2]);
        if (to >= 0 && to <= 1000) {
            out[count] = (wend_packed){{(uint64_t)to, 0}};
            costs[count++] = (wend_cost)steps[i / 2];
        }
    }
    return count;
}

static wend_cost difference(void *context, const wend_packed *at, const wend_packed *goal) {
    (void)context;
    uint64_t a = at->word[0], b = goal->word[0];
    return (wend_cost)(a > b ? a - b : b - a);
}

static void functions_keep_it(void **state) {
    (void)state;
    wend_callback_def def = {
        .successors = add_or_take, .estimate = difference, .max_degree = 6, .reversible = true};
    wend_domain *domain;
    assert_int_equal(wend_callback_create(&def, &domain, NULL), WEND_OK);
    dice d = dice_of(54);
    subject s = {.name = "function", .domain = domain, .goal_packed = {{1000, 0}}};
    check_contract(&s, &d);
    wend_domain_destroy(domain);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_keep_it),       cmocka_unit_test(puzzles_keep_it),
        cmocka_unit_test(racetracks_keep_it), cmocka_unit_test(graphs_keep_it),
        cmocka_unit_test(functions_keep_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
