/* Exactly as many edits as a map remembers, and one more, for every object that processes edits.
 *
 * Three equal maps differ only in how many edits they remember. The same calls are made on all:
 *
 *     exactly REMEMBERED edits    the object knows each of them: it does what it does on a map that
 *                                 remembers plenty
 *     one more                    the object does not know them: it does what it does on a map that
 *                                 remembers one
 *
 * An object that reads one edit too few, too many, or one that was overwritten does neither. */
#include <wend/research.h>
#include <wend/wend.h>

#include "domain/cells.h"
#include "domain/grid.h"

#include "support/plain_map.h"
#include "support/step.h"
#include "support/test.h"
#include "support/variant.h"
#include "support/update.h"

#include <string.h>

#define REMEMBERED 8u

/* ---- Three worlds and an object in each ------------------------------------------------------ */

enum { FEW, MANY, ONE, WORLDS };
static const uint32_t remembered[WORLDS] = {REMEMBERED, WEND_MAP_EDITS, 1};

typedef struct scene {
    plain_map plain; /* before the edits */
    int start, goal;
    dice luck;    /* each object has its own copy */
    bool is_over; /* one more edit than is remembered */
    const variant *agent;
} scene;

/* An object in one world. */
typedef struct object {
    const scene *scene;
    wend_map *map;
    dice luck;
    uint32_t budget;
    test_aids aids;
    wend_belief *belief;
    wend_components *components;
    wend_agent *agent;
    wend_finder *finder;
    wend_field *field;
    wend_layer *layer;
    wend_fleet *fleet;
    wend_unit units[6];
} object;

/* Digests cover everything that may depend on which edits are known. */
static uint64_t mix(uint64_t digest, uint64_t value) {
    return (digest ^ value) * UINT64_C(0x100000001b3);
}

typedef struct kind {
    const char *name;
    void (*open)(object *o);
    uint64_t (*step)(object *o); /* the digest of one step */
    /* Returns a cell that matters to the object, or WEND_STATE_NONE. The pointer may be NULL. */
    wend_state (*ahead)(object *o);
    /* False for objects that never ask which cells were edited. */
    bool is_forgetful;
} kind;

static void open_objects(const scene *s, const kind *k, object objects[WORLDS]) {
    for (uint32_t w = 0; w < WORLDS; w++) {
        object *o = &objects[w];
        *o = (object){.scene = s, .luck = s->luck};
        o->map = plain_to_wend_with(&s->plain, remembered[w]);
        k->open(o);
    }
}

static void close_objects(object objects[WORLDS]) {
    for (uint32_t w = 0; w < WORLDS; w++) {
        object *o = &objects[w];
        wend_fleet_destroy(o->fleet);
        wend_agent_destroy(o->agent);
        wend_finder_destroy(o->finder);
        wend_field_destroy(o->field);
        wend_layer_destroy(o->layer);
        wend_components_destroy(o->components);
        wend_belief_destroy(o->belief);
        aids_free(&o->aids);
        wend_map_destroy(o->map);
    }
}

static const wend_map *map_of(const object *o) {
    return o->belief ? wend_belief_map(o->belief) : o->map;
}

/* ---- Edits ----------------------------------------------------------------------------------- */

static bool is_free_cell(const object *o, uint32_t cell) {
    return wend_map_is_free(map_of(o), wend_map_x(map_of(o), cell), wend_map_y(map_of(o), cell));
}

static void flip(object *o, uint32_t cell) {
    uint32_t x = wend_map_x(map_of(o), cell), y = wend_map_y(map_of(o), cell);
    uint64_t version = wend_map_version(map_of(o));
    char terrain = is_free_cell(o, cell) ? '@' : '.';
    wend_error error = o->belief ? wend_belief_observe(o->belief, x, y, terrain)
                                 : wend_map_set_cell(o->map, x, y, terrain);
    assert_int_equal(error, WEND_OK);
    assert_int_equal(wend_map_version(map_of(o)), version + 1);
}

/* The cells that are edited besides the first. */
typedef enum where { ANYWHERE, AGAIN_AND_AGAIN, WHERE_FREE } where;

/* The next cell: a free one if requested, and if there is one. */
static uint32_t draw_cell(const object *o, dice *d, bool is_free) {
    uint32_t last = (uint32_t)plain_cells(&o->scene->plain) - 1, cell = dice_between(d, 0, last);
    for (uint32_t n = 0; is_free && n < last && !is_free_cell(o, cell); n++) {
        cell = cell < last ? cell + 1 : 0;
    }
    return cell;
}

