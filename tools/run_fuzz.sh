#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Coverage-guided fuzzing with libFuzzer (clang). Usage: tools/run_fuzz.sh [NAME...]; SECONDS_EACH (60),
# JOBS (1). A harness is test/fuzz/NAME.c, its seeds test/fuzz/NAME/ and the test files in that
# language; finds go to build/fuzz/NAME/.
cd "$(dirname "$0")/.." || exit 2
seconds=${SECONDS_EACH:-60}
clang=${FUZZ_CC:-$(command -v clang-19 || command -v clang-14 || command -v clang)}
[ -n "$clang" ] || { echo "SKIP fuzzing: clang is not installed"; exit 0; }
make -j "${JOBS:-2}" V=fuzz CC="$clang" build/fuzz/obj/libcuprum-all.a >build-fuzz.log 2>&1 || {
    tail -30 build-fuzz.log
    exit 2
}
rm -f build-fuzz.log
[ $# -gt 0 ] || set -- $(ls test/fuzz/*.c | sed 's|.*/||; s|\.c$||')
# seeds NAME: the folders with inputs in the harness's language
seeds() {
    case $1 in
    cxx) echo test/cxx test/cuda test/run ;;
    ir) echo test/ir test/opt ;;
    nvvm) echo test/ir test/opt test/api/inputs ;;
    lex) echo test/lex ;;
    ptx | vm) echo test/vm ;;
    jit) echo test/jit test/vm ;;
    tile) echo test/tile ;;
    esac
}

bad=0
for name; do
    dir=build/fuzz/$name
    mkdir -p "$dir/corpus" "test/fuzz/$name"
    "$clang" -std=gnu11 -g -O1 -Isrc -Iinclude -Ibuild/fuzz/gen -fsanitize=address,undefined,fuzzer \
        -fno-sanitize-recover=all -pthread "test/fuzz/$name.c" build/fuzz/obj/libcuprum-all.a \
        -lm -ldl -o "$dir/fuzz" || exit 2
    echo "== $name, $seconds s"
    if ! nice -n 10 "$dir/fuzz" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 -max_len=16384 \
        -artifact_prefix="$dir/" -print_final_stats=1 ${DICT:+-dict="$DICT"} \
        "$dir/corpus" "test/fuzz/$name" $(seeds "$name") >"$dir/log" 2>&1; then
        bad=$((bad + 1))
        echo "FAIL $name: see $dir/log"
        grep -E 'ERROR|SUMMARY|Test unit' "$dir/log" | head -5
    else
        grep -E 'number_of_executed_units|peak_rss_mb' "$dir/log"
    fi
done
[ "$bad" = 0 ]
