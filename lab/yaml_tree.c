#include "lab/yaml_tree.h"

#include "common/bytes.h"
#include "common/messages.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#define DEPTH_MAX 16
#define NODES_MAX 20000 /* the largest built-in preset has less than 1,000 */

int fail_at(const struct tree *tree, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return fail_usage("%s:%u: %s", tree->path, tree->line, text);
}

/* ---- From libyaml --------------------------------------------------------------------------- */

/* An anchor, and the value of its aliases. */
struct anchor {
    const char *name;
    struct tree value;
    bool is_complete; /* an alias inside its own value would never end */
    struct anchor *next;
};

/* Reads events one by one, so that no value beyond a limit is ever built. */
struct parser {
    const char *path;
    struct preset_memory *memory;
    yaml_parser_t yaml;
    yaml_event_t event; /* the current one */
    uint32_t nodes;     /* so far, including those of aliases */
    struct anchor *anchors;
};

static uint32_t event_line(const struct parser *p) {
    return (uint32_t)p->event.start_mark.line + 1;
}

/* Returns the line of the current event, for messages. */
static struct tree here(const struct parser *p) {
    return (struct tree){.path = p->path, .line = event_line(p)};
}

static int next_event(struct parser *p) {
    yaml_event_delete(&p->event);
    if (yaml_parser_parse(&p->yaml, &p->event)) {
        return 0;
    }
    const char *context = p->yaml.context;
    struct tree place = {.path = p->path, .line = (uint32_t)p->yaml.problem_mark.line + 1};
    return fail_at(&place, "not YAML: %s%s%s", p->yaml.problem ? p->yaml.problem : "no memory",
                   context ? ", " : "", context ? context : "");
}

/* Counts a value; its line is that of the current event. */
static int begin_value(struct parser *p, uint32_t depth, struct tree *out) {
    *out = here(p);
    if (depth > DEPTH_MAX) {
        return fail_at(out, "values nested deeper than %d levels", DEPTH_MAX);
    }
    if (++p->nodes > NODES_MAX) {
        return fail_at(out, "more than %d values, including those of aliases", NODES_MAX);
    }
    return 0;
}

/* Texts are printed, so they must not contain control characters of terminals. */
static int check_characters(const struct tree *text) {
    const unsigned char *c = (const unsigned char *)text->text;
    for (; *c; c++) {
        bool is_c1 = c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0; /* U+0080 to U+009F */
        if ((*c < ' ' && *c != '\n' && *c != '\t') || *c == 0x7f || is_c1) {
            return fail_at(text, "a control character (code %d)", is_c1 ? c[1] : *c);
        }
    }
    return 0;
}

/* Removes the final line break of folded texts. */
static int read_scalar(const struct parser *p, struct tree *out) {
    const char *text = (const char *)p->event.data.scalar.value;
    size_t length = p->event.data.scalar.length;
    while (length > 0 && text[length - 1] == '\n') {
        length--;
    }
    out->kind = TREE_TEXT;
    if (memchr(text, 0, length)) {
        return fail_at(out, "a control character (code 0)");
    }
    out->text = preset_copy(p->memory, text, length);
    return check_characters(out);
}

/* ---- Anchors and aliases --------------------------------------------------------------------- */

static struct anchor *find_anchor(const struct parser *p, const char *name) {
    struct anchor *anchor = p->anchors;
    while (anchor && strcmp(anchor->name, name) != 0) {
        anchor = anchor->next;
    }
    return anchor;
}

/* NULL if the value has no anchor. An existing name is redefined. */
static struct anchor *add_anchor(struct parser *p, const yaml_char_t *name) {
    if (!name) {
        return NULL;
    }
    struct anchor *anchor = preset_alloc(p->memory, sizeof *anchor);
    anchor->name = preset_copy(p->memory, (const char *)name, strlen((const char *)name));
    anchor->next = p->anchors;
    p->anchors = anchor;
    return anchor;
}

/* Copies a value, so that each alias has its own known keys. Texts are shared. */
static int copy_value(struct parser *p, const struct tree *value, uint32_t depth,
                      struct tree *out) {
    int code = begin_value(p, depth, out);
    *out = *value;
    if (code || value->kind == TREE_TEXT) {
        return code;
    }
    out->asked = value->asked ? preset_alloc(p->memory, sizeof *out->asked) : NULL;
    out->items = preset_alloc(p->memory, value->count * sizeof *out->items);
    for (uint32_t i = 0; !code && i < value->count; i++) {
        code = copy_value(p, &value->items[i], depth + 1, &out->items[i]);
    }
    return code;
}

static int read_alias(struct parser *p, uint32_t depth, struct tree *out) {
    const char *name = (const char *)p->event.data.alias.anchor;
    const struct anchor *anchor = find_anchor(p, name);
    struct tree place = here(p);
    if (!anchor || !anchor->is_complete) {
        return fail_at(&place,
                       anchor ? "the alias '%s' is inside its own value"
                              : "the alias '%s' has no anchor before it",
                       name);
    }
    p->nodes--; /* the alias was counted, and so is its copy */
    return copy_value(p, &anchor->value, depth, out);
}

/* ---- Lists and maps -------------------------------------------------------------------------- */

struct items {
    struct tree *list;
    uint32_t count, capacity;
};

static int read_value(struct parser *p, uint32_t depth, struct tree *out);

