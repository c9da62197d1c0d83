/* cli/run/precomputed.h - precomputed data of a map for some algorithms: its abstraction, and a
 * table of subgoals. */
#ifndef CLI_PRECOMPUTED_H
#define CLI_PRECOMPUTED_H

#include "options/settings.h"
#include "run/scene.h"

struct precomputed {
    wend_abstraction *abstraction; /* NULL if no algorithm needs it */
    wend_subgoals *subgoals;       /* NULL if no algorithm needs it */
    uint64_t abstraction_ns;       /* time to make it */
    uint64_t subgoals_ns;          /* time to make them */
};

/* Makes the data of a map that the settings need. The table of subgoals is loaded from the file of
 * --database that matches; without the option it is computed. Returns 0, or an exit code after a
 * message. */
int precomputed_make(const struct settings *settings, const agent_options *options,
                     const wend_map *map, struct precomputed *out);
void precomputed_clear(struct precomputed *precomputed);

/* Sets the data in a task. The task does not own it. */
void precomputed_lend(const struct precomputed *precomputed, struct task *task);

/* Both functions show a progress bar on a terminal. They return 0, or an exit code after a message.
 */

/* Makes a table on `jobs` threads (0: one per processor) and stores the time in it. Destroy it in
 * any case. */
int make_subgoals(const wend_subgoals_def *def, uint32_t jobs, wend_subgoals **out);
/* Makes the abstraction of a map; `ns` receives the time. */
int make_abstraction(const wend_map *map, wend_abstraction **out, uint64_t *ns);

/* The seconds and bytes of the data that an algorithm uses; NAN if it uses none. */
void precomputed_cost(const struct precomputed *precomputed, const char *algo, double *seconds,
                      double *bytes);

#endif
