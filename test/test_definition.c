/* Definitions: zeros are defaults, errors name the field, sizes may differ, "auto" chooses. */
#include "agent/agent.h"

#include <wend/research.h>
#include <wend/wend.h>

#include "support/plain_map.h"
#include "support/step.h"
#include "support/test.h"
#include "support/variant.h"

#include <stdio.h>
#include <string.h>

static const char *const rows[] = {"s..@....@.", ".@...@....", "...@...@..",
                                   ".@...@...@", "...@.....g", NULL};

struct scene {
    plain_map plain;
    wend_map *map;
    wend_agent_def def;
    test_aids aids;
};

static void open_scene(struct scene *s) {
    plain_from_picture(&s->plain, rows);
    s->map = plain_to_wend(&s->plain);
    s->aids = aids_make(s->map);
    s->def = (wend_agent_def){.map = s->map,
                              .start = (wend_state)plain_mark(rows, 's'),
                              .goal = (wend_state)plain_mark(rows, 'g'),
                              .algo = wend_algo_auto()};
}

static void close_scene(struct scene *s) {
    aids_free(&s->aids);
    wend_map_destroy(s->map);
}

/* ---- Errors name the field ------------------------------------------------------------------- */

static void check_refused(const wend_agent_def *def, wend_error expected, const char *field,
                          const char *text) {
    wend_agent *agent = (wend_agent *)(uintptr_t)1; /* must be overwritten */
    wend_diagnosis diagnosis = {.line = 7, .column = 7, .field = "other", .text = "other"};
    wend_error error = wend_agent_create(def, &agent, &diagnosis);
    check(error == expected && strcmp(diagnosis.text, text) == 0, "\"%s\", expected \"%s\": %s",
          diagnosis.text, text, wend_error_text(error));
    assert_null(agent);
    assert_true(diagnosis.line == 0 && diagnosis.column == 0);
    assert_true((field == NULL) == (diagnosis.field == NULL));
    assert_true(!field || strcmp(diagnosis.field, field) == 0);
    assert_int_equal(wend_agent_create(def, &agent, NULL), expected);
}

static void *no_memory(void *context, size_t size) {
    (void)context;
    (void)size;
    return NULL;
}

static void no_release(void *context, void *memory, size_t size) {
    (void)context;
    (void)memory;
    (void)size;
}

static void what_is_common_is_named(void **state) {
    (void)state;
    struct scene s;
    open_scene(&s);
    check_refused(NULL, WEND_ERROR_ARGUMENT, NULL, "def is null");
    assert_int_equal(wend_agent_create(&s.def, NULL, NULL), WEND_ERROR_ARGUMENT);
#define REFUSED(field, value, error, name, text)                                                   \
    do {                                                                                           \
        wend_agent_def def = s.def;                                                                \
        def.field = (value);                                                                       \
        check_refused(&def, error, name, text);                                                    \
    } while (0)
    REFUSED(map, NULL, WEND_ERROR_ARGUMENT, "map",
            "neither map nor domain is set; set exactly one");
    REFUSED(domain, wend_map_domain(s.map), WEND_ERROR_ARGUMENT, "domain",
            "both map and domain are set; set exactly one");
    REFUSED(algo, NULL, WEND_ERROR_ALGORITHM, "algo",
            "algo is not set; wend_algo_auto() chooses one for the map");
    REFUSED(start, 50, WEND_ERROR_OUTSIDE, "start", "start is 50, outside the map of 10 x 5 cells");
    REFUSED(goal, WEND_STATE_NONE, WEND_ERROR_OUTSIDE, "goal",
            "goal is 4294967295, outside the map of 10 x 5 cells");
    REFUSED(start, 15, WEND_ERROR_START_BLOCKED, "start", "start is blocked: cell (5, 1)");
    REFUSED(goal, 8, WEND_ERROR_GOAL_BLOCKED, "goal", "goal is blocked: cell (8, 0)");
    wend_packed first = {{1, 0}}, second = {{0, 1}};
    REFUSED(start_packed, first, WEND_ERROR_ARGUMENT, "start_packed",
            "start_packed is set, but the grid numbers its states; set only start");
    REFUSED(goal_packed, second, WEND_ERROR_ARGUMENT, "goal_packed",
            "goal_packed is set, but the grid numbers its states; set only goal");
    REFUSED(work, WEND_WORK_EXPANSION - 1, WEND_ERROR_BUDGET, "work",
            "work is 23; set at least 24, or 0 to reserve nothing");
    REFUSED(memory_limit, 100, WEND_ERROR_MEMORY, "memory_limit",
            "memory_limit of 100 bytes is too small (or malloc failed)");
    REFUSED(allocator.allocate, no_memory, WEND_ERROR_ARGUMENT, "allocator",
            "allocator has only one function; set both or neither");
    REFUSED(allocator.release, no_release, WEND_ERROR_ARGUMENT, "allocator",
            "allocator has only one function; set both or neither");
    wend_allocator empty = {no_memory, no_release, NULL};
    REFUSED(allocator, empty, WEND_ERROR_MEMORY, NULL, "no memory for the agent");
    REFUSED(bounded.expand_permille, 1001, WEND_ERROR_ARGUMENT, "expand_permille",
            "expand_permille is 1001, expected 1 to 1000, or 0 for 900");
    REFUSED(weight_permille, 999, WEND_ERROR_ARGUMENT, "weight_permille",
            "weight_permille is 999, expected 1000 to 100000, or 0 to let auto choose");
    s.def.algo = wend_algo_astar();
    REFUSED(weight_permille, 2000, WEND_ERROR_UNSUPPORTED, "weight_permille",
            "weight_permille is not read by astar");
#undef REFUSED
    close_scene(&s);
}

