/* cli/view/tick_record.h - the record of one tick of an agent on a grid, for viewers and traces.
 * Cells are numbered y * width + x, like the states of maps. */
#ifndef CLI_TICK_RECORD_H
#define CLI_TICK_RECORD_H

#include <wend/watch.h>
#include <wend/wend.h>

/* The arrays belong to the recorder or cursor that filled the record. They are valid until it fills
 * the next one. */
struct tick_record {
    wend_agent_status status;
    uint32_t flags;  /* WEND_TICK_ bits */
    wend_state cell; /* of the agent after the tick */
    wend_cost cost;  /* of the move */

    const wend_expansion *expansions; /* in order */
    uint32_t expansion_count;
    const wend_state *opened; /* cells that are open after the tick but not before */
    uint32_t opened_count;

    /* The path that the agent plans to follow. Given only if it is not the path of the tick before
     * without the cells up to where the agent is now. */
    bool new_path;
    const wend_state *path;
    uint32_t path_count;

    const wend_state *seen; /* cells of unknown terrain that the agent knows from now on */
    uint32_t seen_count;
};

#endif
