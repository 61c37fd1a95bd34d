# SPDX-License-Identifier: Apache-2.0
# Hints for an architecture: what they change in the code, and what is said of those without effect.
# RUN: sh %s %S %t 2>&1
S=$1 T=$2
r() { # HINTS ARCH
    printf 'entry @k(%%p: tile<ptr<i32>>) optimization_hints=<%s> {\n%%i = iota : tile<4096xi32>\nprint_tko "%%i", %%i : tile<4096xi32> -> token\n}\n' "$1" >"${T}k.mlir"
    cuprum "${T}k.mlir" -arch=$2 -o "${T}k.ptx" 2>&1 | sed -n 's/.*k.mlir:/k.mlir:/p'
    grep -E 'reqntid|minnctapersm' "${T}k.ptx"
}
r 'default = {occupancy = 2}, sm_90 = {occupancy = 4}' sm_80
# CHECK: .reqntid 128, 1, 1
# CHECK-NEXT: .minnctapersm 2
r 'default = {occupancy = 2}, sm_90 = {occupancy = 4}' sm_90a
# CHECK-NEXT: .reqntid 128, 1, 1
# CHECK-NEXT: .minnctapersm 4
r 'default = {num_worker_warps_per_cta = 8}' sm_80
# CHECK-NEXT: .reqntid 256, 1, 1
r 'sm_80 = {num_cta_in_cga = 3, occupancy = 33, latency = 2, color = 1}' sm_80
# CHECK-NEXT: k.mlir:1:{{[0-9]+}}: 'k': the hint 'color' is unknown
# CHECK-NEXT: k.mlir:1:{{[0-9]+}}: 'k': the hint 'latency' is unknown
# CHECK-NEXT: k.mlir:1:{{[0-9]+}}: 'k': the hint 'num_cta_in_cga' is out of its range
# CHECK-NEXT: k.mlir:1:{{[0-9]+}}: 'k': the hint 'occupancy' is out of its range
# CHECK-NEXT: .reqntid 128, 1, 1
r 'default = {num_cta_in_cga = 2}' sm_90
# CHECK-NEXT: k.mlir:1:{{[0-9]+}}: 'k': the hint 'num_cta_in_cga' has no effect: no clusters are made
# of loads: how many turns ahead they are copied
for latency in 1 3 6; do
    { sed '/entry @turned/,$d' "$S/product.mlir"; echo '}'; } |
        sed "s/\(load_view_tko weak %v[ab]\[[^]]*\]\) :/\1 optimization_hints = <default = {latency = $latency}> :/" >"${T}p.mlir"
    cuprum "${T}p.mlir" -arch=sm_80 -o "${T}p.ptx"
    echo "latency $latency: $(grep -o 'wait_group [0-9]' "${T}p.ptx")"
done
# CHECK: latency 1: wait_group 0
# CHECK-NEXT: latency 3: wait_group 1
# CHECK-NEXT: latency 6: wait_group 4