static void wrong_precomputed_data_is_named(void **state) {
    (void)state;
    struct scene s;
    open_scene(&s);
    wend_map *other = plain_to_wend(&s.plain);
    wend_agent_def def = s.def;
    def.algo = wend_algo_prlrts();
    check_refused(&def, WEND_ERROR_ARGUMENT, "abstraction",
                  "abstraction is missing: prlrts needs it");
    def.local.abstraction = s.aids.abstraction;
    def.map = other;
    check_refused(&def, WEND_ERROR_ARGUMENT, "abstraction", "abstraction was made for another map");
    wend_agent_def guided = s.def;
    guided.algo = wend_algo_dlrta();
    check_refused(&guided, WEND_ERROR_ARGUMENT, "subgoals", "subgoals is missing: dlrta needs it");
    wend_subgoals_def empty = {.abstraction = s.aids.abstraction};
    wend_subgoals *table;
    assert_int_equal(wend_subgoals_create(&empty, &table, NULL), WEND_OK);
    guided.local.subgoals = table;
    check_refused(&guided, WEND_ERROR_ARGUMENT, "subgoals",
                  "subgoals is not complete: some rows were not computed");
    wend_subgoals_destroy(table);
    assert_int_equal(wend_map_set_free(s.map, 8, 0, true), WEND_OK);
    def.map = s.map;
    check_refused(&def, WEND_ERROR_STALE, "abstraction",
                  "abstraction is stale: the map was edited after it was made");
    guided.local.subgoals = s.aids.subgoals;
    check_refused(&guided, WEND_ERROR_STALE, "subgoals",
                  "subgoals is stale: the map was edited after it was made");
    wend_map_destroy(other);
    close_scene(&s);
}

