/* cli/view/terminal.h - the terminal as a grid of coloured characters, its keys, and leaving it as
 * it was found. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include "view/agent_view.h"

typedef enum terminal_colors {
    TERMINAL_MONO,
    TERMINAL_256,
    TERMINAL_TRUE /* 24 bits */
} terminal_colors;

/* What the environment (NO_COLOR, COLORTERM, TERM) asks for. */
terminal_colors terminal_find_colors(void);
/* Whether both ends are a terminal that can move its cursor. */
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
    bool all;                  /* everything has to be drawn again */
};

/* Keys that are no characters. */
enum { KEY_NONE = 0, KEY_UP = 256, KEY_DOWN, KEY_LEFT, KEY_RIGHT };

/* Takes the terminal over; it is given back by terminal_end, and when the process exits or is ended
 * by a signal. 0, or an exit code after a message. */
int terminal_begin(struct terminal *t);
void terminal_end(struct terminal *t);

/* Waits for a key, at most `milliseconds`. KEY_NONE if there was none, or if the size has changed.
 */
int terminal_key(struct terminal *t, uint32_t milliseconds);
/* Looks for a changed size and for signals. 0, or the exit code after a signal that asks to end or
 * when memory is short. */
int terminal_check(struct terminal *t);

void terminal_erase(struct terminal *t, struct rgb ground);
void terminal_put(struct terminal *t, uint32_t column, uint32_t row, const struct glyph *glyph);
void terminal_text(struct terminal *t, uint32_t column, uint32_t row, uint32_t width,
                   const char *text, struct rgb ink, struct rgb ground);
/* Writes what has changed. */
void terminal_show(struct terminal *t);

#endif
