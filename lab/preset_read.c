#include "lab/preset_parts.h"

#include "common/bytes.h"
#include "common/messages.h"
#include "lab/rows.h"

#include <string.h>

/* Texts of agents repeat those of the file, so a small file could require gigabytes. */
#define PRESET_MEMORY_MAX ((size_t)64 << 20)

int read_texts(const struct tree *value, struct texts *out) {
    *out = (struct texts){0};
    if (tree_length(value) > PRESET_LIST_MAX) {
        return fail_at(value, "at most %d values", PRESET_LIST_MAX);
    }
    int code = 0;
    for (uint32_t i = 0; !code && i < tree_length(value); i++) {
        code = tree_item(value, i, &out->items[out->count++]);
    }
    return code;
}

int check_sql(const struct tree *value, const char *text) {
    char why[512];
    return rows_check_sql(text, why, sizeof why)
               ? 0
               : fail_at(value, "'%s' is neither a column of the rows nor SQL over them: %s", text,
                         why);
}

static int read_measures(const struct tree *list, struct preset *out) {
    int code = read_texts(list, &out->measures);
    for (uint32_t i = 0; !code && i < out->measures.count; i++) {
        code = check_sql(list->kind == TREE_LIST ? &list->items[i] : list, out->measures.items[i]);
    }
    return code;
}

static int read_root(struct tree *root, bool quick, struct preset *out) {
    struct tree *title = NULL, *problems = NULL, *algorithms = NULL, *measures = NULL;
    int code = tree_need(root, TREE_MAP);
    if (!code) {
        code = tree_get(root, "title", TREE_TEXT, &title);
    }
    if (!code) {
        out->title = title->text;
        code = tree_text(root, "paper", &out->paper);
    }
    if (!code) {
        code = tree_text(root, "about", &out->about);
    }
    if (!code) {
        code = tree_text(root, "data", &out->data);
    }
    if (!code) {
        code = tree_get(root, "problems", TREE_LIST, &problems);
    }
    if (!code) {
        code = read_problem_sets(problems, quick, out);
    }
    if (!code) {
        code = tree_get(root, "algorithms", TREE_LIST, &algorithms);
    }
    if (!code) {
        code = read_configurations(algorithms, quick, out);
    }
    if (!code) {
        code = tree_get(root, "measures", TREE_LIST, &measures);
    }
    return code ? code : read_measures(measures, out);
}

/* Reads the optional keys. */
static int read_rest(struct tree *root, struct preset *out) {
    struct tree *plots = tree_find(root, "plots"), *statements = tree_find(root, "statements");
    const struct tree *remarks = tree_find(root, "remarks");
    int code = plots ? read_plots(plots, out) : 0;
    if (!code && remarks) {
        code = read_texts(remarks, &out->remarks);
    }
    if (!code && statements) {
        code = read_statements(statements, out);
    }
    return code ? code : tree_check_keys(root);
}

/* Returns the name of a file without folder and extension. */
static const char *name_of(const char *path, struct preset_memory *memory) {
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');
    return preset_copy(memory, name, dot && dot > name ? (size_t)(dot - name) : strlen(name));
}

int preset_read_text(const char *path, const char *text, bool quick, struct preset *out) {
    *out = (struct preset){.memory = preset_memory_create(path, PRESET_MEMORY_MAX)};
    out->path = preset_copy(out->memory, path, strlen(path));
    out->text = preset_copy(out->memory, text, strlen(text));
    out->name = name_of(path, out->memory);
    struct tree root;
    int code = tree_parse(out->path, out->text, out->memory, &root);
    if (!code) {
        code = read_root(&root, quick, out);
    }
    return code ? code : read_rest(&root, out);
}

int preset_read(const char *path, bool quick, struct preset *out) {
    *out = (struct preset){0};
    struct bytes text = {0};
    int code = read_whole_file(path, TREE_BYTES_MAX, &text);
    if (!code && memchr(text.data ? (const char *)text.data : "", 0, text.count)) {
        code = fail_usage("%s: not a text file", path);
    }
    bytes_add_byte(&text, 0);
    if (!code) {
        code = text.failed ? fail_machine("no memory")
                           : preset_read_text(path, (const char *)text.data, quick, out);
    }
    bytes_clear(&text);
    return code;
}

void preset_clear(struct preset *preset) {
    preset_memory_destroy(preset->memory);
    *preset = (struct preset){0};
}
