#!/bin/sh
# Includes may point down only: base <- store <- domain <- search <- agent <- world, io on base and domain,
# and the command and the npm package on the public headers alone (and base/portable.h, which everybody
# may use).
set -eu
status=0

forbid() { # files under, pattern of what they must not include
    if grep -rnE "#include \"($2)/" "$1" | grep -v '"base/portable.h"'; then
        echo "lint: $1 must not include from $2" >&2
        status=1
    fi
}

forbid src/base 'store|domain|search|agent|world|io'
forbid src/store 'domain|search|agent|world|io'
forbid src/domain 'search|agent|world|io'
forbid src/search 'agent|world|io'
forbid src/agent 'io|world'
forbid src/world 'io'
forbid src/io 'store|search|agent|world'
forbid cli 'base|store|domain|search|agent|world|io'
forbid examples 'base|store|domain|search|agent|world|io'
forbid packages 'base|store|domain|search|agent|world|io'
exit $status
