#define _POSIX_C_SOURCE 200809L
#include "support/cave_show.h"

#include "support/test.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void test_show(struct view_setup *setup, wend_map *map, wend_state start, wend_state goal,
               const char *const *algos, uint32_t count, uint32_t budget, bool hidden) {
    memset(setup, 0, sizeof *setup);
    setup->scene.map = map;
    setup->task = (struct task){.map = map, .start = start, .goal = goal};
    setup->settings.count = count;
    for (uint32_t i = 0; i < count; i++) {
        struct setting *s = &setup->settings.items[i];
        *s = (struct setting){.algo = algos[i],
                              .budget = budget,
                              .def = (wend_agent_def){0},
                              .max_ticks = 3000,
                              .hidden = hidden,
                              .sight = hidden ? 3 : 0,
                              .trials = 1,
                              .weight = 1,
                              .depth = NAN,
                              .queue = NAN,
                              .level = NAN,
                              .gamma = NAN};
        s->def.algo = wend_algo_find(algos[i]);
    }
}

void test_show_cave(struct view_setup *setup, const char *const *algos, uint32_t count,
                    bool hidden) {
    wend_gen_def gen = {
        .kind = WEND_GEN_CAVES, .width = 70, .height = 40, .scale = 2, .density = 44, .seed = 5};
    char *cells = test_alloc((size_t)gen.width * gen.height);
    check(wend_gen(&gen, cells) == WEND_OK, "no cave");
    wend_map_def def = {.width = gen.width, .height = gen.height, .cells = cells};
    wend_map *map = NULL;
    check(wend_map_create(&def, &map, NULL) == WEND_OK, "no map");
    free(cells);
    struct scene scene = {.kind = SCENE_GRID, .map = map};
    struct task task;
    scene_options none = {0};
    check(scene_task_or_corners(&scene, &none, &task) == 0, "no task");
    test_show(setup, map, task.start, task.goal, algos, count, 10, hidden);
}

static int kept = -1;

void hush_begin(void) {
    fflush(stderr);
    kept = dup(STDERR_FILENO);
    int nothing = open("/dev/null", O_WRONLY);
    check(kept >= 0 && nothing >= 0, "stderr cannot be turned off");
    dup2(nothing, STDERR_FILENO);
    close(nothing);
}

void hush_end(void) {
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
}
