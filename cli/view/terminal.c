#include "view/terminal.h"

#include "common/messages.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/* Escape sequences: alternate screen, no cursor, no wrapping at the right edge; and back. */
#define ENTER "\033[?1049h\033[?25l\033[?7l\033[2J"
#define LEAVE "\033[0m\033[?7h\033[?25h\033[?1049l"

static struct termios found;        /* the original settings */
static volatile sig_atomic_t taken; /* the terminal must be restored */
static volatile sig_atomic_t resized, stopped, ended;

/* ---- Setup and restoration ------------------------------------------------------------------ */

static void write_all(const void *data, size_t size) {
    const char *at = data;
    while (size > 0) {
        ssize_t written = write(STDOUT_FILENO, at, size);
        if (written < 0 && errno != EINTR) {
            return;
        }
        at += written > 0 ? written : 0;
        size -= written > 0 ? (size_t)written : 0;
    }
}

static void take(void) {
    struct termios raw = found;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO); /* ISIG stays on */
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    write_all(ENTER, sizeof ENTER - 1);
    taken = 1;
}

static void give_back(void) {
    if (taken) {
        taken = 0;
        write_all(LEAVE, sizeof LEAVE - 1);
        tcsetattr(STDIN_FILENO, TCSANOW, &found);
    }
}

static void note_signal(int number) {
    if (number == SIGWINCH) {
        resized = 1;
    } else if (number == SIGTSTP) {
        stopped = 1;
    } else {
        ended = number;
    }
}

static void catch_signals(bool on) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGWINCH};
    struct sigaction action = {.sa_handler = on ? note_signal : SIG_DFL};
    sigemptyset(&action.sa_mask);
    for (uint32_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        sigaction(numbers[i], &action, NULL);
    }
}

/* ---- Size and colours ----------------------------------------------------------------------- */

terminal_colors terminal_find_colors(void) {
    const char *no_color = getenv("NO_COLOR"), *color = getenv("COLORTERM"), *term = getenv("TERM");
    if (no_color && *no_color) {
        return TERMINAL_MONO;
    }
    bool deep = (color && (strcmp(color, "truecolor") == 0 || strcmp(color, "24bit") == 0)) ||
                (term && strstr(term, "-direct"));
    bool few = !term || strcmp(term, "vt100") == 0 || strcmp(term, "vt220") == 0;
    return deep ? TERMINAL_TRUE : few ? TERMINAL_MONO : TERMINAL_256;
}

bool terminal_usable(void) {
    const char *term = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && *term &&
           strcmp(term, "dumb") != 0;
}

static int measure(struct terminal *t) {
    struct winsize size;
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col && size.ws_row;
    t->columns = known ? size.ws_col : 80;
    t->rows = known ? size.ws_row : 24;
    t->all = true;
    size_t count = (size_t)t->columns * t->rows;
    free(t->now);
    free(t->shown);
    t->now = calloc(count, sizeof *t->now);
    t->shown = calloc(count, sizeof *t->shown);
    return t->now && t->shown ? 0 : fail_machine("out of memory for the screen");
}

int terminal_begin(struct terminal *t) {
    *t = (struct terminal){.colors = terminal_find_colors()};
    if (tcgetattr(STDIN_FILENO, &found) != 0) {
        return fail_machine("terminal: cannot be set up: %s", strerror(errno));
    }
    resized = stopped = ended = 0;
    catch_signals(true);
    atexit(give_back);
    set_before_message(give_back); /* otherwise messages disappear with the alternate screen */
    take();
    return measure(t);
}

void terminal_end(struct terminal *t) {
    give_back();
    set_before_message(NULL);
    catch_signals(false);
    free(t->now);
    free(t->shown);
    *t = (struct terminal){0};
    if (ended) {
        raise(ended); /* so that the parent process sees the signal */
    }
}

int terminal_check(struct terminal *t) {
    if (ended) {
        return EXIT_DONE + 128 + ended;
    }
    if (stopped) {
        stopped = 0;
        give_back();
        raise(SIGSTOP); /* continues here after SIGCONT */
        take();
        resized = 1;
    }
    if (resized) {
        resized = 0;
        return measure(t);
    }
    return 0;
}

/* ---- Keys ----------------------------------------------------------------------------------- */

static bool wait_for_input(uint32_t milliseconds) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    int ready = poll(&input, 1, (int)milliseconds);
    if (ready > 0 && (input.revents & (POLLHUP | POLLERR)) && !(input.revents & POLLIN)) {
        ended = SIGHUP; /* the terminal is gone */
    }
    return ready > 0 && (input.revents & POLLIN);
}

static int read_byte(uint32_t milliseconds) {
    unsigned char byte;
    return wait_for_input(milliseconds) && read(STDIN_FILENO, &byte, 1) == 1 ? byte : KEY_NONE;
}