/* The first edit is the one that a map may have forgotten: it often matters, and the others often
 * do not. Repeated edits of one cell leave the first edit as it is; edits that only block leave
 * what was learned as it is. */
static void edit_worlds(object objects[WORLDS], const kind *k, dice *d, uint32_t count) {
    static const where places[] = {ANYWHERE, AGAIN_AND_AGAIN, WHERE_FREE};
    where others = DICE_PICK(d, places);
    uint32_t again = draw_cell(&objects[FEW], d, false);
    wend_state ahead = k->ahead ? k->ahead(&objects[FEW]) : WEND_STATE_NONE;
    bool is_first_ahead = ahead != WEND_STATE_NONE && dice_percent(d, 60);
    for (uint32_t n = 0; n < count; n++) {
        uint32_t cell = draw_cell(&objects[FEW], d, others == WHERE_FREE);
        cell = n == 0 && is_first_ahead ? ahead : others == AGAIN_AND_AGAIN ? again : cell;
        for (uint32_t w = 0; w < WORLDS; w++) {
            flip(&objects[w], cell);
        }
    }
}

/* ---- Cases ----------------------------------------------------------------------------------- */

#define STEPS_BEFORE 15u
#define STEPS_AFTER  40u

/* Fails the test if the worlds do not agree as they should. Returns whether it made a difference
 * that edits were forgotten. */
static bool compare(object objects[WORLDS], const kind *k, uint32_t seed, uint32_t step) {
    uint64_t digests[WORLDS];
    const scene *s = objects[FEW].scene;
    for (uint32_t w = 0; w < WORLDS; w++) {
        digests[w] = k->step(&objects[w]);
    }
    check(digests[FEW] == digests[s->is_over ? ONE : MANY],
          "%s%s%s, case %u: %s edits, step %u: not as if %s", k->name, s->agent ? ": " : "",
          s->agent ? s->agent->name : "", seed, s->is_over ? "9 of 8" : "8 of 8", step,
          s->is_over ? "they were forgotten" : "all were known");
    return digests[MANY] != digests[ONE];
}

static bool draw_scene(scene *s, uint32_t seed, bool is_over, const variant *agent) {
    dice d = dice_of(seed);
    *s = (scene){.is_over = is_over, .agent = agent};
    plain_random(&s->plain, &d, 24);
    if (dice_percent(&d, 20)) {
        plain_random_factors(&s->plain, &d, 1, 3);
    }
    s->start = plain_random_free(&s->plain, &d);
    s->goal = plain_random_free(&s->plain, &d);
    s->luck = d;
    return s->start >= 0 && plain_cells(&s->plain) >= 16;
}

/* Returns whether forgetting made a difference. */
static bool run_case(const kind *k, const scene *s, uint32_t seed) {
    object objects[WORLDS];
    open_objects(s, k, objects);
    dice d = dice_of(seed + 1000);
    uint32_t before = dice_between(&d, 0, STEPS_BEFORE);
    for (uint32_t n = 0; n < before; n++) {
        check(!compare(objects, k, seed, n), "%s, case %u: another step %u without edits", k->name,
              seed, n);
    }
    /* At once, or in two steps: edits left for the second one are still remembered then. */
    uint32_t first =
        s->is_over || dice_percent(&d, 60) ? REMEMBERED : dice_between(&d, 1, REMEMBERED - 1);
    bool differs = false;
    edit_worlds(objects, k, &d, s->is_over ? REMEMBERED + 1 : first);
    if (first < REMEMBERED) {
        differs = compare(objects, k, seed, before) || differs;
        edit_worlds(objects, k, &d, REMEMBERED - first);
    }
    for (uint32_t n = 1; n <= STEPS_AFTER; n++) {
        differs = compare(objects, k, seed, before + n) || differs;
    }
    close_objects(objects);
    return differs;
}

/* Whether its result depends on which cells were edited, not only on whether any were. */
static bool reads_edits(const kind *k, const variant *agent) {
    return k->is_forgetful && !(agent && variant_needs_aids(agent->algo));
}

/* Both sides of the limit. A scaled-down run continues until forgetting has made a difference
 * once. */
static void run_kind(const kind *k, const variant *agent, uint32_t cases) {
    for (uint32_t is_over = 0; is_over < 2; is_over++) {
        uint32_t differences = 0;
        bool needs_one = reads_edits(k, agent) && !is_over;
        for (uint32_t seed = 0;
             seed < test_scaled(cases) || (needs_one && differences == 0 && seed < cases); seed++) {
            scene s;
            if (draw_scene(&s, seed, is_over, agent) &&
                (!agent || !s.plain.weighted || !(agent->algo->flags & WEND_ALGO_JUMPS))) {
                differences += run_case(k, &s, seed);
            }
        }

        check(!needs_one || differences > 0,
              "%s%s%s: it made no difference that edits were forgotten", k->name, agent ? ": " : "",
              agent ? agent->name : "");
    }
}

