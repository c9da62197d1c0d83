#!/bin/sh
# Compiler-specific code is only in base/portable.h and wend/api.h, and the library does not depend on the
# locale.
set -eu
status=0

forbid() { # reason, pattern, folders
    why=$1
    pattern=$2
    shift 2
    if grep -rnE "$pattern" --include='*.[ch]' --include='*.inl' "$@" | grep -vE '^(src/base/portable|include/wend/api)\.h:'; then
        echo "lint: $why" >&2
        status=1
    fi
}

forbid "words of a compiler belong into src/base/portable.h" \
    '__builtin_|__attribute__|__declspec|__asm__|#pragma' src include cli lab examples packages test bench
forbid "the library reads numbers itself: these follow the locale" \
    '\b(strto[dflu]+|ato[fil]|sscanf|setlocale)\(' src
forbid "%zu is unknown to old C libraries" '%zu' src
exit $status
