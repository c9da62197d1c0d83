/* wend/map.h - grid maps: what is free, who is whose neighbour, what a move costs.
 *
 * A map is shared: any number of agents may search it, and no tick of theirs changes it. It may be
 * changed between ticks; every agent notices on its next one. */
#ifndef WEND_MAP_H
#define WEND_MAP_H

#include <wend/budget.h>
#include <wend/domain.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_map wend_map;

/* Longest side of a map, in cells. */
#define WEND_MAP_SIDE_MAX 8192u

/* Changes that a map remembers, if its definition does not say otherwise, and at most. */
#define WEND_MAP_EDITS     1024u
#define WEND_MAP_EDITS_MAX 65536u

/* May a diagonal step pass the corner of a blocked cell? */
typedef enum wend_corners {
    WEND_CORNERS_NEVER = 0, /* both orthogonal cells must be free (the rule of MovingAI) */
    WEND_CORNERS_ONE = 1,   /* one of them must be free */
    WEND_CORNERS_ALWAYS = 2 /* neither needs to be */
} wend_corners;

/* Terrain classes of the MovingAI format, as bits. */
enum {
    WEND_TERRAIN_GROUND = 1, /* '.' and 'G' */
    WEND_TERRAIN_SWAMP = 2,  /* 'S' */
    WEND_TERRAIN_WATER = 4,  /* 'W' */
    WEND_TERRAIN_TREES = 8,  /* 'T' */
    WEND_TERRAIN_OUT = 16    /* '@' and 'O': never passable */
};

typedef struct wend_map_def {
    uint32_t width;  /* cells, 1 to WEND_MAP_SIDE_MAX; required, but ignored by wend_map_parse */
    uint32_t height; /* and wend_map_load */
    /* 4, 8 or 16; 0: 8. The 16-neighbourhood adds the knight's moves. Such a move requires that the
     * two cells it passes are free: the move (2,1) passes (1,0) and (1,1). */
    uint32_t neighbors;
    wend_corners corners; /* not read with 4 neighbours */
    /* WEND_TERRAIN_ bits; 0: ground and swamp. WEND_TERRAIN_OUT alone: no terrain. */
    uint32_t passable;
    /* Cost factors: width * height numbers from 1 to 255 in row order. NULL: 1 everywhere. Copied.
     * A move costs its length times the mean of the factors of its two ends. The heuristic is
     * scaled by the least factor that a free cell has had: an edit can lower it, not raise it. */
    const uint8_t *factors;
    /* Cost factors by terrain: 256 numbers, one per character; 0 means 1. NULL: none. `factors` has
     * precedence. */
    const uint8_t *terrain_factors;
    /* Your own terrain: 256 numbers, one per character; 0 is blocked, 1 to 255 is free with that
     * factor. Replaces `passable` and `terrain_factors`. Every character is a terrain then, and a
     * cell that gets another terrain gets its factor. Copied. NULL: the terrain of MovingAI.
     * `factors` has precedence. Other kinds of units on the same map: wend/layer.h. */
    const uint8_t *kinds;
    /* How many of the last edits the map remembers, for agents and layers to read one by one. An
     * agent that has missed more replans from scratch. 1 to WEND_MAP_EDITS_MAX, rounded up to a
     * power of two; 0: WEND_MAP_EDITS. 12 bytes each. Choose more than are made between two ticks
     * if thousands of cells of a robot's map change: docs/dynamic-maps.md. */
    uint32_t edits;
    wend_allocator allocator; /* all 0: malloc */
    /* The cells: width * height terrain characters in row order, without line ends. Copied. NULL:
     * all cells are free, that is ground ('.'), or the first terrain that `passable` or `kinds`
     * allows. */
    const char *cells;
    /* The cells as bytes, instead of `cells`: width * height numbers in row order. 0 is blocked
     * ('@'), 1 is free (as above). 2 to 255 is free with that factor; then `factors` and
     * `terrain_factors` must be NULL. Without such a byte the map has no factors of its own.
     * Copied. */
    const uint8_t *bytes;
    size_t memory_limit; /* bytes that the map may take, also while it is created; 0: no limit */
} wend_map_def;

