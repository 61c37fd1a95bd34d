#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A build with ThreadSanitizer compiles the kernels of test/run and the modules of test/opt on eight threads: no report, and the
# bytes and messages of one thread. PART=K/N: of the modules every N-th, from the K-th on. The last line is `N passed, N failed, N skipped`; a file is one test.
cd "$(dirname "$0")/.." || exit 2
unset MAKEFLAGS
if ! echo 'int main(void){return 0;}' | ${CC:-gcc} -x c - -fsanitize=thread -o /dev/null 2>/dev/null; then
    echo "SKIP threads: the compiler has no ThreadSanitizer"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
fi
make -j "$(nproc)" V=tsan build/tsan/bin/cuprum build/tsan/bin/cicc build/tsan/test/test_no_memory >ci-threads.log 2>&1 || {
    tail -40 ci-threads.log
    echo "0 passed, 1 failed, 0 skipped"
    exit 1
}
rm -f ci-threads.log
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
PATH=$PWD/build/tsan/bin:$PATH
# a report ends the program with a status of its own
export TSAN_OPTIONS="halt_on_error=1:exitcode=66"
passed=0 failed=0

# result NAME STATUS
result() {
    if [ "$2" = 0 ]; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAIL threads: $1"
        head -60 "$tmp/messages" | sed 's/^/  > /'
    fi
}

# compiled FILE OPTION...: on one thread and on eight. Files that are refused are refused alike.
compiled() {
    file=$1
    shift
    rm -f "$tmp/one" "$tmp/eight"
    cuprum "$file" -arch=sm_90 "$@" -o "$tmp/one" >"$tmp/messages.1" 2>&1
    one=$?
    cuprum "$file" -arch=sm_90 "$@" --split-compile=8 -o "$tmp/eight" >"$tmp/messages" 2>&1
    eight=$?
    [ $one = $eight ] && [ $eight -lt 66 ] && cmp -s "$tmp/messages.1" "$tmp/messages" || return 1
    [ ! -e "$tmp/one" ] || cmp -s "$tmp/one" "$tmp/eight"
}

for file in test/run/*.cu bench/kernels20.cu; do
    compiled "$file" -lineinfo
    result "$file" $?
done
for file in $(find test/opt -name '*.ll' | sort | awk -v k="${PART%/*}" -v n="${PART#*/}" '!n || NR % n == k % n'); do
    compiled "$file"
    result "$file" $?
done
# many functions that share what a module has, and many kernels
mkdir "$tmp/jobs"
sh test/ptx/inputs/jobs.sh "$tmp/jobs" >"$tmp/messages" 2>&1 && ! grep -q differ "$tmp/messages"
result test/ptx/jobs.sh $?
sh test/driver/inputs/split_compile.sh "$tmp/jobs" >"$tmp/messages" 2>&1 && ! grep -q differ "$tmp/messages"
result test/driver/split_compile.sh $?
build/tsan/test/test_no_memory >"$tmp/messages" 2>&1
result test/unit/test_no_memory.c $?

echo "$passed passed, $failed failed, 0 skipped"
[ $failed = 0 ]
