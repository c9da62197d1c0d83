/* Every function that creates or loads an object sets the pointer to NULL on failure. */
#include <wend/belief.h>
#include <wend/research/dimacs.h>
#include <wend/field.h>
#include <wend/layer.h>
#include <wend/movingai.h>
#include <wend/research/puzzle.h>
#include <wend/research/racetrack.h>
#include <wend/research.h>
#include <wend/research/subgoals.h>
#include <wend/wend.h>

#include "support/ledger.h"
#include "support/map_aids.h"
#include "support/test.h"

#include <stdio.h>
#include <string.h>

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

/* ---- Every object: sizes of definitions, defaults and memory limits ---------------------------
 */

/* Room for the definition of any object, and for what a later version may add. */
typedef union any_def {
    wend_map_def map;
    wend_layer_def layer;
    wend_belief_def belief;
    wend_components_def components;
    wend_field_def field;
    wend_graph_def graph;
    wend_callback_def callback;
    wend_puzzle_def puzzle;
    wend_racetrack_def racetrack;
    wend_abstraction_def abstraction;
    wend_subgoals_def subgoals;
    unsigned char bytes[400];
} any_def;

/* One kind of object. `last` is where the last field of its definition begins. */
typedef struct object_kind {
    const char *name;
    size_t size, last, memory_limit, allocator;
    wend_error (*create)(const any_def *def, wend_diagnosis *diagnosis, void **out);
    wend_error (*create_sized)(const any_def *def, size_t size, wend_diagnosis *diagnosis,
                               void **out);
    size_t (*memory)(const void *object);
    void (*destroy)(void *object);
    /* Sets what is required and nothing else. */
    void (*require)(const tools *t, any_def *def);
} object_kind;

#define OBJECT(kind, type, prefix)                                                                 \
    static wend_error kind##_create(const any_def *def, wend_diagnosis *diagnosis, void **out) {   \
        type *object = (type *)*out;                                                               \
        wend_error error =                                                                         \
            wend_##kind##_create(def ? &def->kind : NULL, out ? &object : NULL, diagnosis);        \
        *out = object;                                                                             \
        return error;                                                                              \
    }                                                                                              \
    static wend_error kind##_create_sized(const any_def *def, size_t size,                         \
                                          wend_diagnosis *diagnosis, void **out) {                 \
        type *object = (type *)*out;                                                               \
        wend_error error = wend_##kind##_create_sized(&def->kind, size, &object, diagnosis);       \
        *out = object;                                                                             \
        assert_int_equal(wend_##kind##_create_sized(&def->kind, size, NULL, NULL),                 \
                         WEND_ERROR_ARGUMENT);                                                     \
        return error;                                                                              \
    }                                                                                              \
    static size_t kind##_memory(const void *object) {                                              \
        return wend_##prefix##_memory((const type *)object);                                       \
    }                                                                                              \
    static void kind##_destroy(void *object) {                                                     \
        wend_##prefix##_destroy((type *)object);                                                   \
    }
OBJECT(map, wend_map, map)
OBJECT(layer, wend_layer, layer)
OBJECT(belief, wend_belief, belief)
OBJECT(components, wend_components, components)
OBJECT(field, wend_field, field)
OBJECT(graph, wend_domain, domain)
OBJECT(callback, wend_domain, domain)
OBJECT(puzzle, wend_domain, domain)
OBJECT(racetrack, wend_domain, domain)
OBJECT(abstraction, wend_abstraction, abstraction)
OBJECT(subgoals, wend_subgoals, subgoals)

static void require_map(const tools *t, any_def *def) {
    (void)t;
    def->map.width = 5, def->map.height = 3;
}

static void require_layer(const tools *t, any_def *def) {
    def->layer.base = t->map;
}

static void require_belief(const tools *t, any_def *def) {
    def->belief.world = t->map;
}

static void require_components(const tools *t, any_def *def) {
    def->components.map = t->map;
}

static void require_field(const tools *t, any_def *def) {
    def->field.map = t->map;
}

static void require_graph(const tools *t, any_def *def) {
    (void)t;
    static const uint32_t first[] = {0, 1, 1}, target[] = {1}, cost[] = {9};
    def->graph.node_count = 2, def->graph.edge_count = 1;
    def->graph.first = first, def->graph.target = target, def->graph.cost = cost;
}

