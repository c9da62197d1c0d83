/* simulate/finder_queries.c - queries of finders: complete, in batches, in slices. */
#include "simulate/finders.h"
#include "support/test.h"

#include <string.h>

/* ---- Queries --------------------------------------------------------------------------------- */

wend_state finder_draw_state(sim *s, uint32_t place) {
    uint32_t noted = s->hot_count[place] < SIM_HOT ? s->hot_count[place] : SIM_HOT;
    uint32_t x, y;
    if (sim_percent(s, 2)) {
        return sim_size(s, place) + sim_below(s, 2);
    }
    if (noted > 0 && sim_percent(s, 25)) {
        return s->hot[place][sim_below(s, noted)];
    }
    if (!s->places[place].map) {
        return sim_below(s, sim_size(s, place));
    }
    sim_draw_cell(s, place, &x, &y);
    return sim_state(s, place, x, y);
}

static uint32_t draw_within(sim *s, const sim_finder *f) {
    static const uint32_t distances[] = {WEND_COST_ONE, WEND_COST_ONE,     WEND_COST_DIAGONAL,
                                         3000,          5 * WEND_COST_ONE, 1};
    bool is_map = s->places[f->place].map;
    if (!is_map || !sim_percent(s, 15)) {
        return sim_percent(s, is_map ? 0 : 1);
    }
    return sim_percent(s, 3) ? WEND_FINDER_WITHIN_MAX + sim_below(s, 2)
                             : DICE_PICK(&s->dice, distances);
}

static uint32_t draw_flags(sim *s, const sim_finder *f) {
    bool is_map = s->places[f->place].map;
    uint32_t flags = sim_percent(s, 75) ? WANTS_PATH : 0;
    flags |= sim_percent(s, 30) ? WANTS_CORNERS : 0;
    flags |= sim_percent(s, is_map ? 30 : 1) ? IS_PARTIAL : 0;
    flags |= sim_percent(s, flags & IS_PARTIAL ? 1 : 20) ? HAS_GOALS : 0;
    flags |= sim_percent(s, is_map ? 50 : 1) ? FROM_BLOCKED : 0;
    flags |= sim_percent(s, 1) ? WRONG_FORM : 0;
    flags |= sim_percent(s, 1) ? WRONG_PATH : 0;
    return sim_percent(s, 4) ? NO_QUERY : flags;
}

bool finder_draw_question(sim *s, sim_step *step) {
    if (!finder_draw(s, step)) {
        return false;
    }
    const sim_finder *f = s->finders[step->slot];
    uint32_t goals = sim_percent(s, 3)   ? WEND_FINDER_GOALS_MAX + sim_below(s, 2)
                     : sim_percent(s, 2) ? 0
                                         : 1 + sim_below(s, 12);
    step->arg[START] = finder_draw_state(s, f->place);
    step->arg[GOAL] = finder_draw_state(s, f->place);
    step->arg[FLAGS] = draw_flags(s, f);
    step->arg[CAPACITY] = sim_percent(s, 15) ? sim_below(s, 12) : UINT32_MAX;
    step->arg[BUDGET] = sim_percent(s, 50) ? 0 : 23 + sim_draw_budget(s, 100000);
    step->arg[BUDGET] = sim_percent(s, 1) ? 1 + sim_below(s, 23) : step->arg[BUDGET];
    step->arg[GOALS] = goals;
    step->arg[GOAL_SEED] = sim_below(s, 1000);
    step->arg[WITHIN] = draw_within(s, f);
    return true;
}

