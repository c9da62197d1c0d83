#include "io/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define FIRST_CAPACITY 65536u

static wend_error read_all(wn_file *file, wn_memory *memory, FILE *stream,
                           wend_diagnosis *diagnosis) {
    for (;;) {
        if (file->size + 1 >= file->capacity) {
            size_t capacity = file->capacity ? file->capacity * 2 : FIRST_CAPACITY;
            void *text = file->text;
            if (!wn_memory_grow(memory, &text, file->capacity, file->size, capacity)) {
                return wn_diagnose(diagnosis, WEND_ERROR_MEMORY, 0, 0,
                                   "no memory to read the file");
            }
            file->text = text;
            file->capacity = capacity;
        }
        size_t got = fread(file->text + file->size, 1, file->capacity - file->size - 1, stream);
        file->size += got;
        if (got == 0) {
            break;
        }
    }
    if (ferror(stream)) {
        return wn_diagnose(diagnosis, WEND_ERROR_IO, 0, 0, "cannot be read: %s", strerror(errno));
    }
    file->text[file->size] = 0;
    return WEND_OK;
}

wend_error wn_file_read(wn_file *file, wn_memory *memory, const char *path,
                        wend_diagnosis *diagnosis) {
    *file = (wn_file){0};
    FILE *stream = fopen(path, "rb");
    if (!stream) {
        return wn_diagnose(diagnosis, WEND_ERROR_IO, 0, 0, "cannot be opened: %s", strerror(errno));
    }
    wend_error error = read_all(file, memory, stream, diagnosis);
    fclose(stream);
    if (error) {
        wn_file_clear(file, memory);
    }
    return error;
}

void wn_file_clear(wn_file *file, wn_memory *memory) {
    wn_memory_give(memory, file->text, file->capacity);
    *file = (wn_file){0};
}

bool wn_lines_next(wn_text_lines *lines, wn_text_line *line) {
    if (lines->at >= lines->end) {
        return false;
    }
    const char *stop = memchr(lines->at, '\n', (size_t)(lines->end - lines->at));
    const char *text_end = stop ? stop : lines->end;
    *line = (wn_text_line){lines->at, (size_t)(text_end - lines->at), ++lines->number};
    if (line->length > 0 && line->text[line->length - 1] == '\r') {
        line->length--;
    }
    lines->at = stop ? stop + 1 : lines->end;
    return true;
}

bool wn_read_u32(const char **at, const char *end, uint32_t max, uint32_t *out) {
    const char *p = *at;
    while (p < end && (*p == ' ' || *p == '\t')) {
        p++;
    }
    if (p == end || *p < '0' || *p > '9') {
        return false;
    }
    uint64_t value = 0;
    while (p < end && *p >= '0' && *p <= '9') {
        value = value * 10 + (uint64_t)(*p++ - '0');
        if (value > max) {
            return false;
        }
    }
    *at = p;
    *out = (uint32_t)value;
    return true;
}
