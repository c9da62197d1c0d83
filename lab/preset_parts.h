/* lab/preset_parts.h - the parts of a preset, for preset_read.c: one file reads each. All
 * return 0, or an exit code after a message. */
#ifndef LAB_PRESET_PARTS_H
#define LAB_PRESET_PARTS_H

#include "lab/preset.h"
#include "lab/yaml_tree.h"

int read_problem_sets(struct tree *list, bool quick, struct preset *out);
/* After the problem sets. */
int read_configurations(struct tree *list, bool quick, struct preset *out);
int read_plots(struct tree *list, struct preset *out);
int read_statements(struct tree *list, struct preset *out);

/* A text or a list of them. */
int read_texts(const struct tree *value, struct texts *out);
/* Fails unless the text is SQL over the view `rows`. */
int check_sql(const struct tree *value, const char *text);

#endif
