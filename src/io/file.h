/* io/file.h - whole files in memory. */
#ifndef WN_FILE_H
#define WN_FILE_H

#include "base/memory.h"

typedef struct wn_file {
    char *text; /* ends with a 0 that does not count */
    size_t size;
    size_t capacity;
} wn_file;

/* Reads a file; the diagnosis says why not. */
wend_error wn_file_read(wn_file *file, wn_memory *memory, const char *path,
                        wend_diagnosis *diagnosis);
void wn_file_clear(wn_file *file, wn_memory *memory);

/* One line of a text, without its end ("\n" or "\r\n"). */
typedef struct wn_text_line {
    const char *text;
    size_t length;
    uint32_t number; /* 1-based */
} wn_text_line;

/* How much of a line is shown in a message. */
#define WN_SHOWN_MAX 40

/* A text that is read line by line. */
typedef struct wn_text_lines {
    const char *at;
    const char *end;
    uint32_t number;
} wn_text_lines;

/* False at the end of the text. */
bool wn_lines_next(wn_text_lines *lines, wn_text_line *line);

/* Reads the decimal number at *at (past blanks) and moves behind it. False if there is none, or
 * one above `max`. */
bool wn_read_u32(const char **at, const char *end, uint32_t max, uint32_t *out);

/* Reads a decimal fraction such as 12, 6.41421 or 1.5e+06 that fills the whole word; says how many
 * digits stand behind the point. The point is a point in every locale, unlike that of strtod. Exact
 * to the last bit for up to 15 digits. */
bool wn_read_decimal(const char *word, size_t length, double *out, uint32_t *decimals);

#endif
