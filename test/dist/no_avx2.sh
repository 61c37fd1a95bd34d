#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# On a processor of 2008 (SSE 4.2, no AVX) every example compiles to the same PTX and computes the same.
# Not for the sanitizers' build, which has no shared library: their 20 TB of shadow addresses are no room that QEMU can give.
# REQUIRES: qemu-x86_64, %B/lib/libcuprum.so
# TIMEOUT: 120
# RUN: sh %s %B %t
# CHECK: [[N:[5-9]]] runs, [[N]] equal
old() { qemu-x86_64 -cpu Nehalem "$build/bin/cuprum" "$@"; }
build=$1 runs=0 equal=0
for f in examples/*.cu; do
    cuprum "$f" --no-toolkit -arch=sm_90 -o "$2.new.ptx" && old "$f" --no-toolkit -arch=sm_90 -o "$2.old.ptx" && cmp "$2.new.ptx" "$2.old.ptx"
    sed -n 's|^// *RUN: *||p' "$f" >"$2.runs"
    while read -r args; do
        runs=$((runs + 1))
        eval "cuprum run $2.new.ptx $args --hash" 2>&1 | grep -v '^time:' >"$2.new"
        eval "old run $2.new.ptx $args --hash" 2>&1 | grep -v '^time:' >"$2.old"
        grep -q fnv1a64 "$2.old" && cmp "$2.new" "$2.old" && equal=$((equal + 1))
    done <"$2.runs"
done
echo "$runs runs, $equal equal"
