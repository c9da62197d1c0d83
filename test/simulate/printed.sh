#!/bin/sh
# Checks the C tests that the simulator prints, with worlds that pass: they must compile, and the first ones must pass.
#   printed.sh COMPILER SOURCE_FOLDER SIMULATE LIBRARY...
set -eu
compiler=$1 source=$2 simulate=$3
shift 3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for seed in $(seq 1 60); do
    "$simulate" --seed "$seed" --print --quiet --jobs 1 | grep -v '^simulate: ' >"$folder/seed_$seed.c"
done
options="-std=c11 -I$source/include -I$source/src -I$source/test"
# shellcheck disable=SC2086
"$compiler" $options -fsyntax-only "$folder"/seed_*.c
for seed in $(seq 1 12); do
    # shellcheck disable=SC2086
    "$compiler" $options "$folder/seed_$seed.c" -o "$folder/printed" "$@" -lcmocka -lm
    "$folder/printed" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
done
