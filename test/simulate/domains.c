/* simulate/domains.c - graphs, racetracks, puzzles and callback domains. */
#include "simulate/grounds.h"
#include "simulate/sim.h"
#include "support/test.h"

#include <string.h>

/* ---- Models ---------------------------------------------------------------------------------- */

/* The cheapest of parallel edges; self-loops are not moves. */
static uint32_t graph_moves(const plain_graph *graph, wend_state from, wend_state *out,
                            wend_cost *costs) {
    uint32_t count = 0;
    for (uint32_t e = graph->first[from]; e < graph->first[from + 1]; e++) {
        uint32_t i = 0;
        while (i < count && out[i] != graph->target[e]) {
            i++;
        }
        if (graph->target[e] == from) {
            continue;
        }
        costs[i] = i < count && costs[i] < graph->cost[e] ? costs[i] : graph->cost[e];
        out[i] = graph->target[e];
        count += i == count;
    }
    return count;
}

static car car_of(const wend_domain *track, wend_state state) {
    uint32_t x, y;
    car c;
    wend_racetrack_describe(track, state, &x, &y, &c.vx, &c.vy);
    c.x = (int)x;
    c.y = (int)y;
    return c;
}

static uint32_t track_moves(const sim_place *place, wend_state from, wend_state goal,
                            wend_state *out, wend_cost *costs) {
    const ground *g = place->own;
    car target = goal == WEND_STATE_NONE ? (car){-1, -1, 0, 0} : car_of(place->domain, goal),
        next[9];
    int count = track_successors(&g->track, car_of(place->domain, from), target.x, target.y, next);
    for (int i = 0; i < count; i++) {
        bool is_goal = next[i].x == target.x && next[i].y == target.y;
        out[i] = is_goal ? goal
                         : wend_racetrack_state(place->domain, (uint32_t)next[i].x,
                                                (uint32_t)next[i].y, next[i].vx, next[i].vy);
        costs[i] = wend_domain_unit(place->domain);
    }
    return (uint32_t)count;
}

uint32_t sim_domain_moves(const sim_place *place, uint32_t index, wend_state from, wend_state goal,
                          wend_state *out, wend_cost *costs) {
    const ground *g = place->own;
    return index == SIM_TRACK ? track_moves(place, from, goal, out, costs)
                              : graph_moves(&g->graph, from, out, costs);
}

bool sim_domain_can_stand(const sim_place *place, uint32_t index, wend_state state) {
    if (index != SIM_TRACK) {
        return true;
    }
    car c = car_of(place->domain, state);
    return track_is_free(&((const ground *)place->own)->track, c.x, c.y);
}

static board board_of(const sim_place *place, const wend_packed *state) {
    board b = ((const ground *)place->own)->goal;
    wend_puzzle_unpack(place->domain, state, b.tiles);
    return b;
}

static wend_cost puzzle_move(const sim_place *place, const wend_packed *from,
                             const wend_packed *to) {
    board a = board_of(place, from), b = board_of(place, to), next[4];
    for (int i = board_neighbours(&a, next); i > 0; i--) {
        if (memcmp(next[i - 1].tiles, b.tiles, sizeof b.tiles) == 0) {
            return 1;
        }
    }
    return 0;
}

wend_cost sim_packed_move(const sim_place *place, uint32_t index, const wend_packed *from,
                          const wend_packed *to) {
    wend_state states[SIM_MOVES_MAX];
    wend_cost costs[SIM_MOVES_MAX];
    if (index == SIM_PUZZLE) {
        return puzzle_move(place, from, to);
    }
    const plain_graph *graph = &((const ground *)place->own)->graph;
    uint32_t count = graph_moves(graph, (wend_state)from->word[0], states, costs);
    for (uint32_t i = 0; i < count; i++) {
        if (states[i] == to->word[0]) {
            return costs[i];
        }
    }
    return 0;
}

bool sim_packed_reaches(const sim_place *place, uint32_t index, const wend_packed *from,
                        const wend_packed *to) {
    if (index == SIM_PUZZLE) {
        return wend_puzzle_solvable(place->domain, from, to);
    }
    const plain_graph *graph = &((const ground *)place->own)->graph;
    uint64_t *distances = test_alloc(graph->nodes * sizeof *distances);
    plain_graph_distances(graph, (uint32_t)from->word[0], distances);
    bool is_met = distances[to->word[0]] != PLAIN_FAR;
    free(distances);
    return is_met;
}

