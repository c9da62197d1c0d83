#!/bin/sh
# Includes may point down only: base <- store <- domain <- search <- plan <- agent and plan <- fleet, io on base and domain,
# and the commands and the npm package on the public headers alone (and base/portable.h, which any file
# may include). The folders of the wend command have an order, too; the lab uses some of them.
set -eu
status=0

forbid() { # files under, pattern of forbidden includes
    if grep -rnE "#include \"(research/)?($2)/" "$1" | grep -v '"base/portable.h"'; then
        echo "lint: $1 must not include from $2" >&2
        status=1
    fi
}

forbid src/base 'store|domain|search|plan|agent|fleet|io'
forbid src/store 'domain|search|plan|agent|fleet|io'
forbid src/domain 'search|plan|agent|fleet|io'
forbid src/search 'plan|agent|fleet|io'
forbid src/plan 'agent|fleet|io'
forbid src/agent 'fleet|io'
forbid src/fleet 'agent|io'
forbid src/io 'store|search|plan|agent|fleet'
# Research has the same layers in a folder of its own. The core includes from it in one place: a planner is a
# union of all families.
forbid src/research/domain 'search|plan|agent|fleet|io'
forbid src/research/search 'plan|agent|fleet|io'
forbid src/research/plan 'agent|fleet|io'
forbid src/research/agent 'fleet|io'
forbid src/research/io 'store|search|plan|agent|fleet'
if grep -rn '#include "research/' src --include='*.[ch]' --include='*.inl' |
    grep -v -e '^src/research/' -e '^src/plan/planner\.h:'; then
    echo "lint: the core must not include from src/research" >&2
    status=1
fi
forbid cli 'base|store|domain|search|plan|agent|fleet|io'
# Finders run searches directly.
forbid src/finder 'plan|agent|fleet|io'
for folder in src/base src/store src/domain src/search src/plan src/agent src/fleet src/io cli lab examples packages; do
    forbid $folder 'finder'
done
# Inside the wend command: common <- options <- run <- view <- command.
forbid cli/common 'options|run|view|lab|command'
forbid cli/options 'run|view|lab|command'
forbid cli/run 'view|lab|command'
forbid cli/view 'lab|command'
forbid cli/command 'lab'
# wend-lab is on common, options and run.
forbid lab 'base|store|domain|search|plan|agent|fleet|io|view|command'
# The benchmarks use only the helpers of common.
forbid bench 'options|run|view|lab|command'
forbid examples 'base|store|domain|search|plan|agent|fleet|io'
forbid packages 'base|store|domain|search|plan|agent|fleet|io'
exit $status
