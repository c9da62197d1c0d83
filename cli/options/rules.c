#include "options/rules.h"

#include "common/messages.h"

int check_rules(const struct rule *rules, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (rules[i].given && !rules[i].fits) {
            return fail_usage("%s: %s", rules[i].option, rules[i].why);
        }
    }
    return 0;
}
