/* cli/common/features.h - optional features, each of which needs a library. */
#ifndef CLI_FEATURES_H
#define CLI_FEATURES_H

#include <stdint.h>

typedef enum feature { FEATURE_JSON, FEATURE_PNG, FEATURE_GIF, FEATURES } feature;

/* Returns 0, or EXIT_USAGE after a message if the program was built without the feature. */
int need_feature(feature f);

/* A feature as --version prints it. */
struct feature_version {
    const char *name, *library;
    const char *version; /* of the library, "" if unknown; NULL: not built in */
};
struct feature_version feature_version(feature f);

/* Prints two lines: the features of the list that are built in, and the others. */
void print_features(const struct feature_version *list, uint32_t count);

#endif
