# SPDX-License-Identifier: Apache-2.0
# What is not lowered to PTX is refused by name and place, and gives no code.
# RUN: sh %s %t %S 2>&1
T=$1
rm -f "${T}k.ptx"
cuprum "$2/../memory.mlir" -arch=sm_90 -o "${T}k.ptx" 2>&1 | sed -n 's/.*memory.mlir:/memory.mlir:/p'
# CHECK: memory.mlir:{{[0-9:]+}}: 'multimem_load_reduce_view_tko' is not lowered to PTX
[ ! -e "${T}k.ptx" ] || echo "there is code"
# CHECK-NOT: there is code
