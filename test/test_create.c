/* Every function that creates or loads an object sets the pointer to NULL on failure. */
#include <wend/belief.h>
#include <wend/dimacs.h>
#include <wend/field.h>
#include <wend/layer.h>
#include <wend/movingai.h>
#include <wend/puzzle.h>
#include <wend/racetrack.h>
#include <wend/research.h>
#include <wend/subgoals.h>
#include <wend/wend.h>

#include "support/ledger.h"
#include "support/map_aids.h"
#include "support/test.h"

#define NO_FILE "there/is/no/such/file"

/* The faults of a call. */
typedef enum fault {
    NO_DEFINITION, /* the first pointer is NULL */
    BAD_DEFINITION,
    NO_MEMORY,
    FAULTS
} fault;

/* The arguments of the calls. */
typedef struct tools {
    wend_map *map;
    wend_domain *puzzle;
    test_aids aids;
    ledger book;
    wend_allocator failing;
} tools;

/* Calls one function with a fault. `*out` is what became of a pointer to something else. Returns
 * WEND_OK if the fault does not apply to the function. */
typedef wend_error create_call(tools *t, fault f, void **out);

#define CALL(type, call)                                                                           \
    type *object = (type *)*out;                                                                   \
    wend_error error = (call);                                                                     \
    *out = object;                                                                                 \
    return error

static wend_map_def map_def(const tools *t, fault f) {
    wend_map_def def = {
        .width = 2, .height = 2, .neighbors = f == BAD_DEFINITION ? 5 : 8, .allocator = t->failing};
    return def;
}

static wend_error call_map(tools *t, fault f, void **out) {
    wend_map_def def = map_def(t, f);
    def.cells = "....";
    CALL(wend_map, wend_map_create(f == NO_DEFINITION ? NULL : &def, &object, NULL));
}

static wend_error call_map_bytes(tools *t, fault f, void **out) {
    static const uint8_t bytes[] = {1, 1, 1, 0};
    wend_map_def def = map_def(t, f);
    def.bytes = bytes;
    CALL(wend_map, wend_map_create(f == NO_DEFINITION ? NULL : &def, &object, NULL));
}

static wend_error call_map_shifted(tools *t, fault f, void **out) {
    wend_map_def def = map_def(t, NO_MEMORY);
    t->book.fail_at = 0;
    wend_map *from;
    def.cells = "....";
    assert_int_equal(wend_map_create(&def, &from, NULL), WEND_OK);
    t->book.fail_at = 1;
    wend_map *object = (wend_map *)*out;
    wend_error error = wend_map_create_shifted(f == NO_DEFINITION ? NULL : from, 0, 0,
                                               f == BAD_DEFINITION ? 0 : 2, 2, '.', &object);
    wend_map_destroy(from);
    *out = object;
    return error;
}

static wend_error call_map_parse(tools *t, fault f, void **out) {
    static const char text[] = "type octile\nheight 2\nwidth 2\nmap\n..\n..\n";
    wend_map_def def = map_def(t, f);
    size_t size = f == BAD_DEFINITION ? 9 : sizeof text - 1;
    CALL(wend_map, wend_map_parse(f == NO_DEFINITION ? NULL : &def, text, size, &object, NULL));
}

static wend_error call_map_load(tools *t, fault f, void **out) {
    wend_map_def def = map_def(t, f);
    CALL(wend_map, wend_map_load(f == NO_DEFINITION ? NULL : &def, NO_FILE, &object, NULL));
}

static wend_error call_layer(tools *t, fault f, void **out) {
    wend_layer_def def = {.base = t->map, .allocator = t->failing};
    def.size = f == BAD_DEFINITION ? WEND_LAYER_SIZE_MAX + 1 : 1;
    CALL(wend_layer, wend_layer_create(f == NO_DEFINITION ? NULL : &def, &object, NULL));
}

static wend_error call_belief(tools *t, fault f, void **out) {
    wend_belief_def def = {
        .world = t->map, .allocator = t->failing, .known_permille = f == BAD_DEFINITION ? 1001 : 0};
    CALL(wend_belief, wend_belief_create(f == NO_DEFINITION ? NULL : &def, &object, NULL));
}

static wend_error call_components(tools *t, fault f, void **out) {
    wend_components_def def = {.map = f == BAD_DEFINITION ? NULL : t->map, .allocator = t->failing};
    CALL(wend_components, wend_components_create(f == NO_DEFINITION ? NULL : &def, &object, NULL));
}