/* Creates a map from the first `size` bytes of a definition, as wend_agent_create_sized. */
WEND_API wend_error wend_map_create_sized(const wend_map_def *def, size_t size, wend_map **out,
                                          wend_diagnosis *diagnosis);

/* Creates a map. Zero fields of `def` are defaults; width and height are required.
 *
 * Takes 2 to 7 bytes and a few ns per cell. More if a side is below 32: sides are padded to a
 * multiple of 32, the width to a power of two.
 *
 * On error *out is NULL and `diagnosis` (may be NULL) names the field; for cells and factors also
 * the row (line) and the column:
 *     WEND_ERROR_ARGUMENT   a pointer is NULL, a value is out of range, both cells and bytes are
 *                           set, or no terrain is free and `cells` is NULL
 *     WEND_ERROR_SIZE       a side is 0 or above WEND_MAP_SIDE_MAX
 *     WEND_ERROR_FORMAT     an unknown character
 *     WEND_ERROR_COST       a factor of 0
 *     WEND_ERROR_MEMORY     out of memory, or memory_limit is too small */
static inline wend_error wend_map_create(const wend_map_def *def, wend_map **out,
                                         wend_diagnosis *diagnosis) {
    return wend_map_create_sized(def, sizeof *def, out, diagnosis);
}

/* Frees a map. NULL is allowed. Nothing may use the map any more. */
WEND_API void wend_map_destroy(wend_map *map);

/* ---- Changing a map ------------------------------------------------------------------------- */

/* Gives a cell another terrain: blocks it ('@'), frees it ('.'). Agents under way notice on their
 * next tick. Not while a tick runs on another thread. Costs some 100 ns; a change that leaves the
 * cell as passable as it was is none to the agents.
 * WEND_ERROR_OUTSIDE, or WEND_ERROR_FORMAT for an unknown terrain; nothing is changed then. */
WEND_API wend_error wend_map_set_cell(wend_map *map, uint32_t x, uint32_t y, char terrain);

/* The same for a rectangle; `cells` are width * height characters in row order. An agent that has
 * missed more than `edits` of the definition plans anew, whatever they were. */
WEND_API wend_error wend_map_set_cells(wend_map *map, uint32_t x, uint32_t y, uint32_t width,
                                       uint32_t height, const char *cells);

/* Frees or blocks a cell, without letters: it becomes ground ('.', or whatever `passable` allows)
 * or '@'. A cell that is so already keeps its terrain. WEND_ERROR_OUTSIDE; WEND_ERROR_UNSUPPORTED
 * if the map allows no terrain. */
WEND_API wend_error wend_map_set_free(wend_map *map, uint32_t x, uint32_t y, bool is_free);

/* Gives a cell another factor, 1 to 255. Costs up to a microsecond, however large the map is.
 * WEND_ERROR_UNSUPPORTED if the map was made without. */
WEND_API wend_error wend_map_set_factor(wend_map *map, uint32_t x, uint32_t y, uint8_t factor);

/* The same for a rectangle; `factors` are width * height numbers in row order. */
WEND_API wend_error wend_map_set_factors(wend_map *map, uint32_t x, uint32_t y, uint32_t width,
                                         uint32_t height, const uint8_t *factors);

/* How many changes there were. */
WEND_API uint64_t wend_map_version(const wend_map *map);

/* ---- Windows on a larger world --------------------------------------------------------------- */

/* Moves the map over the world: what was at (x + left, y + top) is at (x, y) now, and what was
 * outside becomes `terrain`, at a factor of 1 (with kinds: its own). Its size stays. That is as
 * many edits as there are cells that differ: agents, fleets, fields, components and layers on the
 * map notice, as they notice others. Cells keep their numbers and stand for other places: whoever
 * has a position or goal gets it again (wend_agent_teleport and _set_goal, wend_fleet_teleport and
 * _send), by wend_map_shifted. Obstacles of layers stay where they were on the map.
 * WEND_ERROR_FORMAT for an unknown terrain. */
WEND_API wend_error wend_map_shift(wend_map *map, int32_t left, int32_t top, char terrain);

