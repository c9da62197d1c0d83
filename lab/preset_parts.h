/* lab/preset_parts.h - reads the sections of a preset, one file for each, for preset_read.c. All
 * functions return 0, or an exit code after a message. */
#ifndef LAB_PRESET_PARTS_H
#define LAB_PRESET_PARTS_H

#include "lab/preset.h"
#include "lab/yaml_tree.h"

int read_problem_sets(struct tree *list, bool quick, struct preset *out);
/* Call it after read_problem_sets. */
int read_configurations(struct tree *list, bool quick, struct preset *out);
int read_plots(struct tree *list, struct preset *out);
int read_statements(struct tree *list, struct preset *out);

/* Reads a text or a list of texts. */
int read_texts(const struct tree *value, struct texts *out);
/* Fails unless `text` is SQL over the view `rows`. */
int check_sql(const struct tree *value, const char *text);

#endif
