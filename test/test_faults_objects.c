/* Faults: every allocation of finders, fields, maps, objects that follow maps, precomputed data and
 * other domains fails in turn, on every domain that the object accepts. */
#include <wend/belief.h>
#include <wend/research/dimacs.h>
#include <wend/field.h>
#include <wend/layer.h>
#include <wend/movingai.h>
#include <wend/research/puzzle.h>
#include <wend/research/racetrack.h>
#include <wend/research/subgoals.h>
#include <wend/wend.h>

#include "support/faults.h"
#include "support/folder.h"
#include "support/place.h"
#include "support/test.h"
#include "support/update.h"

#include <stdio.h>
#include <string.h>

/* ---- Finders --------------------------------------------------------------------------------- */

#define CELLS_MAX 200u

typedef struct finder_setup {
    place *p;
    const wend_components *components;
    size_t limit;  /* of its memory; 0: none */
    bool is_known; /* the correct answers */
    wend_cost cost, cost_without_door, cost_of_many;
    uint32_t in_range;
} finder_setup;

/* After a failure there is memory again, and the query continues. With a limit it may fail for
 * good. */
static bool go_on(wend_finder *finder, wend_error error, const finder_setup *s, ledger *book,
                  wend_answer *answer) {
    if (fault_is_short(error)) {
        fault_heal(book);
        if (fault_is_short(wend_finder_step(finder, (wend_budget){.work = UINT64_MAX}, answer))) {
            check(s->limit > 0, "%s: no memory though there is some", s->p->name);
            return false;
        }
    }
    return true;
}

/* Runs one query and stores or compares its cost. */
static void find_once(wend_finder *finder, finder_setup *s, ledger *book, const wend_query *query,
                      wend_cost *cost) {
    wend_answer answer;
    wend_error error = wend_finder_find(finder, s->p->start, s->p->goal, query, &answer);
    if (go_on(finder, error, s, book, &answer)) {
        check(answer.status == WEND_FIND_FOUND, "%s: status %d", s->p->name, (int)answer.status);
        check(!s->is_known || answer.cost == *cost, "%s: another cost", s->p->name);
        *cost = answer.cost;
    }
}

/* The same in slices, after a reservation. */
static void find_in_slices(wend_finder *finder, finder_setup *s, ledger *book) {
    wend_state path[CELLS_MAX];
    wend_query query = {.path = path, .capacity = CELLS_MAX};
    fault_is_short(wend_finder_begin(finder, s->p->start, s->p->goal, &query)); /* steps continue */
    wend_answer answer = {.status = WEND_FIND_PENDING};
    for (uint32_t steps = 0; answer.status == WEND_FIND_PENDING; steps++) {
        check(steps < 1000, "%s: slices do not end", s->p->name);
        bool is_reserved = !fault_is_short(wend_finder_reserve(finder, 100));
        book->forbidden = is_reserved;
        wend_error error = wend_finder_step(finder, (wend_budget){.work = 100}, &answer);
        book->forbidden = false;
        check(!error || !is_reserved, "%s: no memory after a reservation", s->p->name);
        if (fault_is_short(error)) {
            if (s->limit) {
                return;
            }
            fault_heal(book);
            answer.status = WEND_FIND_PENDING;
        }
    }
    assert_int_equal(answer.status, WEND_FIND_FOUND);
    check(!s->is_known || answer.cost == s->cost, "%s: another cost", s->p->name);
}

static void find_range(wend_finder *finder, finder_setup *s, ledger *book) {
    wend_answer answer;
    wend_error error = wend_finder_range(finder, s->p->start, WEND_COST_MAX, NULL, 0, &answer);
    if (error == WEND_ERROR_UNSUPPORTED) {
        return; /* a racetrack */
    }
    if (fault_is_short(error)) {
        fault_heal(book);
        if (fault_is_short(
                wend_finder_range(finder, s->p->start, WEND_COST_MAX, NULL, 0, &answer))) {
            check(s->limit > 0, "%s: out of memory although there is some", s->p->name);
            return;
        }
    }
    check(!s->is_known || answer.needed == s->in_range, "%s: another range", s->p->name);
    s->in_range = answer.needed;
}