static int add_item(struct items *items, const struct tree *item) {
    if (!grow_array(&items->list, &items->capacity, items->count, sizeof *items->list)) {
        return fail_machine("no memory");
    }
    items->list[items->count++] = *item;
    return 0;
}

static int check_key(const struct items *items, const struct tree *key) {
    int code = tree_need(key, TREE_TEXT);
    for (uint32_t i = 0; !code && i < items->count; i++) {
        if (strcmp(items->list[i].key, key->text) == 0) {
            code = fail_at(key, "duplicate key '%s', first used on line %u", key->text,
                           items->list[i].line);
        }
    }
    return code;
}

/* Reads a key and its value. The current event is that of the key. */
static int read_pair(struct parser *p, uint32_t depth, const struct items *items,
                     struct tree *out) {
    struct tree key = {0};
    int code = read_value(p, depth, &key);
    if (!code) {
        code = check_key(items, &key);
    }
    if (!code) {
        code = next_event(p);
    }
    if (!code) {
        code = read_value(p, depth, out);
        out->key = key.text;
        out->line = key.line;
    }
    return code;
}

/* Reads to the end of the list or map. */
static int read_items(struct parser *p, yaml_event_type_t end, uint32_t depth, struct tree *out) {
    struct items items = {0};
    int code = next_event(p);
    while (!code && p->event.type != end) {
        struct tree item = {0};
        code = out->kind == TREE_MAP ? read_pair(p, depth + 1, &items, &item)
                                     : read_value(p, depth + 1, &item);
        if (!code) {
            code = add_item(&items, &item);
        }
        if (!code) {
            code = next_event(p);
        }
    }
    out->count = items.count;
    out->items = preset_alloc(p->memory, items.count * sizeof *out->items);
    if (items.count) {
        memcpy(out->items, items.list, items.count * sizeof *out->items);
    }
    free(items.list);
    return code;
}

/* Reads the value that starts with the current event, to its last event. */
static int read_value(struct parser *p, uint32_t depth, struct tree *out) {
    int code = begin_value(p, depth, out);
    if (code) {
        return code;
    }
    struct anchor *anchor = NULL;
    switch (p->event.type) {
    case YAML_ALIAS_EVENT:
        return read_alias(p, depth, out);
    case YAML_SCALAR_EVENT:
        anchor = add_anchor(p, p->event.data.scalar.anchor);
        code = read_scalar(p, out);
        break;
    case YAML_SEQUENCE_START_EVENT:
        anchor = add_anchor(p, p->event.data.sequence_start.anchor);
        out->kind = TREE_LIST;
        code = read_items(p, YAML_SEQUENCE_END_EVENT, depth, out);
        break;
    case YAML_MAPPING_START_EVENT:
        anchor = add_anchor(p, p->event.data.mapping_start.anchor);
        out->kind = TREE_MAP;
        out->asked = preset_alloc(p->memory, sizeof *out->asked);
        code = read_items(p, YAML_MAPPING_END_EVENT, depth, out);
        break;
    default:
        return fail_at(out, "a value is missing");
    }
    if (anchor) {
        anchor->value = *out;
        anchor->is_complete = true;
    }
    return code;
}

/* Reads one document. Nothing may follow it. */
static int read_stream(struct parser *p, struct tree *out) {
    int code = next_event(p); /* the start of the stream */
    if (!code) {
        code = next_event(p);
    }
    if (!code && p->event.type != YAML_DOCUMENT_START_EVENT) {
        return fail_at(out, "the file is empty, expected 'title', 'problems', 'algorithms' ...");
    }
    if (!code) {
        code = next_event(p);
    }
    if (!code) {
        code = read_value(p, 0, out);
    }
    for (int i = 0; !code && i < 2; i++) { /* the end of the document, and the event after it */
        code = next_event(p);
    }
    if (!code && p->event.type != YAML_STREAM_END_EVENT) {
        struct tree place = here(p);
        code = fail_at(&place, "a second document begins here, expected the end of the file");
    }
    return code;
}

int tree_parse(const char *path, const char *text, struct preset_memory *memory, struct tree *out) {
    struct parser p = {.path = path, .memory = memory};
    *out = (struct tree){.path = path, .line = 1};
    size_t length = strlen(text);
    if (length > TREE_BYTES_MAX) {
        return fail_at(out, "%zu bytes, expected at most %u", length, TREE_BYTES_MAX);
    }
    if (!yaml_parser_initialize(&p.yaml)) {
        return fail_machine("no memory");
    }
    yaml_parser_set_input_string(&p.yaml, (const unsigned char *)text, length);
    int code = read_stream(&p, out);
    yaml_event_delete(&p.event);
    yaml_parser_delete(&p.yaml);
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
        return fail_at(item, "unknown key '%s', did you mean '%s'?", item->key, nearest);
    }
    char list[1024] = "";
    for (uint32_t i = 0; i < map->asked->count; i++) {
        size_t length = strlen(list);
        snprintf(list + length, sizeof list - length, "%s%s", i ? ", " : "", map->asked->names[i]);
    }
    return fail_at(item, "unknown key '%s', expected one of %s", item->key, list);
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
    if (value->kind == TREE_LIST && i >= value->count) {
        return fail_at(value, "the list is empty, expected a value");
    }
    const struct tree *item = value->kind == TREE_LIST ? &value->items[i] : value;
    int code = tree_need(item, TREE_TEXT);
    if (!code) {
        *out = item->text;
    }
    return code;
}
