#!/bin/sh
# Tests the two files of scripts/amalgamate.py: they compile on their own without warnings as C11, and the
# header also as C++11, with and without WEND_RESEARCH. The golden hashes are those of the library.
set -eu
cd "$(dirname "$0")/.."
folder=build-amalgamation
strict="-Wall -Wextra -Wpedantic -Werror"
scripts/amalgamate.py $folder

# Every <wend/...> of a test includes the single header.
rm -rf $folder/include
mkdir -p $folder/include/wend/research
for header in include/wend/*.h; do
    echo '#include "../../wend.h"' >"$folder/include/wend/${header##*/}"
done
for header in include/wend/research/*.h; do
    case $header in */gen.h) continue ;; esac # golden maps are always generated
    echo '#include "../../../wend.h"' >"$folder/include/wend/research/${header##*/}"
done

compile() { # gcc or clang, part, options
    $1 -std=c11 -O2 $strict $3 -c $folder/wend.c -o "$folder/$1-$2.o"
    $1 -std=c11 $strict $3 -I$folder/include examples/cookbook/click_to_move.c "$folder/$1-$2.o" -lm -o "$folder/hello-$1-$2"
    [ "$("$folder/hello-$1-$2" | tail -n 1)" = "(5,1)" ]
    case $1 in gcc) plus=g++ ;; *) plus=clang++ ;; esac
    echo '#include "wend.h"' | $plus -std=c++11 $strict $3 -I$folder -x c++ -fsyntax-only -
}

golden() { # part, options, what the part lacks
    part=$1
    options=$2
    shift 2
    # shellcheck disable=SC2086
    gcc -std=c11 -O2 $options -I$folder/include -Iinclude -Isrc -Itest -Itest/golden test/test_golden.c \
        test/support/variant.c test/golden/cmocka.c "$@" "$folder/gcc-$part.o" -lm -o "$folder/golden-$part"
    WEND_GOLDEN_PRINT=1 "$folder/golden-$part" >"$folder/golden-$part.txt"
}

for compiler in gcc clang; do
    echo "== $compiler: C11 and C++11, for games and for research"
    compile $compiler games "" &
    games=$!
    compile $compiler research -DWEND_RESEARCH
    wait $games
done

echo "== golden hashes"
golden research -DWEND_RESEARCH test/support/map_aids.c
diff -u test/golden_table.inc $folder/golden-research.txt
# The same except for the algorithms of wend/research.h.
names=$(sed -n 's/.*\*wend_algo_\(.*\)(void);/\1/p' include/wend/research.h | tr '_\n' '-|')
grep -vE " (${names%|})[+\"]" test/golden_table.inc >$folder/golden-expected.txt
golden games "" src/research/domain/gen.c test/golden/no_aids.c
diff -u $folder/golden-expected.txt $folder/golden-games.txt
echo "$(grep -c 0x $folder/golden-research.txt) hashes, $(grep -c 0x $folder/golden-games.txt) of them for games"
