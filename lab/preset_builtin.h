/* lab/preset_builtin.h - the presets of lab/presets/ as arrays, which the build generates. */
#ifndef LAB_PRESET_BUILTIN_H
#define LAB_PRESET_BUILTIN_H

#include <stdint.h>

struct builtin_preset {
    const char *name;
    const unsigned char *text; /* 0-terminated */
};

extern const struct builtin_preset builtin_presets[];
extern const uint32_t builtin_preset_count;

#endif
