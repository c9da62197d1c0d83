/* wend/map.h - grid maps: passable cells, neighbours, move costs, and edits.
 *
 *     const char *cells = "......"
 *                         ".@@@@."
 *                         "......";
 *     wend_map *map;
 *     wend_map_create(&(wend_map_def){.width = 6, .height = 3, .cells = cells}, &map, NULL);
 *
 *     wend_map_set_cell(map, 5, 1, '@'); // at any time between ticks
 *     wend_map_destroy(map);
 *
 * - Any number of agents, finders, fleets, fields, layers and components can share a map.
 * - Searching a map never changes it.
 * - A map can be edited between any two ticks. Agents notice on their next tick.
 * - Cell (0, 0) is at the top left. x grows to the right, y grows downwards.
 *
 * Threads: any number of threads can search and read a map at the same time, as long as no thread
 * edits it. */
#ifndef WEND_MAP_H
#define WEND_MAP_H

#include <wend/budget.h>
#include <wend/domain.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A grid map. */
typedef struct wend_map wend_map;

/* The longest side of a map, in cells. */
#define WEND_MAP_SIDE_MAX 8192u

/* The number of edits that a map remembers: the default and the maximum. */
#define WEND_MAP_EDITS     1024u
#define WEND_MAP_EDITS_MAX 65536u

/* The corner rule: whether a diagonal step may pass the corner of a blocked cell. */
typedef enum wend_corners {
    WEND_CORNERS_NEVER = 0, /* both orthogonal cells must be free (the rule of MovingAI) */
    WEND_CORNERS_ONE = 1,   /* at least one of them must be free */
    WEND_CORNERS_ALWAYS = 2 /* both may be blocked */
} wend_corners;

/* Terrain classes of the MovingAI format, as bits. */
enum {
    WEND_TERRAIN_GROUND = 1, /* '.' and 'G' */
    WEND_TERRAIN_SWAMP = 2,  /* 'S' */
    WEND_TERRAIN_WATER = 4,  /* 'W' */
    WEND_TERRAIN_TREES = 8,  /* 'T' */
    WEND_TERRAIN_OUT = 16    /* '@' and 'O': never passable */
};

/* The definition of a map. */
typedef struct wend_map_def {
    /* The size in cells, 1 to WEND_MAP_SIDE_MAX each; required. (wend_map_parse and wend_map_load
     * read it from the file and ignore these fields.) */
    uint32_t width, height;
    /* 4, 8 or 16; 0 (default): 8. The 16-neighbourhood adds the knight's moves. Such a move needs
     * the two cells that it passes to be free: the move (2, 1) passes (1, 0) and (1, 1). */
    uint32_t neighbors;
    wend_corners corners; /* the corner rule; no effect with 4 neighbours */
    /* WEND_TERRAIN_ bits: the passable terrain. 0 (default): ground and swamp. WEND_TERRAIN_OUT
     * alone: no terrain is passable. */
    uint32_t passable;
    /* Cost factors: width * height numbers from 1 to 255 in row order. Copied. NULL (default): 1
     * everywhere. A move costs its length times the mean of the factors of its two cells. The
     * heuristic is scaled by the smallest factor that a free cell has ever had: edits can lower
     * it, but never raise it. */
    const uint8_t *factors;
    /* Cost factors by terrain: 256 numbers, one per character; 0 means 1. Copied. NULL (default):
     * none. `factors` has precedence. */
    const uint8_t *terrain_factors;
    /* Your own terrain: 256 numbers, one per character; 0 is blocked, 1 to 255 is free with that
     * factor. Replaces `passable` and `terrain_factors`. Every character is then a terrain, and a
     * cell that gets another terrain gets its factor. Copied. NULL (default): the terrain of
     * MovingAI. `factors` has precedence. For several classes of units on one map: wend/layer.h. */
    const uint8_t *kinds;
    /* How many of the latest edits the map remembers for the objects that follow it, 12 bytes each:
     * 1 to WEND_MAP_EDITS_MAX, rounded up to a power of two. 0 (default): WEND_MAP_EDITS. If an
     * agent has missed more edits than that, it replans from scratch. If thousands of cells change
     * between two ticks, docs/dynamic-maps.md shows when a larger number pays. */
    uint32_t edits;
    wend_allocator allocator; /* all 0 (default): malloc */
    /* The cells: width * height terrain characters in row order, without line ends. Copied. NULL
     * (default): all cells are free. They are then ground ('.'), or the first terrain that
     * `passable` or `kinds` allows. */
    const char *cells;
    /* The cells as bytes, instead of `cells`: width * height numbers in row order. 0 is blocked
     * ('@'), 1 is free (the same terrain as if `cells` were NULL), 2 to 255 is free with that
     * factor. If a byte is above 1, `factors` and `terrain_factors` must be NULL; otherwise the
     * bytes define no factors. Copied. NULL (default): `cells` is used. */
    const uint8_t *bytes;
    /* The most bytes that the map may take, also during creation. 0 (default): no limit. */
    size_t memory_limit;
} wend_map_def;

