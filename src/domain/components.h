/* domain/components.h - the connected components of a map, maintained under edits.
 *
 * The map is divided into chunks of 64 x 64 cells. Free cells that are connected within a chunk
 * form a region, and every cell has the label of its region:
 *
 *     0           blocked
 *     1 to 126    a region with a cell at a border to another chunk; there are no more than that
 *                 along a border of 252 cells
 *     129 to 254  an island: a region that ends inside the chunk, so it is a component
 *     255         a small island of a chunk that has more islands than labels: a flood of at most
 *                 WN_SMALL_ISLAND cells tells two of them apart; all larger islands have labels
 *
 * Only border regions can be connected with other regions. They are the nodes of one flat
 * union-find over the whole map. The links of a chunk, the pairs of labels that touch across its
 * borders, are its edges:
 *
 *      a a a | b b       links of the left chunk to the east: (a, b), (c, b)
 *      @ @ @ | b @
 *      c c @ | b b
 *
 * Labels are assigned in the order of the regions along the border. So an edit inside a chunk that
 * does not change how the regions at its border are connected changes no link, and the union-find
 * stays as it is.
 *
 * Which cells touch follows from the moves of the map: all eight neighbours with the corner rule
 * "always", otherwise the four orthogonal ones. A diagonal step past a free corner and a knight's
 * move past two free cells lead only where orthogonal steps lead as well. */
#ifndef WN_COMPONENTS_H
#define WN_COMPONENTS_H

#include <wend/components.h>

#include "domain/grid.h"

#define WN_CHUNK_CELLS (WN_CHUNK_SIDE * WN_CHUNK_SIDE)
#define WN_RUNS        (WN_CHUNK_CELLS / 2) /* most runs of free cells in the rows of a chunk */
#define WN_CHUNK_LINKS 130u                 /* most links: 64 east, 64 south, and two corners */

typedef uint8_t wn_label;
#define WN_REGIONS       128u /* labels of border regions are smaller */
#define WN_FIRST_ISLAND  129u
#define WN_SMALL_ISLANDS 255u
#define WN_SMALL_ISLAND  32u /* cells */
_Static_assert(WN_CHUNK_CELLS / (WN_SMALL_ISLAND + 1) <= WN_SMALL_ISLANDS - WN_FIRST_ISLAND,
               "every larger island of a chunk has a label of its own");

/* Numbers of components: for border regions the root of their node. For islands this bit, the
 * chunk, and the label or the first cell of the island. */
#define WN_COMPONENT_ISLAND     (UINT32_C(1) << 31)
#define WN_COMPONENT_CELL       (UINT32_C(1) << 12)
#define WN_COMPONENT_CHUNK_BITS 13u

/* The direction of a link from a chunk. */
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
    uint8_t regions;             /* at the border */
    uint8_t ends[WN_LINK_SIDES]; /* where the links to each side end; those of the next side start
                                    there */
    wn_link links[WN_CHUNK_LINKS];
} wn_chunk_border;

/* Scratch memory for labelling one chunk. A run is a maximal sequence of free cells in a row. The
 * runs of row y have the numbers from begins[y] on. */
typedef struct wn_runs {
    uint32_t begins[WN_CHUNK_SIDE + 1];
    uint8_t first[WN_RUNS], last[WN_RUNS]; /* columns */
    uint16_t parent[WN_RUNS];              /* union-find: never a larger number */
    wn_label label[WN_RUNS];               /* of a root: that of its region */
} wn_runs;

/* The cells of a small island, by their index in its chunk. */
typedef struct wn_small_island {
    uint32_t count;
    uint16_t cells[WN_SMALL_ISLAND];
} wn_small_island;

struct wend_components {
    /* The query that agents use. They call it through this pointer, so that a program without
     * components does not link the code. */
    wend_reach (*reach_of)(const wend_components *components, wend_state from, wend_state to);
    wend_reach (*nearest_of)(const wend_components *components, wend_state from, wend_state to,
                             wend_state *nearest);
    wn_memory memory;
    size_t size; /* bytes of the block that contains everything */
    const wend_map *map;
    uint32_t reach;   /* 1 if cells that touch diagonally are connected, else 0 */
    uint64_t version; /* of the answers */
    /* The stamp of the map as of the last update. UINT64_MAX, which equals no stamp, if such edits
     * are pending in some chunk. */
    wn_stamp known;
    uint64_t current; /* the version of the map that is fully processed; UINT64_MAX: none */
    uint32_t turn;    /* the chunk with which the next update starts */
    uint64_t *seen;   /* by chunk: the version of the map that its labels reflect */
    uint32_t *bases;  /* by chunk: the node of label n is this + n */
    uint32_t *roots;  /* by node: the smallest node of its component */
    wn_chunk_border *chunks;
    wn_label *labels; /* by state */
    wn_runs runs;     /* scratch */
};

/* wend_components_nearest with limited work: takes no longer than reading *cells labels of cells.
 * Adds the work done to *cells. */
wend_reach wn_components_nearest(const wend_components *components, wend_state from, wend_state to,
                                 wend_state *nearest, uint32_t *cells);

#endif
