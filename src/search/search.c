#include "search/search.h"

bool wn_search_init(wn_search *search, const wn_kernel *kernel, const wend_map *map,
                    wn_memory *memory) {
    *search = (wn_search){.kernel = kernel, .map = map, .memory = memory, .goal = WN_NONE};
    wn_heap_init(&search->heap);
    if (!wn_nodes_init(&search->nodes, memory, map->id_limit)) {
        return false;
    }
    if (kernel->ring && !wn_bucket_init(&search->bucket, memory, kernel->ring)) {
        wn_nodes_clear(&search->nodes);
        return false;
    }
    return true;
}

void wn_search_clear(wn_search *search) {
    if (search->kernel->ring) {
        wn_bucket_clear(&search->bucket, search->memory);
    }
    wn_heap_clear(&search->heap, search->memory);
    wn_nodes_clear(&search->nodes);
}

bool wn_search_reserve(wn_search *search, uint32_t expansions, uint32_t seeds,
                       uint32_t trace_steps) {
    const wn_kernel *kernel = search->kernel;
    uint32_t pages = wn_mul_sat(expansions, kernel->pages_per_expansion);
    /* The kernel asks for the room of a whole expansion before each one and before each seed. */
    pages = wn_add_sat(wn_add_sat(pages, seeds), kernel->pages_per_expansion);
    if (!wn_nodes_reserve(&search->nodes, pages, wn_add_sat(trace_steps, 1))) {
        return false;
    }
    if (kernel->ring) {
        return true;
    }
    uint32_t entries = wn_mul_sat(wn_add_sat(expansions, 1), kernel->degree);
    entries = wn_add_sat(entries, wn_add_sat(seeds, search->heap.count));
    return wn_heap_reserve(&search->heap, search->memory, entries);
}

size_t wn_search_bytes(const wn_search *search) {
    size_t bytes = wn_nodes_bytes(&search->nodes) + search->heap.count * sizeof(wn_heap_entry);
    return bytes + (search->kernel->ring ? wn_bucket_bytes(&search->bucket) : 0);
}

#define EXPANSIONS_PER_LOOK 16u

wn_outcome wn_search_run(wn_search *search, uint32_t limit, const wn_deadline *deadline,
                         uint32_t *used) {
    uint32_t done = 0;
    wn_outcome outcome = WN_RUNNING;
    do {
        uint32_t slice = limit - done;
        if (deadline->clock) {
            slice = wn_min_u32(slice, EXPANSIONS_PER_LOOK);
        }
        uint32_t expansions = 0;
        outcome = search->kernel->run(search, slice, &expansions);
        done += expansions;
    } while (outcome == WN_RUNNING && done < limit && !wn_deadline_passed(deadline));
    *used += done;
    return outcome;
}
