/* search/jump_one.c - jump point search with 8 neighbours, corners one. */
#include "search/jump_store.h"
#include "search/jump_walk.h"

#define JUMP_RULE  1
#define JUMP(name) name##_one
#include "search/jump_search.inl"