/* The query of a step, with the goals and the buffer of the finder. */
static question question_of(const sim *s, sim_finder *f, const sim_step *step) {
    uint32_t flags = step->arg[FLAGS], size = sim_size(s, f->place);
    question q = {.start = step->arg[START], .goal = step->arg[GOAL]};
    if (flags & NO_QUERY) {
        return q;
    }
    bool has_path = flags & WANTS_PATH;
    q.query.path = has_path ? f->path : NULL;
    q.query.capacity = has_path ? step->arg[CAPACITY] : 0;
    q.query.capacity = q.query.capacity < f->room ? q.query.capacity : has_path ? f->room : 0;
    q.query.capacity = flags & WRONG_PATH && !has_path ? 1 : q.query.capacity;
    q.query.form = flags & WRONG_FORM      ? (wend_path_form)2
                   : flags & WANTS_CORNERS ? WEND_PATH_WAYPOINTS
                                           : WEND_PATH_CELLS;
    q.query.budget.work = step->arg[BUDGET];
    q.query.nearest = flags & IS_PARTIAL;
    q.query.within = step->arg[WITHIN];
    q.query.allow_blocked_start = flags & FROM_BLOCKED;
    if (flags & HAS_GOALS) {
        q.query.goals = f->goals;
        q.query.goal_count = step->arg[GOALS] < GOALS_ROOM ? step->arg[GOALS] : GOALS_ROOM;
        question_goals(f->goals, q.query.goal_count, step->arg[GOAL_SEED], size);
        if (q.goal >= size && q.query.goal_count > 0) {
            f->goals[q.query.goal_count - 1] = q.goal;
        }
    }
    return q;
}

static void say_question(sim *s, const sim_step *step, const question *q) {
    char path[40], goals[100];
    snprintf(path, sizeof path, "path[%u]", step->slot);
    snprintf(goals, sizeof goals, "printed_goals(%u, %u, %uu, %u, %u)", step->slot,
             q->query.goal_count, q->goal, step->arg[GOAL_SEED],
             sim_size(s, s->finders[step->slot]->place));
    sim_say(s,
            "query = (wend_query){.path = %s, .capacity = %u, .form = (wend_path_form)%u, "
            ".budget.work = %llu, .nearest = %d, .goals = %s, .goal_count = %u, .within = %u, "
            ".allow_blocked_start = "
            "%d};",
            q->query.path ? path : "NULL", q->query.capacity, (unsigned)q->query.form,
            (unsigned long long)q->query.budget.work, q->query.nearest,
            q->query.goals ? goals : "NULL", q->query.goal_count, q->query.within,
            q->query.allow_blocked_start);
}

static void guard_path(sim_finder *f) {
    for (uint32_t i = 0; i < f->room + GUARDS; i++) {
        f->path[i] = GUARD;
    }
}

/* Checks that no state of the buffer from `from` on was written. */
static void check_guard(sim *s, const sim_step *step, const sim_finder *f, uint32_t from) {
    for (uint32_t i = from; i < f->room + GUARDS; i++) {
        SIM_REQUIRE(s, f->path[i] == GUARD, "fail_msg(\"path[%u][%u] is written: %u\");",
                    step->slot, i, f->path[i]);
    }
}

/* ---- Memory ---------------------------------------------------------------------------------- */

finder_before finder_look(const sim *s, const sim_step *step) {
    const ledger *book = &s->books[finder_book(step)];
    return (finder_before){book->calls, book->failures, sim_clock(s)};
}

/* For a call that allocates, the header states the time separately. */
void finder_pace(sim *s, const sim_step *step, const char *call, finder_before b, uint64_t work) {
    if (s->books[finder_book(step)].calls == b.calls) {
        sim_pace(s, call, b.began, work);
    }
}

/* Work at the beginning of a query that is not counted: the header allows it for each cell of a
 * goal set. */
static uint64_t work_of_goals(const question *q) {
    uint64_t side = 2 * (uint64_t)(q->query.within / WEND_COST_ONE) + 1;
    uint64_t goals = q->query.goals ? q->query.goal_count : 1;
    bool is_set = q->query.goals || q->query.within;
    return is_set ? WEND_WORK_GOAL * goals * side * side : 0;
}

static void check_memory(sim *s, const sim_step *step, const sim_finder *f) {
    size_t held = s->books[finder_book(step)].live_bytes;
    SIM_REQUIRE(s, wend_finder_memory(f->finder) == held,
                "assert_int_equal(wend_finder_memory(finder[%u]), %zu);", step->slot, held);
    SIM_REQUIRE(s, !f->limit || held <= f->limit,
                "assert_true(wend_finder_memory(finder[%u]) <= %zu);", step->slot, f->limit);
}

/* Checks that a call allocated nothing if a reservation covers its work. */
static void check_reserved(sim *s, const sim_step *step, sim_finder *f, finder_before b,
                           uint64_t work) {
    bool is_edited = f->reserved_version != s->places[f->place].version;
    bool is_promised = f->is_covered && !is_edited && f->reserved > 0 && work <= f->reserved;
    uint64_t calls = s->books[finder_book(step)].calls;
    SIM_REQUIRE(s, !is_promised || calls == b.calls,
                "fail_msg(\"%llu allocations after wend_finder_reserve\");",
                (unsigned long long)(calls - b.calls));
    f->reserved -= work < f->reserved ? work : f->reserved;
}

