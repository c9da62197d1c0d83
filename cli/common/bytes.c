#include "common/bytes.h"

#include "common/messages.h"
#include "common/output_file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- Growing ------------------------------------------------------------------------------- */

static bool make_room(struct bytes *b, size_t size) {
    size_t capacity = b->capacity ? b->capacity : 4096;
    while (capacity - b->count < size) {
        capacity *= 2;
    }
    if (capacity != b->capacity && !b->failed) {
        uint8_t *data = realloc(b->data, capacity);
        b->failed = !data;
        b->data = data ? data : b->data;
        b->capacity = data ? capacity : b->capacity;
    }
    return !b->failed;
}

void bytes_add(struct bytes *b, const void *data, size_t size) {
    if (size > 0 && make_room(b, size)) {
        memcpy(b->data + b->count, data, size);
        b->count += size;
    }
}

void bytes_add_byte(struct bytes *b, uint8_t byte) {
    bytes_add(b, &byte, 1);
}

void bytes_add_text(struct bytes *b, const char *text) {
    bytes_add(b, text, strlen(text));
}

void bytes_print(struct bytes *b, const char *format, ...) {
    char text[512];
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (length < (int)sizeof text) {
        bytes_add(b, text, (size_t)length);
    } else {
        char *longer = malloc((size_t)length + 1);
        b->failed = b->failed || !longer;
        if (longer) {
            vsnprintf(longer, (size_t)length + 1, format, again);
            bytes_add(b, longer, (size_t)length);
        }
        free(longer);
    }
    va_end(again);
}

void bytes_add_base64(struct bytes *b, const void *data, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const uint8_t *at = data;
    for (size_t i = 0; i < size; i += 3) {
        uint32_t left = size - i < 3 ? (uint32_t)(size - i) : 3;
        uint32_t bits = (uint32_t)at[i] << 16;
        bits |= left > 1 ? (uint32_t)at[i + 1] << 8 : 0;
        bits |= left > 2 ? at[i + 2] : 0;
        char four[4] = {digits[bits >> 18], digits[bits >> 12 & 63],
                        left > 1 ? digits[bits >> 6 & 63] : '=',
                        left > 2 ? digits[bits & 63] : '='};
        bytes_add(b, four, sizeof four);
    }
}

void bytes_clear(struct bytes *b) {
    free(b->data);
    *b = (struct bytes){0};
}

void bytes_add_number(struct bytes *b, uint64_t number) {
    while (number >= 0x80) {
        bytes_add_byte(b, (uint8_t)(number | 0x80));
        number >>= 7;
    }
    bytes_add_byte(b, (uint8_t)number);
}

void bytes_add_signed(struct bytes *b, int64_t number) {
    bytes_add_number(b, number < 0 ? ~((uint64_t)number << 1) : (uint64_t)number << 1);
}

bool grow_array(void *array_pointer, uint32_t *capacity, uint32_t count, size_t item_size) {
    if (count < *capacity) {
        return true;
    }
    void *array;
    memcpy(&array, array_pointer, sizeof array);
    uint32_t larger = *capacity ? *capacity * 2 : 256;
    array = larger > *capacity ? realloc(array, larger * item_size) : NULL;
    if (!array) {
        return false;
    }
    memcpy(array_pointer, &array, sizeof array);
    *capacity = larger;
    return true;
}

/* ---- Files --------------------------------------------------------------------------------- */

int bytes_write_file(struct bytes *b, const char *path) {
    int code =
        b->failed ? fail_machine("%s: out of memory", path) : write_file(path, b->data, b->count);
    bytes_clear(b);
    return code;
}

int read_whole_file(const char *path, size_t most, struct bytes *out) {
    FILE *in = fopen(path, "rb");
    if (!in) {
        return fail_usage("%s: cannot be read: %s", path, strerror(errno));
    }
    uint8_t part[65536];
    size_t got;
    while (out->count <= most && (got = fread(part, 1, sizeof part, in)) > 0) {
        bytes_add(out, part, got);
    }
    bool failed = ferror(in) != 0;
    fclose(in);
    if (failed) {
        return fail_usage("%s: cannot be read: %s", path, strerror(errno));
    }
    if (out->count > most) {
        return fail_usage("%s: file too large, expected at most %zu bytes", path, most);
    }
    return out->failed ? fail_machine("%s: out of memory", path) : 0;
}
