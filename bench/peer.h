/* bench/peer.h - the functions that another library must provide to be compared with wend.
 *
 * Whatever can be prepared per map is prepared in `open`, outside the time that is measured. */
#ifndef BENCH_PEER_H
#define BENCH_PEER_H

#include "bench_sets.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bench_peer {
    const char *name;
    const char *version;
    const char *remark;
    double faster; /* the target: how many times faster wend must be */
    void *(*open)(const wend_map *map);
    /* Answers a problem; returns whether there is a route. This call is timed. */
    bool (*query)(void *peer, const bench_problem *problem);
    /* The length of the route just found, in cells. */
    double (*length)(void *peer);
    /* States expanded by the last query, 0 if the library does not count them. */
    uint64_t (*expansions)(void *peer);
    void (*close)(void *peer);
} bench_peer;

extern const bench_peer bench_peer_libtcod;
extern const bench_peer bench_peer_boost;

#ifdef __cplusplus
}
#endif

#endif
