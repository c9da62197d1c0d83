#include "support/update.h"

#include "domain/components.h"
#include "support/test.h"

static uint64_t most_work(const wend_components *components, uint64_t budget) {
    const wend_map *map = wend_components_map(components);
    uint64_t columns = (wend_map_width(map) + 63) / 64, rows = (wend_map_height(map) + 63) / 64;
    uint64_t least = WEND_COMPONENTS_WORK_CHUNK + columns * rows * (1 + WEND_COMPONENTS_WORK_JOIN);
    return budget > least ? budget : least;
}

static uint32_t update_once(wend_components *components, uint64_t work) {
    wend_update_info info;
    wend_error error = wend_components_update(components, (wend_budget){.work = work}, &info);
    check(!error, "wend_components_update: %s", wend_error_text(error));
    check(info.work <= most_work(components, work), "an update took %llu units of work of %llu",
          (unsigned long long)info.work, (unsigned long long)work);
    return info.pending;
}

uint32_t update_chunks(wend_components *components, uint32_t chunks) {
    if (!components) {
        return 0;
    }
    if (chunks == UINT32_MAX) {
        return update_once(components, WEND_WORK_MAX);
    }
    bool is_stale = components->current != wend_map_version(components->map);
    uint32_t pending = is_stale;
    for (uint32_t i = 0; i < chunks; i++) {
        pending = update_once(components, WEND_WORK_EXPANSION); /* one chunk at least */
    }
    return pending;
}
