/* plan/define_algorithms.inl - makes the algorithms of a family: what each is, and the function by
 * which programs ask for it. Included at the end of the family's file, which has defined its
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