static void what_an_algorithm_needs_is_named(void **state) {
    (void)state;
    wend_map_def knights = {.width = 2, .height = 1, .neighbors = 16, .cells = ".."};
    wend_map *map;
    assert_int_equal(wend_map_create(&knights, &map, NULL), WEND_OK);
    wend_agent_def def = {.map = map, .goal = 1, .algo = wend_algo_jps()};
    check_refused(&def, WEND_ERROR_UNSUPPORTED, "algo", "jps needs a map with 4 or 8 neighbours");
    wend_map_destroy(map);

    wend_racetrack_def track_def = {.width = 3, .height = 1, .cells = "..@"};
    wend_domain *track;
    assert_int_equal(wend_racetrack_create(&track_def, &track, NULL), WEND_OK);
    def = (wend_agent_def){.domain = track,
                           .start = wend_racetrack_state(track, 0, 0, 0, 0),
                           .goal = wend_racetrack_state(track, 1, 0, 0, 0),
                           .algo = wend_algo_tba()};
    check_refused(&def, WEND_ERROR_UNSUPPORTED, "algo",
                  "tba needs reversible moves; the domain is a racetrack");
    def.algo = wend_algo_dstar_lite();
    check_refused(
        &def, WEND_ERROR_UNSUPPORTED, "algo",
        "dstar-lite needs reversible moves with equal costs in both directions; the domain "
        "is a racetrack");
    def.algo = wend_algo_auto(), def.bounded.commit = WEND_OFF;
    check_refused(&def, WEND_ERROR_UNSUPPORTED, "commit",
                  "commit is not read by tbrwa, which auto has chosen");
    def.bounded.commit = WEND_DEFAULT, def.goal = wend_racetrack_state(track, 2, 0, 0, 0);
    check_refused(&def, WEND_ERROR_GOAL_BLOCKED, "goal", "goal is blocked: state 122");
    def.goal = 147;
    check_refused(&def, WEND_ERROR_OUTSIDE, "goal", "goal is 147, the racetrack has 147 states");
    wend_domain_destroy(track);

    wend_puzzle_def form = {.width = 2, .height = 2};
    wend_domain *puzzle;
    assert_int_equal(wend_puzzle_create(&form, &puzzle, NULL), WEND_OK);
    static const uint8_t tiles[] = {0, 1, 2, 3};
    wend_packed packed;
    assert_int_equal(wend_puzzle_pack(puzzle, tiles, &packed), WEND_OK);
    def = (wend_agent_def){.domain = puzzle, .goal_packed = packed, .algo = wend_algo_auto()};
    check_refused(&def, WEND_ERROR_START_BLOCKED, "start_packed",
                  "start_packed is not a state of the puzzle");
    def.start_packed = packed, def.goal_packed.word[0]++;
    check_refused(&def, WEND_ERROR_GOAL_BLOCKED, "goal_packed",
                  "goal_packed is not a state of the puzzle");
    def = (wend_agent_def){.domain = puzzle,
                           .start_packed = packed,
                           .goal_packed = packed,
                           .algo = wend_algo_prlrts()};
    check_refused(&def, WEND_ERROR_UNSUPPORTED, "algo",
                  "prlrts needs a map; the domain is a puzzle");
    def.algo = wend_algo_tba(), def.bounded.shortcut = WEND_ON;
    check_refused(&def, WEND_ERROR_UNSUPPORTED, "shortcut",
                  "shortcut needs numbered states and reversible moves with equal costs in both "
                  "directions; the domain is a puzzle");
    def.bounded.shortcut = WEND_OFF;
    wend_agent_destroy(make_agent(&def));
    wend_domain_destroy(puzzle);
}

/* ---- Parameters ------------------------------------------------------------------------------ */

/* Sets a parameter to a value that is not its default. */
static void set_parameter(wend_agent_def *def, const test_aids *aids, wend_parameter parameter) {
    const wend_parameter_info *info = wend_parameter_get(parameter);
    if (parameter == WEND_PARAMETER_ABSTRACTION) {
        def->local.abstraction = aids->abstraction;
    } else if (parameter == WEND_PARAMETER_SUBGOALS) {
        def->local.subgoals = aids->subgoals;
    } else {
        wend_agent_def_set(def, parameter, info->min);
        assert_int_equal(wend_agent_def_get(def, parameter), info->min);
    }
}

/* An option that an algorithm does not use is an error, also if it has its default value. */
static void options_that_are_not_read_are_refused(void **state) {
    (void)state;
    struct scene s;
    open_scene(&s);
    for (uint32_t i = 0; i < wend_algo_count(); i++) {
        const wend_algo *algo = wend_algo_get(i);
        for (uint32_t p = 0; p < WEND_PARAMETER_COUNT; p++) {
            wend_agent_def def = s.def;
            def.algo = algo;
            variant_give_aids(algo, &s.aids, &def);
            set_parameter(&def, &s.aids, p);
            if (wend_algo_reads(algo, p)) {
                wend_agent_destroy(make_agent(&def));
                continue;
            }
            const char *name = wend_parameter_get(p)->name;
            char text[100];
            snprintf(text, sizeof text, "%s is not read by %s", name, algo->name);
            check_refused(&def, WEND_ERROR_UNSUPPORTED, name, text);
        }
    }
    close_scene(&s);
}

