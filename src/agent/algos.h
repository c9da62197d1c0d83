/* agent/algos.h - every algorithm, as data. The command, the tests and the documents read this
 * list through wend_algo_get; adding an algorithm is one line here and what it does in a file.
 *
 *     WN_ALGORITHM(name, title, paper, domains, terrain, parameters, acting)
 */
WN_ALGORITHM("astar", "A*: plans the whole route, then moves",
             "Hart, Nilsson, Raphael, IEEE SSC 1968", "all", "known", "trace_per_expansion",
             WN_ACT_WHEN_COMPLETE)
WN_ALGORITHM("tba", "TBA*, time-bounded A*: follows the most promising path so far",
             "Bjornsson, Bulitko, Sturtevant, IJCAI 2009", "reversible", "known",
             "expand_permille trace_per_expansion shortcut commit", WN_ACT_EARLY)
WN_ALGORITHM("tba-late", "late-acting TBA*: shuttles at the start until the route is known",
             "Bjornsson, Bulitko, Sturtevant, IJCAI 2009, Table 1", "reversible", "known",
             "expand_permille trace_per_expansion seed", WN_ACT_LATE)
