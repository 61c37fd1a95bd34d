; SPDX-License-Identifier: Apache-2.0
; LLVM 22's llvm.lifetime.* have no size: it is that of the object.
; RUN: cuprum opt %s --passes=dce -S -o -
; CHECK: call void @llvm.lifetime.start.p0(i64 -1, ptr %a)
; CHECK: call void @llvm.lifetime.end.p0(i64 -1, ptr %a)
; CHECK: call void @llvm.lifetime.start.p5(i64 -1, ptr addrspace(5) %l)
; RUN[VALUE]: cuprum %s -arch=sm_90 -O3 -o %t.ptx && cuprum run %t.ptx --kernel=k --print=0:1 buf:i32:1:zero
; VALUE: arg 0: 4
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.lifetime.start.p0(ptr captures(none))
declare void @llvm.lifetime.end.p0(ptr captures(none))
declare void @llvm.lifetime.start.p5(ptr addrspace(5) captures(none))
define ptx_kernel void @k(ptr addrspace(1) %o) {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(ptr %a)
  store volatile i32 4, ptr %a
  %v = load volatile i32, ptr %a
  call void @llvm.lifetime.end.p0(ptr %a)
  store i32 %v, ptr addrspace(1) %o
  ret void
}
define void @own() {
  %l = alloca i32, addrspace(5)
  call void @llvm.lifetime.start.p5(ptr addrspace(5) %l)
  store volatile i32 1, ptr addrspace(5) %l
  ret void
}
