/* Finds presets in a folder or among the built-in ones. */
#include "lab/preset.h"

#include "common/bytes.h"
#include "common/messages.h"
#include "lab/preset_builtin.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define ENDING  ".yaml"
#define FOLDER  "lab/presets" /* of the working directory */
#define BUILTIN "built-in"    /* the folder of built-in presets in messages */

struct names {
    char **items;
    uint32_t count, capacity;
};

static int add_name(struct names *names, const char *name, size_t length) {
    if (!grow_array(&names->items, &names->capacity, names->count, sizeof *names->items) ||
        !(names->items[names->count] = strndup(name, length))) {
        return fail_machine("no memory");
    }
    names->count++;
    return 0;
}

/* Adds the presets of a folder. Returns a negative code if it cannot be read. */
static int add_folder(const char *path, struct names *names) {
    DIR *entries = opendir(path);
    int code = entries ? 0 : -1;
    for (const struct dirent *entry; !code && (entry = readdir(entries));) {
        if (ends_with(entry->d_name, ENDING)) {
            code = add_name(names, entry->d_name, strlen(entry->d_name) - strlen(ENDING));
        }
    }
    if (entries) {
        closedir(entries);
    }
    return code;
}

/* Returns the requested folder; NULL: the default. */
static const char *asked_folder(const char *folder) {
    const char *own = getenv("WEND_LAB");
    return folder ? folder : own && *own ? own : NULL;
}

static void names_clear(struct names *names) {
    for (uint32_t i = 0; i < names->count; i++) {
        free(names->items[i]);
    }
    free(names->items);
    *names = (struct names){0};
}

/* Lists the presets of the requested folder, else of ./lab/presets if it has any, else the built-in
 * ones, whose folder is NULL. */
static int list_presets(const char *folder, const char **path, struct names *names) {
    *path = asked_folder(folder);
    *names = (struct names){0};
    if (*path) {
        int code = add_folder(*path, names);
        return code < 0
                   ? fail_usage("%s: cannot read the folder of presets: %s", *path, strerror(errno))
                   : code;
    }
    int code = add_folder(FOLDER, names);
    if (code > 0 || names->count > 0) {
        *path = FOLDER;
        return code;
    }
    code = 0;
    for (uint32_t i = 0; !code && i < builtin_preset_count; i++) {
        code = add_name(names, builtin_presets[i].name, strlen(builtin_presets[i].name));
    }
    return code;
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int preset_names(const char *folder, char ***out, uint32_t *count) {
    struct names names;
    const char *path = NULL;
    int code = list_presets(folder, &path, &names);
    if (names.count) {
        qsort(names.items, names.count, sizeof *names.items, by_name);
    }
    *out = names.items;
    *count = names.count;
    return code;
}

static int fail_unknown(const char *name, const char *path, const struct names *names) {
    const char *nearest = nearest_name(name, (const char *const *)names->items, names->count);
    char where[4096] =
        "the presets built into wend-lab (--presets and WEND_LAB are not set, and " FOLDER " has "
        "no presets)";
    if (path) {
        snprintf(where, sizeof where, "the folder %.4000s", path);
    }
    return fail_usage("unknown preset '%s'%s%s%s Searched: %s", name,
                      nearest ? ", did you mean '" : "", nearest ? nearest : "",
                      nearest ? "'?" : ".", where);
}

static bool is_listed(const struct names *names, const char *name) {
    for (uint32_t i = 0; i < names->count; i++) {
        if (strcmp(names->items[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static int read_builtin(const char *name, bool quick, struct preset *out) {
    char path[256];
    uint32_t i = 0;
    while (strcmp(builtin_presets[i].name, name) != 0) {
        i++;
    }
    snprintf(path, sizeof path, BUILTIN "/%s" ENDING, name);
    return preset_read_text(path, (const char *)builtin_presets[i].text, quick, out);
}

int preset_load(const char *folder, const char *name, bool quick, struct preset *out) {
    *out = (struct preset){0};
    if (ends_with(name, ENDING)) {
        return preset_read(name, quick, out);
    }
    struct names names;
    const char *at = NULL;
    char path[4096];
    int code = list_presets(folder, &at, &names);
    if (!code && !is_listed(&names, name)) {
        code = fail_unknown(name, at, &names);
    }
    names_clear(&names);
    if (!code && at &&
        (size_t)snprintf(path, sizeof path, "%s/%s" ENDING, at, name) >= sizeof path) {
        code = fail_usage("'%s' is too long", name);
    }
    return code ? code : at ? preset_read(path, quick, out) : read_builtin(name, quick, out);
}
