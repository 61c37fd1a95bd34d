#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds everything with each compiler that the project promises to work with, and wants no warning: gcc optimized, whose
# warnings come of its analyses, clang not optimized. About two minutes of two cores each.
#   tools/check_compilers.sh [CC...]      default: gcc 12 to 15 and clang 14 to 19; who is missing is skipped
# The last line is `N passed, N failed, N skipped`.
cd "$(dirname "$0")/.." || exit 2
[ $# -gt 0 ] || set -- gcc-12 gcc-13 gcc-14 gcc-15 clang-14 clang-15 clang-16 clang-17 clang-18 clang-19
passed=0 failed=0 skipped=0
log=$(mktemp) || exit 2
trap 'rm -f "$log"' EXIT
trap 'exit 1' INT TERM HUP
for cc; do
    if ! command -v "$cc" >/dev/null 2>&1; then
        echo "SKIP $cc: not installed"
        skipped=$((skipped + 1))
        continue
    fi
    case $cc in *clang*) V=debug ;; *) V=release ;; esac
    make -k -j "${JOBS:-$(nproc)}" CC="$cc" V=$V VDIR=compilers WERROR=0 all units >"$log" 2>&1
    status=$?
    if [ $status = 0 ] && ! grep -q 'warning:' "$log"; then
        echo "PASS $cc: $("$cc" --version | head -1)"
        passed=$((passed + 1))
    else
        echo "FAIL $cc: $("$cc" --version | head -1)"
        grep -A6 -E 'warning:|error:' "$log" | head -100
        failed=$((failed + 1))
    fi
    rm -rf build/compilers
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
