#include "progress.h"

#include "common.h"

#include <unistd.h>

#define BAR_WIDTH 30
#define REDRAW_NS 100000000u
#define NS_PER_S  1e9

void progress_begin(struct progress *p, const char *what, uint64_t total) {
    *p = (struct progress){
        .shown = isatty(STDERR_FILENO) && total > 0, .what = what, .total = total};
    p->begun_ns = now_ns();
}

void progress_add(struct progress *p, uint64_t done) {
    p->done += done;
    if (!p->shown) {
        return;
    }
    uint64_t now = now_ns();
    if (now - p->drawn_ns < REDRAW_NS && p->done < p->total) {
        return;
    }
    p->drawn_ns = now;
    double seconds = (double)(now - p->begun_ns) / NS_PER_S;
    double rate = seconds > 0 ? (double)p->done / seconds : 0;
    double left = rate > 0 ? (double)(p->total - p->done) / rate : 0;
    int filled = (int)(p->done * BAR_WIDTH / p->total);
    fprintf(stderr, "\r%s [", p->what);
    for (int i = 0; i < BAR_WIDTH; i++) {
        fputc(i < filled ? '#' : ' ', stderr);
    }
    fprintf(stderr, "] %llu/%llu  %.0f/s  %.0f s left \033[K", (unsigned long long)p->done,
            (unsigned long long)p->total, rate, left);
    fflush(stderr);
}

void progress_end(struct progress *p) {
    if (p->shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        p->shown = false;
    }
}
