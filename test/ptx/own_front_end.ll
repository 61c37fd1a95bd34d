; SPDX-License-Identifier: Apache-2.0
; Names that NVIDIA's front end of C++ writes, in what cicc -keep leaves (file.lgenfe.bc): a barrier by LLVM 3's name, the
; operation of redux as a number, matrices with layout and saturation as numbers, later all of it in a word.
; RUN: cuprum %s -arch=sm_90 -O1 -o -
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
%h = type { i32, i32, i32, i32, i32, i32, i32, i32 }
declare void @llvm.cuda.syncthreads()
declare i32 @llvm.nvvm.redux.sync(i32, i32, i32)
declare { i32, i32, i32, i32, i32, i32, i32, i32 } @llvm.nvvm.hmma.m16n16k16.ld.a.p1i32(ptr addrspace(1), i32, i32)
declare { i32, i32 } @llvm.nvvm.imma.m8n8k32.mma.s4(i32, i32, i32, i32, i32, i32)
declare <2 x double> @llvm.nvvm.mma.ld.v2f64.p0f64(i64, ptr, i32, i64)
declare <2 x double> @llvm.nvvm.mma.v2f64.f64.f64(i64, double, double, <2 x double>)
declare void @llvm.nvvm.mma.st.v2f64.p0f64(i64, <2 x double>, ptr, i32, i64)

; CHECK: .entry small
; CHECK: bar.sync {{.*}}0;
; CHECK: redux.sync.add.s32
; CHECK: redux.sync.max.u32
; CHECK: redux.sync.xor.b32
define ptx_kernel void @small(ptr addrspace(1) %o, i32 %m) {
  call void @llvm.cuda.syncthreads()
  %v = load i32, ptr addrspace(1) %o
  %a = call i32 @llvm.nvvm.redux.sync(i32 0, i32 %v, i32 %m)
  %b = call i32 @llvm.nvvm.redux.sync(i32 5, i32 %a, i32 %m)
  %c = call i32 @llvm.nvvm.redux.sync(i32 10, i32 %b, i32 %m)
  store i32 %c, ptr addrspace(1) %o
  ret void
}

; CHECK: .entry matrices
; CHECK: wmma.load.a.sync.aligned.col.m16n16k16.global.f16 {
; CHECK: wmma.mma.sync.aligned.row.col.m8n8k32.s32.s4.s4.s32.satfinite {
; CHECK: wmma.load.c.sync.aligned.col.m8n8k4.f64 {
; CHECK: wmma.mma.sync.aligned.col.row.m8n8k4.f64.f64.f64.f64.rn {
; CHECK: wmma.store.d.sync.aligned.row.m8n8k4.f64 [
define ptx_kernel void @matrices(ptr addrspace(1) %g, ptr %p, i32 %n, double %d) {
  %a = call { i32, i32, i32, i32, i32, i32, i32, i32 } @llvm.nvvm.hmma.m16n16k16.ld.a.p1i32(ptr addrspace(1) %g, i32 %n, i32 1)
  %a0 = extractvalue { i32, i32, i32, i32, i32, i32, i32, i32 } %a, 0
  %i = call { i32, i32 } @llvm.nvvm.imma.m8n8k32.mma.s4(i32 1, i32 1, i32 %a0, i32 %a0, i32 %n, i32 %n)
  %i0 = extractvalue { i32, i32 } %i, 0
  store i32 %i0, ptr addrspace(1) %g
  %e = call <2 x double> @llvm.nvvm.mma.ld.v2f64.p0f64(i64 4294967445, ptr %p, i32 %n, i64 0)
  %r = call <2 x double> @llvm.nvvm.mma.v2f64.f64.f64(i64 4396222721, double %d, double %d, <2 x double> %e)
  call void @llvm.nvvm.mma.st.v2f64.p0f64(i64 4294967446, <2 x double> %r, ptr %p, i32 %n, i64 0)
  ret void
}
