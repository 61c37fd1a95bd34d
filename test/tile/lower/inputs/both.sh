# SPDX-License-Identifier: Apache-2.0
# both.sh FILE STEM [sm...]: the launches that FILE lists, each `// LAUNCH: KERNEL arguments of cuprum run`, by the evaluator
# and, compiled for each target, by the machine: all memory and everything that is printed must be the same,
# and the machine's checkers must find nothing (races, barriers, memory).
# `// NEAR: ...` likewise, but numbers may differ in the sixth digit.
F=$1 T=$2
shift 2
[ $# -gt 0 ] || set -- sm_75 sm_80 sm_90
near() { awk '
    function number(word) { return word ~ /^[-+]?[0-9.]+(e[-+]?[0-9]+)?$/ }
    function size(x) { return x < 0 ? -x : x }
    function same(x, y) {
        if (x "" == y "") return 1
        if (!number(x) || !number(y)) return 0
        return size(x - y) <= 2e-5 * (size(x) > size(y) ? size(x) : size(y)) + 1e-30
    }
    NR == FNR { lines = FNR; line[FNR] = $0; next }
    { words = split(line[FNR], word); if (words != NF) bad = 1; for (i = 1; i <= NF; i++) if (!same(word[i], $i)) bad = 1 }
    END { exit bad || FNR != lines }' "$1" "$2"; }
for sm; do
    cuprum "$F" -arch=$sm -o "$T$sm.ptx" || exit 1
done
grep -E '^// (LAUNCH|NEAR): ' "$F" | while read -r _ how kernel args; do
    prints=$(echo "$args" | awk '{k = 0; for (i = 1; i <= NF; i++) if ($i !~ /^--/) { if ($i ~ /^buf/) printf "--print=%d ", k; k++ } }')
    cuprum run "$F" --kernel=$kernel $args $prints >"${T}e" 2>&1 || { echo "$kernel: evaluator:"; cat "${T}e"; }
    for sm; do
        block=$(awk -v k="$kernel" '$0 ~ "\\.entry " k "\\(" { on = 1 } on && /\.reqntid/ { sub(/,.*/, "", $2); print $2; exit }' "$T$sm.ptx")
        cuprum run "$T$sm.ptx" --kernel=$kernel --block=$block $args $prints >"${T}c" 2>&1 || { echo "$kernel: $sm:"; cat "${T}c"; }
        cuprum run --check --jit=off "$T$sm.ptx" --kernel=$kernel --block=$block $args >"${T}f" 2>&1 || { echo "$kernel $sm: check:"; cat "${T}f"; }
        if cmp -s "${T}e" "${T}c" || { [ $how = NEAR: ] && near "${T}e" "${T}c"; }; then
            echo "$kernel $sm: same"
        else
            echo "$kernel $sm: evaluator, then compiled:"
            cat "${T}e" "${T}c"
        fi
    done
done
