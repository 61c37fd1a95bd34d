#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The cost of the device math library's functions beside NVIDIA's: SASS instructions of a kernel that calls one
# (ptxas, sm_90, without padding) and executed PTX instructions, ours/theirs; the geometric means last.
#   tools/math/cost.sh [NAME...]      B: the build's folder, PTXAS: the assembler
B=${B:-build} PTXAS=${PTXAS:-/usr/local/cuda/bin/ptxas}
[ -x "$PTXAS" ] || { echo "skipped: there is no ptxas"; exit 0; }
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# instructions of the kernel, 16 bytes each; the opcode's low 12 bits are 0x918 of those that only pad
sass() {
    "$PTXAS" -arch=sm_90 "$dir/$1.ptx" -o "$dir/cubin" || return 1
    set -- $(readelf -SW "$dir/cubin" 2>/dev/null | sed -n 's/^ *\[ *[0-9]*\] \.text\.k  *PROGBITS  *[0-9a-f]* \([0-9a-f]*\) \([0-9a-f]*\).*/0x\1 0x\2/p')
    od -An -v -tx2 -w16 -j $(($1)) -N $(($2)) "$dir/cubin" | awk '{ if (substr($1, 2) != "918") n++ } END { print n }'
}

"$B/tools/math-check" --cost="$dir" "$@" | while read -r name ours theirs; do
    echo "$name $(sass "$name.cuprum") $(sass "$name.nvidia") $ours $theirs"
done | awk '{
    printf "%-14s SASS %4d /%4d = %.2f   executed %7.2f /%7.2f = %.2f%s\n", $1, $2, $3, $2 / $3, $4, $5, $4 / $5,
        ($2 / $3 > 1.25 || $4 / $5 > 1.25) ? "   OVER" : ""
    s += log($2 / $3); e += log($4 / $5); n++
} END { if (n) printf "%d functions: SASS %.3f, executed %.3f\n", n, exp(s / n), exp(e / n) }'
