# Converts a program written for wend 0.2 to the names of 0.3 (GNU sed):
#
#     sed -E -i -f scripts/migrate.sed *.c *.h
#
# docs/migrating.md lists every change, and what the script leaves to you.

# ---- Connected components, and unreachable goals
s/\bwend\/parts\.h\b/wend\/components.h/g
s/\bwend_parts/wend_components/g
s/\bWEND_REACH_NO\b/WEND_REACH_UNREACHABLE/g
s/\bWEND_REACH_YES\b/WEND_REACH_REACHABLE/g
s/(\.|->)parts\b/\1components/g
s/\bWEND_UNIT_CUT_OFF\b/WEND_UNIT_UNREACHABLE/g
s/\bWEND_EVENT_CUT_OFF\b/WEND_EVENT_UNREACHABLE/g
s/\bframe(\.|->)cut_off\b/frame\1unreachable/g

# ---- Statuses
s/\bwend_status\b/wend_agent_status/g
s/\bWEND_(MOVING|WAITING|ARRIVED|UNREACHABLE|OUT_OF_MEMORY|OVERFLOW)\b/WEND_AGENT_\1/g
s/\bWEND_UNRESERVED\b/WEND_AGENT_NOT_RESERVED/g
s/\bWEND_FRAME_UNPREPARED\b/WEND_FRAME_NOT_RESERVED/g
s/\bWEND_FRAME_ROUTES_CUT\b/WEND_FRAME_ROUTES_TRUNCATED/g
s/\bWEND_FIND_PARTIAL\b/WEND_FIND_NEAREST/g
s/\bWEND_FIND_BUFFER\b/WEND_FIND_BUFFER_TOO_SMALL/g
s/\bWEND_FIND_BUDGET\b/WEND_FIND_PENDING/g
s/\bWEND_FIELD_GROWING\b/WEND_FIELD_PENDING/g
s/\bWEND_FIELD_EXHAUSTED\b/WEND_FIELD_UNREACHABLE/g
s/\bWEND_FIELD_FULL\b/WEND_FIELD_NOT_RESERVED/g
s/\bwend_growth\b/wend_field_progress/g
s/\bquery(\.|->)partial\b/query\1nearest/g
s/\.partial\b/.nearest/g

# ---- Reasons
s/\bWEND_REASON_CUT\b/WEND_REASON_ROUTE_BLOCKED/g
s/\bWEND_REASON_IN_WALL\b/WEND_REASON_CELL_BLOCKED/g
s/\bWEND_REASON_OTHER_PART\b/WEND_REASON_OTHER_COMPONENT/g
s/\bWEND_REASON_NO_ROUTE\b/WEND_REASON_UNREACHABLE/g
s/\bWEND_REASON_TOO_FAR\b/WEND_REASON_OVERFLOW/g
s/\bWEND_REASON_UNRESERVED\b/WEND_REASON_NOT_RESERVED/g
s/\bWEND_REASON_STEPS_BACK\b/WEND_REASON_BACKTRACKING/g

# ---- Calls of agents and fleets
s/\bwend_agent_set_state\b/wend_agent_teleport/g
s/\bwend_agent_corners\b/wend_agent_waypoints/g
s/\bwend_agent_counters\b/wend_agent_stats/g
s/\bwend_counters\b/wend_agent_info/g
s/\bwend_fleet_prepare\b/wend_fleet_reserve/g
s/\bwend_fleet_send_group\b/wend_fleet_set_group_goal/g
s/\bwend_fleet_send\b/wend_fleet_set_goal/g
s/\bwend_fleet_put\b/wend_fleet_teleport/g
s/\bwend_fleet_route\b/wend_fleet_waypoints/g
s/\bwend_fleet_describe\b/wend_fleet_stats/g
s/\bwend_subgoals_describe\b/wend_subgoals_stats/g
s/\bWEND_FLEET_DISPLACED\b/WEND_FLEET_REJOIN/g
s/\bWEND_PATH_CORNERS\b/WEND_PATH_WAYPOINTS/g