static void use_finder(wend_finder *finder, finder_setup *s, ledger *book) {
    wend_state path[CELLS_MAX], ends[2] = {s->p->goal, s->p->goal};
    wend_query query = {.path = path, .capacity = CELLS_MAX};
    find_once(finder, s, book, &query, &s->cost);
    find_in_slices(finder, s, book);
    place_set_door(s->p, false);
    find_once(finder, s, book, &query, &s->cost_without_door);
    place_set_door(s->p, true);
    if (!wend_racetrack_width(s->p->domain)) {
        query.goals = ends, query.goal_count = 2;
        find_once(finder, s, book, &query, &s->cost_of_many);
    }
    find_range(finder, s, book);
    query = (wend_query){.nearest = s->p->map != NULL};
    find_once(finder, s, book, &query, &s->cost);
    wend_answer answers[2];
    wend_state starts[2] = {s->p->start, s->p->other};
    fault_is_short(wend_finder_find_many(finder, starts, ends, 2, NULL, answers));
}

static void finder_scene(ledger *book, const void *context) {
    finder_setup s = *(const finder_setup *)context;
    wend_finder_def def = {.map = s.p->map, .components = s.components, .memory_limit = s.limit};
    def.domain = s.p->map ? NULL : s.p->domain;
    def.allocator = ledger_allocator(book);
    wend_finder *finder;
    if (!fault_is_short(wend_finder_create(&def, &finder, NULL))) {
        use_finder(finder, &s, book);
    }
    wend_finder_destroy(finder);
}

/* The correct answers. */
static void ask_without_faults(finder_setup *s) {
    ledger book = {0};
    wend_finder_def def = {.map = s->p->map, .domain = s->p->map ? NULL : s->p->domain};
    wend_finder *finder;
    assert_int_equal(wend_finder_create(&def, &finder, NULL), WEND_OK);
    use_finder(finder, s, &book);
    wend_finder_destroy(finder);
    s->is_known = true;
}

static void finders(void **state) {
    (void)state;
    for (uint32_t kind = 0; kind < PLACE_COUNT; kind++) {
        place p = place_open((place_kind)kind);
        if (p.is_numbered) {
            wend_components *components = NULL;
            if (p.map) {
                assert_int_equal(
                    wend_components_create(&(wend_components_def){.map = p.map}, &components, NULL),
                    0);
            }
            finder_setup s = {.p = &p};
            ask_without_faults(&s);
            fault_sweep(p.name, finder_scene, &s);
            s.components = components;
            fault_sweep(p.name, finder_scene, &s);
            fault_sweep_limits(p.name, finder_scene, &s, &s.limit);
            wend_components_destroy(components);
        }
        place_close(&p);
    }
}

/* ---- Fields ---------------------------------------------------------------------------------- */

typedef struct field_setup {
    place *p;
    size_t limit;
} field_setup;

/* Grows until the start is covered, with memory again after the second failure. */
static void grow_field(wend_field *field, const field_setup *s, ledger *book) {
    wend_field_progress growth = {.status = WEND_FIELD_PENDING};
    for (uint32_t calls = 0, failures = 0; growth.status != WEND_FIELD_COVERED; calls++) {
        check(calls < 300, "%s: the field does not cover the start", s->p->name);
        failures += fault_is_short(wend_field_reserve(field, 720));
        if (failures > 2) {
            fault_heal(book);
        }
        book->forbidden = true;
        assert_int_equal(wend_field_grow(field, s->p->start, (wend_budget){.work = 720}, &growth),
                         WEND_OK);
        wend_field_next(field, s->p->start, NULL);
        wend_field_distance(field, s->p->start);
        book->forbidden = false;
        if (failures > 4 && s->limit) {
            return;
        }
    }
    check(wend_field_next(field, s->p->start, NULL) != WEND_STATE_NONE, "%s: no step", s->p->name);
}

static void field_scene(ledger *book, const void *context) {
    const field_setup *s = context;
    wend_field_def def = {.map = s->p->map, .goal = s->p->goal, .memory_limit = s->limit};
    def.domain = s->p->map ? NULL : s->p->domain;
    def.allocator = ledger_allocator(book);
    wend_field *field;
    if (!fault_is_short(wend_field_create(&def, &field, NULL))) {
        grow_field(field, s, book);
        place_set_door(s->p, false);
        grow_field(field, s, book);
        wend_error error = wend_field_pack(field); /* too small to save anything */
        assert_true(error == WEND_OK || error == WEND_ERROR_MEMORY ||
                    error == WEND_ERROR_UNSUPPORTED);
        place_set_door(s->p, true);
        assert_int_equal(wend_field_set_goal(field, s->p->other, NULL), WEND_OK);
        grow_field(field, s, book);
    }
    wend_field_destroy(field);
}

