#include "common/progress.h"

#include "common/messages.h"

#include <string.h>
#include <unistd.h>

#define BAR_WIDTH 30
#define REDRAW_NS 100000000u
#define NS_PER_S  1e9

/* A single write, so that the terminal never shows half a line. */
static void draw(struct progress *p, uint64_t now) {
    char bar[BAR_WIDTH + 1] = "", speed[64] = "";
    double seconds = (double)(now - p->begun_ns) / NS_PER_S;
    memset(bar, ' ', BAR_WIDTH);
    memset(bar, '#', (size_t)(p->done * BAR_WIDTH / p->total));
    if (p->done > 0 && seconds > 0) {
        double rate = (double)p->done / seconds;
        snprintf(speed, sizeof speed, "  %.0f/s  %.0f s left ", rate,
                 (double)(p->total - p->done) / rate);
    } else if (seconds >= 1) {
        snprintf(speed, sizeof speed, "  %.0f s so far ", seconds);
    }
    char line[200];
    snprintf(line, sizeof line, "\r%s [%s] %llu/%llu%s\033[K", p->what, bar,
             (unsigned long long)p->done, (unsigned long long)p->total, speed);
    fputs(line, stderr);
    fflush(stderr);
    p->drawn_ns = now;
}

void progress_begin(struct progress *p, const char *what, uint64_t total) {
    *p = (struct progress){
        .shown = isatty(STDERR_FILENO) && total > 0, .what = what, .total = total};
    p->begun_ns = now_ns();
    if (p->shown) {
        draw(p, p->begun_ns);
    }
}

void progress_add(struct progress *p, uint64_t done) {
    p->done += done;
    uint64_t now = p->shown ? now_ns() : 0;
    if (p->shown && (now - p->drawn_ns >= REDRAW_NS || p->done >= p->total)) {
        draw(p, now);
    }
}

void progress_end(struct progress *p) {
    if (p->shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        p->shown = false;
    }
}