/* The fault that a call with enough memory had to cope with. */
static sim_fault fault_of(const sim *s, const sim_step *step, const sim_finder *f,
                          finder_before b) {
    const question *q = &f->asked;
    bool is_blocked = f->is_asked && s->places[f->place].map && q->start < sim_size(s, f->place) &&
                      !sim_can_stand(s, f->place, q->start);
    bool is_goal_blocked = f->is_asked && !q->query.goals && q->goal < sim_size(s, f->place) &&
                           !sim_can_stand(s, f->place, q->goal);
    return is_blocked                                     ? SIM_FAULT_OWN_CELL
           : is_goal_blocked                              ? SIM_FAULT_GOAL
           : f->seen != s->places[f->place].version       ? SIM_FAULT_EDIT
           : s->books[finder_book(step)].calls != b.calls ? SIM_FAULT_NOT_RESERVED
                                                          : SIM_FAULT_NONE;
}

/* Checks an error, and returns whether memory is missing. */
bool finder_is_starved(sim *s, const sim_step *step, sim_finder *f, wend_error error,
                       wend_error expected, finder_before b) {
    bool has_failed = sim_has_failed(s, finder_book(step), b.failures);
    bool is_starved = error == WEND_ERROR_MEMORY && !expected && (has_failed || f->limit);
    SIM_REQUIRE(s, is_starved || error == expected, "fail_msg(\"error: %s\");",
                wend_error_text(error));
    sim_cover(s, SIM_OBJECT_FINDER, f->place,
              has_failed   ? SIM_FAULT_ALLOCATION
              : is_starved ? SIM_FAULT_LIMIT
                           : fault_of(s, step, f, b));
    f->seen = s->places[f->place].version;
    f->is_begun &= !is_starved;
    f->reserved = is_starved ? 0 : f->reserved; /* its work so far is unknown */
    check_memory(s, step, f);
    return is_starved;
}

/* ---- Answers --------------------------------------------------------------------------------- */

void finder_mix(sim *s, const wend_answer *a) {
    sim_mix(s, a->status | (uint64_t)a->end << 8);
    sim_mix(s, a->cost | (uint64_t)a->count << 32);
    sim_mix(s, a->work);
    sim_mix(s, a->expansions);
}

/* Checks an answer that reports that the query is not finished. */
static void check_unfinished(sim *s, const wend_answer *a) {
    SIM_REQUIRE(s, a->end == WEND_STATE_NONE && a->cost == 0 && a->count == 0 && a->needed == 0,
                "assert_int_equal(answer.end, WEND_STATE_NONE);");
}

static void check_over(sim *s, const sim_step *step, sim_finder *f, const char *answer,
                       const char *path) {
    question_check(s, f->place, &f->asked, &f->answer, answer, path);
    f->is_over = true;
    f->status = question_status(s, f->place, &f->asked, &f->answer);
    f->version = s->places[f->place].version;
    s->report->counts.queries++;
    if (f->asked.query.path) {
        uint32_t end = (uint32_t)(f->asked.query.path - f->path) + f->asked.query.capacity;
        check_guard(s, step, f, end);
        for (uint32_t i = 0; i < f->answer.count; i++) {
            sim_mix(s, f->asked.query.path[i]);
        }
    }
}

static void ask(sim *s, sim_finder *f, const question *q) {
    f->asked = *q;
    f->answer = (wend_answer){0};
    f->is_asked = f->is_begun = true;
    f->is_over = f->is_unclear = false;
    f->is_covered = question_is_plain(q);
    f->restarts = false;
    f->components_version = wend_components_version(s->places[f->place].components);
    if (q->start < sim_size(s, f->place)) {
        sim_note(s, f->place, q->start);
    }
    if (q->goal < sim_size(s, f->place)) {
        sim_note(s, f->place, q->goal);
    }
}

void finder_forget(sim_finder *f, bool is_unclear) {
    f->is_asked = f->is_over = false;
    f->is_unclear = is_unclear;
    f->is_covered = false;
}

