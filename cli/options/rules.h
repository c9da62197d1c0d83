/* cli/options/rules.h - an option that would have no effect is an error, not ignored. */
#ifndef CLI_RULES_H
#define CLI_RULES_H

#include <stdbool.h>
#include <stdint.h>

/* An option, and whether it fits in with the rest of the command line. */
struct rule {
    bool given;
    const char *option;
    bool fits;
    const char *why; /* said after the name of the option */
};

/* 0, or EXIT_USAGE after a message about the first option that does not fit. */
int check_rules(const struct rule *rules, uint32_t count);
#define CHECK_RULES(rules) check_rules(rules, sizeof(rules) / sizeof *(rules))

#define EXCLUDE_EACH_OTHER "exclude each other"

#endif
