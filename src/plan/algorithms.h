/* plan/algorithms.h - every algorithm, as data. The command, the tests and the documentation read
 * this list through wend_algo_get. A new algorithm needs an entry here, its function in
 * wend/algorithm.h or wend/research.h, and its implementation.
 *
 *     WN_ALGORITHM(symbol, name, title, paper, needs, acts, flags, parameters, family, traits)
 *
 * `parameters` are READS_ bits, one per wend_parameter. The including file defines WN_ALGORITHM and
 * selects the entries that it wants. Each family defines its own algorithms
 * (plan/define_algorithms.inl), so a program links only the families that it uses;
 * plan/algorithms.c lists them all. */

#if defined(WN_TIME_BOUNDED_ALGORITHMS) || defined(WN_GAME_ALGORITHMS)
#undef WN_TIME_BOUNDED_ALGORITHMS
WN_ALGORITHM(astar, "astar", "A*: plans the whole route, then moves",
             "Hart, Nilsson, Raphael, IEEE SSC 1968", WEND_NEEDS_NOTHING, WEND_ACTS_WHEN_PLANNED,
             WEND_ALGO_OPTIMAL, READS_TRACE_PER_EXPANSION, wn_time_bounded_family, 0)
WN_ALGORITHM(tba, "tba", "TBA*, time-bounded A*: follows the most promising path so far",
             "Bjornsson, Bulitko, Sturtevant, IJCAI 2009", WEND_NEEDS_REVERSIBLE, WEND_ACTS_AT_ONCE,
             WEND_ALGO_OPTIMAL,
             READS_EXPAND_PERMILLE | READS_TRACE_PER_EXPANSION | READS_SHORTCUT | READS_COMMIT |
                 READS_AS_PUBLISHED,
             wn_time_bounded_family, 0)
WN_ALGORITHM(tba_late, "tba-late",
             "late-acting TBA*: shuttles at the start until the route is known",
             "Bjornsson, Bulitko, Sturtevant, IJCAI 2009, Table 1", WEND_NEEDS_REVERSIBLE,
             WEND_ACTS_SHUTTLES, WEND_ALGO_OPTIMAL,
             READS_EXPAND_PERMILLE | READS_TRACE_PER_EXPANSION | READS_SEED | READS_AS_PUBLISHED,
             wn_time_bounded_family, 0)
WN_ALGORITHM(tbwa, "tbwa", "TB(WA*): TBA* with f = g + w h", "Hernandez, Baier, Asin, JAIR 2016",
             WEND_NEEDS_REVERSIBLE, WEND_ACTS_AT_ONCE, WEND_ALGO_OPTIMAL,
             READS_EXPAND_PERMILLE | READS_TRACE_PER_EXPANSION | READS_SHORTCUT | READS_COMMIT |
                 READS_WEIGHT_PERMILLE | READS_REOPEN | READS_AS_PUBLISHED,
             wn_time_bounded_family, WN_WEIGHTS_SEARCH)
WN_ALGORITHM(tbgbfs, "tbgbfs", "TB(GBFS): TBA* with f = h", "Hernandez, Baier, Asin, JAIR 2016",
             WEND_NEEDS_REVERSIBLE, WEND_ACTS_AT_ONCE, 0,
             READS_EXPAND_PERMILLE | READS_TRACE_PER_EXPANSION | READS_SHORTCUT | READS_COMMIT |
                 READS_AS_PUBLISHED,
             wn_time_bounded_family, WN_IS_GREEDY)
WN_ALGORITHM(tbrwa, "tbrwa", "TBR(WA*): learns and restarts instead of stepping back",
             "Hernandez, Baier, Asin, JAIR 2016", WEND_NEEDS_NOTHING, WEND_ACTS_AT_ONCE,
             WEND_ALGO_OPTIMAL | WEND_ALGO_MAY_BE_TRAPPED,
             READS_EXPAND_PERMILLE | READS_TRACE_PER_EXPANSION | READS_WEIGHT_PERMILLE |
                 READS_REOPEN,
             wn_time_bounded_family, WN_WEIGHTS_SEARCH | WN_RESTARTS)
WN_ALGORITHM(rtba, "rtba", "RTBA*: TBA* that restarts when its path is found blocked",
             "Hernandez, Baier, Uras, Koenig, AAMAS 2012", WEND_NEEDS_REVERSIBLE, WEND_ACTS_AT_ONCE,
             WEND_ALGO_UNKNOWN_TERRAIN | WEND_ALGO_OPTIMAL,
             READS_EXPAND_PERMILLE | READS_TRACE_PER_EXPANSION | READS_SHORTCUT | READS_COMMIT |
                 READS_AS_PUBLISHED,
             wn_time_bounded_family, 0)
WN_ALGORITHM(tbaa, "tbaa", "TBAA*: RTBA* with a heuristic that adapts to the costs of searches",
             "Hernandez, Baier, Uras, Koenig, AAMAS 2012", WEND_NEEDS_REVERSIBLE, WEND_ACTS_AT_ONCE,
             WEND_ALGO_UNKNOWN_TERRAIN | WEND_ALGO_OPTIMAL,
             READS_EXPAND_PERMILLE | READS_TRACE_PER_EXPANSION | READS_SHORTCUT | READS_COMMIT |
                 READS_AS_PUBLISHED,
             wn_time_bounded_family, WN_ADAPTS)