void finder_apply_find(sim *s, const sim_step *step) {
    sim_finder *f = finder_of(s, step);
    if (!f) {
        return;
    }
    question q = question_of(s, f, step);
    wend_error expected = question_error(s, f->place, &q);
    guard_path(f);
    say_question(s, step, &q);
    sim_say(s, "wend_finder_find(finder[%u], %uu, %uu, %s, &answer);", step->slot, q.start, q.goal,
            step->arg[FLAGS] & NO_QUERY ? "NULL" : "&query");
    finder_before b = finder_look(s, step);
    ask(s, f, &q);
    wend_error error = wend_finder_find(f->finder, q.start, q.goal,
                                        step->arg[FLAGS] & NO_QUERY ? NULL : &q.query, &f->answer);
    if (f->is_covered) {
        finder_pace(s, step, "wend_finder_find", b, f->answer.work + work_of_goals(&q));
    }
    finder_mix(s, &f->answer);
    SIM_REQUIRE(s, !q.query.budget.work || f->answer.work <= q.query.budget.work,
                "assert_true(answer.work <= %llu);", (unsigned long long)q.query.budget.work);
    if (finder_is_starved(s, step, f, error, expected, b) || error) {
        SIM_REQUIRE(s, f->answer.status == WEND_FIND_PENDING,
                    "assert_int_equal(answer.status, WEND_FIND_PENDING);");
        if (expected) {
            finder_forget(f, true);
        }
        return;
    }
    check_reserved(s, step, f, b, f->answer.work);
    if (f->answer.status == WEND_FIND_PENDING) {
        SIM_REQUIRE(s, q.query.budget.work > 0, "assert_int_not_equal(answer.status, 4);");
        check_unfinished(s, &f->answer);
        return;
    }
    char path[40];
    snprintf(path, sizeof path, "path[%u]", step->slot);
    check_over(s, step, f, "answer", path);
    check_guard(s, step, f, f->answer.count);
}

bool finder_draw_finds(sim *s, sim_step *step) {
    step->arg[0] = sim_below(s, 1u << 24);
    step->arg[1] = 1 + sim_below(s, 24);
    return finder_draw(s, step);
}

/* Runs queries that follow from a seed, each from a seed of its own, the last one first: if one of
 * them fails, fewer of them can be run with the same queries. */
void finder_apply_finds(sim *s, const sim_step *step) {
    dice kept = s->dice;
    for (uint32_t i = step->arg[1]; i > 0 && finder_of(s, step); i--) {
        sim_step one = {0};
        s->dice = dice_of((uint64_t)step->arg[0] << 32 | i);
        finder_draw_question(s, &one);
        one.slot = step->slot;
        finder_apply_find(s, &one);
    }
    s->dice = kept;
}

/* ---- Batches --------------------------------------------------------------------------------- */

/* The queries of a batch: start and goal of the step, others from its seed. */
static void fill_batch(const sim *s, const sim_finder *f, const sim_step *step, wend_state *starts,
                       wend_state *goals, uint32_t count) {
    uint32_t size = sim_size(s, f->place);
    question_goals(starts, count, 2 * step->arg[GOAL_SEED], size);
    question_goals(goals, count, 2 * step->arg[GOAL_SEED] + 2, size);
    starts[0] = step->arg[START];
    goals[count - 1] = step->arg[GOAL];
}

static wend_error batch_error(const sim *s, uint32_t place, question q, const wend_state *starts,
                              const wend_state *goals, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        q.start = starts[i];
        q.goal = goals[i];
        wend_error error = question_error(s, place, &q);
        if (error) {
            return error;
        }
    }
    return WEND_OK;
}

