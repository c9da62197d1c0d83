#include "lab/yaml_tree.h"

#include "common/messages.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#define DEPTH_MAX 16

int fail_at(const struct tree *tree, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return fail_usage("%s:%u: %s", tree->path, tree->line, text);
}

/* ---- From libyaml --------------------------------------------------------------------------- */

struct parser {
    const char *path;
    struct preset_memory *memory;
    yaml_document_t *document;
};

static int convert(const struct parser *p, int index, uint32_t depth, struct tree *out);

static struct tree *alloc_items(const struct parser *p, struct tree *out, ptrdiff_t count) {
    out->count = (uint32_t)count;
    out->items = preset_alloc(p->memory, (size_t)count * sizeof *out->items);
    return out->items;
}

static int convert_list(const struct parser *p, const yaml_node_t *node, uint32_t depth,
                        struct tree *out) {
    const yaml_node_item_t *first = node->data.sequence.items.start;
    struct tree *items = alloc_items(p, out, node->data.sequence.items.top - first);
    int code = 0;
    for (uint32_t i = 0; !code && i < out->count; i++) {
        code = convert(p, first[i], depth + 1, &items[i]);
    }
    return code;
}

static int convert_map(const struct parser *p, const yaml_node_t *node, uint32_t depth,
                       struct tree *out) {
    const yaml_node_pair_t *first = node->data.mapping.pairs.start;
    struct tree *items = alloc_items(p, out, node->data.mapping.pairs.top - first);
    int code = 0;
    for (uint32_t i = 0; !code && i < out->count; i++) {
        struct tree key = {0};
        code = convert(p, first[i].key, depth + 1, &key);
        if (!code) {
            code = tree_need(&key, TREE_TEXT);
        }
        for (uint32_t before = 0; !code && before < i; before++) {
            const char *other = items[before].key;
            if (other && strcmp(other, key.text) == 0) {
                code = fail_at(&key, "'%s' is there twice, first on line %u", key.text,
                               items[before].line);
            }
        }
        if (!code) {
            code = convert(p, first[i].value, depth + 1, &items[i]);
            items[i].key = key.text;
            items[i].line = key.line;
        }
    }
    return code;
}

/* Without the end of line that folded texts bring. */
static const char *copy_scalar(const struct parser *p, const yaml_node_t *node) {
    const char *text = (const char *)node->data.scalar.value;
    size_t length = node->data.scalar.length;
    while (length > 0 && text[length - 1] == '\n') {
        length--;
    }
    return preset_copy(p->memory, text, length);
}

/* Texts are printed: they must not contain what a terminal would obey. */
static int check_characters(const struct tree *text) {
    for (const char *c = text->text; *c; c++) {
        if ((unsigned char)*c < ' ' && *c != '\n' && *c != '\t') {
            return fail_at(text, "a control character (code %d)", *c);
        }
    }
    return 0;
}

static int convert(const struct parser *p, int index, uint32_t depth, struct tree *out) {
    const yaml_node_t *node = yaml_document_get_node(p->document, index);
    *out = (struct tree){.path = p->path, .line = (uint32_t)node->start_mark.line + 1};
    if (depth > DEPTH_MAX) {
        return fail_at(out, "more than %d values inside each other", DEPTH_MAX);
    }
    switch (node->type) {
    case YAML_SCALAR_NODE:
        out->kind = TREE_TEXT;
        out->text = copy_scalar(p, node);
        return check_characters(out);
    case YAML_SEQUENCE_NODE:
        out->kind = TREE_LIST;
        return convert_list(p, node, depth, out);
    case YAML_MAPPING_NODE:
        out->kind = TREE_MAP;
        out->asked = preset_alloc(p->memory, sizeof *out->asked);
        return convert_map(p, node, depth, out);
    case YAML_NO_NODE:
        break;
    }
    return fail_at(out, "a value is missing");
}

int tree_parse(const char *path, const char *text, struct preset_memory *memory, struct tree *out) {
    yaml_parser_t parser;
    yaml_document_t document;
    if (!yaml_parser_initialize(&parser)) {
        return fail_machine("no memory");
    }
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, strlen(text));
    int code = 0;
    *out = (struct tree){.path = path, .line = 1};
    if (!yaml_parser_load(&parser, &document)) {
        out->line = (uint32_t)parser.problem_mark.line + 1;
        code = fail_at(out, "not YAML: %s%s%s", parser.problem ? parser.problem : "no memory",
                       parser.context ? ", " : "", parser.context ? parser.context : "");
    } else {
        if (yaml_document_get_root_node(&document)) {
            code = convert(&(struct parser){path, memory, &document}, 1, 0, out);
        } else {
            code =
                fail_at(out, "the file is empty, expected 'title', 'problems', 'algorithms' ...");
        }
        yaml_document_delete(&document);
    }
    yaml_parser_delete(&parser);
    return code;
}

/* ---- Reading -------------------------------------------------------------------------------- */

static const char *kind_text(tree_kind kind) {
    static const char *const texts[] = {"a single value", "a list", "a map of keys and values"};
    return texts[kind];
}

