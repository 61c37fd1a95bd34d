#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# tools/same_bytes.sh BUILD OTHER: two builds of this tree, by two compilers or at two levels, must print the same PTX for the kernels
# of test/run and bench, at -O0 and -O3. Where they do not, something depends on what C leaves open (tools/call_order.py finds the
# order of calls). The last line is `N passed, N failed, N skipped`; a file is one test.
cd "$(dirname "$0")/.." || exit 2
[ -x "$1/bin/cuprum" ] && [ -x "$2/bin/cuprum" ] || { echo "usage: tools/same_bytes.sh BUILD OTHER" >&2; exit 2; }
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
export ONE="$1" OTHER="$2" TMP_BYTES="$tmp"
# each file: a line if the two differ, in what they print or in how they end
find test/run bench examples -name '*.cu' ! -path '*/inputs/*' | sort >"$tmp/files"
xargs -P "${JOBS:-$(nproc)}" -I FILE sh -c '
    name=$(echo FILE | tr / _)
    for level in -O0 -O3; do
        for build in "$ONE" "$OTHER"; do
            "$build/bin/cuprum" FILE $level -arch=sm_90 -o - >"$TMP_BYTES/$name.$(basename "$build")" 2>/dev/null
            echo "status $?" >>"$TMP_BYTES/$name.$(basename "$build")"
        done
        cmp -s "$TMP_BYTES/$name.$(basename "$ONE")" "$TMP_BYTES/$name.$(basename "$OTHER")" || echo "FAIL bytes: FILE $level"
    done' <"$tmp/files" >"$tmp/differ"
sort "$tmp/differ"
all=$(wc -l <"$tmp/files") failed=$(cut -d' ' -f3 "$tmp/differ" | sort -u | wc -l)
echo "$((all - failed)) passed, $failed failed, 0 skipped"
[ "$failed" = 0 ]