static void fields(void **state) {
    (void)state;
    for (uint32_t kind = 0; kind < PLACE_COUNT; kind++) {
        place p = place_open((place_kind)kind);
        if (p.map || kind == PLACE_ROADS) {
            field_setup s = {.p = &p};
            fault_sweep(p.name, field_scene, &s);
            fault_sweep_limits(p.name, field_scene, &s, &s.limit);
        }
        place_close(&p);
    }
}

/* A field that is large enough to be packed. */
static void pack_scene(ledger *book, const void *context) {
    wend_field_def def = {.map = context, .allocator = ledger_allocator(book)};
    wend_field *field;
    if (!fault_is_short(wend_field_create(&def, &field, NULL))) {
        wend_field_progress growth = {.status = WEND_FIELD_PENDING};
        bool is_packed = false;
        for (uint32_t calls = 0; !is_packed; calls++) {
            check(calls < 20, "the field is not packed");
            if (calls > 3) {
                fault_heal(book);
            }
            bool has_room = !fault_is_short(wend_field_reserve(field, 120000));
            assert_int_equal(
                wend_field_grow(field, WEND_STATE_NONE, (wend_budget){.work = 120000}, &growth),
                WEND_OK);
            check(!has_room || growth.status == WEND_FIELD_UNREACHABLE, "the field does not end");
            is_packed = has_room && !fault_is_short(wend_field_pack(field));
        }
        fault_is_short(wend_field_reserve(field, 120000)); /* gives the search back */
        assert_true(wend_field_next(field, 64 * 64 - 1, NULL) != WEND_STATE_NONE);
    }
    wend_field_destroy(field);
}

static void packed_fields(void **state) {
    (void)state;
    static char cells[64 * 64];
    memset(cells, '.', sizeof cells);
    wend_map_def def = {.width = 64, .height = 64, .cells = cells};
    wend_map *map;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    fault_sweep("a packed field", pack_scene, map);
    wend_map_destroy(map);
}

/* ---- Maps, and objects that follow them ------------------------------------------------------ */

static const char cells[] = "..@..."
                            ".@...."
                            "....@.";

static wend_map_def def_of_map(ledger *book) {
    static const uint8_t factors[18] = {1, 2, 1, 1, 3, 1, 1, 2, 1, 1, 3, 1, 1, 2, 1, 1, 3, 1};
    wend_map_def def = {
        .width = 6, .height = 3, .factors = factors, .allocator = ledger_allocator(book)};
    return def;
}

static void map_scene(ledger *book, const void *context) {
    const char *path = context;
    static const uint8_t bytes[18] = {1, 0, 1, 2, 1, 1, 1, 0, 1, 2, 1, 1, 1, 0, 1, 2, 1, 1};
    static const char text[] = "type octile\nheight 3\nwidth 6\nmap\n..@...\n.@....\n....@.\n";
    wend_map_def def = def_of_map(book);
    wend_map *maps[5] = {0};
    wend_map_def lettered = def, plain = def;
    lettered.cells = cells;
    bool is_short = fault_is_short(wend_map_create(&lettered, &maps[0], NULL));
    plain.factors = NULL; /* the bytes say them */
    plain.bytes = bytes;
    fault_is_short(wend_map_create(&plain, &maps[1], NULL));
    fault_is_short(wend_map_parse(&def, text, sizeof text - 1, &maps[2], NULL));
    fault_is_short(wend_map_load(&def, path, &maps[3], NULL));
    if (!is_short) {
        fault_is_short(wend_map_create_shifted(maps[0], 1, 1, 4, 4, '.', &maps[4]));
        book->forbidden = true;
        assert_int_equal(wend_map_set_free(maps[0], 2, 0, true), WEND_OK);
        assert_int_equal(wend_map_shift(maps[0], 1, 0, '.'), WEND_OK);
        book->forbidden = false;
    }
    for (uint32_t i = 0; i < COUNT_OF(maps); i++) {
        wend_map_destroy(maps[i]);
    }
}