static wend_error call_field(tools *t, fault f, void **out) {
    wend_field_def def = {.map = t->map, .goal = f == BAD_DEFINITION ? 99 : 0};
    def.allocator = t->failing;
    CALL(wend_field, wend_field_create(f == NO_DEFINITION ? NULL : &def, &object, NULL));
}

static wend_error call_finder(tools *t, fault f, void **out) {
    wend_finder_def def = {.map = f == BAD_DEFINITION ? NULL : t->map, .allocator = t->failing};
    CALL(wend_finder, wend_finder_create(f == NO_DEFINITION ? NULL : &def, &object, NULL));
}

static wend_error call_agent(tools *t, fault f, void **out) {
    wend_agent_def def = {.map = t->map, .goal = f == BAD_DEFINITION ? 99 : 1};
    def.allocator = t->failing, def.algo = wend_algo_auto();
    CALL(wend_agent, wend_agent_create(f == NO_DEFINITION ? NULL : &def, &object, NULL));
}

static wend_error call_fleet(tools *t, fault f, void **out) {
    wend_fleet_def def = {.map = t->map, .units_max = f == BAD_DEFINITION ? 0 : 1};
    def.allocator = t->failing;
    CALL(wend_fleet, wend_fleet_create(f == NO_DEFINITION ? NULL : &def, &object, NULL));
}

static wend_error call_abstraction(tools *t, fault f, void **out) {
    if (f == BAD_DEFINITION) {
        return WEND_OK; /* any valid map */
    }
    const wend_map *map = f == NO_DEFINITION ? NULL : t->map;
    CALL(wend_abstraction,
         wend_abstraction_create(&(wend_abstraction_def){.map = map, .allocator = t->failing},
                                 &object, NULL));
}

static wend_error call_subgoals(tools *t, fault f, void **out) {
    wend_subgoals_def def = {.abstraction = t->aids.abstraction,
                             .allocator = t->failing,
                             .level = f == BAD_DEFINITION ? 0 : 1};
    CALL(wend_subgoals, wend_subgoals_create(f == NO_DEFINITION ? NULL : &def, &object, NULL));
}

static wend_error call_subgoals_load(tools *t, fault f, void **out) {
    const wend_abstraction *abstraction = f == NO_DEFINITION ? NULL : t->aids.abstraction;
    CALL(wend_subgoals, wend_subgoals_load(abstraction, NO_FILE, &t->failing, &object, NULL));
}

static wend_error call_graph(tools *t, fault f, void **out) {
    static const uint32_t first[] = {0, 0};
    wend_graph_def def = {.node_count = f == BAD_DEFINITION ? 0 : 1, .first = first};
    def.allocator = t->failing;
    CALL(wend_domain, wend_graph_create(f == NO_DEFINITION ? NULL : &def, &object, NULL));
}

static wend_error call_graph_load(tools *t, fault f, void **out) {
    const char *path = f == NO_DEFINITION ? NULL : NO_FILE;
    CALL(wend_domain, wend_graph_load(path, NULL, &t->failing, &object, NULL));
}

static uint32_t no_successors(void *context, const wend_packed *state, wend_packed *successors,
                              wend_cost *costs) {
    (void)context, (void)state, (void)successors, (void)costs;
    return 0;
}

static wend_error call_callback(tools *t, fault f, void **out) {
    wend_callback_def def = {.successors = no_successors, .allocator = t->failing};
    def.max_degree = f == BAD_DEFINITION ? 0 : 1;
    CALL(wend_domain, wend_callback_create(f == NO_DEFINITION ? NULL : &def, &object, NULL));
}

static wend_error call_puzzle(tools *t, fault f, void **out) {
    wend_puzzle_def def = {
        .width = f == BAD_DEFINITION ? 9 : 3, .height = 3, .allocator = t->failing};
    CALL(wend_domain, wend_puzzle_create(f == NO_DEFINITION ? NULL : &def, &object, NULL));
}

static wend_error call_puzzle_load(tools *t, fault f, void **out) {
    const wend_domain *puzzle = f == NO_DEFINITION    ? NULL
                                : f == BAD_DEFINITION ? wend_map_domain(t->map)
                                                      : t->puzzle;
    uint32_t count = 7;
    wend_puzzle_instance *object = (wend_puzzle_instance *)*out;
    wend_error error = wend_puzzle_load(puzzle, NO_FILE, &object, &count, NULL);
    assert_int_equal(count, 0);
    *out = object;
    return error;
}

