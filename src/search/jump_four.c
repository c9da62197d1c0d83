/* search/jump_four.c - jump point search with 4 neighbours. */
#include "search/jump_store.h"
#include "search/jump_walk.h"

#define JUMP_RULE    3
#define JUMP_FACTORS 0
#define JUMP(name)   name##_four
#include "search/jump_search.inl"

#define JUMP_RULE    3
#define JUMP_FACTORS 1
#define JUMP(name)   name##_four_factored
#include "search/jump_search.inl"