/* Creates a map from the first `size` bytes of a definition: see wend_agent_create_sized. */
WEND_API wend_error wend_map_create_sized(const wend_map_def *def, size_t size, wend_map **out,
                                          wend_diagnosis *diagnosis);

/* Creates a map. Zero fields of `def` are defaults; `width` and `height` are required.
 *
 * On error *out is NULL and `diagnosis` (may be NULL) names the field. For cells and factors it
 * also has the row (line) and the column. Errors:
 *     WEND_ERROR_ARGUMENT   a pointer is NULL or a value is out of range; both `cells` and `bytes`
 *                           are set; `cells` is NULL and no terrain is free
 *     WEND_ERROR_SIZE       a side is 0 or above WEND_MAP_SIDE_MAX
 *     WEND_ERROR_FORMAT     an unknown character
 *     WEND_ERROR_COST       a factor of 0
 *     WEND_ERROR_MEMORY     out of memory, or memory_limit is too small
 *
 * Cost: 2 to 7 bytes and a few ns per cell; more bytes if a side is below 32. Sides are padded to a
 * multiple of 32, the width to a power of two. */
static inline wend_error wend_map_create(const wend_map_def *def, wend_map **out,
                                         wend_diagnosis *diagnosis) {
    return wend_map_create_sized(def, sizeof *def, out, diagnosis);
}

/* Frees a map. NULL is allowed. No other object may use the map any more. */
WEND_API void wend_map_destroy(wend_map *map);

/* ---- Editing a map -------------------------------------------------------------------------- */

/* Edits never allocate. An edit must not overlap with a tick, frame, query or other call that reads
 * the map on another thread. If an edit returns an error, nothing was changed. Every edit returns
 * WEND_ERROR_ARGUMENT if a pointer is NULL. */

/* Changes the terrain of a cell: '@' blocks it, '.' frees it.
 *
 * Agents notice on their next tick. A change between two passable terrains does not affect them,
 * unless wend_map_def.kinds gives the terrains different factors. Errors:
 *     WEND_ERROR_OUTSIDE   the cell is outside the map
 *     WEND_ERROR_FORMAT    an unknown terrain
 *
 * Cost: about 100 ns. */
WEND_API wend_error wend_map_set_cell(wend_map *map, uint32_t x, uint32_t y, char terrain);

/* Changes the terrain of a rectangle; `cells` has width * height characters in row order.
 *
 * An agent that has missed more edits than wend_map_def.edits replans from scratch, wherever the
 * edits were. Errors: those of wend_map_set_cell. */
WEND_API wend_error wend_map_set_cells(wend_map *map, uint32_t x, uint32_t y, uint32_t width,
                                       uint32_t height, const char *cells);

/* Frees or blocks a cell without a terrain character.
 *
 * A freed cell becomes ground ('.', or the first terrain that `passable` or `kinds` allows), a
 * blocked one becomes '@'. A cell that is already free or blocked keeps its terrain. Errors:
 *     WEND_ERROR_OUTSIDE       the cell is outside the map
 *     WEND_ERROR_UNSUPPORTED   the map has no such terrain */
WEND_API wend_error wend_map_set_free(wend_map *map, uint32_t x, uint32_t y, bool is_free);

/* Changes the cost factor of a cell, 1 to 255. Errors:
 *     WEND_ERROR_UNSUPPORTED   the map was created without factors
 *     WEND_ERROR_OUTSIDE       the cell is outside the map
 *     WEND_ERROR_COST          the factor is 0
 *
 * Cost: up to a microsecond, however large the map is. */
WEND_API wend_error wend_map_set_factor(wend_map *map, uint32_t x, uint32_t y, uint8_t factor);

/* Changes the cost factors of a rectangle; `factors` has width * height numbers in row order.
 * Errors as those of wend_map_set_factor. */
WEND_API wend_error wend_map_set_factors(wend_map *map, uint32_t x, uint32_t y, uint32_t width,
                                         uint32_t height, const uint8_t *factors);

/* Returns a counter that grows with every edit that blocks, frees or reprices a cell. O(1). */
WEND_API uint64_t wend_map_version(const wend_map *map);

/* ---- Windows on a larger world --------------------------------------------------------------- */

/* Moves the map over the world: the cell (x + left, y + top) becomes the cell (x, y).
 *
 * The size of the map does not change. Cells that were outside become `terrain` with a factor of 1
 * (with `kinds`: the factor of that terrain). Every cell that differs counts as an edit, so agents,
 * fleets, fields, components and layers notice. Obstacles of layers stay at their cells of the map.
 *
 * A state now stands for another place of the world. Set every position and goal again:
 * wend_map_shifted converts them; wend_agent_teleport, wend_agent_set_goal, wend_fleet_teleport
 * and wend_fleet_set_goal set them. Errors:
 *     WEND_ERROR_FORMAT   an unknown terrain */
WEND_API wend_error wend_map_shift(wend_map *map, int32_t left, int32_t top, char terrain);