static wend_racetrack_def track_def(const tools *t, fault f) {
    wend_racetrack_def def = {
        .width = 2, .height = 2, .max_speed = f == BAD_DEFINITION ? 0 : 1, .allocator = t->failing};
    return def;
}

static wend_error call_track(tools *t, fault f, void **out) {
    wend_racetrack_def def = track_def(t, f);
    CALL(wend_domain, wend_racetrack_create(f == NO_DEFINITION ? NULL : &def, &object, NULL));
}

static wend_error call_track_load(tools *t, fault f, void **out) {
    wend_racetrack_def def = track_def(t, f);
    CALL(wend_domain,
         wend_racetrack_load(f == NO_DEFINITION ? NULL : &def, NO_FILE, &object, NULL));
}

static const struct {
    const char *name;
    create_call *call;
} calls[] = {
    {"wend_map_create", call_map},
    {"wend_map_create_bytes", call_map_bytes},
    {"wend_map_create_shifted", call_map_shifted},
    {"wend_map_parse", call_map_parse},
    {"wend_map_load", call_map_load},
    {"wend_layer_create", call_layer},
    {"wend_belief_create", call_belief},
    {"wend_components_create", call_components},
    {"wend_field_create", call_field},
    {"wend_finder_create", call_finder},
    {"wend_agent_create", call_agent},
    {"wend_fleet_create", call_fleet},
    {"wend_abstraction_create", call_abstraction},
    {"wend_subgoals_create", call_subgoals},
    {"wend_subgoals_load", call_subgoals_load},
    {"wend_graph_create", call_graph},
    {"wend_graph_load", call_graph_load},
    {"wend_callback_create", call_callback},
    {"wend_puzzle_create", call_puzzle},
    {"wend_puzzle_load", call_puzzle_load},
    {"wend_racetrack_create", call_track},
    {"wend_racetrack_load", call_track_load},
};

static tools open_tools(void) {
    tools t = {.book = {.fail_at = 1, .fail_from = true}};
    wend_map_def def = {.width = 2, .height = 2, .cells = "...."};
    assert_int_equal(wend_map_create(&def, &t.map, NULL), WEND_OK);
    t.aids = aids_make(t.map);
    wend_puzzle_def puzzle = {0};
    assert_int_equal(wend_puzzle_create(&puzzle, &t.puzzle, NULL), WEND_OK);
    return t;
}

static void close_tools(tools *t) {
    wend_domain_destroy(t->puzzle);
    aids_free(&t->aids);
    wend_map_destroy(t->map);
}

static void failed_calls_leave_a_null_pointer(void **state) {
    (void)state;
    tools t = open_tools();
    t.failing = ledger_allocator(&t.book);
    for (uint32_t i = 0; i < COUNT_OF(calls); i++) {
        for (uint32_t f = 0; f < FAULTS; f++) {
            void *out = &t; /* must be overwritten */
            wend_error error = calls[i].call(&t, (fault)f, &out);
            check(error || f == BAD_DEFINITION, "%s does not fail", calls[i].name);
            check(!error || !out, "%s leaves *out as it was (fault %u: %s)", calls[i].name, f,
                  wend_error_text(error));
        }
    }
    assert_int_equal(t.book.live_bytes, 0);
    close_tools(&t);
}

/* Scenarios are not pointers: they are empty. */
static void failed_scenarios_are_empty(void **state) {
    (void)state;
    wend_scenario zeros = {0}, scenario;
    for (uint32_t i = 0; i < 4; i++) {
        scenario = (wend_scenario){.count = 7, .map_count = 7};
        wend_error error = i == 0   ? wend_scenario_load(NULL, &scenario, NULL)
                           : i == 1 ? wend_scenario_load(NO_FILE, &scenario, NULL)
                           : i == 2 ? wend_scenario_parse(NULL, 0, &scenario, NULL)
                                    : wend_scenario_parse("x", 1, &scenario, NULL);
        assert_true(error != WEND_OK);
        assert_memory_equal(&scenario, &zeros, sizeof zeros);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failed_calls_leave_a_null_pointer),
        cmocka_unit_test(failed_scenarios_are_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
