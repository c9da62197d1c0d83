#include "simulate/questions.h"

#include "simulate/derived.h"
#include "support/test.h"

/* The maximum number of cells for comparing an answer with all distances and with a flood. */
#define COMPARED_MAX 10000u
#define FLOODED_MAX  200000u

bool question_is_slow(const sim *s, uint32_t place) {
    return sim_size(s, place) > COMPARED_MAX;
}

/* ---- Errors ---------------------------------------------------------------------------------- */

static wend_error goals_error(const sim *s, uint32_t place, const question *q) {
    const wend_query *query = &q->query;
    uint32_t size = sim_size(s, place);
    if (!query->goals) {
        return query->goal_count ? WEND_ERROR_ARGUMENT
               : q->goal < size  ? WEND_OK
                                 : WEND_ERROR_OUTSIDE;
    }
    if (place == SIM_TRACK) {
        return WEND_ERROR_UNSUPPORTED;
    }
    if (query->goal_count == 0 || query->goal_count > WEND_FINDER_GOALS_MAX || query->nearest) {
        return WEND_ERROR_ARGUMENT;
    }
    for (uint32_t i = 0; i < query->goal_count; i++) {
        if (query->goals[i] >= size) {
            return WEND_ERROR_OUTSIDE;
        }
    }
    return WEND_OK;
}

