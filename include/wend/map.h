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
    uint32_t width;  /* cells, 1 to WEND_MAP_SIDE_MAX; ignored when a file or text is read */
    uint32_t height; /* likewise */
    /* 4, 8 (default) or 16. The 16-neighbourhood adds the knight's moves; such a move needs the
     * two cells it passes to be free: (2,1) those at (1,0) and (1,1), the others likewise. */
    uint32_t neighbors;
    wend_corners corners; /* default WEND_CORNERS_NEVER; of no effect with 4 neighbours */
    /* WEND_TERRAIN_ bits; default ground and swamp. Others are WEND_ERROR_ARGUMENT. */
    uint32_t passable;
    /* What walking on a cell costs: width * height factors from 1 to 255 in row order, or null
     * (default) for 1 everywhere; 0 is WEND_ERROR_COST. Copied. A move costs its length times the
     * mean of the factors of its two ends; the heuristic is scaled by the least factor that a
     * free cell has had: it falls with an edit, and does not rise again. */
    const uint8_t *factors;
    /* The same by terrain: 256 factors, one per character; 0 stands for 1. Null (default) for none;
     * `factors` goes before it. */
    const uint8_t *terrain_factors;
    /* Terrain of your own: 256 numbers, one per character; 0 is blocked, 1 to 255 can be stood on
     * at that factor. Instead of `passable` and `terrain_factors`; every character is a terrain
     * then, and a cell that is given another one gets its factor. Copied. Null (default) for the
     * terrain of MovingAI. `factors` goes before it. Other kinds of units on the same map:
     * wend/layer.h. */
    const uint8_t *kinds;
    /* How many of the last changes the map remembers, for agents and layers to read one by one; who
     * has missed more plans anew, whatever they were. 1 to WEND_MAP_EDITS_MAX, rounded up to a
     * power of two; 0 (default) stands for WEND_MAP_EDITS. 12 bytes each. More than are made
     * between two ticks, if the cells of a robot's map change by thousands: docs/layers.md. */
    uint32_t edits;
    wend_allocator allocator; /* default malloc */
} wend_map_def;

WEND_API wend_map_def wend_map_def_default(void);

/* Makes a map from `width * height` terrain characters in row order (no line ends). The cells are
 * copied. Costs 2 to 7 bytes per cell, more if a side is below 32 (sides are padded to a multiple
 * of 32, the width to a power of two), and a few ns per cell.
 * `diagnosis` may be null; it names the place of an unknown character, or of a factor of 0. */
WEND_API wend_error wend_map_create(const wend_map_def *def, const char *cells, wend_map **out,
                                    wend_diagnosis *diagnosis);

/* The same without letters, from `width * height` bytes in row order: 0 is blocked, 1 is free. A
 * byte from 2 to 255 is free and its factor, as in `factors` and instead of them; if there is none,
 * the map has no factors of its own. Free cells are written as ground ('.'), or whatever `passable`
 * allows, blocked ones as '@'. WEND_ERROR_ARGUMENT if `passable` allows nothing. */
WEND_API wend_error wend_map_create_bytes(const wend_map_def *def, const uint8_t *bytes,
                                          wend_map **out, wend_diagnosis *diagnosis);

/* Null is allowed. No agent may use the map any more. */
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
 * Costs what wend_map_create does. WEND_ERROR_ARGUMENT, _FORMAT, _SIZE, _MEMORY. */
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
