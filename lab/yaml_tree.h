/* lab/yaml_tree.h - a YAML file as a tree of texts, lists and maps that know their lines, and
 * reading values from it. The only user of libyaml.
 *
 * Functions that read a key mark it as known: what is left when tree_check_keys is called is a
 * mistake in the file. All errors are usage errors after "wend: FILE:LINE: ...". */
#ifndef LAB_YAML_TREE_H
#define LAB_YAML_TREE_H

#include "lab/preset_memory.h"

#include <stdbool.h>
#include <stdint.h>

#define TREE_KEYS_MAX  64
#define TREE_BYTES_MAX (1u << 20) /* of a file */

/* The keys of a map that were asked for: those that it may have. */
struct tree_keys {
    const char *names[TREE_KEYS_MAX];
    uint32_t count;
};

typedef enum tree_kind { TREE_TEXT, TREE_LIST, TREE_MAP } tree_kind;

struct tree {
    tree_kind kind;
    const char *path; /* of the file */
    uint32_t line;    /* of the value; of a value in a map: of its key */
    const char *key;  /* in a map, else null */
    const char *text; /* of a text, else null */
    struct tree *items;
    uint32_t count;
    struct tree_keys *asked; /* of a map, else null */
    bool known;              /* its key was asked for */
};

/* Parses a file that has been read: one document of at most TREE_BYTES_MAX bytes. What it may hold
 * is limited (values, those of aliases included, and how deep they lie), so that neither time nor
 * memory depends on more than its length. 0, or an exit code after a message. */
int tree_parse(const char *path, const char *text, struct preset_memory *memory, struct tree *out);

/* A message about a value. Returns EXIT_USAGE. */
WN_PRINTF(2, 3) int fail_at(const struct tree *tree, const char *format, ...);

/* Fails unless the value is of this kind. */
int tree_need(const struct tree *tree, tree_kind kind);

/* The value of a key of a map, null if it is not there. */
struct tree *tree_find(struct tree *map, const char *key);
/* Fails if it is not there or not of the kind. */
int tree_get(struct tree *map, const char *key, tree_kind kind, struct tree **out);
/* Fails if the map has a key that nobody has asked for. */
int tree_check_keys(const struct tree *map);

/* The values of keys that may be missing: then `out` stays as it is. */
int tree_text(struct tree *map, const char *key, const char **out);
int tree_number(struct tree *map, const char *key, double min, double max, double *out);
int tree_count(struct tree *map, const char *key, uint64_t min, uint64_t max, uint64_t *out);
int tree_bool(struct tree *map, const char *key, bool *out);

/* What a value says. */
int read_tree_number(const struct tree *value, double min, double max, double *out);
int read_tree_bool(const struct tree *value, bool *out);

/* The number of a name in a list of names; `what` names the list in the message. */
int tree_choice(const struct tree *value, const char *const *names, uint32_t count, uint32_t *out);

/* A text, or all texts of a list: item i of a value that has tree_length of them. */
uint32_t tree_length(const struct tree *value);
int tree_item(const struct tree *value, uint32_t i, const char **out);

#endif
