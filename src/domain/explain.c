/* domain/explain.c - explanations as text. */
#include <wend/explain.h>

#include "base/base.h"

#include <inttypes.h>
#include <stdio.h>

/* Writes "(x, y)" for a state of a map, otherwise a number. */
static void write_state(wend_state state, const wend_map *map, char *text, size_t size) {
    if (state == WEND_STATE_NONE) {
        snprintf(text, size, "an unknown state");
    } else if (map) {
        snprintf(text, size, "(%" PRIu32 ", %" PRIu32 ")", wend_map_x(map, state),
                 wend_map_y(map, state));
    } else {
        snprintf(text, size, "state %" PRIu32, state);
    }
}

/* The sentence for a reason: a format for the state as text and a count. It may omit the count, or
 * both. */
static const char *sentence_of(wend_reason reason) {
#define COUNT "%" PRIu64
    switch (reason) {
    case WEND_REASON_NO_TICK:
        return "nothing is planned yet: no tick has run";
    case WEND_REASON_ARRIVED:
        return "it is at its goal, %s";
    case WEND_REASON_ARRIVED_NEAREST:
        return "it is at the nearest reachable state to %s";
    case WEND_REASON_ON_ROUTE:
        return "it follows a route to its goal; the next state is %s";
    case WEND_REASON_ON_PATH:
        return "it goes to %s on the best path after " COUNT " expansions; the search continues";
    case WEND_REASON_BACKTRACKING:
        return "it steps back to %s: after " COUNT " expansions another direction is better";
    case WEND_REASON_SEARCHING:
        return "it waits until a route to %s is found: " COUNT " expansions so far";
    case WEND_REASON_ROUTE_BLOCKED:
        return "the map was edited at %s: it replans, " COUNT " expansions so far";
    case WEND_REASON_CELL_BLOCKED:
        return "its cell, %s, was blocked: it needs a way out, " COUNT " expansions so far";
    case WEND_REASON_REFUSED:
        return "its move to %s was planned " COUNT " times and never made";
    case WEND_REASON_GOAL_BLOCKED:
        return "its goal, %s, is blocked";
    case WEND_REASON_OTHER_COMPONENT:
        return "its goal, %s, is in another connected component";
    case WEND_REASON_UNREACHABLE:
        return "no route to %s exists: the search ended after " COUNT " expansions";
    case WEND_REASON_OVERFLOW:
        return "a route to %s would cost more than the largest cost";
    case WEND_REASON_OUT_OF_MEMORY:
        return "its search for %s needs more than the " COUNT " bytes that it has: out of memory";
    case WEND_REASON_NOT_RESERVED:
        return "its search for %s needs more than the " COUNT
               " bytes that it has: call wend_agent_reserve";
    case WEND_REASON_STALE:
        return "the map was edited after the data for the way to %s was computed";
    case WEND_REASON_NO_ORDER:
        return "it has no order";
    case WEND_REASON_QUEUED:
        return "it is queued for a search for a route to %s: " COUNT " ahead of it";
    case WEND_REASON_GROUPED:
        return "the field to %s, shared by " COUNT " units, has not reached it yet";
    }
    return "the reason is unknown";
#undef COUNT
}

/* The text after the sentence: a format for the edited cell, which it may omit. */
static const char *edit_of(wend_edit edit) {
    switch (edit) {
    case WEND_EDIT_NONE:
        return "";
    case WEND_EDIT_BLOCKED:
        return "; %s was blocked";
    case WEND_EDIT_FREED:
        return "; %s was freed";
    case WEND_EDIT_MORE:
        return "; %s costs more than before";
    case WEND_EDIT_LESS:
        return "; %s costs less than before";
    case WEND_EDIT_UNKNOWN:
        break;
    }
    return "; too many edits to tell which one matters";
}

size_t wend_explain_text(const wend_explanation *explanation, const wend_map *map, char *buffer,
                         size_t size) {
    if (!explanation || (!buffer && size)) {
        return 0;
    }
    char where[32], edited[32];
    write_state(explanation->state, map, where, sizeof where);
    write_state(explanation->edited, map, edited, sizeof edited);
    int length =
        snprintf(buffer, size, sentence_of(explanation->reason), where, explanation->count);
    if (length < 0) {
        return 0;
    }
    size_t used = (size_t)length < size ? (size_t)length : size;
    int more =
        snprintf(buffer ? buffer + used : NULL, size - used, edit_of(explanation->edit), edited);
    return (size_t)length + (more < 0 ? 0 : (size_t)more);
}