/* Checks the answers one after the other; the last query is then the one to continue. */
static void check_batch(sim *s, const sim_step *step, sim_finder *f, question q,
                        const wend_state *starts, const wend_state *goals,
                        const wend_answer *answers, uint32_t count) {
    uint32_t written = 0;
    for (uint32_t i = 0; i < count; i++) {
        char answer[40], path[40];
        snprintf(answer, sizeof answer, "answers[%u]", i);
        snprintf(path, sizeof path, "(path[%u] + %u)", step->slot, written);
        q.start = starts[i];
        q.goal = goals[i];
        ask(s, f, &q);
        f->answer = answers[i];
        finder_mix(s, &f->answer);
        SIM_REQUIRE(s, !q.query.budget.work || f->answer.work <= q.query.budget.work,
                    "assert_true(%s.work <= %llu);", answer,
                    (unsigned long long)q.query.budget.work);
        if (f->answer.status == WEND_FIND_PENDING) {
            SIM_REQUIRE(s, q.query.budget.work > 0, "assert_int_not_equal(%s.status, 4);", answer);
            check_unfinished(s, &f->answer);
        } else {
            check_over(s, step, f, answer, path);
        }
        written += f->answer.count;
        q.query.path = q.query.path ? q.query.path + f->answer.count : NULL;
        q.query.capacity -= f->answer.count;
    }
}

void finder_apply_many(sim *s, const sim_step *step) {
    sim_finder *f = finder_of(s, step);
    if (!f || step->arg[FLAGS] & NO_QUERY) {
        return;
    }
    question q = question_of(s, f, step);
    wend_state starts[MANY_MAX], goals[MANY_MAX];
    wend_answer answers[MANY_MAX];
    uint32_t count = 1 + step->arg[GOAL_SEED] % MANY_MAX;
    fill_batch(s, f, step, starts, goals, count);
    wend_error expected = batch_error(s, f->place, q, starts, goals, count);
    guard_path(f);
    say_question(s, step, &q);
    for (uint32_t i = 0; i < count; i++) {
        sim_say(s, "starts[%u] = %uu, goals[%u] = %uu;", i, starts[i], i, goals[i]);
    }
    sim_say(s, "wend_finder_find_many(finder[%u], starts, goals, %u, &query, answers);", step->slot,
            count);
    finder_before b = finder_look(s, step);
    wend_error error = wend_finder_find_many(f->finder, starts, goals, count, &q.query, answers);
    f->reserved = 0;
    if (finder_is_starved(s, step, f, error, expected, b) || error) {
        finder_forget(f, true);
        return;
    }
    check_batch(s, step, f, q, starts, goals, answers, count);
}

/* ---- Slices ---------------------------------------------------------------------------------- */

void finder_apply_begin(sim *s, const sim_step *step) {
    sim_finder *f = finder_of(s, step);
    if (!f) {
        return;
    }
    question q = question_of(s, f, step);
    wend_error expected = question_error(s, f->place, &q);
    guard_path(f);
    say_question(s, step, &q);
    sim_say(s, "wend_finder_begin(finder[%u], %uu, %uu, %s);", step->slot, q.start, q.goal,
            step->arg[FLAGS] & NO_QUERY ? "NULL" : "&query");
    finder_before b = finder_look(s, step);
    ask(s, f, &q);
    wend_error error = wend_finder_begin(f->finder, q.start, q.goal,
                                         step->arg[FLAGS] & NO_QUERY ? NULL : &q.query);
    if (!finder_is_starved(s, step, f, error, expected, b) && error) {
        finder_forget(f, true);
        return;
    }
    check_reserved(s, step, f, b, 0);
}

bool finder_draw_step(sim *s, sim_step *step) {
    step->arg[0] = sim_percent(s, 2) ? sim_below(s, 24) : 23 + sim_draw_budget(s, UINT32_MAX / 2);
    return finder_draw(s, step);
}

/* Takes one step of the pending query. Returns false if memory is short. */
bool finder_take_slice(sim *s, const sim_step *step, sim_finder *f, uint64_t budget) {
    wend_answer last = f->answer;
    bool was_over = f->is_over;
    bool is_edited = f->restarts || f->seen != s->places[f->place].version;
    f->restarts = false;
    char path[40];
    snprintf(path, sizeof path, "path[%u]", step->slot);
    sim_say(s, "wend_finder_step(finder[%u], (wend_budget){.work = %lluu}, &answer);", step->slot,
            (unsigned long long)budget);
    finder_before b = finder_look(s, step);
    wend_error error = wend_finder_step(f->finder, (wend_budget){.work = budget}, &f->answer);
    uint64_t work = f->answer.work - last.work;
    if (f->is_covered && !was_over) {
        finder_pace(s, step, "wend_finder_step", b,
                    work + (is_edited ? work_of_goals(&f->asked) : 0));
    }
    finder_mix(s, &f->answer);
    bool has_no_memory = finder_is_starved(s, step, f, error, WEND_OK, b);
    SIM_REQUIRE(s, f->answer.work >= last.work && work <= budget,
                "assert_true(answer.work <= %llu);", (unsigned long long)(last.work + budget));
    check_reserved(s, step, f, b, work);
    if (was_over) {
        SIM_REQUIRE(s, memcmp(&last, &f->answer, sizeof last) == 0,
                    "assert_int_equal(answer.status, %u);", last.status);
    } else if (f->answer.status == WEND_FIND_PENDING) {
        check_unfinished(s, &f->answer);
        SIM_REQUIRE(s, has_no_memory || work > 0, "assert_true(answer.work > %llu);",
                    (unsigned long long)last.work);
    } else {
        SIM_REQUIRE(s, !error, "assert_int_equal(answer.status, WEND_FIND_PENDING);");
        check_over(s, step, f, "answer", path);
    }
    return !has_no_memory;
}