static void values_out_of_range_are_refused(void **state) {
    (void)state;
    struct scene s;
    open_scene(&s);
    for (uint32_t i = 0; i < wend_algo_count(); i++) {
        const wend_algo *algo = wend_algo_get(i);
        for (uint32_t p = 0; p < WEND_PARAMETER_COUNT; p++) {
            const wend_parameter_info *info = wend_parameter_get(p);
            if (!wend_algo_reads(algo, p) || info->kind == WEND_PARAMETER_PRECOMPUTED) {
                continue;
            }
            wend_agent_def def = s.def;
            def.algo = algo;
            variant_give_aids(algo, &s.aids, &def);
            const uint64_t bad[] = {info->min - 1, info->max + 1, UINT64_C(1) << 32};
            for (uint32_t b = 0; b < COUNT_OF(bad); b++) {
                wend_agent_def_set(&def, p, bad[b]);
                bool good = bad[b] == 0 || (bad[b] >= info->min && bad[b] <= info->max);
                wend_agent *agent;
                wend_diagnosis diagnosis;
                wend_error error = wend_agent_create(&def, &agent, &diagnosis);
                check(error == (good ? WEND_OK : WEND_ERROR_ARGUMENT), "%s of %s", info->name,
                      algo->name);
                assert_true(good || diagnosis.field == info->name);
                wend_agent_destroy(agent);
            }
            const uint64_t limits[] = {info->min, info->max};
            for (uint32_t l = 0; l < COUNT_OF(limits); l++) {
                wend_agent_def_set(&def, p, limits[l]);
                wend_agent_destroy(make_agent(&def));
            }
        }
    }
    close_scene(&s);
}

/* Checks that two agents do the same, tick by tick. */
static void check_same(const wend_agent_def *a, const wend_agent_def *b, const char *name) {
    wend_agent *agents[2] = {make_agent(a), make_agent(b)};
    wend_tick ticks[2];
    uint32_t count = 0;
    do {
        for (uint32_t i = 0; i < 2; i++) {
            step_agent(agents[i], 3, &ticks[i]);
        }
        check(memcmp(&ticks[0], &ticks[1], sizeof *ticks) == 0, "%s: tick %u differs", name, count);
        check(++count < 10000, "%s does not arrive", name);
    } while (wend_agent_is_active(ticks[0].status));
    uint32_t components[2][2];
    for (uint32_t i = 0; i < 2; i++) {
        wend_agent_split(agents[i], 1000, &components[i][0], &components[i][1]);
        wend_agent_destroy(agents[i]);
    }
    assert_memory_equal(components[0], components[1], sizeof components[0]);
}

/* Zero means what wend_algo_default returns, for every algorithm and parameter. */
static void zero_stands_for_the_default(void **state) {
    (void)state;
    struct scene s;
    open_scene(&s);
    for (uint32_t i = 0; i < wend_algo_count(); i++) {
        const wend_algo *algo = wend_algo_get(i);
        wend_agent_def def = s.def, other;
        def.algo = algo;
        variant_give_aids(algo, &s.aids, &def);
        for (uint32_t p = 0; p < WEND_PARAMETER_COUNT; p++) {
            uint64_t value = wend_algo_default(algo, p);
            const wend_parameter_info *info = wend_parameter_get(p);
            assert_true(!value || !info->default_value || value == info->default_value);
            if (value) {
                other = def;
                wend_agent_def_set(&other, p, value);
                check_same(&def, &other, algo->name);
            }
        }
    }
    close_scene(&s);
}

