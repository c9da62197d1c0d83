/* search/jump_never.c - jump point search with 8 neighbours, corner rule "never". */
#include "search/jump_store.h"
#include "search/jump_walk.h"

#define JUMP_RULE    0
#define JUMP_FACTORS 0
#define JUMP(name)   name##_never
#include "search/jump_search.inl"

#define JUMP_RULE    0
#define JUMP_FACTORS 1
#define JUMP(name)   name##_never_factored
#include "search/jump_search.inl"
