/* Where presets lie. */
#include "lab/preset.h"

#include "common/bytes.h"
#include "common/messages.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define ENDING ".yaml"

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static const char *preset_folder(const char *folder) {
    const char *own = getenv("WEND_LAB");
    return folder             ? folder
           : own && *own      ? own
           : is_folder("lab") ? "lab"
                              : WEND_LAB_FOLDER; /* the build says where they are installed */
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int preset_names(const char *folder, char ***names, uint32_t *count) {
    const char *path = preset_folder(folder);
    *names = NULL;
    *count = 0;
    DIR *entries = opendir(path);
    if (!entries) {
        return fail_usage("%s: the folder of presets cannot be read: %s", path, strerror(errno));
    }
    int code = 0;
    uint32_t capacity = 0;
    for (const struct dirent *entry; !code && (entry = readdir(entries));) {
        if (!ends_with(entry->d_name, ENDING)) {
            continue;
        }
        bool grown = grow_array(names, &capacity, *count, sizeof **names);
        char *name = grown ? strndup(entry->d_name, strlen(entry->d_name) - strlen(ENDING)) : NULL;
        if (name) {
            (*names)[(*count)++] = name;
        } else {
            code = fail_machine("no memory");
        }
    }
    closedir(entries);
    if (*count) {
        qsort(*names, *count, sizeof **names, by_name);
    }
    return code;
}

static int fail_unknown(const char *folder, const char *name) {
    char **names = NULL;
    uint32_t count = 0;
    int code = preset_names(folder, &names, &count);
    if (!code) {
        const char *nearest = nearest_name(name, (const char *const *)names, count);
        code = fail_usage("'%s' is no preset%s%s%s (wend lab list names them)", name,
                          nearest ? ", did you mean '" : "", nearest ? nearest : "",
                          nearest ? "'?" : "");
    }
    for (uint32_t i = 0; i < count; i++) {
        free(names[i]);
    }
    free(names);
    return code;
}

int preset_find(const char *folder, const char *name, char *path, size_t size) {
    bool is_path = ends_with(name, ENDING);
    int length = is_path ? snprintf(path, size, "%s", name)
                         : snprintf(path, size, "%s/%s%s", preset_folder(folder), name, ENDING);
    if ((size_t)length >= size) {
        return fail_usage("'%s' is too long", name);
    }
    struct stat status;
    return is_path || stat(path, &status) == 0 ? 0 : fail_unknown(folder, name);
}