/* ---- Agents ---------------------------------------------------------------------------------- */

static void open_agent(object *o) {
    static const uint32_t budgets[] = {1, 3, 10, 40, 300};
    const scene *s = o->scene;
    wend_agent_def def = {.map = map_of(o), .start = (uint32_t)s->start, .goal = (uint32_t)s->goal};
    variant_apply(s->agent, &def);
    if (variant_needs_aids(s->agent->algo)) {
        o->aids = aids_make(o->map);
        variant_give_aids(s->agent->algo, &o->aids, &def);
    }
    o->budget = DICE_PICK(&o->luck, budgets);
    wend_error error = wend_agent_create(&def, &o->agent, NULL);
    check(error == WEND_OK || error == WEND_ERROR_UNSUPPORTED, "%s: %s", s->agent->name,
          wend_error_text(error));
}

static uint64_t digest_explanation(uint64_t digest, const wend_explanation *why) {
    digest = mix(mix(mix(digest, why->reason), why->state), why->ticks);
    return mix(mix(mix(digest, why->count), why->edit), why->edited);
}

/* Only remembered edits can be named, so the explanation differs if there were more. */
static uint64_t step_agent_of(object *o) {
    if (!o->agent) {
        return 0;
    }
    if (o->aids.abstraction) {
        assert_int_equal(wend_abstraction_update(o->aids.abstraction), WEND_OK);
    }
    assert_int_equal(wend_agent_reserve_expansions(o->agent, o->budget), WEND_OK);
    wend_state from = wend_agent_state(o->agent);
    wend_tick tick = {0};
    uint64_t digest = mix(0, wend_agent_tick_expansions(o->agent, o->budget, &tick));
    check(tick.state == from || wend_map_move_cost(map_of(o), from, tick.state),
          "%s: no move leads from %u to %u", o->scene->agent->name, from, tick.state);
    digest = mix(mix(mix(digest, tick.status), tick.state), tick.flags);
    digest = mix(mix(mix(digest, tick.expansions), tick.work), tick.trace_steps);
    digest = mix(mix(mix(digest, tick.learning), tick.updates), tick.cost);
    wend_explanation why = wend_agent_explain(o->agent);
    return o->scene->is_over ? digest : digest_explanation(digest, &why);
}

/* A cell of its path: the next one, or one farther ahead. */
static wend_state agent_ahead(object *o) {
    wend_state path[6];
    uint32_t count = o->agent ? wend_agent_path(o->agent, path, COUNT_OF(path), NULL) : 0;
    return count ? path[dice_between(&o->luck, 0, count - 1)] : WEND_STATE_NONE;
}

static const kind agents = {"agent", open_agent, step_agent_of, agent_ahead, true};

/* Refuses to tick once the map was edited. */
static bool is_stale_after_edits(const wend_algo *algo) {
    return wend_algo_reads(algo, WEND_PARAMETER_SUBGOALS);
}

static void agents_know_as_many_edits_as_are_remembered(void **state) {
    (void)state;
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t v = 0; v < count; v++) {
        if (!is_stale_after_edits(variants[v].algo)) {
            run_kind(&agents, &variants[v], 100);
        }
    }
}

/* Observations of a belief are edits, too. */
static void open_on_belief(object *o) {
    wend_belief_def def = {.world = o->map, .known_permille = 1000};
    def.sight = 2; /* for knight's moves */
    assert_int_equal(wend_belief_create(&def, &o->belief, NULL), WEND_OK);
    open_agent(o);
}

static void agents_know_as_many_edits_of_a_belief(void **state) {
    (void)state;
    static const kind on_belief = {"agent on a belief", open_on_belief, step_agent_of, agent_ahead,
                                   true};
    variant variants[VARIANTS_MAX];
    uint32_t count = variant_list(variants);
    for (uint32_t v = 0; v < count; v++) {
        if (!variant_needs_aids(variants[v].algo)) {
            run_kind(&on_belief, &variants[v], 50);
        }
    }
}

/* ---- Finders, fields, components, layers ----------------------------------------------------- */

