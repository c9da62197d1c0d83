/* lab/chosen.h - experiments of a file of rows, by name, with their presets. */
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

/* The preset of an experiment as it was kept in the file `file`. 0, or an exit code after a
 * message; to be cleared in any case. */
int rows_read_preset(const char *file, const struct experiment *experiment, struct preset *out);

/* Opens a file and chooses the experiments of these names (a list that ends with null, or null for
 * all). Presets are those that were run, or with `folder` the ones of the same names that lie
 * there. 0, or an exit code after a message; to be closed in any case. */
int chosen_open(const char *path, const char *folder, const char **names, struct chosen *out);
void chosen_close(struct chosen *chosen);

#endif
