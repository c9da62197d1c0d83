#include "common/features.h"

#include "common/messages.h"

/* The build sets WEND_HAS_... to 0 or 1. */
#if WEND_HAS_JSON
#include <jansson.h>
#define JSON_VERSION JANSSON_VERSION
#else
#define JSON_VERSION NULL
#endif
#if WEND_HAS_PNG
#include <png.h>
#define PNG_VERSION PNG_LIBPNG_VER_STRING
#else
#define PNG_VERSION NULL
#endif
#if WEND_HAS_GIF
#include <gif_lib.h>
#define TEXT_OF(number) #number
#define DOTTED(a, b, c) TEXT_OF(a) "." TEXT_OF(b) "." TEXT_OF(c)
#define GIF_VERSION     DOTTED(GIFLIB_MAJOR, GIFLIB_MINOR, GIFLIB_RELEASE)
#else
#define GIF_VERSION NULL
#endif

static const struct {
    const char *name, *library, *what;
    const char *version; /* NULL: not built in */
} features[FEATURES] = {
    [FEATURE_JSON] = {"json", "jansson", "JSON is", JSON_VERSION},
    [FEATURE_PNG] = {"png", "libpng", "PNG pictures are", PNG_VERSION},
    [FEATURE_GIF] = {"gif", "giflib", "GIF pictures are", GIF_VERSION},
};

int need_feature(feature f) {
    return features[f].version ? 0
                               : fail_usage("this %s was built without %s: %s not available",
                                            program_name(), features[f].library, features[f].what);
}

struct feature_version feature_version(feature f) {
    return (struct feature_version){features[f].name, features[f].library, features[f].version};
}

static void print_list(const char *title, const struct feature_version *list, uint32_t count,
                       bool in) {
    const char *before = title;
    for (uint32_t i = 0; i < count; i++) {
        if ((list[i].version != NULL) == in) {
            const char *version = in ? list[i].version : "";
            printf("%s %s (%s%s%s)", before, list[i].name, list[i].library, *version ? " " : "",
                   version);
            before = ",";
        }
    }
    if (before != title) {
        putchar('\n');
    }
}

void print_features(const struct feature_version *list, uint32_t count) {
    print_list("with:", list, count, true);
    print_list("without:", list, count, false);
}
