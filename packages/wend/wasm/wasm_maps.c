/* wasm_maps.c - errors, memory, algorithms, generators and maps for JavaScript. */
#include "shim.h"

#include <stdlib.h>
#include <string.h>

shim_report shim_last;

bool shim_failed(wend_error error) {
    shim_last.error = error;
    return error != WEND_OK;
}

void shim_refuse(wend_error error, const char *field, uint32_t index) {
    if (shim_failed(error)) {
        shim_last.diagnosis.field = field;
        shim_last.index = index;
    }
    if (error == WEND_ERROR_ARGUMENT) {
        strcpy(shim_last.diagnosis.text, "no such unit");
    }
}

/* Milliseconds. */
WN_IMPORT("wend", "now") double wend_now(void);

static uint64_t clock_now(void *context) {
    (void)context;
    return (uint64_t)(wend_now() * 1e6);
}

static const wend_clock js_clock = {clock_now, NULL};

uint64_t shim_work(double work) {
    return work < 0x1p63 ? (uint64_t)work : WEND_WORK_MAX;
}

wend_budget shim_budget(double work, double nanoseconds) {
    return (wend_budget){
        .work = shim_work(work), .nanoseconds = (uint64_t)nanoseconds, .clock = &js_clock};
}

void shim_update_components(wend_components *components) {
    if (components) {
        uint64_t work = SHIM_CHUNKS_PER_CALL * WEND_COMPONENTS_WORK_CHUNK;
        wend_components_update(components, (wend_budget){.work = work}, NULL);
    }
}

const shim_explanation *shim_explain(shim_reason *reason, const wend_explanation *why,
                                     const wend_map *map) {
    wend_explain_text(why, map, reason->text, sizeof reason->text);
    reason->explanation =
        (shim_explanation){why->reason, why->state, why->ticks, why->count, reason->text};
    return &reason->explanation;
}

/* ---- Errors and memory ----------------------------------------------------------------------- */

EXPORT(uint32_t, report_error, void) {
    return (uint32_t)shim_last.error;
}

EXPORT(uint32_t, report_line, void) {
    return shim_last.diagnosis.line;
}

EXPORT(uint32_t, report_column, void) {
    return shim_last.diagnosis.column;
}

/* The name of the wrong field or argument, or an empty string. */
EXPORT(const char *, report_field, void) {
    return shim_last.diagnosis.field ? shim_last.diagnosis.field : "";
}

/* The index of the wrong element of an array, or UINT32_MAX. */
EXPORT(uint32_t, report_index, void) {
    return shim_last.index;
}

/* The text of the error. */
EXPORT(const char *, report_text, void) {
    return shim_last.diagnosis.text[0] ? shim_last.diagnosis.text
                                       : wend_error_text(shim_last.error);
}

/* Clears the report. Call it before a function that may write one. */
EXPORT(void, report_clear, void) {
    shim_last = (shim_report){.index = UINT32_MAX};
}

EXPORT(void *, memory_take, uint32_t size) {
    void *block = malloc(size);
    shim_failed(block ? WEND_OK : WEND_ERROR_MEMORY);
    return block;
}

EXPORT(void, memory_give, void *block) {
    free(block);
}

EXPORT(const char *, version, void) {
    return wend_version();
}

/* ---- Algorithms and parameters --------------------------------------------------------------- */

EXPORT(uint32_t, algo_count, void) {
    return wend_algo_count();
}

EXPORT(const wend_algo *, algo_get, uint32_t index) {
    return wend_algo_get(index);
}

/* The default of a parameter for an algorithm. */
EXPORT(uint64_t, algo_default, uint32_t index, uint32_t parameter) {
    return wend_algo_default(wend_algo_get(index), parameter);
}

EXPORT(const wend_parameter_info *, parameter_get, uint32_t parameter) {
    return wend_parameter_get(parameter);
}

/* ---- Maps ------------------------------------------------------------------------------------ */

EXPORT(void, generate, uint32_t kind, uint32_t width, uint32_t height, uint32_t seed,
       uint32_t scale, uint32_t density, char *cells) {
    wend_gen_def def = {
        .kind = (wend_gen_kind)kind, .width = width, .height = height, .seed = seed};
    def.scale = shim_given(scale, 0);
    def.density = density ? shim_given(density, 0) : WEND_GEN_DENSITY_NONE;
    shim_failed(wend_gen(&def, cells));
}

