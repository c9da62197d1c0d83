/* A custom domain: the farmer who must ferry a wolf, a goat and a cabbage across a river. */
#include <stdio.h>
#include <wend/wend.h>

/* One bit for each of the four, set when it is on the far bank. */
enum { FARMER = 1, WOLF = 2, GOAT = 4, CABBAGE = 8, EVERYONE = 15 };

static const char *const names[] = {"the wolf", "the goat", "the cabbage"};

/* Without the farmer, the goat may share a bank neither with the wolf nor with the cabbage. */
static int is_peaceful(uint64_t far) {
    uint64_t alone = far & FARMER ? EVERYONE & ~far : far;
    return !(alone & GOAT) || !(alone & (WOLF | CABBAGE));
}

/* The farmer crosses alone or with one that is on his bank. Crossing costs 1. */
static uint32_t cross(void *context, const wend_packed *state, wend_packed *out, wend_cost *costs) {
    (void)context;
    uint64_t far = state->word[0];
    uint32_t count = 0;
    for (uint64_t cargo = FARMER; cargo <= CABBAGE; cargo *= 2) {
        uint64_t next = far ^ (FARMER | cargo);
        int is_at_hand = !(far & cargo) == !(far & FARMER);
        if (is_at_hand && is_peaceful(next)) {
            out[count] = (wend_packed){{next, 0}};
            costs[count++] = 1;
        }
    }
    return count;
}

/* One crossing brings at most one of the three over, so this never overestimates. */
static wend_cost still_here(void *context, const wend_packed *state, const wend_packed *goal) {
    (void)context;
    uint64_t left = (state->word[0] ^ goal->word[0]) & (WOLF | GOAT | CABBAGE);
    return (wend_cost)(!!(left & WOLF) + !!(left & GOAT) + !!(left & CABBAGE));
}

static void tell(uint64_t before, uint64_t after) {
    const char *cargo = "nothing";
    for (int i = 0; i < 3; i++) {
        cargo = (before ^ after) >> (i + 1) & 1 ? names[i] : cargo;
    }
    printf("%s with %s\n", after & FARMER ? "over" : "back", cargo);
}

int main(void) {
    wend_callback_def river = {
        .successors = cross, .estimate = still_here, .max_degree = 4, .reversible = true};
    wend_domain *domain;
    wend_agent *agent;
    if (wend_callback_create(&river, &domain, NULL)) return 1;
    wend_agent_def def = {
        .domain = domain, .algo = wend_algo_astar(), .goal_packed = {{EVERYONE, 0}}};
    if (wend_agent_create(&def, &agent, NULL)) return 1;
    wend_tick tick;
    uint64_t bank = def.start_packed.word[0];
    do {
        wend_agent_reserve(agent, 120);
        wend_agent_tick(agent, (wend_budget){.work = 120}, &tick);
        uint64_t next = wend_agent_packed(agent, tick.state).word[0];
        if (tick.flags & WEND_TICK_MOVED) tell(bank, next);
        bank = next;
    } while (wend_agent_is_active(tick.status));
    wend_agent_destroy(agent);
    wend_domain_destroy(domain);
    return tick.status == WEND_AGENT_ARRIVED ? 0 : 1;
}
