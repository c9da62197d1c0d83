/* search/jump_four.c - jump point search with 4 neighbours. */
#include "search/jump_store.h"
#include "search/jump_walk.h"

#define JUMP_RULE  3
#define JUMP(name) name##_four
#include "search/jump_search.inl"
