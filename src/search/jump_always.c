/* search/jump_always.c - jump point search with 8 neighbours, corner rule "always". */
#include "search/jump_store.h"
#include "search/jump_walk.h"

#define JUMP_RULE    2
#define JUMP_FACTORS 0
#define JUMP(name)   name##_always
#include "search/jump_search.inl"

#define JUMP_RULE    2
#define JUMP_FACTORS 1
#define JUMP(name)   name##_always_factored
#include "search/jump_search.inl"
