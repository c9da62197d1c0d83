#include "io/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define FIRST_BYTES 65536u

static wend_error read_all(wn_file *file, wn_memory *memory, FILE *stream,
                           wend_diagnosis *diagnosis) {
    for (;;) {
        if (file->size + 1 >= file->capacity) {
            size_t capacity = file->capacity ? file->capacity * 2 : FIRST_BYTES;
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

/* Reads the digits at *at as an integer. Digits beyond its capacity count as zeros; `shift` returns
 * by how many places the integer is too small. */
static uint32_t read_digits_of(const char **at, const char *end, uint64_t *value, int *shift) {
    const char *p = *at;
    for (; p < end && *p >= '0' && *p <= '9'; p++) {
        if (*value < UINT64_C(100000000000000000)) {
            *value = *value * 10 + (uint64_t)(*p - '0');
        } else {
            (*shift)++;
        }
    }
    uint32_t count = (uint32_t)(p - *at);
    *at = p;
    return count;
}

#define EXPONENT_MAX 30u

/* Reads the exponent at *at, if there is one. Returns false if it is not a number, or too large. */
static bool read_exponent(const char **at, const char *end, int *out) {
    *out = 0;
    if (*at == end || (**at != 'e' && **at != 'E')) {
        return true;
    }
    const char *p = *at + 1;
    bool is_negative = p < end && *p == '-';
    p += p < end && (*p == '-' || *p == '+');
    uint32_t value;
    if (p == end || *p < '0' || *p > '9' || !wn_read_u32(&p, end, EXPONENT_MAX, &value)) {
        return false;
    }
    *at = p;
    *out = is_negative ? -(int)value : (int)value;
    return true;
}

bool wn_read_decimal(const char *word, size_t length, double *out, uint32_t *decimals) {
    const char *at = word;
    const char *end = word + length;
    uint64_t digits = 0;
    int exponent, shift = 0;
    uint32_t count = read_digits_of(&at, end, &digits, &shift);
    *decimals = 0;
    if (at < end && *at == '.') {
        at++;
        *decimals = read_digits_of(&at, end, &digits, &shift);
    }
    if (count + *decimals == 0 || length > 48 || !read_exponent(&at, end, &exponent) || at < end) {
        return false;
    }
    double power = 1; /* of ten: exact up to 10^22 */
    int places = exponent + shift - (int)*decimals;
    for (int i = places < 0 ? -places : places; i > 0; i--) {
        power *= 10;
    }
    *out = places < 0 ? (double)digits / power : (double)digits * power;
    return true;
}
