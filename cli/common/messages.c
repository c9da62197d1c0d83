#include "common/messages.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>

static const char *program = "wend";
static void (*before_message)(void);
static char message_place[512];

void set_program(const char *name) {
    program = name;
}

const char *program_name(void) {
    return program;
}

void set_before_message(void (*prepare)(void)) {
    before_message = prepare;
}

void set_message_place(const char *path, uint32_t line) {
    message_place[0] = 0;
    if (path) {
        snprintf(message_place, sizeof message_place, "%s:%u: ", path, line);
    }
}

/* The length of the first character of the text; 0 if it cannot be shown. */
static uint32_t shown_length(const unsigned char *text) {
    if (text[0] < 0x80) {
        return text[0] >= ' ' && text[0] != 0x7f;
    }
    uint32_t length = text[0] >= 0xf0 ? 4 : text[0] >= 0xe0 ? 3 : 2;
    if (text[0] < 0xc2 || text[0] > 0xf4 || (text[0] == 0xc2 && text[1] < 0xa0)) {
        return 0; /* not the start of a character, or a control character above U+0080 */
    }
    for (uint32_t i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80) {
            return 0;
        }
    }
    return length;
}

void print_safe(FILE *out, const char *text) {
    const unsigned char *at = (const unsigned char *)text;
    while (*at) {
        uint32_t length = shown_length(at);
        if (length > 0) {
            fwrite(at, 1, length, out);
        } else {
            fprintf(out, "\\x%02x", *at);
        }
        at += length ? length : 1;
    }
}

void hide_controls(char *text) {
    while (*text) {
        uint32_t length = shown_length((const unsigned char *)text);
        if (length == 0) {
            *text = '?';
        }
        text += length ? length : 1;
    }
}

static void print_message(const char *format, va_list args) {
    char text[8192];
    vsnprintf(text, sizeof text, format, args);
    if (before_message) {
        before_message();
    }
    fflush(stdout);
    fprintf(stderr, "%s: ", program);
    print_safe(stderr, message_place);
    print_safe(stderr, text);
    fputc('\n', stderr);
}

void print_field(const char *title, const char *text) {
    printf("%-13s ", title);
    print_safe(stdout, text);
    putchar('\n');
}

void print_note(const char *format, ...) {
    va_list args;
    va_start(args, format);
    print_message(format, args);
    va_end(args);
}

int finish_output(int code) {
    if (fflush(stdout) != 0 || ferror(stdout)) {
        return fail_machine("standard output: cannot be written: %s", strerror(errno));
    }
    return code;
}

uint64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

bool ends_with(const char *name, const char *ending) {
    size_t length = strlen(name), tail = strlen(ending);
    return length > tail && strcmp(name + length - tail, ending) == 0;
}

/* Levenshtein distance of two short words. */
static uint32_t distance(const char *a, const char *b) {
    enum { MAX = 31 };
    size_t la = strnlen(a, MAX), lb = strnlen(b, MAX);
    uint32_t row[MAX + 1];
    for (size_t j = 0; j <= lb; j++) {
        row[j] = (uint32_t)j;
    }
    for (size_t i = 1; i <= la; i++) {
        uint32_t diagonal = row[0];
        row[0] = (uint32_t)i;
        for (size_t j = 1; j <= lb; j++) {
            uint32_t change = diagonal + (a[i - 1] != b[j - 1]);
            uint32_t gap = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            diagonal = row[j];
            row[j] = change < gap ? change : gap;
        }
    }
    return row[lb];
}

const char *nearest_name(const char *word, const char *const *names, uint32_t count) {
    const char *best = NULL;
    uint32_t best_distance = 4; /* limit for suggestions */
    for (uint32_t i = 0; i < count; i++) {
        uint32_t d = distance(word, names[i]);
        if (d < best_distance && d < strlen(names[i])) {
            best = names[i];
            best_distance = d;
        }
    }
    return best;
}