# ---- Work
s/\bWEND_(FLEET|FINDER)_UNITS_EXPANSION\b/WEND_WORK_EXPANSION/g
s/\bWEND_FLEET_UNITS_(MOVE|ROUTE|STEP|BEGIN|EDIT|NEAREST|FIRST|ORDER)\b/WEND_FLEET_WORK_\1/g
s/\bWEND_FINDER_UNITS_(TRACE|TRACE_JUMP|GOAL)\b/WEND_WORK_\1/g
s/\bWEND_MAP_UNITS_EDIT\b/WEND_WORK_EDIT/g
s/\bWEND_FLEET_BUDGET_(MIN|MAX)\b/WEND_FLEET_WORK_\1/g
s/\bWEND_BUDGET_MAX\b/WEND_EXPANSIONS_MAX/g
s/\b(tick|answer|frame)(\.|->)units\b/\1\2work/g
s/(\.|->)search_units\b/\1search_work/g
s/(\.|->)max_units_per_tick\b/\1max_work_per_tick/g

# ---- Algorithms
s/\bWEND_NEEDS_WAYS_BACK\b/WEND_NEEDS_REVERSIBLE/g
s/\bWEND_NEEDS_SYMMETRY\b/WEND_NEEDS_SYMMETRIC/g
s/\bWEND_ACTS_TO_AND_FRO\b/WEND_ACTS_SHUTTLES/g
s/\bWEND_PARAMETER_LETTER\b/WEND_PARAMETER_AS_PUBLISHED/g
s/(\.|->)letter\b/\1as_published/g
s/\bWEND_PARAMETER_AID\b/WEND_PARAMETER_PRECOMPUTED/g
s/\bwend\/aid\.h\b/wend\/precomputed.h/g