void finder_apply_step(sim *s, const sim_step *step) {
    sim_finder *f = finder_of(s, step);
    if (!f || f->is_unclear) {
        return;
    }
    if (!f->is_asked || step->arg[0] < WEND_WORK_EXPANSION) {
        wend_answer answer;
        wend_error error =
            wend_finder_step(f->finder, (wend_budget){.work = step->arg[0]}, &answer);
        wend_error expected = f->is_asked ? WEND_ERROR_BUDGET : WEND_ERROR_ARGUMENT;
        SIM_REQUIRE(s, error == expected,
                    "assert_int_equal(wend_finder_step(finder[%u], (wend_budget){.work = %u}, "
                    "&answer), %d);",
                    step->slot, step->arg[0], expected);
        return;
    }
    finder_take_slice(s, step, f, step->arg[0]);
}

/* Compares the answer of a sliced query with that of another finder in one call. */
static void check_whole(sim *s, const sim_finder *f) {
    const sim_place *p = &s->places[f->place];
    const question *q = &f->asked;
    wend_finder_def def = {
        .map = p->map, .domain = p->domain, .components = f->has_components ? p->components : NULL};
    wend_finder *twin;
    wend_answer whole;
    wend_query query = q->query;
    query.path = query.path ? test_alloc((f->room + 1) * sizeof *query.path) : NULL;
    query.budget.work = 0;
    check(!wend_finder_create(&def, &twin, NULL), "no finder");
    check(!wend_finder_find(twin, q->start, q->goal, &query, &whole), "no answer");
    bool is_same = whole.status == f->answer.status && whole.cost == f->answer.cost;
    SIM_REQUIRE(s, is_same, "assert_int_equal(answer.status, %u);", whole.status);
    /* The kind of search on a weighted map depends on when the finder was created. */
    bool is_alike =
        !(p->map && p->model.is_weighted) &&
        (!f->has_components || wend_components_version(p->components) == f->components_version);
    if (is_alike) {
        bool is_equal = whole.end == f->answer.end && whole.count == f->answer.count &&
                        whole.needed == f->answer.needed;
        SIM_REQUIRE(s, is_equal, "assert_int_equal(answer.end, %u);", whole.end);
        SIM_REQUIRE(s,
                    !query.path ||
                        memcmp(query.path, q->query.path, whole.count * sizeof *query.path) == 0,
                    "fail_msg(\"the path of the same query in one call differs\");");
    }
    wend_finder_destroy(twin);
    free(query.path);
}

bool finder_draw_slices(sim *s, sim_step *step) {
    static const uint32_t budgets[] = {24, 24, 25, 47, 100, 1000, 10000};
    step->arg[0] = DICE_PICK(&s->dice, budgets);
    step->arg[1] = sim_percent(s, 50) ? 2000 : 1 + sim_below(s, 30);
    return finder_draw(s, step);
}

void finder_apply_slices(sim *s, const sim_step *step) {
    sim_finder *f = finder_of(s, step);
    if (!f || !f->is_asked || f->is_over || step->arg[0] < WEND_WORK_EXPANSION) {
        return;
    }
    for (uint32_t i = 0; i < step->arg[1] && !f->is_over; i++) {
        if (!finder_take_slice(s, step, f, step->arg[0])) {
            return;
        }
    }
    if (f->is_over) {
        check_whole(s, f);
    }
}
