/* cli/view/terminal.h - the terminal as a grid of coloured characters, its keys, and its
 * restoration. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include "view/agent_view.h"

typedef enum terminal_colors {
    TERMINAL_MONO,
    TERMINAL_256,
    TERMINAL_TRUE /* 24 bits */
} terminal_colors;

/* The colours that the environment (NO_COLOR, COLORTERM, TERM) selects. */
terminal_colors terminal_find_colors(void);
/* Whether stdin and stdout are a terminal that can move its cursor. */
bool terminal_usable(void);

/* One character cell. */
struct glyph {
    struct rgb ink, ground;
    uint32_t letter; /* a code point */
};

struct terminal {
    uint32_t columns, rows;
    terminal_colors colors;
    struct glyph *now, *shown; /* rows of columns */
    bool all;                  /* redraw everything */
};

/* Keys that are not characters. */
enum { KEY_NONE = 0, KEY_UP = 256, KEY_DOWN, KEY_LEFT, KEY_RIGHT };

/* Takes over the terminal. terminal_end restores it, as does the end of the process, also by a
 * signal. Returns 0, or an exit code after a message. */
int terminal_begin(struct terminal *t);
void terminal_end(struct terminal *t);

/* Waits for a key for at most `milliseconds`. Returns KEY_NONE if no key was pressed, or if the
 * size has changed. */
int terminal_key(struct terminal *t, uint32_t milliseconds);
/* Checks for a changed size and for signals. Returns 0, or the exit code after a terminating signal
 * or if out of memory. */
int terminal_check(struct terminal *t);

void terminal_erase(struct terminal *t, struct rgb ground);
void terminal_put(struct terminal *t, uint32_t column, uint32_t row, const struct glyph *glyph);
void terminal_text(struct terminal *t, uint32_t column, uint32_t row, uint32_t width,
                   const char *text, struct rgb ink, struct rgb ground);
/* Writes the changes. */
void terminal_show(struct terminal *t);

#endif