wend_error question_error(const sim *s, uint32_t place, const question *q) {
    const wend_query *query = &q->query;
    bool needs_map = query->nearest || query->within || query->allow_blocked_start;
    if ((uint32_t)query->form > WEND_PATH_WAYPOINTS || query->within > WEND_FINDER_WITHIN_MAX ||
        (needs_map && !s->places[place].map) || (query->capacity && !query->path)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (query->budget.work && query->budget.work < WEND_WORK_EXPANSION) {
        return WEND_ERROR_BUDGET;
    }
    return q->start < sim_size(s, place) ? goals_error(s, place, q) : WEND_ERROR_OUTSIDE;
}

/* ---- Paths ----------------------------------------------------------------------------------- */

static uint32_t divisor_of(uint32_t a, uint32_t b) {
    while (b) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The move of a straight line between two cells, and its number of repetitions. */
typedef struct line {
    int64_t dx, dy;
    uint32_t moves;
} line;

static line line_between(const model_map *m, wend_state from, wend_state to) {
    int64_t dx = (int64_t)(to % m->width) - (int64_t)(from % m->width);
    int64_t dy = (int64_t)(to / m->width) - (int64_t)(from / m->width);
    uint32_t moves = divisor_of((uint32_t)llabs(dx), (uint32_t)llabs(dy));
    return moves ? (line){dx / moves, dy / moves, moves} : (line){0, 0, 0};
}

/* The cost of a line of equal moves, 0 if one of them is illegal. */
static uint64_t line_cost(const model_map *m, wend_state from, line l) {
    uint64_t cost = 0;
    int64_t at = from;
    for (uint32_t i = 0; i < l.moves; i++) {
        int64_t next = at + l.dy * (int64_t)m->width + l.dx;
        wend_cost move = model_move_cost(m, (wend_state)at, (wend_state)next);
        if (move == 0 || !m->is_free[next]) {
            return 0;
        }
        cost += move;
        at = next;
    }
    return cost;
}

static wend_cost domain_cost(const sim *s, uint32_t place, wend_state goal, wend_state from,
                             wend_state to) {
    wend_state states[SIM_MOVES_MAX];
    wend_cost costs[SIM_MOVES_MAX], least = 0;
    uint32_t count = sim_moves(s, place, from, goal, states, costs);
    for (uint32_t i = 0; i < count; i++) {
        if (states[i] == to && (least == 0 || costs[i] < least)) {
            least = costs[i];
        }
    }
    return least;
}

void question_check_path(sim *s, uint32_t place, const question *q, wend_path_form form,
                         const wend_state *states, const wend_answer *a, const char *path) {
    const sim_place *p = &s->places[place];
    uint64_t cost = 0;
    line last = {0, 0, 0};
    SIM_REQUIRE(s, a->count > 0 && states[0] == q->start, "assert_int_equal(%s[0], %u);", path,
                q->start);
    SIM_REQUIRE(s, states[a->count - 1] == a->end, "assert_int_equal(%s[%u], %u);", path,
                a->count - 1, a->end);
    for (uint32_t i = 0; i + 1 < a->count; i++) {
        wend_state from = states[i], to = states[i + 1];
        uint64_t part;
        if (p->map && form == WEND_PATH_WAYPOINTS) {
            line l = line_between(&p->model, from, to);
            SIM_REQUIRE(s, l.dx != last.dx || l.dy != last.dy,
                        "fail_msg(\"%%u is not a turning point\", %s[%u]);", path, i);
            part = line_cost(&p->model, from, l);
            last = l;
        } else {
            bool is_blocked = p->map && !p->model.is_free[to];
            part = is_blocked ? 0
                   : p->map   ? model_move_cost(&p->model, from, to)
                              : domain_cost(s, place, q->query.goals ? WEND_STATE_NONE : q->goal,
                                            from, to);
        }
        SIM_REQUIRE(s, part > 0, "fail_msg(\"not a move: %%u to %%u\", %s[%u], %s[%u]);", path, i,
                    path, i + 1);
        cost += part;
    }
    SIM_REQUIRE(s, cost == a->cost, "fail_msg(\"the path costs %llu\");", (unsigned long long)cost);
}

/* ---- Answers --------------------------------------------------------------------------------- */

static bool is_within(const model_map *m, wend_state a, wend_state b, wend_cost within) {
    int64_t dx = (int64_t)(a % m->width) - (int64_t)(b % m->width);
    int64_t dy = (int64_t)(a / m->width) - (int64_t)(b / m->width);
    uint64_t unit = WEND_COST_ONE;
    return (uint64_t)(dx * dx + dy * dy) * unit * unit <= (uint64_t)within * within;
}

/* Whether a car on the goal's cell has arrived: a goal stands for its whole cell. */
static bool is_arrived(const sim *s, uint32_t place, const question *q) {
    uint32_t x, y, goal_x, goal_y;
    int vx, vy;
    if (place != SIM_TRACK || q->query.goals) {
        return false;
    }
    wend_racetrack_describe(s->places[place].domain, q->start, &x, &y, &vx, &vy);
    wend_racetrack_describe(s->places[place].domain, q->goal, &goal_x, &goal_y, &vx, &vy);
    return x == goal_x && y == goal_y;
}

/* Whether a path may end at a state: a free member of the goal set, or the start. */
static bool is_end(const sim *s, uint32_t place, const question *q, wend_state state) {
    uint32_t count = q->query.goals ? q->query.goal_count : 1;
    if (is_arrived(s, place, q)) {
        return state == q->start;
    }
    if (state != q->start && !sim_can_stand(s, place, state)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        wend_state goal = q->query.goals ? q->query.goals[i] : q->goal;
        if (state == goal ||
            (q->query.within && is_within(&s->places[place].model, state, goal, q->query.within))) {
            return true;
        }
    }
    return false;
}

wend_find_status question_status(const sim *s, uint32_t place, const question *q,
                                 const wend_answer *a) {
    bool is_found = a->end == WEND_STATE_NONE || is_end(s, place, q, a->end);
    return is_found ? WEND_FIND_FOUND : WEND_FIND_NEAREST;
}

/* The least distance of a state where a path may end. */
static uint64_t least_distance(const sim *s, uint32_t place, const question *q,
                               const uint64_t *distances) {
    uint64_t least = MODEL_UNREACHED;
    if (is_arrived(s, place, q)) {
        return 0;
    }
    if (!q->query.goals && !q->query.within) {
        return is_end(s, place, q, q->goal) ? distances[q->goal] : MODEL_UNREACHED;
    }
    for (wend_state state = 0; state < sim_size(s, place); state++) {
        if (distances[state] < least && is_end(s, place, q, state)) {
            least = distances[state];
        }
    }
    return least;
}

/* Whether a search could meet a state that costs more than WEND_COST_MAX. */
static bool can_overflow(const sim *s, uint32_t place) {
    const sim_place *p = &s->places[place];
    uint64_t most =
        p->map ? (uint64_t)WEND_COST_KNIGHT * (p->model.is_weighted ? 255 : 1) : WEND_MOVE_COST_MAX;
    return most * sim_size(s, place) > WEND_COST_MAX;
}

static void check_found(sim *s, uint32_t place, const question *q, const wend_answer *a,
                        const char *answer, uint64_t least, const uint64_t *distances) {
    SIM_REQUIRE(s, least == a->cost, "assert_int_equal(%s.cost, %llu);", answer,
                (unsigned long long)least);
    SIM_REQUIRE(s, is_end(s, place, q, a->end) && distances[a->end] == a->cost,
                "fail_msg(\"the path ends at %%u\", %s.end);", answer);
}

static void check_partial(sim *s, uint32_t place, const question *q, const wend_answer *a,
                          const char *answer, const uint64_t *distances) {
    const model_map *m = &s->places[place].model;
    wend_state nearest = derived_nearest(m, distances, q->start, q->goal);
    if (nearest == WEND_STATE_NONE) {
        SIM_REQUIRE(s, a->status == WEND_FIND_UNREACHABLE,
                    "assert_int_equal(%s.status, WEND_FIND_UNREACHABLE);", answer);
        return;
    }
    SIM_REQUIRE(s, a->status == WEND_FIND_NEAREST || a->status == WEND_FIND_BUFFER_TOO_SMALL,
                "assert_int_equal(%s.status, WEND_FIND_NEAREST);", answer);
    SIM_REQUIRE(s, a->end == nearest, "assert_int_equal(%s.end, %u);", answer, nearest);
    SIM_REQUIRE(s, a->cost == distances[nearest], "assert_int_equal(%s.cost, %llu);", answer,
                (unsigned long long)distances[nearest]);
}

/* Checks with the distances of the model. */
static void check_by_distances(sim *s, uint32_t place, const question *q, const wend_answer *a,
                               const char *answer) {
    wend_state goal = q->query.goals ? WEND_STATE_NONE : q->goal;
    uint64_t *distances = sim_distances(s, place, q->start, goal);
    uint64_t least = least_distance(s, place, q, distances);
    if (a->status == WEND_FIND_OVERFLOW) {
        SIM_REQUIRE(s, least > WEND_COST_MAX && can_overflow(s, place),
                    "assert_int_not_equal(%s.status, WEND_FIND_OVERFLOW);", answer);
    } else if (least != MODEL_UNREACHED) {
        SIM_REQUIRE(s, a->status == WEND_FIND_FOUND || a->status == WEND_FIND_BUFFER_TOO_SMALL,
                    "assert_int_equal(%s.status, WEND_FIND_FOUND);", answer);
        check_found(s, place, q, a, answer, least, distances);
    } else if (q->query.nearest) {
        check_partial(s, place, q, a, answer, distances);
    } else {
        SIM_REQUIRE(s, a->status == WEND_FIND_UNREACHABLE,
                    "assert_int_equal(%s.status, WEND_FIND_UNREACHABLE);", answer);
    }
    free(distances);
}

/* Checks on maps that are too large for that. */
static void check_by_bounds(sim *s, uint32_t place, const question *q, const wend_answer *a,
                            const char *answer) {
    const model_map *m = &s->places[place].model;
    bool is_point = !q->query.goals && !q->query.within;
    if (a->status == WEND_FIND_UNREACHABLE || a->status == WEND_FIND_NEAREST) {
        bool is_checked =
            is_point && model_cells(m) <= FLOODED_MAX && !model_is_buried(m, q->start);
        SIM_REQUIRE(s, !is_checked || !model_reaches(m, q->start, q->goal),
                    "assert_int_equal(%s.status, WEND_FIND_FOUND);", answer);
    } else if (a->status == WEND_FIND_FOUND) {
        SIM_REQUIRE(s, is_end(s, place, q, a->end), "fail_msg(\"the path ends at %%u\", %s.end);",
                    answer);
        uint64_t least = m->neighbors == 16 ? 0 : model_octile(m, q->start, a->end);
        SIM_REQUIRE(s, a->cost >= least, "assert_true(%s.cost >= %llu);", answer,
                    (unsigned long long)least);
    } else if (a->status == WEND_FIND_OVERFLOW) {
        SIM_REQUIRE(s, can_overflow(s, place),
                    "assert_int_not_equal(%s.status, WEND_FIND_OVERFLOW);", answer);
    }
}

/* Checks that the fields of an answer are consistent. */
static void check_fields(sim *s, const question *q, const wend_answer *a, const char *answer) {
    bool is_written = q->query.path && a->status <= WEND_FIND_NEAREST;
    bool has_path = a->status <= WEND_FIND_NEAREST || a->status == WEND_FIND_BUFFER_TOO_SMALL;
    SIM_REQUIRE(s, (a->end != WEND_STATE_NONE) == has_path,
                "assert_int_equal(%s.end != WEND_STATE_NONE, %d);", answer, has_path);
    SIM_REQUIRE(s, has_path || a->cost == 0, "assert_int_equal(%s.cost, 0);", answer);
    SIM_REQUIRE(s, (a->needed > 0) == (has_path && q->query.path),
                "assert_int_equal(%s.needed > 0, %d);", answer, has_path && q->query.path);
    uint32_t count = is_written ? a->needed : 0;
    SIM_REQUIRE(s, a->count == count, "assert_int_equal(%s.count, %u);", answer, count);
    if (a->status == WEND_FIND_BUFFER_TOO_SMALL) {
        SIM_REQUIRE(s, q->query.path && a->needed > q->query.capacity,
                    "assert_true(%s.needed > %u);", answer, q->query.capacity);
    }
    SIM_REQUIRE(s, a->count <= q->query.capacity || !q->query.path, "assert_true(%s.count <= %u);",
                answer, q->query.capacity);
    SIM_REQUIRE(s, a->expansions * WEND_WORK_EXPANSION <= a->work,
                "assert_true(%s.expansions * 24 <= %s.units);", answer, answer);
}

/* Whether the answer must be that the start is blocked. */
static bool is_start_refused(const sim *s, uint32_t place, const question *q) {
    const sim_place *p = &s->places[place];
    if (place == SIM_TRACK) {
        uint32_t x, y;
        int vx, vy;
        wend_racetrack_describe(p->domain, q->start, &x, &y, &vx, &vy);
        return !wend_racetrack_is_free(p->domain, x, y);
    }
    return p->map && !q->query.allow_blocked_start && !p->model.is_free[q->start];
}

void question_check(sim *s, uint32_t place, const question *q, const wend_answer *a,
                    const char *answer, const char *path) {
    check_fields(s, q, a, answer);
    bool is_refused = is_start_refused(s, place, q);
    if (is_refused || a->status == WEND_FIND_START_BLOCKED) {
        SIM_REQUIRE(s, is_refused && a->status == WEND_FIND_START_BLOCKED,
                    "assert_int_equal(%s.status == WEND_FIND_START_BLOCKED, %d);", answer,
                    is_refused);
    } else if (question_is_slow(s, place) && s->places[place].map) {
        check_by_bounds(s, place, q, a, answer);
    } else {
        check_by_distances(s, place, q, a, answer);
    }
    if (a->count > 0) {
        question_check_path(s, place, q, q->query.form, q->query.path, a, path);
    }
}
