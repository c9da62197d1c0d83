#!/bin/sh
# Includes may point down only: base <- store <- domain <- search <- agent, io on base and domain,
# and the command on the public headers alone.
set -eu
status=0

forbid() { # files under, pattern of what they must not include
    if grep -rnE "#include \"($2)/" "$1"; then
        echo "lint: $1 must not include from $2" >&2
        status=1
    fi
}

forbid src/base 'store|domain|search|agent|io'
forbid src/store 'domain|search|agent|io'
forbid src/domain 'search|agent|io'
forbid src/search 'agent|io'
forbid src/agent 'io'
forbid src/io 'store|search|agent'
forbid cli 'base|store|domain|search|agent|io'
forbid examples 'base|store|domain|search|agent|io'
exit $status
