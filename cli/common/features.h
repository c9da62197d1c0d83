/* cli/common/features.h - what the command can do only with a library that it may be built without.
 */
#ifndef CLI_FEATURES_H
#define CLI_FEATURES_H

typedef enum feature { FEATURE_JSON, FEATURE_PNG, FEATURE_GIF, FEATURES } feature;

/* 0, or EXIT_USAGE after a message if the command was built without it. */
int need_feature(feature f);

/* Two lines: what is in, and what is not. */
void print_features(void);

#endif