/* A layer on a layer, a belief and connected components; only their creation allocates. */
static void follower_scene(ledger *book, const void *context) {
    wend_map *map = (wend_map *)(uintptr_t)context;
    wend_layer *layer, *upper = NULL;
    wend_belief *belief;
    wend_components *components;
    wend_layer_def layer_def = {.base = map, .has_obstacles = true, .inflation = {0, 2}};
    layer_def.allocator = ledger_allocator(book);
    wend_belief_def belief_def = {.world = map, .allocator = ledger_allocator(book)};
    wend_components_def components_def = {.map = map, .allocator = ledger_allocator(book)};
    if (!fault_is_short(wend_layer_create(&layer_def, &layer, NULL))) {
        layer_def.base = wend_layer_map(layer);
        fault_is_short(wend_layer_create(&layer_def, &upper, NULL));
    }
    fault_is_short(wend_belief_create(&belief_def, &belief, NULL));
    fault_is_short(wend_components_create(&components_def, &components, NULL));
    book->forbidden = true;
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(wend_map_set_free(map, 0, 0, i), WEND_OK);
        wend_layer_update(layer);
        wend_layer_update(upper);
        if (belief) {
            wend_belief_sense(belief, 0, 0);
        }
        update_chunks(components, UINT32_MAX);
        if (layer) {
            assert_int_equal(i ? wend_layer_unblock(layer, 0, 0, 2, 2)
                               : wend_layer_block(layer, 0, 0, 2, 2),
                             WEND_OK);
        }
    }
    book->forbidden = false;
    wend_components_destroy(components);
    wend_belief_destroy(belief);
    wend_layer_destroy(upper);
    wend_layer_destroy(layer);
}

static void maps_and_what_follows_them(void **state) {
    (void)state;
    static const char text[] = "type octile\nheight 3\nwidth 6\nmap\n......\n......\n......\n";
    folder f;
    folder_open(&f);
    fault_sweep("maps", map_scene, folder_write(&f, "small.map", text, sizeof text - 1));
    folder_close(&f);
    ledger book = {0};
    wend_map_def def = def_of_map(&book);
    wend_map *map;
    def.cells = cells;
    assert_int_equal(wend_map_create(&def, &map, NULL), WEND_OK);
    fault_sweep("layers, beliefs and components", follower_scene, map);
    wend_map_destroy(map);
}

/* ---- Precomputed data ------------------------------------------------------------------------ */

typedef struct table_setup {
    wend_map *map;
    const char *path; /* of a table that was saved */
} table_setup;

/* An update that fails leaves the levels unchanged and stale; the next update computes them
 * again. */
static void update_abstraction(wend_abstraction *abstraction, wend_map *map, ledger *book) {
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(wend_map_set_free(map, 3, 1, i), WEND_OK);
        uint32_t levels = wend_abstraction_levels(abstraction);
        if (fault_is_short(wend_abstraction_update(abstraction))) {
            assert_false(wend_abstraction_is_current(abstraction));
            assert_int_equal(wend_abstraction_levels(abstraction), levels);
            fault_heal(book);
            assert_int_equal(wend_abstraction_update(abstraction), WEND_OK);
        }
        assert_true(wend_abstraction_is_current(abstraction));
    }
}

/* A computation that fails can be repeated. */
static void compute_subgoals(const wend_abstraction *abstraction, const table_setup *s,
                             ledger *book) {
    wend_subgoals_def def = {
        .abstraction = abstraction, .level = 1, .allocator = ledger_allocator(book)};
    wend_subgoals *subgoals, *loaded;
    if (!fault_is_short(wend_subgoals_create(&def, &subgoals, NULL))) {
        uint32_t regions = wend_subgoals_regions(subgoals);
        if (fault_is_short(wend_subgoals_compute(subgoals, 0, regions))) {
            assert_false(wend_subgoals_complete(subgoals));
            fault_heal(book);
            assert_int_equal(wend_subgoals_compute(subgoals, 0, regions), WEND_OK);
        }
        assert_true(wend_subgoals_complete(subgoals));
    }
    fault_is_short(wend_subgoals_load(abstraction, s->path, &def.allocator, &loaded, NULL));
    wend_subgoals_destroy(loaded);
    wend_subgoals_destroy(subgoals);
}

