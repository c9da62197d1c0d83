#!/bin/sh
# Includes must only point down: base <- store <- domain <- search <- plan <- agent and plan <- fleet. io
# depends on base and domain, and the command and the npm package only on the public headers (and
# base/portable.h, which all code may use). The folders of the command are ordered, too.
set -eu
status=0

forbid() { # files under, pattern of forbidden includes
    if grep -rnE "#include \"($2)/" "$1" | grep -v '"base/portable.h"'; then
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
forbid cli 'base|store|domain|search|plan|agent|fleet|io'
# Finders run searches directly.
forbid src/finder 'plan|agent|fleet|io'
for folder in src/base src/store src/domain src/search src/plan src/agent src/fleet src/io cli examples packages; do
    forbid $folder 'finder'
done
# Inside the command: common <- options <- run <- view <- command, with lab at the level of view.
forbid cli/common 'options|run|view|lab|command'
forbid cli/options 'run|view|lab|command'
forbid cli/run 'view|lab|command'
forbid cli/view 'lab|command'
forbid cli/lab 'view|command'
# The benchmarks use only the helpers in common of the command.
forbid bench 'options|run|view|lab|command'
forbid examples 'base|store|domain|search|plan|agent|fleet|io'
forbid packages 'base|store|domain|search|plan|agent|fleet|io'
exit $status