wend_packed sim_packed_of(const sim_place *place, uint32_t index, uint32_t number) {
    const ground *g = place->own;
    wend_packed packed = {{0, 0}};
    if (index == SIM_PUZZLE) {
        dice d = dice_of(number);
        board b = board_shuffled(g->goal.width, g->goal.height, &d);
        wend_puzzle_pack(place->domain, b.tiles, &packed);
    } else {
        packed.word[0] = number % g->graph.nodes;
    }
    return packed;
}

bool sim_may_overflow(const sim *s, uint32_t place) {
    const sim_place *p = &s->places[place];
    if (p->map) { /* a factor of 255 makes a move cost up to 700,000 */
        return p->model.is_weighted && model_cells(&p->model) > 6000;
    }
    const ground *g = p->own;
    return (uint64_t)g->cost_max * g->graph.nodes > WEND_COST_MAX;
}

uint64_t sim_cost_ratio(const sim *s, uint32_t place) {
    const ground *g = place >= SIM_GRAPH ? s->places[place].own : NULL;
    return g && g->cost_min > 0 ? g->cost_max / g->cost_min + 1 : 1;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

static bool draw_create(sim *s, sim_step *step) {
    step->slot = dice_between(&s->dice, SIM_GRAPH, SIM_PLACES - 1);
    step->arg[0] = 1 + sim_below(s, 1u << 30);
    step->arg[1] = sim_below(s, 120);
    step->arg[2] = sim_below(s, 128);
    return !s->places[step->slot].domain;
}

static void apply_create(sim *s, const sim_step *step) {
    if (step->slot < SIM_GRAPH || step->slot >= SIM_PLACES || s->places[step->slot].domain) {
        return;
    }
    uint32_t book = SIM_BOOK_PLACES + step->slot;
    uint64_t failures = s->books[book].failures;
    sim_say(s, "grounds[%u] = ground_open(%u, %u, %u, %u, ledger_allocator(&book[%u]));",
            step->slot, step->slot, step->arg[0], step->arg[1], step->arg[2], book);
    sim_say(s, "domain[%u] = grounds[%u]->domain;", step->slot, step->slot);
    ground *g =
        ground_open(step->slot, step->arg[0], step->arg[1], step->arg[2], sim_allocator(s, book));
    SIM_REQUIRE(s, (g->error == WEND_OK) == (g->domain != NULL), "assert_null(domain[%u]);",
                step->slot);
    SIM_REQUIRE(s, g->error != WEND_ERROR_MEMORY || sim_has_failed(s, book, failures),
                "assert_int_not_equal(grounds[%u]->error, WEND_ERROR_MEMORY);", step->slot);
    if (g->error) {
        ground_close(g);
        return;
    }
    s->places[step->slot] = (sim_place){.domain = g->domain, .own = g};
}

static bool draw_destroy(sim *s, sim_step *step) {
    step->slot = dice_between(&s->dice, SIM_GRAPH, SIM_PLACES - 1);
    return s->places[step->slot].domain && s->places[step->slot].users == 0;
}

static void destroy_place(sim *s, uint32_t index) {
    sim_say(s, "ground_close(grounds[%u]);", index);
    ground_close(s->places[index].own);
    s->places[index] = (sim_place){0};
}

static void apply_destroy(sim *s, const sim_step *step) {
    if (step->slot >= SIM_GRAPH && step->slot < SIM_PLACES && s->places[step->slot].domain &&
        s->places[step->slot].users == 0) {
        destroy_place(s, step->slot);
    }
}

static void destroy(sim *s) {
    for (uint32_t i = SIM_GRAPH; i < SIM_PLACES; i++) {
        if (s->places[i].domain) {
            destroy_place(s, i);
        }
    }
}

static const sim_kind kinds[] = {
    {"create", 4, draw_create, apply_create, 1 + SIM_BOOK_PLACES},
    {"destroy", 1, draw_destroy, apply_destroy, 0},
};

const sim_module sim_domain_module = {"domain", kinds, COUNT_OF(kinds), 2, NULL, destroy};