static void require_callback(const tools *t, any_def *def) {
    (void)t;
    def->callback.successors = no_successors, def->callback.max_degree = 1;
}

static void require_puzzle(const tools *t, any_def *def) {
    (void)t, (void)def;
}

static void require_racetrack(const tools *t, any_def *def) {
    (void)t;
    def->racetrack.width = 5, def->racetrack.height = 3;
}

static void require_abstraction(const tools *t, any_def *def) {
    def->abstraction.map = t->map;
}

static void require_subgoals(const tools *t, any_def *def) {
    def->subgoals.abstraction = t->aids.abstraction;
}

#define KIND(kind, last)                                                                           \
    {                                                                                              \
#kind, sizeof(wend_##kind##_def), offsetof(wend_##kind##_def, last),                       \
            offsetof(wend_##kind##_def, memory_limit), offsetof(wend_##kind##_def, allocator),     \
            kind##_create, kind##_create_sized, kind##_memory, kind##_destroy, require_##kind      \
    }
static const object_kind kinds[] = {
    KIND(map, memory_limit),        KIND(layer, memory_limit),    KIND(belief, memory_limit),
    KIND(components, memory_limit), KIND(field, allocator),       KIND(graph, memory_limit),
    KIND(callback, memory_limit),   KIND(puzzle, memory_limit),   KIND(racetrack, memory_limit),
    KIND(abstraction, allocator),   KIND(subgoals, memory_limit),
};

static any_def definition_of(const tools *t, const object_kind *kind, ledger *book) {
    any_def def = {.bytes = {0}};
    kind->require(t, &def);
    if (book) {
        wend_allocator allocator = ledger_allocator(book);
        memcpy(def.bytes + kind->allocator, &allocator, sizeof allocator);
    }
    return def;
}

static void set_limit(const object_kind *kind, any_def *def, size_t limit) {
    memcpy(def->bytes + kind->memory_limit, &limit, sizeof limit);
}

/* Refused, with a null pointer and a diagnosis that names the field. */
static void check_refused(const object_kind *kind, wend_error error, wend_error expected,
                          const void *out, const wend_diagnosis *diagnosis, const char *field) {
    check(error == expected, "%s: %s", kind->name, wend_error_text(error));
    check(!out, "%s: *out is not null", kind->name);
    check(diagnosis->text[0] &&
              (field ? diagnosis->field && !strcmp(diagnosis->field, field) : !diagnosis->field),
          "%s: field %s: \"%s\"", kind->name, diagnosis->field ? diagnosis->field : "none",
          diagnosis->text);
}

static void pointers_that_are_null_are_named(void **state) {
    (void)state;
    for (uint32_t i = 0; i < COUNT_OF(kinds); i++) {
        void *out = &out; /* must be overwritten */
        wend_diagnosis diagnosis = {.field = "other"};
        wend_error error = kinds[i].create(NULL, &diagnosis, &out);
        check_refused(&kinds[i], error, WEND_ERROR_ARGUMENT, out, &diagnosis, NULL);
        assert_string_equal(diagnosis.text, "def is null");
    }
}

/* What is required and zeros make an object, of any size that a definition of an older header has;
 * half an allocator does not. */
static void what_is_required_is_enough(void **state) {
    (void)state;
    tools t = open_tools();
    for (uint32_t i = 0; i < COUNT_OF(kinds); i++) {
        any_def def = definition_of(&t, &kinds[i], NULL);
        void *out = NULL;
        wend_diagnosis diagnosis = {.field = "other"};
        wend_error error = kinds[i].create(&def, &diagnosis, &out);
        check(!error && out, "%s: %s", kinds[i].name, diagnosis.text);
        kinds[i].destroy(out);
        any_def half = def;
        wend_allocator failing = ledger_allocator(&t.book);
        failing.release = NULL;
        memcpy(half.bytes + kinds[i].allocator, &failing, sizeof failing);
        out = &half;
        error = kinds[i].create(&half, &diagnosis, &out);
        check_refused(&kinds[i], error, WEND_ERROR_ARGUMENT, out, &diagnosis, "allocator");
    }
    close_tools(&t);
}

static void definitions_may_have_other_sizes(void **state) {
    (void)state;
    tools t = open_tools();
    for (uint32_t i = 0; i < COUNT_OF(kinds); i++) {
        const object_kind *kind = &kinds[i];
        any_def def = definition_of(&t, kind, NULL);
        void *out = NULL;
        wend_diagnosis diagnosis = {.field = "other"};
        /* Shorter: the last field, which is wrong, is not read. */
        def.bytes[kind->last] = 1;
        check(kind->create(&def, NULL, &out) != WEND_OK, "%s: not wrong", kind->name);
        wend_error error = kind->create_sized(&def, kind->last, &diagnosis, &out);
        check(!error && out, "%s: %s", kind->name, diagnosis.text);
        kind->destroy(out);
        /* Longer: zeros alone. */
        def = definition_of(&t, kind, NULL);
        assert_true(kind->size + 24 <= sizeof def);
        error = kind->create_sized(&def, kind->size + 24, NULL, &out);
        check(!error, "%s: %s", kind->name, wend_error_text(error));
        kind->destroy(out);
        for (size_t at = kind->size; at < kind->size + 24; at++) {
            def = definition_of(&t, kind, NULL);
            def.bytes[at] = 1;
            out = &def;
            error = kind->create_sized(&def, kind->size + 24, &diagnosis, &out);
            check_refused(kind, error, WEND_ERROR_ARGUMENT, out, &diagnosis, NULL);
            assert_non_null(strstr(diagnosis.text, "this version of the library"));
        }
    }
    close_tools(&t);
}

/* The most that an object ever holds while it is made is the least limit; with less there is no
 * object, and no more than the limit is ever taken. */
static void memory_limits_are_kept(void **state) {
    (void)state;
    tools t = open_tools();
    for (uint32_t i = 0; i < COUNT_OF(kinds); i++) {
        const object_kind *kind = &kinds[i];
        ledger book = {0};
        any_def def = definition_of(&t, kind, &book);
        void *out = NULL;
        assert_int_equal(kind->create(&def, NULL, &out), WEND_OK);
        check(kind->memory(out) == book.live_bytes, "%s: %zu bytes, not %zu", kind->name,
              kind->memory(out), book.live_bytes);
        assert_int_equal(kind->memory(NULL), 0);
        kind->destroy(out);
        size_t least = book.peak_bytes, step = least / 300 + 1;
        for (size_t limit = least; limit > 0; limit = limit > step ? limit - step : 0) {
            book = (ledger){0};
            set_limit(kind, &def, limit);
            wend_diagnosis diagnosis = {.field = "other"};
            out = &def;
            wend_error error = kind->create(&def, &diagnosis, &out);
            check(book.peak_bytes <= limit, "%s: %zu bytes of %zu", kind->name, book.peak_bytes,
                  limit);
            if (limit == least) {
                check(!error, "%s: %s", kind->name, diagnosis.text);
                kind->destroy(out);
                limit += step - 1; /* the next is one less */
            } else {
                check_refused(kind, error, WEND_ERROR_MEMORY, out, &diagnosis, "memory_limit");
                char text[100];
                snprintf(text, sizeof text,
                         "memory_limit of %zu bytes is too small (or malloc failed)", limit);
                assert_string_equal(diagnosis.text, text);
            }
            assert_int_equal(book.live_bytes, 0);
        }
    }
    close_tools(&t);
}

/* Also of what is read from texts, copied and rebuilt. */
static void memory_limits_hold_for_other_calls(void **state) {
    (void)state;
    static const char text[] = "type octile\nheight 2\nwidth 2\nmap\n..\n..\n";
    ledger book = {0};
    wend_map_def def = {.allocator = ledger_allocator(&book)};
    wend_map *map, *copy;
    assert_int_equal(wend_map_parse(&def, text, sizeof text - 1, &map, NULL), WEND_OK);
    size_t least = book.peak_bytes;
    wend_map_destroy(map);
    for (uint32_t less = 0; less < 2; less++) {
        book = (ledger){0};
        def.memory_limit = least - less;
        wend_diagnosis diagnosis = {.field = "other"};
        wend_error error = wend_map_parse(&def, text, sizeof text - 1, &map, &diagnosis);
        assert_int_equal(error, less ? WEND_ERROR_MEMORY : WEND_OK);
        assert_true(book.peak_bytes <= def.memory_limit);
        assert_true(!less || !strcmp(diagnosis.field, "memory_limit"));
        wend_map_destroy(map);
    }
    /* A copy has the limit of its map: a larger one is refused. */
    def.memory_limit = least, book = (ledger){0};
    assert_int_equal(wend_map_parse(&def, text, sizeof text - 1, &map, NULL), WEND_OK);
    assert_int_equal(wend_map_create_shifted(map, 0, 0, 300, 300, '.', &copy), WEND_ERROR_MEMORY);
    assert_null(copy);
    /* The levels of an abstraction are built beside the old ones. */
    wend_abstraction_def form = {.map = map, .allocator = ledger_allocator(&book)};
    for (uint32_t less = 0; less < 2; less++) {
        wend_abstraction *abstraction;
        form.memory_limit = 0;
        assert_int_equal(wend_abstraction_create(&form, &abstraction, NULL), WEND_OK);
        size_t held = wend_abstraction_memory(abstraction);
        wend_abstraction_destroy(abstraction);
        size_t outside = book.live_bytes;
        book.peak_bytes = outside;
        assert_int_equal(wend_abstraction_create(&form, &abstraction, NULL), WEND_OK);
        size_t making = book.peak_bytes - outside;
        wend_abstraction_destroy(abstraction);
        form.memory_limit = held + making - less;
        assert_int_equal(wend_abstraction_create(&form, &abstraction, NULL), WEND_OK);
        for (uint32_t again = 0; again < 2; again++) { /* the limit stays what it is */
            wend_map_set_free(map, 0, 0, false);
            wend_map_set_free(map, 0, 0, true);
            wend_error error = wend_abstraction_update(abstraction);
            assert_int_equal(error, less ? WEND_ERROR_MEMORY : WEND_OK);
            assert_int_equal(wend_abstraction_is_current(abstraction), !less);
            assert_int_equal(wend_abstraction_memory(abstraction), held);
        }
        wend_abstraction_destroy(abstraction);
    }
    wend_map_destroy(map);
    assert_int_equal(book.live_bytes, 0);
}

/* ---- Fields ---------------------------------------------------------------------------------- */

/* A definition with one field that is wrong. */
#define WRONG(kind, change, expected, field_name)                                                  \
    do {                                                                                           \
        any_def def = {.bytes = {0}};                                                              \
        require_##kind(&t, &def);                                                                  \
        wend_##kind##_def *d = &def.kind;                                                          \
        change;                                                                                    \
        void *out = &def;                                                                          \
        wend_diagnosis diagnosis = {.field = "other"};                                             \
        wend_error error = kind##_create(&def, &diagnosis, &out);                                  \
        check_refused(&(object_kind){.name = #kind ": " #change}, error, expected, out,            \
                      &diagnosis, field_name);                                                     \
    } while (0)

static void the_field_that_is_wrong_is_named(void **state) {
    (void)state;
    static const uint8_t bytes[15] = {1};
    static const uint32_t first[] = {0, 2, 1}, target[] = {2}, cost[] = {0};
    tools t = open_tools();
    WRONG(map, d->width = 0, WEND_ERROR_SIZE, "width");
    WRONG(map, d->neighbors = 5, WEND_ERROR_ARGUMENT, "neighbors");
    WRONG(map, d->passable = WEND_TERRAIN_OUT, WEND_ERROR_ARGUMENT, "passable");
    WRONG(map, d->cells = "x", WEND_ERROR_FORMAT, "cells");
    WRONG(map, d->factors = bytes, WEND_ERROR_COST, "factors");
    WRONG(map, (d->cells = "...............", d->bytes = bytes), WEND_ERROR_ARGUMENT, "bytes");
    WRONG(layer, d->base = NULL, WEND_ERROR_ARGUMENT, "base");
    WRONG(layer, d->size = WEND_LAYER_SIZE_MAX + 1, WEND_ERROR_ARGUMENT, "size");
    WRONG(belief, d->world = NULL, WEND_ERROR_SIZE, "form");
    WRONG(belief, d->known_permille = 1001, WEND_ERROR_ARGUMENT, "known_permille");
    WRONG(belief, d->sight = WEND_SIGHT_MAX + 1, WEND_ERROR_ARGUMENT, "sight");
#define FORM (wend_map_def){.width = 2, .height = 2
    WRONG(belief, (d->world = NULL, d->form = FORM, .cells = "...."
}), WEND_ERROR_ARGUMENT, "form");
    WRONG(belief, (d->world = NULL, d->form = FORM, .bytes = bytes
    }), WEND_ERROR_ARGUMENT, "form");
    WRONG(belief, (d->world = NULL, d->form = FORM, .neighbors = 3
    }), WEND_ERROR_ARGUMENT, "form");
    WRONG(belief, (d->world = NULL, d->form = FORM, .edits = UINT32_MAX
    }), WEND_ERROR_ARGUMENT,
          "form");
    WRONG(belief, (d->world = NULL, d->form = FORM, .passable = WEND_TERRAIN_OUT
    }),
          WEND_ERROR_ARGUMENT, "form");
