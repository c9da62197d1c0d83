#include "store/nodes.h"

#include <string.h>

static uint32_t pages_for(uint32_t id_limit) {
    return (id_limit + WN_PAGE_NODES - 1) / WN_PAGE_NODES;
}

static uint32_t blocks_for(uint32_t pages) {
    return (pages + WN_BLOCK_SIZE - 1) / WN_BLOCK_SIZE;
}

bool wn_nodes_init(wn_nodes *nodes, wn_memory *memory, uint32_t id_limit, bool has_learned) {
    *nodes = (wn_nodes){.stamp = 1, .has_learned = has_learned};
    wn_pool_init(&nodes->blocks, memory, WN_BLOCK_SIZE * sizeof(wn_page *));
    wn_pool_init(&nodes->pages, memory, sizeof(wn_page));
    wn_pool_init(&nodes->learned, memory, WN_PAGE_NODES * sizeof(wn_learned));
    nodes->page_limit = pages_for(id_limit);
    nodes->root_size = wn_max_u32(blocks_for(nodes->page_limit), 1);
    nodes->root = wn_memory_take(memory, nodes->root_size * sizeof *nodes->root);
    if (!nodes->root) {
        return false;
    }
    memset(nodes->root, 0, nodes->root_size * sizeof *nodes->root);
    return true;
}

bool wn_nodes_raise_limit(wn_nodes *nodes, uint32_t id_limit) {
    uint32_t pages = pages_for(id_limit);
    uint32_t blocks = blocks_for(pages);
    if (blocks > nodes->root_size) {
        /* Grows by at least half, so that a slowly growing root is copied rarely. */
        blocks = wn_max_u32(blocks, nodes->root_size + nodes->root_size / 2);
        void *root = nodes->root;
        if (!wn_memory_grow(nodes->pages.memory, &root, nodes->root_size * sizeof *nodes->root,
                            nodes->root_size * sizeof *nodes->root, blocks * sizeof *nodes->root)) {
            return false;
        }
        nodes->root = root;
        memset(nodes->root + nodes->root_size, 0,
               (blocks - nodes->root_size) * sizeof *nodes->root);
        nodes->root_size = blocks;
    }
    nodes->page_limit = wn_max_u32(nodes->page_limit, pages);
    return true;
}

void wn_nodes_clear(wn_nodes *nodes) {
    wn_memory *memory = nodes->pages.memory;
    wn_pool_clear(&nodes->blocks);
    wn_pool_clear(&nodes->pages);
    wn_pool_clear(&nodes->learned);
    wn_memory_give(memory, nodes->root, nodes->root_size * sizeof *nodes->root);
    nodes->root = NULL;
}

void wn_nodes_release(wn_nodes *nodes) {
    wn_pool_clear(&nodes->blocks);
    wn_pool_clear(&nodes->pages);
    wn_pool_clear(&nodes->learned);
    memset(nodes->root, 0, nodes->root_size * sizeof *nodes->root);
}

bool wn_nodes_reserve(wn_nodes *nodes, uint32_t pages) {
    assert(nodes->pages.taken <= nodes->page_limit);
    pages = wn_min_u32(pages, nodes->page_limit - nodes->pages.taken);
    uint32_t blocks = wn_min_u32(pages, nodes->root_size - nodes->blocks.taken);
    return wn_pool_reserve(&nodes->pages, pages) && wn_pool_reserve(&nodes->blocks, blocks) &&
           (!nodes->has_learned || wn_pool_reserve(&nodes->learned, nodes->pages.spare));
}

bool wn_nodes_room_at_end(const wn_nodes *nodes, uint32_t pages) {
    uint32_t pages_left = nodes->page_limit - nodes->pages.taken;
    uint32_t blocks_left = nodes->root_size - nodes->blocks.taken;
    return (!nodes->has_learned || nodes->learned.spare >= wn_min_u32(pages, pages_left)) &&
           nodes->pages.spare >= wn_min_u32(pages, pages_left) &&
           nodes->blocks.spare >= wn_min_u32(pages, blocks_left);
}

size_t wn_nodes_bytes(const wn_nodes *nodes) {
    return nodes->blocks.taken * nodes->blocks.block_size +
           nodes->pages.taken * nodes->pages.block_size +
           nodes->learned.taken * nodes->learned.block_size;
}

void wn_nodes_new_search(wn_nodes *nodes) {
    if (++nodes->stamp != 0) {
        return;
    }
    for (uint32_t r = 0; r < nodes->root_size; r++) {
        for (uint32_t b = 0; nodes->root[r] && b < WN_BLOCK_SIZE; b++) {
            wn_page *page = nodes->root[r][b];
            for (uint32_t n = 0; page && n < WN_PAGE_NODES; n++) {
                page->nodes[n].stamp = 0;
            }
        }
    }
    nodes->stamp = 1;
}

wn_page *wn_nodes_new_page(wn_nodes *nodes, wn_id id) {
    assert(id >> WN_PAGE_BITS < nodes->page_limit);
    wn_page ***root = &nodes->root[id >> (WN_PAGE_BITS + WN_BLOCK_BITS)];
    if (!*root) {
        *root = wn_pool_take(&nodes->blocks);
        memset(*root, 0, nodes->blocks.block_size);
    }
    wn_page *page = wn_pool_take(&nodes->pages);
    for (uint32_t n = 0; n < WN_PAGE_NODES; n++) {
        page->nodes[n].stamp = 0;
    }
    page->learned = NULL;
    if (nodes->has_learned) {
        page->learned = wn_pool_take(&nodes->learned);
        for (uint32_t n = 0; n < WN_PAGE_NODES; n++) {
            page->learned[n] = (wn_learned){0, 0, WN_NONE};
        }
    }
    assert(!wn_nodes_peek(nodes, id));
    (*root)[(id >> WN_PAGE_BITS) & (WN_BLOCK_SIZE - 1)] = page;
    return page;
}
