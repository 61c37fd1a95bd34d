; SPDX-License-Identifier: Apache-2.0
; A constant pair of halves that a matrix operation reads is one move, made once.
; RUN: cuprum %s -arch=sm_90 -O1 -o -
target triple = "nvptx64-nvidia-cuda"
; CHECK-NOT: mov.b16
; CHECK: mov.u32 [[R:%r[0-9]+]], 1006648320;
; CHECK-NOT: mov.b16
; CHECK: {[[R]], [[R]], [[R]], [[R]]};
define ptx_kernel void @k(ptr addrspace(1) %p) {
  %a = call { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p1(ptr addrspace(1) %p, i32 32)
  %a0 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %a, 0
  %d = call { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.mma.row.col.f16.f16(<2 x half> %a0, <2 x half> %a0, <2 x half> %a0, <2 x half> %a0, <2 x half> %a0, <2 x half> %a0, <2 x half> %a0, <2 x half> %a0, <2 x half> %a0, <2 x half> %a0, <2 x half> %a0, <2 x half> %a0, <2 x half> %a0, <2 x half> %a0, <2 x half> %a0, <2 x half> %a0, <2 x half> <half 1.0, half 1.0>, <2 x half> <half 1.0, half 1.0>, <2 x half> <half 1.0, half 1.0>, <2 x half> <half 1.0, half 1.0>)
  %d0 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half> } %d, 0
  store <2 x half> %d0, ptr addrspace(1) %p
  ret void
}
declare { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p1(ptr addrspace(1), i32)
declare { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.mma.row.col.f16.f16(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>)
