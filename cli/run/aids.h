/* cli/run/aids.h - what some algorithms need precomputed for a map: its abstraction, and a
 * table of subgoals. */
#ifndef CLI_AIDS_H
#define CLI_AIDS_H

#include "options/settings.h"
#include "run/scene.h"

struct aids {
    wend_abstraction *abstraction; /* null if no algorithm needs it */
    wend_subgoals *subgoals;       /* likewise */
    uint64_t abstraction_ns;       /* how long it took to make them */
    uint64_t subgoals_ns;
};

/* Makes what the settings want for a map: the table of subgoals is read from the file of --database
 * that fits, or computed if there is no such option. 0, or an exit code after a message. */
int aids_prepare(const struct settings *settings, const agent_options *options, const wend_map *map,
                 struct aids *out);
void aids_clear(struct aids *aids);

/* Sets them in a task, which does not own them. */
void aids_lend(const struct aids *aids, struct task *task);

/* Both with a progress bar on a terminal. 0, or an exit code after a message. */

/* Makes a table on `jobs` threads (0: as many as there are processors), with the time that it took.
 * To be destroyed in any case. */
int make_subgoals(const wend_subgoals_def *def, uint32_t jobs, wend_subgoals **out);
/* Makes the abstraction of a map and says how long it took. */
int make_abstraction(const wend_map *map, wend_abstraction **out, uint64_t *ns);

/* Seconds and bytes of what an algorithm uses of them; both NAN if it uses none. */
void aids_cost(const struct aids *aids, const char *algo, double *seconds, double *bytes);

#endif