/* The numbers of the header; the test above takes them from the library. */
static void the_defaults_are_those_of_the_header(void **state) {
    (void)state;
    static const struct {
        const char *algo;
        wend_parameter parameter;
        uint64_t value;
    } defaults[] = {{"tba", WEND_PARAMETER_EXPAND_PERMILLE, 900},
                    {"tba", WEND_PARAMETER_TRACE_PER_EXPANSION, 10},
                    {"tba", WEND_PARAMETER_COMMIT, WEND_OFF},
                    {"tba", WEND_PARAMETER_SHORTCUT, WEND_OFF},
                    {"tbwa", WEND_PARAMETER_REOPEN, WEND_OFF},
                    {"tba", WEND_PARAMETER_AS_PUBLISHED, WEND_OFF},
                    {"tbwa", WEND_PARAMETER_WEIGHT_PERMILLE, 1000},
                    {"tba-late", WEND_PARAMETER_SEED, 1},
                    {"auto", WEND_PARAMETER_COMMIT, 0},
                    {"auto", WEND_PARAMETER_WEIGHT_PERMILLE, 0},
                    {"rtaa", WEND_PARAMETER_MOVES, WEND_MOVES_ALL},
                    {"dartaa", WEND_PARAMETER_MOVES, WEND_MOVES_ALL},
                    {"lss-lrta", WEND_PARAMETER_MOVES, WEND_MOVES_ALL},
                    {"lss-lrtwa", WEND_PARAMETER_MOVES, WEND_MOVES_ONE},
                    {"wlss-lrta", WEND_PARAMETER_MOVES, WEND_MOVES_ONE},
                    {"lrta", WEND_PARAMETER_DEPTH, 10},
                    {"prlrts", WEND_PARAMETER_DEPTH, 5},
                    {"plrta", WEND_PARAMETER_QUEUE_SIZE, 100},
                    {"prlrts", WEND_PARAMETER_LEVEL, 3},
                    {"prlrts", WEND_PARAMETER_GAMMA_PERMILLE, 1000},
                    {"astar", WEND_PARAMETER_COMMIT, 0}};
    for (uint32_t i = 0; i < COUNT_OF(defaults); i++) {
        uint64_t value = wend_algo_default(wend_algo_find(defaults[i].algo), defaults[i].parameter);
        check(value == defaults[i].value, "row %u: %u", i, (unsigned)value);
    }
}

/* For all but "auto", which is tested below. */
static void a_switch_is_on_only_if_it_says_so(void **state) {
    (void)state;
    struct scene s;
    open_scene(&s);
    s.def.algo = wend_algo_tbwa();
    for (wend_switch value = WEND_DEFAULT; value <= WEND_OFF; value++) {
        for (uint32_t which = 0; which < 3; which++) {
            wend_agent_def def = s.def;
            wend_switch *const fields[] = {&def.bounded.shortcut, &def.bounded.commit,
                                           &def.bounded.reopen};
            *fields[which] = value;
            wend_agent *agent = make_agent(&def);
            const wn_parameters *parameters = &agent->planner.parameters;
            const bool found[] = {parameters->shortcut, parameters->commit, parameters->reopen};
            for (uint32_t i = 0; i < COUNT_OF(found); i++) {
                assert_int_equal(found[i], i == which && value == WEND_ON);
            }
            wend_agent_destroy(agent);
        }
    }
    close_scene(&s);
}

static void parameters_that_are_none_are_zero(void **state) {
    (void)state;
    wend_agent_def def = {0}, zeros = {0};
    wend_agent_def_set(&def, WEND_PARAMETER_COUNT, 5);
    wend_agent_def_set(&def, WEND_PARAMETER_ABSTRACTION, 5);
    wend_agent_def_set(NULL, WEND_PARAMETER_SEED, 5);
    assert_memory_equal(&def, &zeros, sizeof def);
    assert_int_equal(wend_agent_def_get(&def, WEND_PARAMETER_COUNT), 0);
    assert_int_equal(wend_agent_def_get(NULL, WEND_PARAMETER_SEED), 0);
}

/* ---- Sizes ----------------------------------------------------------------------------------- */

/* A definition of an older header is shorter; the memory behind it is not read. */
static void a_shorter_definition_has_defaults_at_its_end(void **state) {
    (void)state;
    struct scene s;
    open_scene(&s);
    wend_agent_def def = s.def;
    memset(&def.local, 0xff, sizeof def - offsetof(wend_agent_def, local));
    wend_agent *agent;
    assert_int_equal(wend_agent_create(&def, &agent, NULL), WEND_ERROR_ARGUMENT);
    const size_t sizes[] = {offsetof(wend_agent_def, local),
                            offsetof(wend_agent_def, weight_permille)};
    for (uint32_t i = 0; i < COUNT_OF(sizes); i++) {
        assert_int_equal(wend_agent_create_sized(&def, sizes[i], &agent, NULL), WEND_OK);
        assert_int_equal(agent->planner.parameters.expand_permille, 900);
        wend_agent_destroy(agent);
    }
    memset(&def.local, 0, sizeof def.local);
    def.bounded.expand_permille = 500;
    size_t size = offsetof(wend_agent_def, bounded.trace_per_expansion);
    assert_int_equal(wend_agent_create_sized(&def, size, &agent, NULL), WEND_OK);
    assert_int_equal(agent->planner.parameters.expand_permille, 500);
    assert_int_equal(agent->planner.parameters.trace_per_expansion, 10);
    wend_agent_destroy(agent);
    wend_diagnosis diagnosis;
    assert_int_equal(wend_agent_create_sized(&def, 0, &agent, &diagnosis), WEND_ERROR_ARGUMENT);
    assert_string_equal(diagnosis.field, "map");
    close_scene(&s);
}