WN_ALGORITHM(repeated_astar, "repeated-astar",
             "Repeated A*: a new A* when the path is found blocked",
             "Koenig, Likhachev, IEEE TRO 2005", WEND_NEEDS_NOTHING, WEND_ACTS_WHEN_PLANNED,
             WEND_ALGO_UNKNOWN_TERRAIN | WEND_ALGO_OPTIMAL, READS_TRACE_PER_EXPANSION,
             wn_time_bounded_family, 0)
WN_ALGORITHM(adaptive_astar, "adaptive-astar",
             "Adaptive A*: Repeated A* with a heuristic that adapts",
             "Koenig, Likhachev, AAMAS 2006", WEND_NEEDS_NOTHING, WEND_ACTS_WHEN_PLANNED,
             WEND_ALGO_UNKNOWN_TERRAIN | WEND_ALGO_OPTIMAL, READS_TRACE_PER_EXPANSION,
             wn_time_bounded_family, WN_ADAPTS)
#endif

#if defined(WN_INCREMENTAL_ALGORITHMS) || defined(WN_RESEARCH_ALGORITHMS)
#undef WN_INCREMENTAL_ALGORITHMS
WN_ALGORITHM(dstar_lite, "dstar-lite", "D* Lite: repairs its plan when the map changes",
             "Koenig, Likhachev, AAAI 2002", WEND_NEEDS_SYMMETRIC, WEND_ACTS_WHEN_PLANNED,
             WEND_ALGO_UNKNOWN_TERRAIN | WEND_ALGO_OPTIMAL, 0, wn_incremental_family, 0)
#endif

#if defined(WN_LOCAL_ALGORITHMS) || defined(WN_RESEARCH_ALGORITHMS)
#undef WN_LOCAL_ALGORITHMS
WN_ALGORITHM(rtaa, "rtaa",
             "RTAA*: searches around the agent, raises h to f(best) - g, follows the path",
             "Koenig, Likhachev, AAMAS 2006", WEND_NEEDS_NOTHING, WEND_ACTS_LOCALLY,
             WEND_ALGO_UNKNOWN_TERRAIN | WEND_ALGO_MAY_BE_TRAPPED, READS_MOVES | READS_AS_PUBLISHED,
             wn_local_family, WN_ADAPTS)
WN_ALGORITHM(dartaa, "dartaa", "daRTAA*: RTAA* that heads for where h was raised least",
             "Hernandez, Baier, JAIR 2012", WEND_NEEDS_NOTHING, WEND_ACTS_LOCALLY,
             WEND_ALGO_UNKNOWN_TERRAIN | WEND_ALGO_MAY_BE_TRAPPED, READS_MOVES | READS_AS_PUBLISHED,
             wn_local_family, WN_ADAPTS | WN_AVOIDS_DEPRESSIONS)
WN_ALGORITHM(lss_lrta, "lss-lrta",
             "LSS-LRTA*: searches around the agent, learns, follows the path found",
             "Koenig, Sun, JAAMAS 2009", WEND_NEEDS_NOTHING, WEND_ACTS_LOCALLY,
             WEND_ALGO_UNKNOWN_TERRAIN | WEND_ALGO_MAY_BE_TRAPPED, READS_MOVES, wn_local_family, 0)
WN_ALGORITHM(klrta, "klrta", "Koenig's LRTA*: LSS-LRTA* with one move per search",
             "Koenig, AAMAS 2004", WEND_NEEDS_NOTHING, WEND_ACTS_LOCALLY,
             WEND_ALGO_UNKNOWN_TERRAIN | WEND_ALGO_MAY_BE_TRAPPED, 0, wn_local_family, WN_ONE_MOVE)
WN_ALGORITHM(lss_lrtwa, "lss-lrtwa", "LSS-LRTWA*: the search ranks by g + w h, one move per search",
             "Rivera, Baier, Hernandez, AIJ 2015", WEND_NEEDS_NOTHING, WEND_ACTS_LOCALLY,
             WEND_ALGO_UNKNOWN_TERRAIN | WEND_ALGO_MAY_BE_TRAPPED,
             READS_MOVES | READS_WEIGHT_PERMILLE | READS_REOPEN, wn_local_family,
             WN_WEIGHTS_SEARCH | WN_ONE_MOVE)
WN_ALGORITHM(wlss_lrta, "wlss-lrta",
             "wLSS-LRTA*: learns with w times the costs, one move per search",
             "Rivera, Baier, Hernandez, AIJ 2015", WEND_NEEDS_NOTHING, WEND_ACTS_LOCALLY,
             WEND_ALGO_UNKNOWN_TERRAIN | WEND_ALGO_MAY_BE_TRAPPED,
             READS_MOVES | READS_WEIGHT_PERMILLE | READS_REOPEN, wn_local_family,
             WN_WEIGHTS_LEARNING | WN_ONE_MOVE)
