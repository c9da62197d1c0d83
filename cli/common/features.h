/* cli/common/features.h - optional features, which need libraries. */
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

/* Returns 0, or EXIT_USAGE after a message if the command was built without the feature. */
int need_feature(feature f);

/* Prints the features that are built in, then those that are not. */
void print_features(void);

#endif