/* Creates a copy of another size, smaller or larger.
 *
 * The cell (x, y) of the copy is the cell (x + left, y + top) of `map`. Cells outside `map` become
 * `terrain`, as in wend_map_shift. The copy has the rules, the allocator and the memory limit of
 * `map`. Objects on `map` continue to use `map`. Create agents and layers for the copy; agents get
 * their states from wend_map_shifted, and layers begin without obstacles. Errors:
 *     WEND_ERROR_ARGUMENT   a pointer is NULL
 *     WEND_ERROR_FORMAT     an unknown terrain
 *     WEND_ERROR_SIZE       a side is 0 or above WEND_MAP_SIDE_MAX
 *     WEND_ERROR_MEMORY     out of memory, or the memory limit is too small
 *
 * Cost: as wend_map_create, and 2 bytes per cell during the call. */
WEND_API wend_error wend_map_create_shifted(const wend_map *map, int32_t left, int32_t top,
                                            uint32_t width, uint32_t height, char terrain,
                                            wend_map **out);

/* Returns the state on `to` of a cell of `map` after a shift by (left, top); `to` may be `map`.
 * WEND_STATE_NONE if the cell is now outside. O(1). */
WEND_API wend_state wend_map_shifted(const wend_map *map, wend_state state, int32_t left,
                                     int32_t top, const wend_map *to);

/* ---- Reading a map -------------------------------------------------------------------------- */

/* All of these take O(1). */

/* Returns the map as a domain. It is part of the map and must not be destroyed. */
WEND_API const wend_domain *wend_map_domain(const wend_map *map);

/* Returns the size in cells, the number of neighbours, or the corner rule. */
WEND_API uint32_t wend_map_width(const wend_map *map);
WEND_API uint32_t wend_map_height(const wend_map *map);
WEND_API uint32_t wend_map_neighbors(const wend_map *map);
WEND_API wend_corners wend_map_corners(const wend_map *map);

/* Returns the terrain character of a cell; '@' outside the map and if `map` is NULL. */
WEND_API char wend_map_cell(const wend_map *map, uint32_t x, uint32_t y);

/* Returns whether a cell is inside the map and free. */
WEND_API bool wend_map_is_free(const wend_map *map, uint32_t x, uint32_t y);

/* Returns whether the map has cost factors. */
WEND_API bool wend_map_weighted(const wend_map *map);

/* Returns the number of free cells. */
WEND_API uint32_t wend_map_free_count(const wend_map *map);

/* Returns whether jump point search finds optimal routes on the map: with 4 or 8 neighbours. With
 * 16 it covers only the steps, not the knight's moves: see "tbjps" in wend/algorithm.h. */
WEND_API bool wend_map_jumpable(const wend_map *map);

/* Returns how many of 1000 free cells are mixed, 0 to 1000; 0 for a map without factors.
 *
 * A cell is mixed if one of its eight neighbours is free and has another factor. Jump point search
 * stops at each of them, so "auto" takes this number into account. */
WEND_API uint32_t wend_map_mixed_permille(const wend_map *map);

/* The largest wend_map_mixed_permille at which "auto" and fleets use jump point search. */
#define WEND_AUTO_MIXED_PERMILLE 250u

/* Returns how ragged the walls of the map are, as stops per 1000 walls.
 *
 * A stop is a free cell at which a straight scan of jump point search must stop, summed over the
 * four directions. A wall is a pair of a free cell and a blocked cell orthogonally beside it. Stops
 * are counted as for WEND_CORNERS_NEVER under every corner rule. "auto" takes this number into
 * account. */
WEND_API uint32_t wend_map_ragged_permille(const wend_map *map);

/* Returns the state of a cell, y * width + x; WEND_STATE_NONE outside the map. */
WEND_API wend_state wend_map_state(const wend_map *map, uint32_t x, uint32_t y);

/* Returns a coordinate of a state: state % width, or state / width. */
WEND_API uint32_t wend_map_x(const wend_map *map, wend_state state);
WEND_API uint32_t wend_map_y(const wend_map *map, wend_state state);

/* Returns the cost of the move from one state to another; 0 if no such move exists.
 *
 * Moves lead from a blocked cell to free cells, so that an agent whose cell is blocked can leave.
 * No move leads to a blocked cell, with one exception: in the middle of a building that is put on
 * top of an agent, no move leads to a free cell. There moves lead to the four cells beside the
 * agent. Agents and fleets use these moves to get out. Searches do not. */
WEND_API wend_cost wend_map_move_cost(const wend_map *map, wend_state from, wend_state to);

/* The longest way out of a building, in steps along rows and columns.
 *
 * Agents and units under a building leave it if the nearest free cell, measured in steps along rows
 * and columns, is at most this far away. Under a building of up to 63 x 63 cells it always
 * is. They go straight to that cell, one step per tick or frame. Ties are broken in the order up,
 * right, down, left. */
#define WEND_WAY_OUT_MAX 32u

/* The most moves that wend_agent_ahead and wend_fleet_ahead look ahead. */
#define WEND_AHEAD_MAX 64u

/* Returns the bytes that the map holds. */
WEND_API size_t wend_map_memory(const wend_map *map);

#ifdef __cplusplus
}
#endif

#endif
