#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Every member of the larger families of intrinsics, with every value of its flags: ptxas takes their PTX.
# REQUIRES: ptxas, python3
# TIMEOUT: 120
# RUN: sh %s %S %t
# CHECK: mma_fp8 19 fine
# CHECK: mma_sparse 88 fine
# CHECK: mma_narrow 208 fine
# CHECK: tcgen05 1184 fine
# CHECK: tcgen05_red 140 fine
# CHECK: convert 74 fine
# CHECK: small 41 fine
# CHECK: memory 204 fine
# CHECK: tensor_copy 386 fine
# CHECK: own 753 fine
set -eu
for g in mma_fp8:sm_90 mma_sparse:sm_90 mma_narrow:sm_120a tcgen05:sm_100a tcgen05_red:sm_103a convert:sm_100a \
    small:sm_90 memory:sm_100a tensor_copy:sm_100a own:sm_100a; do
    name=${g%%:*} arch=${g##*:}
    python3 "$1/inputs/nvvm_names.py" "$name" >"$2.ll"
    cuprum "$2.ll" -arch="$arch" -O1 -o "$2.ptx"
    ptxas -c -O0 -arch="$arch" "$2.ptx" -o /dev/null
    cuprum ptxas -c -arch="$arch" "$2.ptx" -o "$2.o" # ours reads what ours writes
    echo "$name $(grep -c ' call ' "$2.ll") fine"
done
