#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# cases.sh FILE.cu TEMP [NAME...]: builds a program of seeded mistakes, runs each with its mistake and without it under the
# checkers, and says which findings are missing, which come without a mistake, and how many cases are right.
# CHECKS: the list for --check. ENGINES: for --jit, one after the other; a case is right when it is with each.
file=$1 t=$2
shift 2
base=$(basename "$file" .cu)
cuprum nvcc --no-toolkit -std=c++17 -arch=sm_90a -g -lineinfo "$file" -o "$t.exe" || exit 1
run() { timeout ${LIMIT:-60} cuprum exec --jit=$engine --check${CHECKS:+=$CHECKS} "$t.exe" "$@" >"$t.out" 2>&1; }
markers() { grep -n "BUG $1: " "$file" | sed "s/^\\([0-9]*\\):.*BUG $1: \\([a-z]*: [a-z-]*\\).*$/\\1 \\2/"; }

# Whether each mark of the case has a finding of its kind at its line, and the status says so.
is_found() {
    run "$1" bug
    rc=$? right=true
    case $rc in 0 | 124) echo "$1: exit status $rc with the mistake" && right=false ;; esac
    markers "$1" >"$t.want"
    while read -r line kind; do
        # a finding is a line of its kind and the indented lines behind it
        awk -v kind="$kind: " -v place="$base.cu:$line" '
            /^[a-z]+: [a-z-]+: / { on = index($0, kind) == 1 }
            on { at = index($0, place); if (at && substr($0, at + length(place), 1) !~ /[0-9]/) good = 1 }
            END { exit !good }' "$t.out" || {
            echo "$1: no '$kind' at line $line; found: $(grep -E '^[a-z]+: [a-z-]+: ' "$t.out" | head -3 | tr '\n' ';')" && right=false
        }
    done <"$t.want"
    $right
}

is_clean() {
    run "$1" ok
    rc=$?
    [ $rc = 0 ] && ! grep -qE '^[a-z]+: [a-z-]+: ' "$t.out" && return
    echo "$1: exit status $rc without the mistake: $(head -2 "$t.out" | tr '\n' ';')"
    return 1
}

names=${*:-$(grep -o 'BUG [a-z0-9_]*:' "$file" | sed 's/BUG \(.*\):/\1/' | sort -u)}
cases=0 found=0 clean=0
for name in $names; do
    all_found=1 all_clean=1
    for engine in ${ENGINES:-auto}; do
        is_found "$name" || all_found=0
        is_clean "$name" || all_clean=0
    done
    cases=$((cases + 1)) found=$((found + all_found)) clean=$((clean + all_clean))
done
echo "$base: $cases cases, $found found, $clean clean"
