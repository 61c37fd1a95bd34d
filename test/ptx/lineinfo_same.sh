# SPDX-License-Identifier: Apache-2.0
# -lineinfo adds lines and changes no code.
# RUN: sh %s %t
# CHECK-NOT: differs
# CHECK: same: 9
t=$1 same=0
for f in control_loops cxx_classes cxx_lambda local_array matmul_tiled math_library printf_assert scan_block unions_init; do
    cuprum test/run/$f.cu -arch=sm_90 -o "$t.1.ptx" && cuprum test/run/$f.cu -arch=sm_90 -lineinfo -o "$t.2.ptx"
    tab=$(printf '\t')
    sed -e "/^$tab\\.loc$tab/d" -e "/^$tab\\.file/d" -e "/^$tab\\.section/,\$d" "$t.2.ptx" >"$t.3.ptx"
    if cmp "$t.1.ptx" "$t.3.ptx" && grep -q "\\.loc$tab" "$t.2.ptx"; then same=$((same + 1)); else echo "differs: $f"; fi
done
echo "same: $same"