static wend_map_def map_def(uint32_t neighbors, uint32_t corners) {
    wend_map_def def = {.neighbors = neighbors, .corners = (wend_corners)corners};
    return def;
}

EXPORT(wend_map *, map_create, uint32_t width, uint32_t height, uint32_t neighbors,
       uint32_t corners, const char *cells) {
    wend_map_def def = map_def(neighbors, corners);
    def.width = width;
    def.height = height;
    wend_map *map = NULL;
    def.cells = cells;
    shim_failed(wend_map_create(&def, &map, &shim_last.diagnosis));
    return map;
}

/* Creates a map from numbers: 0 is blocked, 1 free, 2 to 255 free with that cost. */
EXPORT(wend_map *, map_create_bytes, uint32_t width, uint32_t height, uint32_t neighbors,
       uint32_t corners, const uint8_t *bytes) {
    wend_map_def def = map_def(neighbors, corners);
    def.width = width;
    def.height = height;
    wend_map *map = NULL;
    def.bytes = bytes;
    shim_failed(wend_map_create(&def, &map, &shim_last.diagnosis));
    return map;
}

EXPORT(wend_map *, map_parse, uint32_t neighbors, uint32_t corners, const char *text,
       uint32_t size) {
    wend_map_def def = map_def(neighbors, corners);
    wend_map *map = NULL;
    shim_failed(wend_map_parse(&def, text, size, &map, &shim_last.diagnosis));
    return map;
}

EXPORT(void, map_destroy, wend_map *map) {
    wend_map_destroy(map);
}

EXPORT(uint32_t, map_width, const wend_map *map) {
    return wend_map_width(map);
}

EXPORT(uint32_t, map_height, const wend_map *map) {
    return wend_map_height(map);
}

EXPORT(uint32_t, map_memory, const wend_map *map) {
    return (uint32_t)wend_map_memory(map);
}

EXPORT(uint32_t, map_free_count, const wend_map *map) {
    return wend_map_free_count(map);
}

EXPORT(bool, map_jumpable, const wend_map *map) {
    return wend_map_jumpable(map);
}

EXPORT(bool, map_is_free, const wend_map *map, uint32_t x, uint32_t y) {
    return wend_map_is_free(map, x, y);
}

EXPORT(char, map_cell, const wend_map *map, uint32_t x, uint32_t y) {
    return wend_map_cell(map, x, y);
}

EXPORT(void, map_set_free, wend_map *map, uint32_t x, uint32_t y, bool is_free) {
    shim_failed(wend_map_set_free(map, x, y, is_free));
}

EXPORT(void, map_set_cell, wend_map *map, uint32_t x, uint32_t y, char terrain) {
    shim_failed(wend_map_set_cell(map, x, y, terrain));
}

EXPORT(void, map_set_factor, wend_map *map, uint32_t x, uint32_t y, uint32_t factor) {
    shim_failed(wend_map_set_factor(map, x, y, (uint8_t)factor));
}

/* Writes all terrain characters in row order. */
EXPORT(void, map_cells, const wend_map *map, char *cells) {
    for (uint32_t y = 0; y < wend_map_height(map); y++) {
        for (uint32_t x = 0; x < wend_map_width(map); x++) {
            *cells++ = wend_map_cell(map, x, y);
        }
    }
}

/* ---- Connected components -------------------------------------------------------------------- */

EXPORT(wend_components *, components_create, const wend_map *map) {
    wend_components *components = NULL;
    shim_failed(wend_components_create(&(wend_components_def){.map = map}, &components, NULL));
    return components;
}

EXPORT(void, components_destroy, wend_components *components) {
    wend_components_destroy(components);
}

/* Processes pending edits of the map. The result is valid until the next call. */
EXPORT(const wend_update_info *, components_update, wend_components *components, double work,
       double nanoseconds) {
    static wend_update_info info;
    shim_failed(wend_components_update(components, shim_budget(work, nanoseconds), &info));
    return &info;
}

EXPORT(uint32_t, components_reach, const wend_components *components, wend_state from,
       wend_state to) {
    return (uint32_t)wend_components_reach(components, from, to);
}

EXPORT(wend_state, components_nearest, const wend_components *components, wend_state from,
       wend_state to) {
    wend_state nearest;
    wend_components_nearest(components, from, to, &nearest);
    return nearest;
}

EXPORT(uint32_t, components_memory, const wend_components *components) {
    return (uint32_t)wend_components_memory(components);
}
