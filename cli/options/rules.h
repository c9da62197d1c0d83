/* cli/options/rules.h - checks for options that would have no effect, which are errors. */
#ifndef CLI_RULES_H
#define CLI_RULES_H

#include <stdbool.h>
#include <stdint.h>

/* An option, and whether it is valid with the rest of the command line. */
struct rule {
    bool given;
    const char *option;
    bool fits;
    const char *why; /* printed after the option */
};

/* Returns 0, or EXIT_USAGE after a message about the first option that does not fit. */
int check_rules(const struct rule *rules, uint32_t count);
#define CHECK_RULES(rules) check_rules(rules, sizeof(rules) / sizeof *(rules))

#define EXCLUDE_EACH_OTHER "mutually exclusive, give one of them"

#endif