# ---- Creating objects: zeros are defaults, cells are in the definition, every call has a diagnosis
# A call that is broken over lines becomes one line.
/\bwend_(map|racetrack|belief|components|subgoals|callback|puzzle|abstraction)_create(_bytes)?\(/{
    :join
    /;|\{[[:space:]]*$/!{
        $!{
            N
            s/[[:space:]]*\n[[:space:]]*/ /
            b join
        }
    }
    s/_create(_bytes)?\( /_create\1(/g
}
s/\b(wend_(map|belief|subgoals|puzzle|racetrack)_def [A-Za-z_0-9]+) = wend_\2_def_default\(\)/\1 = {0}/g
s/\bwend_(map|belief|subgoals|puzzle|racetrack)_def_default\(\)/(wend_\1_def){0}/g
s/\bwend_gen_def_default\(([^()]+|\([^()]*\)[^()]*)\)/(wend_gen_def){.kind = \1, .width = 512, .height = 512}/g
s/(\.|->)density = 0([;,])/\1density = WEND_GEN_DENSITY_NONE\2/g
s/(\.|->)passable = 0([;,}])/\1passable = WEND_TERRAIN_OUT\2/g
# The cells: a name, a call, or strings.
s/\bwend_(map|racetrack)_create\(&([A-Za-z_0-9]+), ("[^"]*"( "[^"]*")*|[^,()"]+(\([^()]*\))?), ([^,()]+), ([^,()]+)\)/(\2.cells = \3, wend_\1_create(\&\2, \6, \7))/g
s/\bwend_(map|racetrack)_create\(&(\(wend_[a-z]+_def\)\{[^{}]*)\}, ("[^"]*"( "[^"]*")*|[^,()"]+(\([^()]*\))?), ([^,()]+), ([^,()]+)\)/wend_\1_create(\&\2, .cells = \3}, \6, \7)/g
s/\bwend_map_create_bytes\(&([A-Za-z_0-9]+), ([^,()"]+(\([^()]*\))?), ([^,()]+), ([^,()]+)\)/(\1.bytes = \2, wend_map_create(\&\1, \4, \5))/g
s/\bwend_map_create_bytes\(&(\(wend_map_def\)\{[^{}]*)\}, ([^,()"]+(\([^()]*\))?), ([^,()]+), ([^,()]+)\)/wend_map_create(\&\1, .bytes = \2}, \4, \5)/g
s/\bwend_(belief|components|subgoals|callback|puzzle)_create\((&\(wend_[a-z]+_def\)\{[^{}]*\}|[^,()]+), ([^,()]+)\)/wend_\1_create(\2, \3, NULL)/g
s/\bwend_abstraction_create\(([^,()]+(\([^()]*\))?), NULL, ([^,()]+)\)/wend_abstraction_create(\&(wend_abstraction_def){.map = \1}, \3, NULL)/g
s/\bwend_abstraction_create\(([^,()]+(\([^()]*\))?), &([^,()]+), ([^,()]+)\)/wend_abstraction_create(\&(wend_abstraction_def){.map = \1, .allocator = \3}, \4, NULL)/g
s/\bwend_abstraction_create\(([^,()&]+(\([^()]*\))?), ([^,()&]+), ([^,()]+)\)/wend_abstraction_create(\&(wend_abstraction_def){.map = \1, .allocator = *\3}, \4, NULL)/g

# ---- Budgets: one type, units of work (an expansion is WEND_WORK_EXPANSION of them)
s/\bwend_agent_(reserve|plan|tick)\(/wend_agent_\1_expansions(/g
s/\bwend_fleet_frame\(([^,()]+), ([^,()]+|[^,()]*\([^()]*\)[^,()]*), /wend_fleet_frame(\1, (wend_budget){.work = \2}, /g
s/\bwend_finder_step\(([^,()]+), ([^,()]+|[^,()]*\([^()]*\)[^,()]*), /wend_finder_step(\1, (wend_budget){.work = \2}, /g
s/\bwend_field_reserve\(([^,()]+), ([^,()]+)\)/wend_field_reserve(\1, (uint64_t)(\2) * WEND_WORK_EXPANSION)/g
s/\bwend_field_grow\(([^,()]+), ([^,()]+|[^,()]*\([^()]*\)[^,()]*), ([^,()]+), /wend_field_grow(\1, \2, (wend_budget){.work = (uint64_t)(\3) * WEND_WORK_EXPANSION}, /g
s/\bwend_components_update\(([^,()]+), UINT32_MAX\)/wend_components_update(\1, (wend_budget){.work = WEND_WORK_MAX}, NULL)/g
s/\bwend_components_update\(([^,()]+), ([^,()]+)\)/wend_components_update(\1, (wend_budget){.work = (uint64_t)(\2) * WEND_COMPONENTS_WORK_CHUNK}, NULL)/g
s/\bwend_route_smooth\(([^,()]+, [^,()]+, [^,()]+, [^,()]+), ([^,()]+)\)/wend_route_smooth(\1, (wend_budget){.work = \2})/g
s/\bwend_finder_path\(([^,()]+), WEND_PATH_ALL, /wend_finder_path(\1, /g
s/\bwend_finder_path\(([^,()]+), WEND_PATH_WAYPOINTS, /wend_finder_waypoints(\1, /g
s/\bWEND_PATH_ALL\b/WEND_PATH_CELLS/g
s/(\.|->)nearest = WEND_(ON|DEFAULT|OFF)\b/\1nearest = WEND_\2 == WEND_ON/g
# Programs that count in expansions include the header of the papers' budgets.
s/^#include <wend\/wend\.h>/#include <wend\/wend.h>\n#include <wend\/research.h>/

# ---- Headers for research have a folder of their own
s/\bwend\/(abstraction|subgoals|puzzle|racetrack|dimacs|gen|plugin)\.h\b/wend\/research\/\1.h/g