int tree_need(const struct tree *tree, tree_kind kind) {
    if (tree->kind == kind) {
        return 0;
    }
    return tree->key ? fail_at(tree, "'%s' is %s, expected %s", tree->key, kind_text(tree->kind),
                               kind_text(kind))
                     : fail_at(tree, "%s, expected %s", kind_text(tree->kind), kind_text(kind));
}

struct tree *tree_find(struct tree *map, const char *key) {
    uint32_t asked = 0;
    while (asked < map->asked->count && strcmp(map->asked->names[asked], key) != 0) {
        asked++;
    }
    if (asked == map->asked->count && asked < TREE_KEYS_MAX) {
        map->asked->names[map->asked->count++] = key;
    }
    for (uint32_t i = 0; i < map->count; i++) {
        if (strcmp(map->items[i].key, key) == 0) {
            map->items[i].known = true;
            return &map->items[i];
        }
    }
    return NULL;
}

int tree_get(struct tree *map, const char *key, tree_kind kind, struct tree **out) {
    *out = tree_find(map, key);
    return *out ? tree_need(*out, kind) : fail_at(map, "'%s' is missing", key);
}

static int fail_unknown_key(const struct tree *map, const struct tree *item) {
    const char *nearest = nearest_name(item->key, map->asked->names, map->asked->count);
    if (nearest) {
        return fail_at(item, "'%s' is unknown here, did you mean '%s'?", item->key, nearest);
    }
    char list[1024] = "";
    for (uint32_t i = 0; i < map->asked->count; i++) {
        size_t length = strlen(list);
        snprintf(list + length, sizeof list - length, "%s%s", i ? ", " : "", map->asked->names[i]);
    }
    return fail_at(item, "'%s' is unknown here, expected one of %s", item->key, list);
}

int tree_check_keys(const struct tree *map) {
    for (uint32_t i = 0; i < map->count; i++) {
        if (!map->items[i].known) {
            return fail_unknown_key(map, &map->items[i]);
        }
    }
    return 0;
}

int tree_text(struct tree *map, const char *key, const char **out) {
    struct tree *value = tree_find(map, key);
    int code = value ? tree_need(value, TREE_TEXT) : 0;
    if (value && !code) {
        *out = value->text;
    }
    return code;
}

int read_tree_number(const struct tree *value, double min, double max, double *out) {
    int code = tree_need(value, TREE_TEXT);
    if (code) {
        return code;
    }
    char *end = NULL;
    double number = strtod(value->text, &end);
    bool percent = end != value->text && strcmp(end, "%") == 0;
    number = percent ? number / 100 : number;
    if (end == value->text || (*end && !percent) || !(number >= min && number <= max)) {
        return fail_at(value, "'%s' is not a number from %g to %g", value->text, min, max);
    }
    *out = number;
    return 0;
}

int tree_number(struct tree *map, const char *key, double min, double max, double *out) {
    struct tree *value = tree_find(map, key);
    return value ? read_tree_number(value, min, max, out) : 0;
}

int tree_count(struct tree *map, const char *key, uint64_t min, uint64_t max, uint64_t *out) {
    struct tree *value = tree_find(map, key);
    int code = value ? tree_need(value, TREE_TEXT) : 0;
    if (!value || code) {
        return code;
    }
    char *end = NULL;
    unsigned long long number = strtoull(value->text, &end, 10);
    if (end == value->text || *end || value->text[0] == '-' || number < min || number > max) {
        return fail_at(value, "%s: '%s' is not a whole number from %llu to %llu", key, value->text,
                       (unsigned long long)min, (unsigned long long)max);
    }
    *out = number;
    return 0;
}

int read_tree_bool(const struct tree *value, bool *out) {
    static const char *const names[] = {"false", "true", "no", "yes"};
    uint32_t choice = 0;
    int code = tree_choice(value, names, 4, &choice);
    if (!code) {
        *out = choice % 2;
    }
    return code;
}

int tree_bool(struct tree *map, const char *key, bool *out) {
    struct tree *value = tree_find(map, key);
    return value ? read_tree_bool(value, out) : 0;
}

int tree_choice(const struct tree *value, const char *const *names, uint32_t count, uint32_t *out) {
    int code = tree_need(value, TREE_TEXT);
    char list[512] = "";
    size_t length = 0;
    for (uint32_t i = 0; !code && i < count; i++) {
        if (strcmp(value->text, names[i]) == 0) {
            *out = i;
            return 0;
        }
        if (length < sizeof list) {
            length += (size_t)snprintf(list + length, sizeof list - length, "%s%s",
                                       i == 0           ? ""
                                       : i + 1 == count ? " or "
                                                        : ", ",
                                       names[i]);
        }
    }
    return code ? code
                : fail_at(value, "%s%s'%s' is unknown, expected %s", value->key ? value->key : "",
                          value->key ? ": " : "", value->text, list);
}

uint32_t tree_length(const struct tree *value) {
    return value->kind == TREE_LIST ? value->count : 1;
}

int tree_item(const struct tree *value, uint32_t i, const char **out) {
    const struct tree *item = value->kind == TREE_LIST ? &value->items[i] : value;
    int code = tree_need(item, TREE_TEXT);
    if (!code) {
        *out = item->text;
    }
    return code;
}
