#include "lab/preset_memory.h"

#include "common/messages.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct block {
    struct block *next;
    max_align_t data[];
};

struct preset_memory {
    struct block *first;
    const char *path;
    size_t limit, used;
};

static void *need(void *pointer) {
    if (!pointer) {
        exit(fail_machine("no memory"));
    }
    return pointer;
}

struct preset_memory *preset_memory_create(const char *path, size_t limit) {
    struct preset_memory *memory = need(calloc(1, sizeof *memory));
    memory->path = path;
    memory->limit = limit;
    return memory;
}

void preset_memory_destroy(struct preset_memory *memory) {
    for (struct block *block = memory ? memory->first : NULL, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    free(memory);
}

void *preset_alloc(struct preset_memory *memory, size_t size) {
    if (size > memory->limit - memory->used) {
        exit(fail_usage("%s: needs more than %zu MB of memory", memory->path, memory->limit >> 20));
    }
    memory->used += size;
    struct block *block = need(calloc(1, sizeof *block + size));
    block->next = memory->first;
    memory->first = block;
    return block->data;
}

char *preset_copy(struct preset_memory *memory, const char *text, size_t length) {
    char *copy = preset_alloc(memory, length + 1);
    memcpy(copy, text, length);
    return copy;
}

char *preset_print(struct preset_memory *memory, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = preset_alloc(memory, (size_t)length + 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}
