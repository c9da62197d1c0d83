/* lab/yaml_tree.h - parses a YAML file into a tree of texts, lists and maps with line numbers, and
 * reads values from it. The only user of libyaml.
 *
 * Functions that read a key mark it as known. Keys that are still unknown when tree_check_keys is
 * called are errors of the file. All errors are usage errors after "wend-lab: FILE:LINE: ...". */
#ifndef LAB_YAML_TREE_H
#define LAB_YAML_TREE_H

#include "lab/preset_memory.h"

#include <stdbool.h>
#include <stdint.h>

#define TREE_KEYS_MAX  64
#define TREE_BYTES_MAX (1u << 20) /* of a file */

/* The keys of a map that were requested: the valid keys. */
struct tree_keys {
    const char *names[TREE_KEYS_MAX];
    uint32_t count;
};

typedef enum tree_kind { TREE_TEXT, TREE_LIST, TREE_MAP } tree_kind;

struct tree {
    tree_kind kind;
    const char *path; /* of the file */
    uint32_t line;    /* of the value; in a map, of its key */
    const char *key;  /* in a map, else NULL */
    const char *text; /* of a text, else NULL */
    struct tree *items;
    uint32_t count;
    struct tree_keys *asked; /* of a map, else NULL */
    bool known;              /* its key was requested */
};

/* Parses the text of a file: one document of at most TREE_BYTES_MAX bytes. The number of values
 * (including those of aliases) and their depth are limited, so time and memory only depend on the
 * length. Returns 0, or an exit code after a message. */
int tree_parse(const char *path, const char *text, struct preset_memory *memory, struct tree *out);

/* Prints a message about a value. Returns EXIT_USAGE. */
WN_PRINTF(2, 3) int fail_at(const struct tree *tree, const char *format, ...);

/* Fails unless the value is of this kind. */
int tree_need(const struct tree *tree, tree_kind kind);

/* Returns the value of a key of a map, NULL if it is missing. */
struct tree *tree_find(struct tree *map, const char *key);
/* Fails if the key is missing or its value is of another kind. */
int tree_get(struct tree *map, const char *key, tree_kind kind, struct tree **out);
/* Fails if the map has a key that was not requested. */
int tree_check_keys(const struct tree *map);

/* Read the value of an optional key. If it is missing, `out` is not changed. */
int tree_text(struct tree *map, const char *key, const char **out);
int tree_number(struct tree *map, const char *key, double min, double max, double *out);
int tree_count(struct tree *map, const char *key, uint64_t min, uint64_t max, uint64_t *out);
int tree_bool(struct tree *map, const char *key, bool *out);

/* Read a value. */
int read_tree_number(const struct tree *value, double min, double max, double *out);
int read_tree_bool(const struct tree *value, bool *out);

/* Finds the index of a value in a list of names. */
int tree_choice(const struct tree *value, const char *const *names, uint32_t count, uint32_t *out);

/* A text or a list of texts: the number of texts, and text `i`. */
uint32_t tree_length(const struct tree *value);
int tree_item(const struct tree *value, uint32_t i, const char **out);

#endif
