/* io/file.h - whole files in memory. */
#ifndef WN_FILE_H
#define WN_FILE_H

#include "base/memory.h"

typedef struct wn_file {
    char *text; /* followed by a 0 that is not counted */
    size_t size;
    size_t capacity;
} wn_file;

/* Reads a file. On error the diagnosis contains the reason. */
wend_error wn_file_read(wn_file *file, wn_memory *memory, const char *path,
                        wend_diagnosis *diagnosis);
void wn_file_clear(wn_file *file, wn_memory *memory);

/* One line of a text, without its end ("\n" or "\r\n"). */
typedef struct wn_text_line {
    const char *text;
    size_t length;
    uint32_t number; /* 1-based */
} wn_text_line;

/* The most characters of a line shown in a message. */
#define WN_SHOWN_MAX 40

/* A text that is read line by line. */
typedef struct wn_text_lines {
    const char *at;
    const char *end;
    uint32_t number;
} wn_text_lines;

/* Reads the next line; returns false at the end of the text. */
bool wn_lines_next(wn_text_lines *lines, wn_text_line *line);

/* Skips blanks, reads the decimal number at *at and advances past it. Returns false if no number
 * follows, or if it is above `max`. */
bool wn_read_u32(const char **at, const char *end, uint32_t max, uint32_t *out);

/* Reads a decimal number such as 12, 6.41421 or 1.5e+06 that fills the whole word; returns in
 * `decimals` how many digits follow the point. The decimal point is "." in every locale, unlike
 * with strtod. Correctly rounded for up to 15 digits. */
bool wn_read_decimal(const char *word, size_t length, double *out, uint32_t *decimals);

#endif