#endif

#if defined(WN_LRTA_ALGORITHMS) || defined(WN_RESEARCH_ALGORITHMS)
#undef WN_LRTA_ALGORITHMS
WN_ALGORITHM(lrta, "lrta", "LRTA*: looks d moves ahead, no value below a stored h, moves once",
             "Korf, AIJ 1990", WEND_NEEDS_NOTHING, WEND_ACTS_LOCALLY,
             WEND_ALGO_SLICES_MOVES | WEND_ALGO_MAY_BE_TRAPPED, READS_DEPTH | READS_AS_PUBLISHED,
             wn_lrta_family, 0)
#endif

#if defined(WN_PRIORITIZED_ALGORITHMS) || defined(WN_RESEARCH_ALGORITHMS)
#undef WN_PRIORITIZED_ALGORITHMS
WN_ALGORITHM(plrta, "plrta",
             "P-LRTA*: looks one move ahead, spreads what it learns through a queue",
             "Rayner, Davison, Bulitko, Anderson, Lu, IJCAI 2007", WEND_NEEDS_NOTHING,
             WEND_ACTS_LOCALLY, WEND_ALGO_SLICES_MOVES | WEND_ALGO_MAY_BE_TRAPPED, READS_QUEUE_SIZE,
             wn_prioritized_family, 0)
#endif

#if defined(WN_REFINE_ALGORITHMS) || defined(WN_RESEARCH_ALGORITHMS)
#undef WN_REFINE_ALGORITHMS
WN_ALGORITHM(prlrts, "prlrts",
             "PR LRTS: plans over regions, refines each step by A* in its corridor",
             "Bulitko, Sturtevant, Lu, Yau, JAIR 2007", WEND_NEEDS_MAP, WEND_ACTS_LOCALLY,
             WEND_ALGO_SLICES_MOVES | WEND_ALGO_MAY_BE_TRAPPED,
             READS_ABSTRACTION | READS_LEVEL | READS_DEPTH | READS_GAMMA_PERMILLE |
                 READS_TRACE_PER_EXPANSION | READS_AS_PUBLISHED,
             wn_refine_family, 0)
#endif

#if defined(WN_DLRTA_ALGORITHMS) || defined(WN_RESEARCH_ALGORITHMS)
#undef WN_DLRTA_ALGORITHMS
WN_ALGORITHM(dlrta, "dlrta", "D LRTA*: LRTA* from subgoal to subgoal of a precomputed table",
             "Bulitko, Lustrek, Schaeffer, Bjornsson, Sigmundarson, JAIR 2008", WEND_NEEDS_MAP,
             WEND_ACTS_LOCALLY, WEND_ALGO_SLICES_MOVES | WEND_ALGO_MAY_BE_TRAPPED, READS_SUBGOALS,
             wn_dlrta_family, 0)
#endif

#if defined(WN_JUMPING_ALGORITHMS) || defined(WN_GAME_ALGORITHMS)
#undef WN_JUMPING_ALGORITHMS
WN_ALGORITHM(jps, "jps", "jump point search: plans the whole route, then moves",
             "Harabor, Grastien, AAAI 2011", WEND_NEEDS_JUMPABLE_MAP, WEND_ACTS_WHEN_PLANNED,
             WEND_ALGO_UNKNOWN_TERRAIN | WEND_ALGO_OPTIMAL | WEND_ALGO_JUMPS,
             READS_TRACE_PER_EXPANSION, wn_jumping_family, 0)
WN_ALGORITHM(tbjps, "tbjps", "TB(JPS): TBA* over jump point search, with f = g + w h",
             "Bjornsson et al., IJCAI 2009, over Harabor, Grastien, AAAI 2011", WEND_NEEDS_MAP,
             WEND_ACTS_AT_ONCE, WEND_ALGO_UNKNOWN_TERRAIN | WEND_ALGO_OPTIMAL | WEND_ALGO_JUMPS,
             READS_EXPAND_PERMILLE | READS_TRACE_PER_EXPANSION | READS_COMMIT |
                 READS_WEIGHT_PERMILLE,
             wn_jumping_family, WN_WEIGHTS_SEARCH)
#endif

#if defined(WN_AUTO_ALGORITHMS) || defined(WN_GAME_ALGORITHMS)
#undef WN_AUTO_ALGORITHMS
WN_ALGORITHM(auto, "auto",
             "tbjps with commit on most maps, else tbwa, or tbrwa on irreversible domains",
             "Bjornsson et al., IJCAI 2009, over Harabor, Grastien, AAAI 2011", WEND_NEEDS_NOTHING,
             WEND_ACTS_AT_ONCE,
             WEND_ALGO_UNKNOWN_TERRAIN | WEND_ALGO_MAY_BE_TRAPPED | WEND_ALGO_CHOOSES,
             READS_EXPAND_PERMILLE | READS_TRACE_PER_EXPANSION | READS_COMMIT |
                 READS_WEIGHT_PERMILLE,
             wn_auto_family, 0)
#endif
