#include "lab/chosen.h"

#include "common/messages.h"

#include <stdlib.h>
#include <string.h>

static bool is_named(const char **names, const char *name) {
    for (; names && *names; names++) {
        if (strcmp(*names, name) == 0) {
            return true;
        }
    }
    return false;
}

int rows_read_preset(const char *file, const struct experiment *e, struct preset *out) {
    char path[4096 + 256]; /* FILE/PRESET.yaml: messages name both */
    snprintf(path, sizeof path, "%.4000s/%s.yaml", file, e->preset);
    return preset_read_text(path, e->preset_text, strcmp(e->mode, "quick") == 0, out);
}

static int read_its_preset(const char *file, const struct experiment *e, const char *folder,
                           struct preset *out) {
    return folder ? preset_load(folder, e->preset, strcmp(e->mode, "quick") == 0, out)
                  : rows_read_preset(file, e, out);
}

static int check_names(const char **names, const struct experiment *all, uint32_t count,
                       const char *path) {
    for (; names && *names; names++) {
        bool found = false;
        for (uint32_t i = 0; i < count; i++) {
            found = found || strcmp(all[i].preset, *names) == 0;
        }
        if (!found) {
            return fail_usage("%s: contains no experiment '%s'", path, *names);
        }
    }
    return 0;
}

int chosen_open(const char *path, const char *folder, const char **names, struct chosen *out) {
    const struct experiment *all = NULL;
    uint32_t count = 0;
    *out = (struct chosen){0};
    int code = rows_open(path, &out->rows);
    if (!code) {
        code = rows_experiments(out->rows, &all, &count);
    }
    if (!code) {
        code = count ? check_names(names, all, count, path)
                     : fail_usage("%s: contains no experiment", path);
    }
    if (!code) {
        out->experiments = calloc((size_t)count + 1, sizeof(struct experiment *));
        out->presets = calloc((size_t)count + 1, sizeof *out->presets);
        code = out->experiments && out->presets ? 0 : fail_machine("no memory");
    }
    for (uint32_t i = 0; !code && i < count; i++) {
        if (!names || is_named(names, all[i].preset)) {
            out->experiments[out->count] = &all[i];
            code = read_its_preset(path, &all[i], folder, &out->presets[out->count++]);
        }
    }
    return code;
}

void chosen_close(struct chosen *chosen) {
    for (uint32_t i = 0; i < chosen->count; i++) {
        preset_clear(&chosen->presets[i]);
    }
    free(chosen->experiments);
    free(chosen->presets);
    if (chosen->rows) {
        rows_close(chosen->rows);
    }
    *chosen = (struct chosen){0};
}
