# SPDX-License-Identifier: Apache-2.0
# What is not lowered to PTX is refused by name and place, and gives no code.
# RUN: sh %s %t %S 2>&1
T=$1
rm -f "${T}k.ptx"
r() {
    printf 'entry @k(%%p: tile<ptr<f32>>, %%i: tile<i32>) {\n%s\n}\n' "$1" >"${T}k.mlir"
    cuprum "${T}k.mlir" -arch=sm_90 -o "${T}k.ptx" 2>&1 | sed -n 's/.*k.mlir:/k.mlir:/p'
    [ ! -e "${T}k.ptx" ] || echo "there is code"
}
r '%a = alloca num_elem = 4, alignment = 16 global : tile<ptr<f32>>'
# CHECK: k.mlir:2:{{[0-9]+}}: 'alloca' asks for global memory, which is not lowered
r '%a = iota : tile<2048xi32>
print_tko "%i", %a : tile<2048xi32> -> token'
# CHECK-NEXT: k.mlir:3:{{[0-9]+}}: 'print_tko' prints a tile of more than 1024 elements, which is not lowered
# CHECK-NOT: there is code
cuprum "$2/../memory.mlir" -arch=sm_90 -o "${T}k.ptx" 2>&1 | sed -n 's/.*memory.mlir:/memory.mlir:/p'
# CHECK: memory.mlir:{{[0-9:]+}}: 'multimem_load_reduce_view_tko' is not lowered to PTX
