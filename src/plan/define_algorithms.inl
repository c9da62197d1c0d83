/* plan/define_algorithms.inl - defines the algorithms of a family: their descriptions, and the
 * functions that return them. Included at the end of the family's file, which has defined its
 * WN_..._ALGORITHMS (plan/algorithms.h). */
#include <wend/research.h>

#define WN_ALGORITHM(symbol, name, title, paper, needs, acts, flags, parameters, family, traits)   \
    static const wn_algorithm symbol##_algorithm = {                                               \
        {name, title, paper, needs, acts, flags, parameters}, &family, traits};                    \
    const wend_algo *wend_algo_##symbol(void) {                                                    \
        return &symbol##_algorithm.info;                                                           \
    }
#include "plan/algorithms.h"
#undef WN_ALGORITHM