/* A definition of a newer header is longer; fields that this library does not know must be zero. */
static void a_longer_definition_must_be_zero_at_its_end(void **state) {
    (void)state;
    struct scene s;
    open_scene(&s);
    struct newer {
        wend_agent_def def;
        uint8_t more[24];
    } newer = {.def = s.def};
    wend_agent *agent;
    assert_int_equal(wend_agent_create_sized(&newer.def, sizeof newer, &agent, NULL), WEND_OK);
    wend_agent_destroy(agent);
    for (uint32_t i = 0; i < sizeof newer.more; i++) {
        memset(newer.more, 0, sizeof newer.more);
        newer.more[i] = 1;
        wend_diagnosis diagnosis;
        assert_int_equal(wend_agent_create_sized(&newer.def, sizeof newer, &agent, &diagnosis),
                         WEND_ERROR_ARGUMENT);
        assert_null(agent);
        assert_non_null(strstr(diagnosis.text, "this version of the library"));
    }
    close_scene(&s);
}

/* ---- "auto" ---------------------------------------------------------------------------------- */

static wn_parameters chosen(const wend_agent_def *def) {
    wend_agent *agent = make_agent(def);
    assert_ptr_equal(wend_agent_algo(agent), wend_algo_tbjps());
    wn_parameters parameters = agent->planner.parameters;
    wend_agent_destroy(agent);
    return parameters;
}

/* Explicit settings take precedence over what the map suggests. */
static void auto_leaves_alone_what_is_set(void **state) {
    (void)state;
    struct scene s;
    open_scene(&s);
    assert_true(wend_map_ragged_permille(s.map) > 740);
    wend_agent_def def = s.def;
    assert_true(chosen(&def).commit);
    assert_int_equal(chosen(&def).weight_permille, 1550);
    def.weight_permille = 1000;
    assert_int_equal(chosen(&def).weight_permille, 1000);
    assert_true(chosen(&def).commit);
    def.weight_permille = 2000, def.bounded.commit = WEND_OFF;
    assert_int_equal(chosen(&def).weight_permille, 2000);
    assert_false(chosen(&def).commit);
    def.bounded.commit = WEND_ON;
    assert_true(chosen(&def).commit);

    wend_belief_def belief_def = {.world = s.map, .known_permille = 1000};
    wend_belief *belief;
    assert_int_equal(wend_belief_create(&belief_def, &belief, NULL), WEND_OK);
    def.map = wend_belief_map(belief), def.weight_permille = 0;
    assert_true(chosen(&def).commit);
    assert_int_equal(chosen(&def).weight_permille, 1000);
    def.bounded.commit = WEND_DEFAULT;
    assert_false(chosen(&def).commit);
    wend_belief_destroy(belief);
    close_scene(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_common_is_named),
        cmocka_unit_test(wrong_precomputed_data_is_named),
        cmocka_unit_test(what_an_algorithm_needs_is_named),
        cmocka_unit_test(options_that_are_not_read_are_refused),
        cmocka_unit_test(values_out_of_range_are_refused),
        cmocka_unit_test(zero_stands_for_the_default),
        cmocka_unit_test(the_defaults_are_those_of_the_header),
        cmocka_unit_test(a_switch_is_on_only_if_it_says_so),
        cmocka_unit_test(parameters_that_are_none_are_zero),
        cmocka_unit_test(a_shorter_definition_has_defaults_at_its_end),
        cmocka_unit_test(a_longer_definition_must_be_zero_at_its_end),
        cmocka_unit_test(auto_leaves_alone_what_is_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
