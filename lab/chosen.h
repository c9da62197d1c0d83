/* lab/chosen.h - selects experiments of a file of rows by name, with their presets. */
#ifndef LAB_CHOSEN_H
#define LAB_CHOSEN_H

#include "lab/preset.h"
#include "lab/rows.h"

struct chosen {
    struct rows *rows;
    const struct experiment **experiments;
    struct preset *presets; /* of each */
    uint32_t count;
};

/* Reads the preset of an experiment from the rows in `file`. Returns 0, or an exit code after a
 * message. Call preset_clear in either case. */
int rows_read_preset(const char *file, const struct experiment *experiment, struct preset *out);

/* Opens a file and selects the experiments with these names.
 * names    NULL-terminated; NULL: all experiments
 * folder   where to read the presets with these names; NULL: use the presets as they were run
 * Returns 0, or an exit code after a message. Call chosen_close in either case. */
int chosen_open(const char *path, const char *folder, const char **names, struct chosen *out);
void chosen_close(struct chosen *chosen);

#endif
