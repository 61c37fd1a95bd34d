#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# tools/same_dist.sh [FOLDER]: builds the packages of what is committed twice, in clones in folders of different names, and compares the bytes.
# With FOLDER (a clone where `make dist` was run) only the second. CC, JOBS. The last line is `N passed, N failed, N skipped`.
cd "$(dirname "$0")/.." || exit 2
JOBS=${JOBS:-$(nproc)}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
commit=$(git rev-parse HEAD) || exit 2 # others may commit meanwhile
build() { # FOLDER
    git clone -q . "$1" && git -C "$1" checkout -q "$commit" && make -C "$1" -j "$JOBS" ${CC:+CC="$CC"} dist >"$work/log" 2>&1 || { tail -20 "$work/log"; exit 1; }
}
one=$1
[ -n "$one" ] || { one=$work/one && build "$one"; }
build "$work/another-place"
passed=0 failed=0
for f in "$one"/build/dist/*; do
    [ -f "$f" ] || continue
    if cmp "$f" "$work/another-place/build/dist/$(basename "$f")"; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAIL same bytes: $(basename "$f")"
    fi
done
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