static void open_finder(object *o) {
    wend_finder_def def = {.map = o->map};
    o->budget = dice_between(&o->luck, WEND_WORK_EXPANSION, 400);
    assert_int_equal(wend_finder_create(&def, &o->finder, NULL), WEND_OK);
    assert_int_equal(
        wend_finder_begin(o->finder, (uint32_t)o->scene->start, (uint32_t)o->scene->goal, NULL),
        WEND_OK);
}

static uint64_t step_finder(object *o) {
    wend_answer answer;
    assert_int_equal(wend_finder_step(o->finder, (wend_budget){.work = o->budget}, &answer),
                     WEND_OK);
    uint64_t digest = mix(mix(mix(0, answer.status), answer.end), answer.cost);
    return mix(mix(mix(digest, answer.needed), answer.expansions), answer.work);
}

static void finders_begin_again_after_any_number_of_edits(void **state) {
    (void)state;
    static const kind finders = {"finder", open_finder, step_finder, NULL, false};
    run_kind(&finders, NULL, 200);
}

static void open_field(object *o) {
    wend_field_def def = {.map = o->map, .goal = (uint32_t)o->scene->goal};
    o->budget = dice_between(&o->luck, 1, 30);
    assert_int_equal(wend_field_create(&def, &o->field, NULL), WEND_OK);
}

static uint64_t step_field(object *o) {
    wend_field_progress growth;
    assert_int_equal(wend_field_reserve(o->field, (uint64_t)o->budget * WEND_WORK_EXPANSION),
                     WEND_OK);
    assert_int_equal(
        wend_field_grow(o->field, (uint32_t)o->scene->start,
                        (wend_budget){.work = (uint64_t)o->budget * WEND_WORK_EXPANSION}, &growth),
        WEND_OK);
    uint64_t digest = mix(mix(0, growth.status), growth.expansions);
    for (uint32_t cell = 0; cell < (uint32_t)plain_cells(&o->scene->plain); cell++) {
        bool is_exact = false;
        digest = mix(digest, wend_field_next(o->field, cell, &is_exact));
        digest = mix(mix(digest, is_exact), wend_field_distance(o->field, cell));
    }
    if (dice_percent(&o->luck, 20)) {
        digest = mix(digest, wend_field_pack(o->field));
    }
    return digest;
}

static void fields_know_as_many_edits_as_are_remembered(void **state) {
    (void)state;
    static const kind fields = {"field", open_field, step_field, NULL, true};
    run_kind(&fields, NULL, 150);
}

static void open_components(object *o) {
    wend_components_def def = {.map = o->map};
    assert_int_equal(wend_components_create(&def, &o->components, NULL), WEND_OK);
}

static uint64_t step_components(object *o) {
    uint64_t digest = 0;
    uint32_t last = (uint32_t)plain_cells(&o->scene->plain) - 1;
    for (uint32_t n = 0; n < 40; n++) {
        uint32_t from = dice_between(&o->luck, 0, last), to = dice_between(&o->luck, 0, last);
        wend_state nearest;
        digest = mix(digest, wend_components_reach(o->components, from, to));
        digest = mix(digest, wend_components_nearest(o->components, from, to, &nearest));
        digest = mix(digest, nearest);
    }
    return mix(digest, dice_percent(&o->luck, 50) ? update_chunks(o->components, 1) : 0);
}

static void components_know_any_number_of_edits(void **state) {
    (void)state;
    static const kind components = {"components", open_components, step_components, NULL, false};
    run_kind(&components, NULL, 200);
}

static void open_layer(object *o) {
    wend_layer_def def = {
        .base = o->map, .size = dice_between(&o->luck, 1, 3), .edits = WEND_MAP_EDITS};
    def.inflation[1] = dice_percent(&o->luck, 30) ? 2 : 0;
    assert_int_equal(wend_layer_create(&def, &o->layer, NULL), WEND_OK);
}

/* The cells of its map, and the order of their edits: that of the changes, or that of the cells. */
static uint64_t step_layer(object *o) {
    uint64_t digest = mix(0, wend_layer_update(o->layer));
    const wn_cells *cells = &wend_layer_map(o->layer)->cells;
    for (uint32_t cell = 0; cell < (uint32_t)plain_cells(&o->scene->plain); cell++) {
        uint32_t x = wend_map_x(o->map, cell), y = wend_map_y(o->map, cell);
        digest = mix(digest, wend_map_is_free(wend_layer_map(o->layer), x, y));
        digest = mix(digest, wend_layer_clearance(o->layer, x, y));
    }
    for (uint64_t v = 0; v < cells->version; v++) {
        digest = mix(digest, wn_cells_edit(cells, v)->id);
    }
    return digest;
}

