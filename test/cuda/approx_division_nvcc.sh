# SPDX-License-Identifier: Apache-2.0
# Divisions, reciprocals and square roots are nvcc's instructions, whatever options are combined.
# REQUIRES: nvcc
# TIMEOUT: 120
# RUN: sh %s %t
# CHECK-NOT: differs
# CHECK: same: 5
t=$1 same=0
forms() { grep -oE '(div|rcp|r?sqrt)[.][a-z0-9.]*' "$1"; }
while read -r options; do
    nvcc -arch=sm_90 $options -ptx test/cuda/approx_division.cu -o "$t.1.ptx"
    cuprum -arch=sm_90 $options test/cuda/approx_division.cu -o "$t.2.ptx"
    forms "$t.1.ptx" >"$t.1" && forms "$t.2.ptx" >"$t.2"
    if cmp "$t.1" "$t.2"; then same=$((same + 1)); else echo "differs: $options"; fi
done <<'EOF'
-prec-div=false
-prec-div=false -prec-sqrt=false -ftz=true
-use_fast_math
-use_fast_math -ftz=false
-use_fast_math -prec-div=true
EOF
echo "same: $same"
