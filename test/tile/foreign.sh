# SPDX-License-Identifier: Apache-2.0
# MLIR of other dialects, as compilers hand it over for GPUs (gpu.module of the NVVM dialect), is refused by name.
# RUN: sh %s %t 2>&1
T=$1
cat >"${T}a.mlir" <<'M'
module attributes {gpu.container_module} {
  gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
    llvm.func @k(%arg0: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
}
M
cuprum "${T}a.mlir" -arch=sm_90 -o - || echo refused
# CHECK: a.mlir:2:3: Tile IR: 'gpu.module' is of MLIR's dialect 'gpu', which is not read: of kernels in it, take the LLVM IR that MLIR translates them to (mlir-translate --mlir-to-llvmir)
sed -n '3,5p' "${T}a.mlir" >"${T}b.mlir"
cuprum tile verify "${T}b.mlir" || echo refused
# CHECK: b.mlir:1:5: Tile IR: 'llvm.func' is of MLIR's dialect 'llvm'
