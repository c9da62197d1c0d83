/* research/plan/incremental.h - agents that repair their plan when the map changes: D* Lite. */
#ifndef WN_INCREMENTAL_H
#define WN_INCREMENTAL_H

#include "research/search/dstar.h"

typedef struct wn_incremental {
    wn_dstar dstar;
    bool begun;
    bool has_expanded; /* since the route was last known */
} wn_incremental;

#endif
