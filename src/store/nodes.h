/* store/nodes.h - what one search knows about states, in pages that are allocated on first touch.
 *
 *     id = | block number | page in block | node in page |      pages of 16, blocks of 64 pages
 *                |               6 bits         4 bits
 *     root[ ] ---+--> block[64] --+--> page: 16 nodes
 *
 * Grids number their cells so that a page is a square of 4 x 4 cells: the memory of a search
 * follows what it touched, and the neighbours of a state are close to it in memory. A new search
 * increments the stamp, so nothing needs to be cleared. */
#ifndef WN_NODES_H
#define WN_NODES_H

#include "store/pool.h"

typedef uint32_t wn_id;

#define WN_PAGE_BITS  4
#define WN_PAGE_NODES (1u << WN_PAGE_BITS)
#define WN_BLOCK_BITS 6
#define WN_BLOCK_SIZE (1u << WN_BLOCK_BITS)

/* `next` of an expanded state. */
#define WN_CLOSED (WN_NONE - 1)

typedef struct wn_node {
    wend_cost g;
    wn_id parent;   /* WN_NONE for a seed, where the search started */
    uint32_t next;  /* bucket queue: the entry below, WN_NONE at the bottom; or WN_CLOSED */
    uint32_t prev;  /* bucket queue: the entry above, if any. Heap: the position */
    uint32_t stamp; /* of the search that last touched the state; 0: none */
} wn_node;

/* What learning searches keep about a state. It outlives a search. */
typedef struct wn_learned {
    wend_cost h;    /* the learned value */
    uint32_t epoch; /* the epoch in which h was learned and is valid; 0: nothing was learned */
    /* The newest move into the state that this search has seen, or WN_NONE. (LRTA*
     * and P-LRTA* keep the bits of search/horizon.h here.) */
    uint32_t moves_in;
} wn_learned;

typedef struct wn_page {
    wn_node nodes[WN_PAGE_NODES];
    uint8_t hints[WN_PAGE_NODES]; /* what a kernel needs early when it expands a state */
    wn_learned *learned;          /* WN_PAGE_NODES entries; NULL in searches that do not learn */
} wn_page;

typedef struct wn_nodes {
    wn_page ***root;
    uint32_t root_size;
    uint32_t page_limit; /* pages that the ids of the domain can fill */
    wn_pool blocks;
    wn_pool pages;
    wn_pool learned;
    bool has_learned;
    uint32_t stamp; /* of the current search, from 1 */
} wn_nodes;

/* Prepares for ids below `id_limit`; `has_learned` for searches that learn. */
bool wn_nodes_init(wn_nodes *nodes, wn_memory *memory, uint32_t id_limit, bool has_learned);
void wn_nodes_clear(wn_nodes *nodes);

/* Frees all nodes and everything learned. Room must be reserved before the next search. The root
 * stays allocated. O(size of the root). */
void wn_nodes_release(wn_nodes *nodes);

/* Raises the limit of ids, for domains that number their states as they find them. */
bool wn_nodes_raise_limit(wn_nodes *nodes, uint32_t id_limit);

/* Makes room for `pages` more pages, or for all pages that can exist if these are fewer. */
bool wn_nodes_reserve(wn_nodes *nodes, uint32_t pages);

/* Bytes of pages and blocks in use. */
size_t wn_nodes_bytes(const wn_nodes *nodes);

/* Forgets all nodes in O(1). Once in 2^32 - 1 searches it clears the stamps. */
void wn_nodes_new_search(wn_nodes *nodes);

/* Slow path of wn_nodes_page: allocates what is missing. */
wn_page *wn_nodes_new_page(wn_nodes *nodes, wn_id id);

/* Slow path of wn_nodes_room: near the end, a domain may have fewer untouched pages than asked for.
 */
bool wn_nodes_room_at_end(const wn_nodes *nodes, uint32_t pages);

/* Whether `pages` more pages can be touched without running out. */
static inline bool wn_nodes_room(const wn_nodes *nodes, uint32_t pages) {
    return WN_LIKELY(nodes->pages.spare >= pages && nodes->blocks.spare >= pages &&
                     (!nodes->has_learned || nodes->learned.spare >= pages)) ||
           wn_nodes_room_at_end(nodes, pages);
}

WN_INLINE wn_page *wn_nodes_page(wn_nodes *nodes, wn_id id) {
    assert(id >> (WN_PAGE_BITS + WN_BLOCK_BITS) < nodes->root_size);
    wn_page **block = nodes->root[id >> (WN_PAGE_BITS + WN_BLOCK_BITS)];
    if (WN_LIKELY(block != NULL)) {
        wn_page *page = block[(id >> WN_PAGE_BITS) & (WN_BLOCK_SIZE - 1)];
        if (WN_LIKELY(page != NULL)) {
            return page;
        }
    }
    return wn_nodes_new_page(nodes, id);
}

/* The node of a state. Allocates its page on first touch. */
WN_INLINE wn_node *wn_nodes_at(wn_nodes *nodes, wn_id id) {
    return &wn_nodes_page(nodes, id)->nodes[id & (WN_PAGE_NODES - 1)];
}

/* The page that contains a node. */
WN_INLINE wn_page *wn_nodes_page_of(wn_node *node, wn_id id) {
    return (wn_page *)(void *)(node - (id & (WN_PAGE_NODES - 1)));
}

/* The page of a state, NULL if it was never touched. */
static inline wn_page *wn_nodes_peek(const wn_nodes *nodes, wn_id id) {
    assert(id >> (WN_PAGE_BITS + WN_BLOCK_BITS) < nodes->root_size);
    wn_page **block = nodes->root[id >> (WN_PAGE_BITS + WN_BLOCK_BITS)];
    return block ? block[(id >> WN_PAGE_BITS) & (WN_BLOCK_SIZE - 1)] : NULL;
}

/* Prefetches the node of a state whose page is allocated. On large maps the next state to expand
 * may lie anywhere along the frontier. */
static inline void wn_nodes_prefetch_node(const wn_nodes *nodes, wn_id id) {
    WN_PREFETCH(&wn_nodes_peek(nodes, id)->nodes[id & (WN_PAGE_NODES - 1)]);
}

/* Prefetches all nodes on the page of a state, which must be allocated. Without this, following
 * parent pointers would wait for each cache line. */
static inline void wn_nodes_prefetch_page(const wn_nodes *nodes, wn_id id) {
    const char *page = (const char *)wn_nodes_peek(nodes, id);
    for (uint32_t line = 0; line < WN_PAGE_NODES * sizeof(wn_node); line += 64) {
        WN_PREFETCH(page + line);
    }
}

/* The node of a state if the current search has touched it, else NULL. Allocates nothing. */
static inline const wn_node *wn_nodes_find(const wn_nodes *nodes, wn_id id) {
    const wn_page *page = wn_nodes_peek(nodes, id);
    const wn_node *node = page ? &page->nodes[id & (WN_PAGE_NODES - 1)] : NULL;
    return node && node->stamp == nodes->stamp ? node : NULL;
}

#endif