#undef FORM
    WRONG(components, d->map = NULL, WEND_ERROR_ARGUMENT, "map");
    WRONG(field, d->map = NULL, WEND_ERROR_ARGUMENT, "map");
    WRONG(field, d->goal = 4, WEND_ERROR_OUTSIDE, "goal");
    WRONG(graph, d->node_count = 0, WEND_ERROR_SIZE, "node_count");
    WRONG(graph, d->edge_count = UINT32_MAX, WEND_ERROR_SIZE, "edge_count");
    WRONG(graph, d->first = NULL, WEND_ERROR_ARGUMENT, "first");
    WRONG(graph, d->first = first, WEND_ERROR_ARGUMENT, "first");
    WRONG(graph, d->target = NULL, WEND_ERROR_ARGUMENT, "target");
    WRONG(graph, d->target = target, WEND_ERROR_OUTSIDE, "target");
    WRONG(graph, d->cost = cost, WEND_ERROR_COST, "cost");
    WRONG(graph, d->x = (const int32_t[]){0}, WEND_ERROR_ARGUMENT, "y");
    WRONG(callback, d->successors = NULL, WEND_ERROR_ARGUMENT, "successors");
    WRONG(callback, d->max_degree = 0, WEND_ERROR_ARGUMENT, "max_degree");
    WRONG(puzzle, d->width = 6, WEND_ERROR_ARGUMENT, "width");
    WRONG(puzzle, d->height = 1, WEND_ERROR_ARGUMENT, "height");
    WRONG(racetrack, d->height = 0, WEND_ERROR_SIZE, "height");
    WRONG(racetrack, d->max_speed = 8, WEND_ERROR_ARGUMENT, "max_speed");
    WRONG(racetrack, d->enlarge = 17, WEND_ERROR_ARGUMENT, "enlarge");
    WRONG(racetrack, d->cells = "x", WEND_ERROR_FORMAT, "cells");
    WRONG(racetrack, d->cells = "@_.............", WEND_ERROR_FORMAT, "cells");
    WRONG(abstraction, d->map = NULL, WEND_ERROR_ARGUMENT, "map");
    WRONG(subgoals, d->abstraction = NULL, WEND_ERROR_ARGUMENT, "abstraction");
    WRONG(subgoals, d->level = WEND_LEVELS_MAX + 1, WEND_ERROR_ARGUMENT, "level");
    WRONG(subgoals, d->depth_max = WEND_DEPTH_MAX + 1, WEND_ERROR_ARGUMENT, "depth_max");
    wend_map_set_free(t.map, 0, 0, false);
    WRONG(subgoals, (void)d, WEND_ERROR_STALE, "abstraction");
    close_tools(&t);
    }

    /* Files and texts bring the cells. */
    static void cells_and_texts_exclude_each_other(void **state) {
        (void)state;
        static const char text[] = "type octile\nheight 1\nwidth 1\nmap\n.\n";
        static const uint8_t bytes[] = {1};
        for (uint32_t i = 0; i < 4; i++) {
            wend_map_def def = {.cells = i % 2 ? "." : NULL, .bytes = i % 2 ? NULL : bytes};
            wend_map *map = (wend_map *)&def;
            wend_diagnosis diagnosis = {.field = "other"};
            wend_error error = i < 2 ? wend_map_parse(&def, text, sizeof text - 1, &map, &diagnosis)
                                     : wend_map_load(&def, NO_FILE, &map, &diagnosis);
            assert_int_equal(error, WEND_ERROR_ARGUMENT);
            assert_null(map);
            assert_string_equal(diagnosis.field, i % 2 ? "cells" : "bytes");
        }
        wend_racetrack_def def = {.cells = "."};
        wend_domain *track = (wend_domain *)&def;
        wend_diagnosis diagnosis = {.field = "other"};
        assert_int_equal(wend_racetrack_load(&def, NO_FILE, &track, &diagnosis),
                         WEND_ERROR_ARGUMENT);
        assert_null(track);
        assert_string_equal(diagnosis.field, "cells");
    }

    /* ---- Zeros
     * ----------------------------------------------------------------------------------- */

    static void zeros_of_maps_are_the_defaults(void **state) {
        (void)state;
        wend_map_def def = {.width = 3, .height = 2};
        wend_map *map;
        assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
        assert_int_equal(wend_map_free_count(map), 6); /* all cells */
        assert_int_equal(wend_map_cell(map, 2, 1), '.');
        assert_int_equal(wend_map_neighbors(map), 8);
        for (const char *c = ".GSWT@O"; *c; c++) {
            assert_int_equal(wend_map_set_cell(map, 0, 0, *c), WEND_OK);
            assert_int_equal(wend_map_is_free(map, 0, 0), strchr(".GS", *c) != NULL);
        }
        wend_map_destroy(map);
        /* All free is what the definition allows; "none" can be said. */
        def.passable = WEND_TERRAIN_WATER;
        assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
        assert_int_equal(wend_map_cell(map, 2, 1), 'W');
        wend_map_destroy(map);
        static const uint8_t own[256] = {['r'] = 4};
        def.passable = 0, def.kinds = own;
        assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
        assert_int_equal(wend_map_cell(map, 2, 1), 'r');
        assert_int_equal(wend_map_move_cost(map, 0, 1), 4 * WEND_COST_ONE);
        wend_map_destroy(map);
        def = (wend_map_def){
            .width = 3, .height = 2, .passable = WEND_TERRAIN_OUT, .cells = ".GSWTO"};
        assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
        assert_int_equal(wend_map_free_count(map), 0);
        wend_map_destroy(map);
    }

    static void zeros_of_beliefs_are_the_defaults(void **state) {
        (void)state;
        char cells[400];
        for (uint32_t i = 0; i < sizeof cells; i++) {
            cells[i] = i % 3 ? '.' : '@';
        }
        static const uint32_t neighbors[] = {8, 16};
        for (uint32_t i = 0; i < 2; i++) {
            wend_map_def world_def = {
                .width = 20, .height = 20, .neighbors = neighbors[i], .cells = cells};
            wend_map *world;
            assert_int_equal(wend_map_create(&world_def, &world, NULL), WEND_OK);
            wend_belief_def zeros = {.world = world, .known_permille = 500}, full = zeros;
            full.seed = 1, full.sight = i + 1;
            wend_belief *beliefs[2];
            assert_int_equal(wend_belief_create(&zeros, &beliefs[0], NULL), WEND_OK);
            assert_int_equal(wend_belief_create(&full, &beliefs[1], NULL), WEND_OK);
            for (uint32_t seen = 0; seen < 2; seen++) {
                uint32_t known = 0;
                for (uint32_t cell = 0; cell < sizeof cells; cell++) {
                    bool knows = wend_belief_knows(beliefs[0], cell % 20, cell / 20);
                    assert_int_equal(knows, wend_belief_knows(beliefs[1], cell % 20, cell / 20));
                    known += knows;
                }
                assert_true(known > 40 && known < 100 + 25 * seen);
                assert_int_equal(wend_belief_sense(beliefs[0], 10, 10),
                                 wend_belief_sense(beliefs[1], 10, 10));
            }
            wend_belief_destroy(beliefs[0]);
            wend_belief_destroy(beliefs[1]);
            wend_map_destroy(world);
        }
        /* Without a world: the defaults of maps, and all of it is free. */
        wend_belief_def def = {.form = {.width = 3, .height = 2}};
        wend_belief *belief;
        assert_int_equal(wend_belief_create(&def, &belief, NULL), WEND_OK);
        assert_int_equal(wend_map_free_count(wend_belief_map(belief)), 6);
        assert_int_equal(wend_map_neighbors(wend_belief_map(belief)), 8);
        assert_true(wend_belief_memory(belief) > wend_map_memory(wend_belief_map(belief)));
        wend_belief_destroy(belief);
    }

    static void zeros_of_other_objects_are_the_defaults(void **state) {
        (void)state;
        wend_domain *domain;
        assert_int_equal(
            wend_racetrack_create(&(wend_racetrack_def){.width = 5, .height = 3}, &domain, NULL),
            WEND_OK);
        assert_int_equal(wend_racetrack_width(domain), 5);
        assert_int_equal(wend_racetrack_max_speed(domain), 3);
        uint32_t ends[4];
        assert_true(wend_racetrack_is_free(domain, 4, 2) &&
                    !wend_racetrack_ends(domain, ends, ends + 2));
        wend_domain_destroy(domain);
        assert_int_equal(wend_puzzle_create(&(wend_puzzle_def){0}, &domain, NULL), WEND_OK);
        uint8_t tiles[16];
        wend_packed packed;
        for (uint32_t i = 0; i < 16; i++) {
            tiles[i] = (uint8_t)(15 - i);
        }
        assert_int_equal(wend_puzzle_pack(domain, tiles, &packed), WEND_OK);
        wend_domain_destroy(domain);
        wend_map *map;
        wend_abstraction *abstraction;
        wend_subgoals *subgoals;
        assert_int_equal(wend_map_create(&(wend_map_def){.width = 40, .height = 40}, &map, NULL),
                         WEND_OK);
        assert_int_equal(
            wend_abstraction_create(&(wend_abstraction_def){.map = map}, &abstraction, NULL),
            WEND_OK);
        assert_true(wend_abstraction_levels(abstraction) > 3);
        assert_int_equal(
            wend_subgoals_create(&(wend_subgoals_def){.abstraction = abstraction}, &subgoals, NULL),
            WEND_OK);
        wend_subgoals_info info = wend_subgoals_stats(subgoals);
        assert_int_equal(info.level, 3);
        assert_int_equal(info.depth_max, 16);
        assert_int_equal(wend_subgoals_memory(subgoals), info.bytes);
        wend_subgoals_destroy(subgoals);
        wend_abstraction_destroy(abstraction);
        wend_map_destroy(map);
    }

    /* Of agents and fleets: what their counters say. */
    static void agents_and_fleets_say_what_they_hold(void **state) {
        (void)state;
        tools t = open_tools();
        ledger book = {0};
        wend_agent_def agent_def = {.map = t.map, .goal = 3, .algo = wend_algo_auto()};
        agent_def.allocator = ledger_allocator(&book);
        wend_agent *agent;
        assert_int_equal(wend_agent_create(&agent_def, &agent, NULL), WEND_OK);
        assert_int_equal(wend_agent_memory(agent), book.live_bytes);
        assert_int_equal(wend_agent_memory(agent), wend_agent_stats(agent).bytes_allocated);
        wend_agent_destroy(agent);
        wend_fleet_def fleet_def = {.map = t.map, .units_max = 2};
        fleet_def.allocator = ledger_allocator(&book);
        wend_fleet *fleet;
        assert_int_equal(wend_fleet_create(&fleet_def, &fleet, NULL), WEND_OK);
        assert_int_equal(wend_fleet_memory(fleet), book.live_bytes);
        assert_int_equal(wend_fleet_memory(fleet), wend_fleet_stats(fleet).bytes_allocated);
        wend_fleet_destroy(fleet);
        assert_int_equal(wend_agent_memory(NULL) + wend_fleet_memory(NULL), 0);
        assert_int_equal(wend_belief_memory(NULL) + wend_subgoals_memory(NULL), 0);
        close_tools(&t);
    }

    int main(void) {
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(failed_calls_leave_a_null_pointer),
            cmocka_unit_test(failed_scenarios_are_empty),
            cmocka_unit_test(pointers_that_are_null_are_named),
            cmocka_unit_test(what_is_required_is_enough),
            cmocka_unit_test(definitions_may_have_other_sizes),
            cmocka_unit_test(memory_limits_are_kept),
            cmocka_unit_test(memory_limits_hold_for_other_calls),
            cmocka_unit_test(the_field_that_is_wrong_is_named),
            cmocka_unit_test(cells_and_texts_exclude_each_other),
            cmocka_unit_test(zeros_of_maps_are_the_defaults),
            cmocka_unit_test(zeros_of_beliefs_are_the_defaults),
            cmocka_unit_test(zeros_of_other_objects_are_the_defaults),
            cmocka_unit_test(agents_and_fleets_say_what_they_hold),
        };
        return cmocka_run_group_tests(tests, NULL, NULL);
    }