static void table_scene(ledger *book, const void *context) {
    const table_setup *s = context;
    wend_allocator allocator = ledger_allocator(book);
    wend_abstraction *abstraction;
    if (!fault_is_short(wend_abstraction_create(
            &(wend_abstraction_def){.map = s->map, .allocator = allocator}, &abstraction, NULL))) {
        update_abstraction(abstraction, s->map, book);
        compute_subgoals(abstraction, s, book);
    }
    wend_abstraction_destroy(abstraction);
}

static void abstractions_and_subgoals(void **state) {
    (void)state;
    ledger book = {0};
    wend_map_def def = def_of_map(&book);
    table_setup s;
    def.cells = cells;
    assert_int_equal(wend_map_create(&def, &s.map, NULL), WEND_OK);
    folder f;
    folder_open(&f);
    s.path = folder_write(&f, "table", "", 0);
    test_aids aids = aids_make(s.map);
    assert_int_equal(wend_subgoals_save(aids.subgoals, s.path, NULL), WEND_OK);
    fault_sweep("abstractions and subgoals", table_scene, &s);
    aids_free(&aids);
    folder_close(&f);
    wend_map_destroy(s.map);
}

/* ---- Other domains --------------------------------------------------------------------------- */

typedef struct domain_files {
    char graph[300], track[300], puzzle[300];
} domain_files;

static uint32_t no_successors(void *context, const wend_packed *state, wend_packed *successors,
                              wend_cost *costs) {
    (void)context, (void)state, (void)successors, (void)costs;
    return 0;
}

static void domain_scene(ledger *book, const void *context) {
    const domain_files *files = context;
    static const uint32_t first[] = {0, 1, 2}, target[] = {1, 0}, cost[] = {5, 5};
    static const int32_t x[] = {0, 3}, y[] = {0, 4};
    wend_allocator allocator = ledger_allocator(book);
    wend_graph_def graph = {.node_count = 2, .edge_count = 2, .first = first, .target = target};
    graph.cost = cost, graph.x = x, graph.y = y, graph.allocator = allocator;
    wend_puzzle_def puzzle = {.width = 2, .height = 2, .allocator = allocator};
    wend_racetrack_def track = {.width = 6, .height = 3, .allocator = allocator};
    wend_callback_def callback = {.successors = no_successors, .max_degree = 1};
    callback.allocator = allocator;
    wend_domain *domains[6];
    fault_is_short(wend_graph_create(&graph, &domains[0], NULL));
    fault_is_short(wend_graph_load(files->graph, NULL, &allocator, &domains[1], NULL));
    wend_racetrack_def from_cells = track;
    from_cells.cells = cells;
    fault_is_short(wend_racetrack_create(&from_cells, &domains[2], NULL));
    fault_is_short(wend_racetrack_load(&track, files->track, &domains[3], NULL));
    fault_is_short(wend_callback_create(&callback, &domains[4], NULL));
    if (!fault_is_short(wend_puzzle_create(&puzzle, &domains[5], NULL))) {
        wend_puzzle_instance *instances;
        uint32_t count;
        fault_is_short(wend_puzzle_load(domains[5], files->puzzle, &instances, &count, NULL));
        free(instances);
    }
    for (uint32_t i = 0; i < COUNT_OF(domains); i++) {
        wend_domain_destroy(domains[i]);
    }
}

static void other_domains(void **state) {
    (void)state;
    static const char graph[] = "p sp 2 2\na 1 2 5\na 2 1 5\n", track[] = "3\n1\n@_*\n",
                      puzzle[] = "1 1 1 0 2 3\n";
    folder f;
    domain_files files;
    folder_open(&f);
    strcpy(files.graph, folder_write(&f, "small.gr", graph, sizeof graph - 1));
    strcpy(files.track, folder_write(&f, "small.track", track, sizeof track - 1));
    strcpy(files.puzzle, folder_write(&f, "small.txt", puzzle, sizeof puzzle - 1));
    fault_sweep("other domains", domain_scene, &files);
    folder_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finders),
        cmocka_unit_test(fields),
        cmocka_unit_test(packed_fields),
        cmocka_unit_test(maps_and_what_follows_them),
        cmocka_unit_test(abstractions_and_subgoals),
        cmocka_unit_test(other_domains),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
