/* research/io/subgoal_file.c - tables of subgoals as files. All numbers are little-endian:
 *
 *     offset  0  "wendsubg"
 *             8  u32 version, u32 level, u32 depth_max, u32 regions, u32 borders, u32 code bytes
 *            32  u64 checksum of the map, u64 build time in ns, u64 checksum of everything before
 *                and after it
 *            56  home depths (1 byte per region), depths (1 byte per border), codes
 *
 * Cells and borders are derived from the map and are not stored. */
#include "research/domain/subgoals.h"
#include "io/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define MAGIC       "wendsubg"
#define VERSION     1u
#define HEADER      56u
#define CHECKSUM_AT 48u

/* ---- Checksums ----------------------------------------------------------------------------- */

#define FNV_BASIS UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME UINT64_C(0x100000001b3)

static uint64_t add_bytes(uint64_t hash, const void *bytes, size_t count) {
    const uint8_t *at = bytes;
    for (size_t i = 0; i < count; i++) {
        hash = (hash ^ at[i]) * FNV_PRIME;
    }
    return hash;
}

static uint64_t add_u32(uint64_t hash, uint32_t value) {
    uint8_t bytes[4];
    for (uint32_t i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(value >> 8 * i);
    }
    return add_bytes(hash, bytes, sizeof bytes);
}

uint64_t wend_map_checksum(const wend_map *map) {
    if (!map) {
        return 0;
    }
    uint64_t hash = add_u32(add_u32(FNV_BASIS, map->def.width), map->def.height);
    hash = add_u32(add_u32(hash, map->def.neighbors), (uint32_t)map->def.corners);
    for (uint32_t y = 0; y < map->def.height; y++) {
        for (uint32_t x = 0; x < map->def.width; x++) {
            uint8_t factor = map->cells.factors ? map->cells.factors[wn_grid_id(map, x, y)] : 1;
            uint8_t cell = wend_map_is_free(map, x, y) ? factor : 0;
            hash = add_bytes(hash, &cell, 1);
        }
    }
    return hash;
}

/* ---- Numbers ------------------------------------------------------------------------------- */

static void put_bytes(uint8_t *at, uint64_t value, uint32_t bytes) {
    for (uint32_t i = 0; i < bytes; i++) {
        at[i] = (uint8_t)(value >> 8 * i);
    }
}

static uint64_t get(const uint8_t *at, uint32_t bytes) {
    uint64_t value = 0;
    for (uint32_t i = 0; i < bytes; i++) {
        value |= (uint64_t)at[i] << 8 * i;
    }
    return value;
}

static uint32_t get_u32(const uint8_t *at) {
    return (uint32_t)get(at, 4);
}

/* ---- Saving -------------------------------------------------------------------------------- */

static void make_header(const wend_subgoals *s, uint8_t header[HEADER]) {
    const uint32_t words[] = {VERSION,    s->level,        s->depth_max,
                              s->regions, s->border_total, s->code_bytes};
    for (uint32_t i = 0; i < 8; i++) {
        header[i] = (uint8_t)MAGIC[i];
    }
    for (uint32_t i = 0; i < 6; i++) {
        put_bytes(header + 8 + 4 * (size_t)i, words[i], 4);
    }
    put_bytes(header + 32, wend_map_checksum(s->abstraction->map), 8);
    put_bytes(header + 40, s->build_ns, 8);
    uint64_t sum = add_bytes(FNV_BASIS, header, CHECKSUM_AT);
    sum = add_bytes(sum, s->home_depths, s->regions);
    sum = add_bytes(sum, s->depths, s->border_total);
    put_bytes(header + CHECKSUM_AT, add_bytes(sum, s->codes, s->code_size), 8);
}

static wend_error write_all(const wend_subgoals *s, FILE *stream) {
    uint8_t header[HEADER];
    make_header(s, header);
    bool written = fwrite(header, 1, HEADER, stream) == HEADER &&
                   fwrite(s->home_depths, 1, s->regions, stream) == s->regions &&
                   fwrite(s->depths, 1, s->border_total, stream) == s->border_total &&
                   fwrite(s->codes, 1, s->code_size, stream) == s->code_size;
    return written ? WEND_OK : WEND_ERROR_IO;
}

wend_error wend_subgoals_save(const wend_subgoals *subgoals, const char *path,
                              wend_diagnosis *diagnosis) {
    if (!subgoals || !path || !wend_subgoals_complete(subgoals)) {
        return wn_diagnose(diagnosis, WEND_ERROR_ARGUMENT, 0, 0, "the table is not complete");
    }
    if (!wend_subgoals_is_current(subgoals)) {
        return wn_diagnose(diagnosis, WEND_ERROR_STALE, 0, 0, "%s",
                           wend_error_text(WEND_ERROR_STALE));
    }
    FILE *stream = fopen(path, "wb");
    if (!stream) {
        return wn_diagnose(diagnosis, WEND_ERROR_IO, 0, 0, "cannot be opened: %s", strerror(errno));
    }
    wend_error error = write_all(subgoals, stream);
    if (fclose(stream) != 0) {
        error = WEND_ERROR_IO;
    }
    return error ? wn_diagnose(diagnosis, error, 0, 0, "cannot be written: %s", strerror(errno))
                 : WEND_OK;
}

/* ---- Loading ------------------------------------------------------------------------------- */

