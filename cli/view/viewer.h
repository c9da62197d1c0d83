/* cli/view/viewer.h - shows agents in the terminal, live or from a trace. */
#ifndef CLI_VIEWER_H
#define CLI_VIEWER_H

#include "view/side_by_side.h"

struct viewer_options {
    double speed; /* ticks per second */
    bool paused;  /* initially */
    bool heat;    /* instead of open and closed states */
};

/* Shows the agents until the user quits. If stdout is not a terminal, prints lines of text and at
 * the end a picture of letters. Returns 0, or an exit code. */
int watch_agents(struct side_by_side *agents, const struct viewer_options *options);

#define SPEED_DEFAULT 20.0
#define SPEED_MIN     0.1
#define SPEED_MAX     100000.0

#endif
