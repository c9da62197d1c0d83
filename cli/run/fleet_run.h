/* cli/run/fleet_run.h - runs a fleet on a map, frame by frame, and records its units. */
#ifndef CLI_FLEET_RUN_H
#define CLI_FLEET_RUN_H

#include "common/stats.h"
#include "options/fleet_options.h"

/* A unit and its trip. Frames count from 1; 0 means not yet. */
struct fleet_unit {
    wend_unit unit;
    wend_state start, goal, at;
    double cost; /* of its moves so far, in straight moves */
    uint64_t first_move, route, arrival;
    wend_unit_status status; /* after the last frame */
    bool is_unreachable;
};

struct fleet_run {
    const wend_map *map;
    struct fleet_setting setting;
    wend_fleet *fleet;
    struct fleet_unit *units; /* by slot */
    uint32_t count;
    uint64_t frames;
    uint32_t moved, arrived, unreachable; /* units, so far */
    uint64_t work;                        /* units of work, so far */
    uint32_t max_work;                    /* of one frame */
    wend_frame last;
    uint64_t bank_ns;               /* unused time saved by timed frames */
    uint64_t planning_ns, worst_ns; /* of all frames, and of the longest */
    uint64_t frames_over;           /* timed frames that exceeded their limit */
    uint64_t goal_ns;               /* sum over frames of the limit, or of the time if longer */
    struct histogram *frame_ns, *loop_ns; /* NULL: frames are not measured */
    bool over;
};

/* Chooses starts and goals by the setting's seed and sends all units. Returns 0, or an exit code
 * after a message. Clear `run` in any case. */
int fleet_run_begin(struct fleet_run *run, const wend_map *map,
                    const struct fleet_setting *setting);
/* Returns to the state before the first frame. */
int fleet_run_rewind(struct fleet_run *run);
/* Runs one frame of a run that is not over. */
int fleet_run_frame(struct fleet_run *run);
void fleet_run_clear(struct fleet_run *run);

#endif
