/* cli/run/fleet_run.h - a fleet on a map, frame by frame, and what becomes of its units. */
#ifndef CLI_FLEET_RUN_H
#define CLI_FLEET_RUN_H

#include "common/stats.h"
#include "options/fleet_options.h"

/* A unit and its trip. Frames count from 1; 0: it has not happened yet. */
struct fleet_unit {
    wend_unit unit;
    wend_state start, goal, at;
    double cost; /* of its moves so far, in orthogonal moves of the map */
    uint64_t first_move, route, arrival;
    wend_unit_status status; /* after the last frame */
    bool is_cut_off;
};

struct fleet_run {
    const wend_map *map;
    struct fleet_setting setting;
    wend_fleet *fleet;
    struct fleet_unit *units; /* by slot */
    uint32_t count;
    uint64_t frames;
    uint32_t moved, arrived, cut_off; /* units, so far */
    uint64_t work;                    /* units of work, so far */
    uint32_t max_work;                /* of one frame */
    wend_frame last;
    uint64_t bank_ns;                     /* what timed frames may keep */
    uint64_t planning_ns, worst_ns;       /* inside frames, and of the longest */
    uint64_t frames_over;                 /* timed ones that took longer than they should */
    uint64_t goal_ns;                     /* all frames, those that are too short filled up */
    struct histogram *frame_ns, *loop_ns; /* null: frames are not measured */
    bool over;
};

/* Chooses starts and goals by the setting's seed, and sends everybody off. 0, or an exit code after
 * a message; to be cleared in any case. */
int fleet_run_begin(struct fleet_run *run, const wend_map *map,
                    const struct fleet_setting *setting);
/* Back to before the first frame. */
int fleet_run_rewind(struct fleet_run *run);
/* One frame of a run that is not over. */
int fleet_run_frame(struct fleet_run *run);
void fleet_run_clear(struct fleet_run *run);

#endif
