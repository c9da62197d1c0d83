#!/bin/sh
# Installs what a job of the Makefile needs and is missing, and says what it does.
#   scripts/setup.sh run|test|amalgamation|minimal|lint|instructions|coverage|bench|docs|lab|slurm|wasm|web|firefox
set -eu

build="cmake pkg-config libpopt-dev libjansson-dev libpng-dev libgif-dev"
lab="$build libyaml-dev libsqlite3-dev gnuplot-nox"
case "${1:-}" in
run)   packages="$build" ;;
test)  packages="$lab libcmocka-dev clang valgrind libclang-rt-dev g++ python3 tmux locales gcc-multilib gcc-mingw-w64-x86-64-win32" ;;
amalgamation) packages="python3" ;;
minimal) packages="debootstrap" ;;
lint)  packages="$build libyaml-dev libsqlite3-dev libcmocka-dev clang clang-format clang-tidy cppcheck python3 doxygen" ;;
instructions) packages="cmake valgrind" ;;
coverage) packages="cmake libcmocka-dev gcovr" ;;
bench) packages="$build" optional="g++ libtcod-dev libboost-graph-dev" ;;
docs)  packages="doxygen python3" ;;
lab)   packages="$lab" ;;
slurm) packages="$lab slurm-wlm munge procps" ;;
wasm)  packages="cmake clang lld llvm wasi-libc libclang-rt-dev-wasm32" node=yes ;;
web)   packages="cmake clang lld llvm wasi-libc libclang-rt-dev-wasm32 chromium" node=yes ;;
firefox) packages="cmake clang lld llvm wasi-libc libclang-rt-dev-wasm32 firefox-esr" node=yes ;;
*)     echo "usage: scripts/setup.sh run|test|amalgamation|minimal|lint|instructions|coverage|bench|docs|lab|slurm|wasm|web|firefox" >&2; exit 2 ;;
esac

# Node may come from another source than Debian, which includes npm.
if [ -n "${node:-}" ]; then
    command -v node >/dev/null 2>&1 || packages="$packages nodejs"
    command -v npm >/dev/null 2>&1 || packages="$packages npm"
fi

if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "setup: not a Debian system; please install: $packages ${optional:-}" >&2
    exit 0
fi

missing() {
    for package in "$@"; do
        status=$(dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null || true)
        case "$status" in ii*) ;; *) printf '%s ' "$package" ;; esac
    done
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"
    elif command -v sudo >/dev/null 2>&1; then sudo "$@"
    else echo "setup: needs root to run: $*" >&2; return 1
    fi
}

install() {
    [ -n "$*" ] || return 0
    echo "setup: installing $*" >&2
    as_root env DEBIAN_FRONTEND=noninteractive sh -c \
        "apt-get update -qq && apt-get install -y -qq --no-install-recommends $* >/dev/null" >&2
}

install $(missing $packages)
for package in ${optional:-}; do
    install $(missing "$package") || echo "setup: continuing without $package" >&2
done

# The npm packages of the lock file. Their install scripts do not run: none is needed here.
if [ -n "${node:-}" ] && [ ! web/node_modules/.package-lock.json -nt web/package-lock.json ]; then
    echo "setup: installing npm packages into web/node_modules" >&2
    (cd web && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error) >&2
fi
