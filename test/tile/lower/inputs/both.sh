# SPDX-License-Identifier: Apache-2.0
# both.sh FILE STEM [sm...]: the launches that FILE lists, each `// LAUNCH: KERNEL arguments of cuprum run`, by the evaluator
# and, compiled for each target, by the machine: all memory and everything that is printed must be the same,
# and the machine's checkers must find nothing (races, barriers, memory).
# `// NEAR: ...` likewise, but numbers may differ in the sixth digit.
F=$1 T=$2
shift 2
[ $# -gt 0 ] || set -- sm_75 sm_80 sm_90
near() { python3 -c '
import sys
a, b = (open(f).read().split() for f in sys.argv[1:3])
def close(x, y):
    try: x, y = float(x), float(y)
    except ValueError: return x == y
    return x == y or (x != x and y != y) or abs(x - y) <= 2e-5 * max(abs(x), abs(y)) + 1e-30
sys.exit(len(a) != len(b) or not all(close(x, y) for x, y in zip(a, b)))' "$1" "$2"; }
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
