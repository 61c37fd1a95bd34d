#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What `make check` runs after the build: unit tests, test files, layers, format. Environment: B the
# build folder, JOBS, PART (K/N: a part of the test files, test-run --part). The last line is `N passed, N failed, N skipped`.
cd "$(dirname "$0")/.." || exit 2
B=${B:-build}
JOBS=${JOBS:-$(nproc)}
log=$B/check.log
passed=0 failed=0 skipped=0

# result NAME STATUS: counts one check of ours
result() {
    if [ "$2" = 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAIL $1"
    fi
}

# the runner's output is shown as it comes; its last line is added up
rm -f "$log.fifo" && : >"$log.fifo" # nothing of a run that was cut off
"$B/bin/test-run" -j "$JOBS" ${PART:+--part="$PART"} --unit "$B/test" "$@" >"$log.fifo" 2>&1 &
runner=$!
tail -n +1 --pid=$runner -f "$log.fifo" 2>/dev/null | grep -v -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$'
wait $runner
mv "$log.fifo" "$log"
counts=$(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$log" | tail -1)
if [ -n "$counts" ]; then
    set -- $(echo "$counts" | tr -cd '0-9 ')
    passed=$1 failed=$2 skipped=$3
else
    result "the test runner" 1
fi

"$B/tools/check_layers" --objects "$B/obj"
result "layers, sizes, licences, diagnostics (tools/check_layers)" $?

"$B/tools/readability" >"$log.dense" || cat "$log.dense"
result "density of the code (tools/readability)" "$(grep -c '^src/' "$log.dense")"

# what it reads is kept in the build folder: the first time takes minutes, then seconds
if [ -n "$NO_FORMAT" ]; then
    :
elif command -v python3 >/dev/null 2>&1 && command -v clang >/dev/null 2>&1; then
    B=$B JOBS=$JOBS tools/call_order.py
    result "calls whose order the compiler chooses (tools/call_order.py)" $?
else
    echo "SKIP order of calls: needs python3 and clang"
    skipped=$((skipped + 1))
fi

# other versions format a few lines differently
if [ -n "$NO_FORMAT" ]; then
    :
elif clang-format --version 2>/dev/null | grep -q ' version 14\.'; then
    files=$(git ls-files '*.c' '*.h' 2>/dev/null | grep -v -E '^(lib|examples|test/[^/]*/)' )
    [ -n "$files" ] && clang-format --dry-run -Werror $files 2>&1 | grep 'error:' | cut -d: -f1 |
        sort | uniq -c | sort -rn | head -20 >"$log.format"
    if [ -s "$log.format" ]; then
        echo "not formatted (make format), lines per file:"
        cat "$log.format"
        result "clang-format" 1
    else
        result "clang-format" 0
    fi
else
    echo "SKIP format: needs clang-format 14"
    skipped=$((skipped + 1))
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
