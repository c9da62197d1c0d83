/* domain/explain.c - explanations as text. */
#include <wend/explain.h>

#include "base/base.h"

#include <inttypes.h>
#include <stdio.h>

/* Writes a state: "(x, y)" on a map, otherwise its number. */
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

/* The sentence of a reason: a format with a state as text, a count, and the ending of the noun that
 * is counted. It may leave out arguments from the end. */
static const char *sentence_of(const wend_explanation *explanation) {
#define COUNT "%" PRIu64
    bool has_moved = explanation->ticks == 0;
    switch (explanation->reason) {
    case WEND_REASON_NO_TICK:
        return "it has not planned yet: it has had no tick";
    case WEND_REASON_ARRIVED:
        return "it is at its goal, %s";
    case WEND_REASON_ARRIVED_NEAREST:
        return "it is at the reachable cell nearest to its goal, %s";
    case WEND_REASON_ON_ROUTE:
        return has_moved ? "it follows a route to its goal: it has moved to %s"
                         : "it follows a route to its goal: its next step is %s";
    case WEND_REASON_ON_PATH:
        return "it moves to %s on the most promising path: " COUNT " expansion%s so far";
    case WEND_REASON_BACKTRACKING:
        return "it steps back to %s: another path is more promising after " COUNT " expansion%s";
    case WEND_REASON_SEARCHING:
        return "it waits for a route to %s: " COUNT " expansion%s so far";
    case WEND_REASON_ROUTE_BLOCKED:
        return "the map was edited at %s: it is replanning, " COUNT " expansion%s so far";
    case WEND_REASON_CELL_BLOCKED:
        return "its cell, %s, was blocked: it has to leave, " COUNT " expansion%s so far";
    case WEND_REASON_REFUSED:
        return "its move to %s was not made: " COUNT " plan%s without a move";
    case WEND_REASON_GOAL_BLOCKED:
        return "its goal, %s, is blocked";
    case WEND_REASON_OTHER_COMPONENT:
        return "its goal, %s, is in another connected component";
    case WEND_REASON_UNREACHABLE:
        return "no route leads to %s: the search was exhausted after " COUNT " expansion%s";
    case WEND_REASON_OVERFLOW:
        return "a route to %s would exceed the maximum cost";
    case WEND_REASON_OUT_OF_MEMORY:
        return "out of memory: its search for a route to %s holds " COUNT " byte%s and needs more";
    case WEND_REASON_NOT_RESERVED:
        return "its search for a route to %s holds " COUNT
               " byte%s and needs more: wend_agent_reserve was not called";
    case WEND_REASON_STALE:
        return "the precomputed data for its route to %s is stale: the map was edited";
    case WEND_REASON_NO_ORDER:
        return "it has no order";
    case WEND_REASON_QUEUED:
        return "it waits for a route to %s: " COUNT " unit%s ahead of it in the queue";
    case WEND_REASON_GROUPED:
        return "it waits for the field to %s, shared by " COUNT " unit%s, to reach it";
    }
    return "unknown reason";
#undef COUNT
}

/* The ending of the noun that is counted, with the verb where the sentence has one. */
static const char *ending_of(const wend_explanation *explanation) {
    bool is_one = explanation->count == 1;
    return explanation->reason == WEND_REASON_QUEUED ? (is_one ? " is" : "s are")
                                                     : (is_one ? "" : "s");
}

/* The format of the edited cell, appended to the sentence; it may leave out the cell. */
static const char *edit_of(wend_edit edit) {
    switch (edit) {
    case WEND_EDIT_NONE:
        return "";
    case WEND_EDIT_BLOCKED:
        return "; %s was blocked";
    case WEND_EDIT_FREED:
        return "; %s was freed";
    case WEND_EDIT_MORE:
        return "; %s became more expensive";
    case WEND_EDIT_LESS:
        return "; %s became cheaper";
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
    int length = snprintf(buffer, size, sentence_of(explanation), where, explanation->count,
                          ending_of(explanation));
    if (length < 0) {
        return 0;
    }
    size_t used = (size_t)length < size ? (size_t)length : size;
    int more =
        snprintf(buffer ? buffer + used : NULL, size - used, edit_of(explanation->edit), edited);
    return (size_t)length + (more < 0 ? 0 : (size_t)more);
}
