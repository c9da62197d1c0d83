/* search/jump_one.c - jump point search with 8 neighbours, corner rule "one". */
#include "search/jump_store.h"
#include "search/jump_walk.h"

#define JUMP_RULE    1
#define JUMP_FACTORS 0
#define JUMP(name)   name##_one
#include "search/jump_search.inl"

#define JUMP_RULE    1
#define JUMP_FACTORS 1
#define JUMP(name)   name##_one_factored
#include "search/jump_search.inl"
