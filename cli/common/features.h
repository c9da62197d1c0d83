/* cli/common/features.h - optional features: what needs a library that may be missing. */
#ifndef CLI_FEATURES_H
#define CLI_FEATURES_H

typedef enum feature {
    FEATURE_JSON,
    FEATURE_PNG,
    FEATURE_GIF,
    FEATURE_YAML,
    FEATURE_SQLITE,
    FEATURES
} feature;

/* 0, or EXIT_USAGE after a message if the command was built without it. */
int need_feature(feature f);

/* Prints two lines: the features that are built in, and the others. */
void print_features(void);

#endif