/* A copy of another size, smaller or larger: its cell (x, y) is (x + left, y + top) of `map`, or
 * `terrain` if that is outside, as above. The rules and the allocator are the same. What uses the
 * old map goes on using it: agents on the copy are made with the state of the old one, by
 * wend_map_shifted, and so are layers, which begin without obstacles.
 * Costs what wend_map_create does, and 2 bytes per cell meanwhile; the memory limit of `map` holds
 * for the copy. WEND_ERROR_ARGUMENT, _FORMAT, _SIZE, _MEMORY. */
WEND_API wend_error wend_map_create_shifted(const wend_map *map, int32_t left, int32_t top,
                                            uint32_t width, uint32_t height, char terrain,
                                            wend_map **out);

/* Where a cell of `map` is on a map that was shifted so, which may be the same one: its state
 * there, WEND_STATE_NONE if it is outside. */
WEND_API wend_state wend_map_shifted(const wend_map *map, wend_state state, int32_t left,
                                     int32_t top, const wend_map *to);

/* ---- Looking at a map ----------------------------------------------------------------------- */

/* The map as a domain; it lives as long as the map. */
WEND_API const wend_domain *wend_map_domain(const wend_map *map);

WEND_API uint32_t wend_map_width(const wend_map *map);
WEND_API uint32_t wend_map_height(const wend_map *map);
WEND_API uint32_t wend_map_neighbors(const wend_map *map);
WEND_API wend_corners wend_map_corners(const wend_map *map);

/* The terrain character of a cell, '@' outside the map. */
WEND_API char wend_map_cell(const wend_map *map, uint32_t x, uint32_t y);

/* Whether a cell is inside the map and can be stood on. */
WEND_API bool wend_map_is_free(const wend_map *map, uint32_t x, uint32_t y);

/* Whether the cells have factors. */
WEND_API bool wend_map_weighted(const wend_map *map);

/* How many cells can be stood on. */
WEND_API uint32_t wend_map_free_count(const wend_map *map);

/* Whether jump point search finds the best routes of the map: 4 or 8 neighbours. (With 16 it knows
 * the steps among the moves: see "tbjps" in wend/algorithm.h.) O(1), as are the next two. */
WEND_API bool wend_map_jumpable(const wend_map *map);

/* How many of 1000 free cells of a map are mixed, 0 to 1000: one of their eight neighbours is
 * free and has another factor. Jump point search stops at every one of them; "auto" goes by it. 0
 * for a map without factors. */
WEND_API uint32_t wend_map_mixed_permille(const wend_map *map);

/* Up to this share "auto" and fleets take jump point search. */
#define WEND_AUTO_MIXED_PERMILLE 250u

/* How ragged the walls of a map are: free cells at which a straight scan of jump point search
 * must stop, summed over the four directions, per 1000 walls: pairs of a free cell and
 * a blocked one orthogonally beside it. Counted as for corners never under every rule. "auto" goes
 * by it. */
WEND_API uint32_t wend_map_ragged_permille(const wend_map *map);

/* WEND_STATE_NONE for a cell outside the map. */
WEND_API wend_state wend_map_state(const wend_map *map, uint32_t x, uint32_t y);
WEND_API uint32_t wend_map_x(const wend_map *map, wend_state state);
WEND_API uint32_t wend_map_y(const wend_map *map, wend_state state);

/* Returns the cost of the move from one state to another, 0 if there is no such move. A blocked
 * cell can be left, by an agent that stood there when it was blocked, but not entered. Unless no
 * move leads from it to a free cell, as under a building: then there is one to each of the four
 * cells beside it. Agents and fleets make these moves to get out, searches do not. */
WEND_API wend_cost wend_map_move_cost(const wend_map *map, wend_state from, wend_state to);

/* Agents and units under a building get out if the nearest free cell is at most this many steps
 * along rows and columns away, so from under 63 x 63 cells; straight to that cell, one step per
 * tick or frame. Of several directions they take the first of up, right, down and left. */
#define WEND_WAY_OUT_MAX 32u

/* Most moves that wend_agent_ahead and wend_fleet_ahead look ahead. */
#define WEND_AHEAD_MAX 64u

/* Bytes that the map holds. */
WEND_API size_t wend_map_memory(const wend_map *map);

#ifdef __cplusplus
}
#endif

#endif