int terminal_key(struct terminal *t, uint32_t milliseconds) {
    (void)t;
    enum { ESCAPE = 27, ESCAPE_MS = 25 };
    int byte = read_byte(milliseconds);
    if (byte != ESCAPE) {
        return byte;
    }
    int bracket = read_byte(ESCAPE_MS);
    int letter = bracket == '[' || bracket == 'O' ? read_byte(ESCAPE_MS) : KEY_NONE;
    return letter == 'A'   ? KEY_UP
           : letter == 'B' ? KEY_DOWN
           : letter == 'C' ? KEY_RIGHT
           : letter == 'D' ? KEY_LEFT
                           : KEY_NONE;
}

/* ---- Drawing -------------------------------------------------------------------------------- */

void terminal_erase(struct terminal *t, struct rgb ground) {
    struct glyph blank = {.ink = ground, .ground = ground, .letter = ' '};
    for (size_t i = 0; i < (size_t)t->columns * t->rows; i++) {
        t->now[i] = blank;
    }
}

void terminal_put(struct terminal *t, uint32_t column, uint32_t row, const struct glyph *glyph) {
    if (column < t->columns && row < t->rows) {
        t->now[(size_t)row * t->columns + column] = *glyph;
    }
}

void terminal_text(struct terminal *t, uint32_t column, uint32_t row, uint32_t width,
                   const char *text, struct rgb ink, struct rgb ground) {
    for (uint32_t i = 0; i < width && text[i]; i++) {
        struct glyph glyph = {.ink = ink, .ground = ground, .letter = (unsigned char)text[i]};
        terminal_put(t, column + i, row, &glyph);
    }
}

/* The nearest of the 6 x 6 x 6 colours or the greys of the 256-colour palette. */
static uint32_t nearest_of_256(struct rgb c) {
    static const uint8_t levels[6] = {0, 95, 135, 175, 215, 255};
    const uint8_t parts[3] = {c.red, c.green, c.blue};
    uint32_t index[3], cube_error = 0, grey_error = 0;
    uint32_t mean = ((uint32_t)c.red + c.green + c.blue) / 3;
    uint32_t grey = mean < 8 ? 0 : mean > 238 ? 23 : (mean - 3) / 10;
    for (uint32_t i = 0; i < 3; i++) {
        index[i] = parts[i] < 48 ? 0 : parts[i] < 115 ? 1 : (parts[i] - 35u) / 40;
        int32_t cube = parts[i] - levels[index[i]], flat = parts[i] - (int32_t)(8 + 10 * grey);
        cube_error += (uint32_t)(cube * cube);
        grey_error += (uint32_t)(flat * flat);
    }
    return grey_error < cube_error ? 232 + grey : 16 + 36 * index[0] + 6 * index[1] + index[2];
}

static bool same_color(struct rgb a, struct rgb b) {
    return a.red == b.red && a.green == b.green && a.blue == b.blue;
}

static void add_color(struct bytes *out, terminal_colors colors, struct rgb c, uint32_t layer) {
    if (colors == TERMINAL_TRUE) {
        bytes_print(out, "\033[%u;2;%u;%u;%um", layer, c.red, c.green, c.blue);
    } else if (colors == TERMINAL_256) {
        bytes_print(out, "\033[%u;5;%um", layer, nearest_of_256(c));
    }
}

static void add_letter(struct bytes *out, uint32_t letter) {
    if (letter < 0x80) {
        bytes_add_byte(out, (uint8_t)letter);
    } else {
        const uint8_t utf8[3] = {(uint8_t)(0xe0 | letter >> 12),
                                 (uint8_t)(0x80 | (letter >> 6 & 63)),
                                 (uint8_t)(0x80 | (letter & 63))};
        bytes_add(out, utf8, sizeof utf8);
    }
}

void terminal_show(struct terminal *t) {
    struct bytes out = {0};
    const struct glyph *last = NULL; /* the glyph with the current colours */
    size_t next = SIZE_MAX;          /* the position of the cursor */
    if (t->all) {
        bytes_add_text(&out, "\033[0m\033[2J");
    }
    for (size_t i = 0; i < (size_t)t->columns * t->rows; i++) {
        const struct glyph *g = &t->now[i], *s = &t->shown[i];
        if (!t->all && g->letter == s->letter && same_color(g->ink, s->ink) &&
            same_color(g->ground, s->ground)) {
            continue;
        }
        if (i != next || i % t->columns == 0) {
            bytes_print(&out, "\033[%zu;%zuH", i / t->columns + 1, i % t->columns + 1);
        }
        if (!last || !same_color(last->ink, g->ink)) {
            add_color(&out, t->colors, g->ink, 38);
        }
        if (!last || !same_color(last->ground, g->ground)) {
            add_color(&out, t->colors, g->ground, 48);
        }
        add_letter(&out, g->letter);
        last = g;
        next = i + 1;
        t->shown[i] = *g;
    }
    t->all = out.failed; /* try again */
    if (!out.failed) {
        write_all(out.data, out.count);
    }
    bytes_clear(&out);
}