static wend_error refuse_subgoals(wend_diagnosis *diagnosis, const char *why) {
    return wn_diagnose(diagnosis, WEND_ERROR_FORMAT, 0, 0, "%s", why);
}

/* Checks the header, before anything is allocated. */
static wend_error check_header(const wend_abstraction *abstraction, const uint8_t *bytes,
                               size_t size, wend_diagnosis *diagnosis) {
    if (size < HEADER || memcmp(bytes, MAGIC, 8) != 0) {
        return refuse_subgoals(diagnosis, "not a table of subgoals: it does not begin with \"" MAGIC
                                          "\" and a header of 56 bytes");
    }
    if (get_u32(bytes + 8) != VERSION) {
        return wn_diagnose(diagnosis, WEND_ERROR_FORMAT, 0, 0, "version %u, expected %u",
                           get_u32(bytes + 8), VERSION);
    }
    uint64_t sum = add_bytes(FNV_BASIS, bytes, CHECKSUM_AT);
    if (add_bytes(sum, bytes + HEADER, size - HEADER) != get(bytes + CHECKSUM_AT, 8)) {
        return refuse_subgoals(diagnosis,
                               "the file is damaged or incomplete: its checksum is wrong");
    }
    if (get(bytes + 32, 8) != wend_map_checksum(abstraction->map)) {
        return refuse_subgoals(diagnosis,
                               "the table was made for another map or other rules of movement");
    }
    uint32_t level = get_u32(bytes + 12), depth = get_u32(bytes + 16);
    if (level < 1 || level > abstraction->top || depth < 1 || depth > WEND_DEPTH_MAX) {
        return wn_diagnose(diagnosis, WEND_ERROR_FORMAT, 0, 0,
                           "level %u and depth %u, expected 1 to %u and 1 to %u", level, depth,
                           abstraction->top, WEND_DEPTH_MAX);
    }
    return WEND_OK;
}

static bool are_depths(const wend_subgoals *s, const uint8_t *depths, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (depths[i] < 1 || depths[i] > s->depth_max) {
            return false;
        }
    }
    return true;
}

/* Whether every code is a border of its region. */
static bool are_codes(const wend_subgoals *s) {
    for (uint32_t from = 0; from < s->regions; from++) {
        uint32_t borders = s->first_border[from + 1] - s->first_border[from];
        for (uint32_t to = 0; to < s->regions; to++) {
            uint32_t code = wn_subgoals_code(s, from, to);
            if (code >= borders && code != wn_subgoals_none(s)) {
                return false;
            }
        }
    }
    return true;
}

static wend_error fill_subgoals(wend_subgoals *s, const uint8_t *bytes, size_t size,
                                wend_diagnosis *diagnosis) {
    uint64_t expected = HEADER + (uint64_t)s->regions + s->border_total + s->code_size;
    if (get_u32(bytes + 20) != s->regions || get_u32(bytes + 24) != s->border_total ||
        get_u32(bytes + 28) != s->code_bytes || size != expected) {
        return refuse_subgoals(diagnosis, "its sizes do not match the regions of the map");
    }
    const uint8_t *at = bytes + HEADER;
    memcpy(s->home_depths, at, s->regions);
    memcpy(s->depths, at + s->regions, s->border_total);
    memcpy(s->codes, at + s->regions + s->border_total, s->code_size);
    if (!are_depths(s, s->home_depths, s->regions) || !are_depths(s, s->depths, s->border_total) ||
        !are_codes(s)) {
        return refuse_subgoals(diagnosis, "it contains an invalid depth or subgoal");
    }
    memset(s->done, 1, s->regions);
    s->build_ns = get(bytes + 40, 8);
    return WEND_OK;
}

static wend_error parse(const wend_abstraction *abstraction, const wend_allocator *allocator,
                        const uint8_t *bytes, size_t size, wend_subgoals **out,
                        wend_diagnosis *diagnosis) {
    wend_error error = check_header(abstraction, bytes, size, diagnosis);
    if (error) {
        return error;
    }
    wend_subgoals_def def = {.abstraction = abstraction,
                             .level = get_u32(bytes + 12),
                             .depth_max = get_u32(bytes + 16),
                             .allocator = *allocator};
    wend_subgoals *s;
    error = wend_subgoals_create(&def, &s, diagnosis);
    if (error) {
        return error;
    }
    error = fill_subgoals(s, bytes, size, diagnosis);
    if (error) {
        wend_subgoals_destroy(s);
        return error;
    }
    *out = s;
    return WEND_OK;
}

wend_error wend_subgoals_load(const wend_abstraction *abstraction, const char *path,
                              const wend_allocator *allocator, wend_subgoals **out,
                              wend_diagnosis *diagnosis) {
    if (out) {
        *out = NULL;
    }
    if (!abstraction || !path || !out) {
        return wn_diagnose(diagnosis, WEND_ERROR_ARGUMENT, 0, 0, "a pointer is null");
    }
    wend_allocator usual = {0};
    wn_memory memory;
    wn_memory_init(&memory, allocator ? allocator : &usual, 0);
    wn_file file;
    wend_error error = wn_file_read(&file, &memory, path, diagnosis);
    if (!error) {
        error = parse(abstraction, allocator ? allocator : &usual, (const uint8_t *)file.text,
                      file.size, out, diagnosis);
        wn_file_clear(&file, &memory);
    }
    return error;
}
