/* lab/preset_builtin.h - the presets of the folder lab, as arrays that the build makes. */
#ifndef LAB_PRESET_BUILTIN_H
#define LAB_PRESET_BUILTIN_H

#include <stdint.h>

struct builtin_preset {
    const char *name;
    const unsigned char *text; /* ends with 0 */
};

extern const struct builtin_preset builtin_presets[];
extern const uint32_t builtin_preset_count;

#endif