static void layers_know_as_many_changes_as_are_remembered(void **state) {
    (void)state;
    static const kind layers = {"layer", open_layer, step_layer, NULL, true};
    run_kind(&layers, NULL, 150);
}

/* ---- Fleets ---------------------------------------------------------------------------------- */

/* A frame that forgot edits is charged a different amount: with plenty of budget, that makes no
 * difference. */
static void open_fleet_with(object *o, bool is_group) {
    wend_fleet_def def = {.map = o->map,
                          .units_max = COUNT_OF(o->units),
                          .components = o->components,
                          .group_min = is_group ? 2 : UINT32_MAX};
    o->budget = o->scene->is_over ? 1000000 : dice_between(&o->luck, 100, 20000);
    assert_int_equal(wend_fleet_create(&def, &o->fleet, NULL), WEND_OK);
    for (uint32_t i = 0; i < COUNT_OF(o->units); i++) {
        int at = plain_random_free(&o->scene->plain, &o->luck);
        int goal = plain_random_free(&o->scene->plain, &o->luck);
        assert_int_equal(wend_fleet_add(o->fleet, (uint32_t)at, &o->units[i]), WEND_OK);
        assert_int_equal(wend_fleet_set_goal(o->fleet, o->units[i], (uint32_t)goal, NULL), WEND_OK);
    }
    if (is_group) {
        assert_int_equal(wend_fleet_set_group_goal(o->fleet, o->units, COUNT_OF(o->units) - 1,
                                                   (uint32_t)o->scene->goal, NULL),
                         WEND_OK);
    }
}

static void open_fleet(object *o) {
    open_fleet_with(o, false);
}

static void open_fleet_with_components(object *o) {
    open_components(o);
    open_fleet_with(o, false);
}

static void open_group(object *o) {
    open_fleet_with(o, true);
}

static uint64_t step_fleet(object *o) {
    wend_frame frame;
    wend_state from[COUNT_OF(o->units)];
    for (uint32_t i = 0; i < COUNT_OF(o->units); i++) {
        from[i] = wend_fleet_state(o->fleet, o->units[i]);
    }
    assert_int_equal(wend_fleet_reserve(o->fleet, o->budget), WEND_OK);
    assert_int_equal(wend_fleet_frame(o->fleet, (wend_budget){.work = o->budget}, &frame), WEND_OK);
    uint64_t digest = mix(mix(mix(0, frame.hash), frame.moved), frame.waiting);
    digest = mix(mix(mix(digest, frame.unreachable), frame.searching), frame.queued);
    digest = mix(digest, o->scene->is_over ? 0 : frame.work);
    for (uint32_t i = 0; i < COUNT_OF(o->units); i++) {
        digest = mix(digest, wend_fleet_status(o->fleet, o->units[i]));
        wend_state at = wend_fleet_state(o->fleet, o->units[i]);
        check(at == from[i] || wend_map_move_cost(o->map, from[i], at),
              "no move leads from %u to %u", from[i], at);
        digest = mix(digest, at);
        wend_explanation why = wend_fleet_explain(o->fleet, o->units[i]);
        digest = o->scene->is_over ? digest : digest_explanation(digest, &why);
    }
    return digest;
}

static wend_state fleet_ahead(object *o) {
    wend_unit unit = DICE_PICK(&o->luck, o->units);
    wend_state corners[3], next = wend_fleet_next(o->fleet, unit);
    uint32_t count = wend_fleet_waypoints(o->fleet, unit, corners, COUNT_OF(corners), NULL);
    return count && dice_percent(&o->luck, 70) ? corners[dice_between(&o->luck, 0, count - 1)]
                                               : next;
}

static void fleets_know_as_many_edits_as_are_remembered(void **state) {
    (void)state;
    static const kind fleets[] = {
        {"fleet", open_fleet, step_fleet, fleet_ahead, false},
        {"fleet with components", open_fleet_with_components, step_fleet, fleet_ahead, false},
        {"fleet with a group", open_group, step_fleet, fleet_ahead, true},
    };
    for (uint32_t i = 0; i < COUNT_OF(fleets); i++) {
        run_kind(&fleets[i], NULL, 300);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_know_as_many_edits_as_are_remembered),
        cmocka_unit_test(agents_know_as_many_edits_of_a_belief),
        cmocka_unit_test(finders_begin_again_after_any_number_of_edits),
        cmocka_unit_test(fields_know_as_many_edits_as_are_remembered),
        cmocka_unit_test(components_know_any_number_of_edits),
        cmocka_unit_test(layers_know_as_many_changes_as_are_remembered),
        cmocka_unit_test(fleets_know_as_many_edits_as_are_remembered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
