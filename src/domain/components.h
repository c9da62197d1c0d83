/* domain/components.h - the connected components of a map, kept under edits.
 *
 * The map is cut into chunks of 64 x 64 cells. In each the free cells that are connected inside of
 * it are a region, and every cell has the label of its region:
 *
 *     0           blocked
 *     1 to 126    a region with a cell at a border to another chunk; there are no more than that
 *                 along a border of 252 cells
 *     129 to 254  an island: it ends inside the chunk and is a part of its own
 *     255         a small island of a chunk that has more islands than labels: a flood of at most
 *                 WN_SMALL_ISLAND cells tells two of them apart; there are labels for all larger
 * ones
 *
 * Only border regions can be connected with others. They are the nodes of one flat union-find over
 * the whole map, and the links of a chunk, the pairs of labels that touch
 * across its borders, are what joins them:
 *
 *      a a a | b b       links of the left chunk to the east: (a, b), (c, b)
 *      @ @ @ | b @
 *      c c @ | b b
 *
 * Labels are given in the order in which regions are met along the border, so an edit inside a
 * chunk that leaves the regions at its border connected as they were changes no link, and then
 * nothing is to be joined again.
 *
 * Which cells touch follows from the moves of the map: with corners "always" all eight neighbours,
 * else the four. For a diagonal step past a free corner, and a knight's move past two free cells,
 * lead where orthogonal steps lead, too. */
#ifndef WN_PARTS_H
#define WN_PARTS_H

#include <wend/components.h>

#include "domain/grid.h"

#define WN_CHUNK_CELLS (WN_CHUNK_SIDE * WN_CHUNK_SIDE)
#define WN_RUNS        (WN_CHUNK_CELLS / 2) /* most runs of free cells in the rows of a chunk */
#define WN_CHUNK_LINKS 130u                 /* most links: 64 east, 64 south, and two corners */

typedef uint8_t wn_label;
#define WN_REGIONS       128u /* labels of border regions are below */
#define WN_FIRST_ISLAND  129u
#define WN_SMALL_ISLANDS 255u
#define WN_SMALL_ISLAND  32u /* cells */
_Static_assert(WN_CHUNK_CELLS / (WN_SMALL_ISLAND + 1) <= WN_SMALL_ISLANDS - WN_FIRST_ISLAND,
               "every larger island of a chunk has a label of its own");

/* The numbers of components: those of nodes, and for islands these, with the chunk and the label,
 * or the first cell of the island. */
#define WN_PART_ISLAND     (UINT32_C(1) << 31)
#define WN_PART_CELL       (UINT32_C(1) << 12)
#define WN_PART_CHUNK_BITS 13u

/* Where a link leads from a chunk. */
typedef enum wn_link_side {
    WN_LINK_EAST,
    WN_LINK_SOUTH,
    WN_LINK_SOUTH_EAST,
    WN_LINK_SOUTH_WEST
} wn_link_side;
#define WN_LINK_SIDES 4u

typedef struct wn_link {
    uint8_t from, to; /* labels in the chunk and in its neighbour */
} wn_link;

typedef struct wn_chunk_border {
    uint8_t regions; /* at the border */
    uint8_t
        ends[WN_LINK_SIDES]; /* where the links to each side end; they begin where the last end */
    wn_link links[WN_CHUNK_LINKS];
} wn_chunk_border;

/* For labelling one chunk: a run is a row of free cells with none beside it in its row. Those of
 * row y are numbered from begins[y] on. */
typedef struct wn_runs {
    uint32_t begins[WN_CHUNK_SIDE + 1];
    uint8_t first[WN_RUNS], last[WN_RUNS]; /* columns */
    uint16_t parent[WN_RUNS];              /* union-find: never a larger number */
    wn_label label[WN_RUNS];               /* of a root: that of its region */
} wn_runs;

/* The cells of a small island, by their place in its chunk. */
typedef struct wn_small_island {
    uint32_t count;
    uint16_t cells[WN_SMALL_ISLAND];
} wn_small_island;

struct wend_components {
    /* What agents ask. They call it through the components that they were given, so that a program
     * without components does not hold this code. */
    wend_reach (*reach_of)(const wend_components *components, wend_state from, wend_state to);
    wend_reach (*nearest_of)(const wend_components *components, wend_state from, wend_state to,
                             wend_state *nearest);
    wn_memory memory;
    size_t size; /* bytes of the block that all of it lies in */
    const wend_map *map;
    uint32_t reach;   /* 1 if cells that touch diagonally are connected, else 0 */
    uint64_t version; /* of the answers */
    /* The last edits of the map that are known; UINT64_MAX: some are not, and the map has none. */
    wn_stamp known;
    uint64_t current; /* the version of the map for which everything is known; UINT64_MAX: none */
    uint32_t turn;    /* the chunk that the next update begins with */
    uint64_t *seen;   /* by chunk: the version of the map that its labels show */
    uint32_t *bases;  /* by chunk: the node of label n is this + n */
    uint32_t *roots;  /* by node: the least node that it is joined with */
    wn_chunk_border *chunks;
    wn_label *labels; /* by state */
    wn_runs runs;     /* scratch */
};

/* wend_components_nearest, which takes no longer than reading *cells labels of cells; adds to it.
 */
wend_reach wn_components_nearest(const wend_components *components, wend_state from, wend_state to,
                                 wend_state *nearest, uint32_t *cells);

#endif
