; SPDX-License-Identifier: Apache-2.0
; Device functions that IR declares and does not define mean what they mean in C++.
; REQUIRES: /usr/local/cuda/nvvm/libdevice/libdevice.10.bc
; RUN: cuprum %s -arch=sm_90 -o %t.ptx && cat %t.ptx
; CHECK-NOT: .extern .func {{.*}}(sinf|__fadd_rn|__nv_)
; CHECK: .extern .func {{.*}} vprintf(
; CHECK: .extern .func {{.*}} max(
; the module's own definition
; CHECK: .visible .func {{.*}} expf(
; CHECK: .visible .entry k(
; CHECK: add.rn.f32
; CHECK: cvt.rmi.f32.f32
; CHECK: atom.global.add.u32
; CHECK: add.u16x2
; CHECK: call{{.*}}
; CHECK: vprintf
; CHECK: pmevent 5;
; CHECK: .entry address(
; CHECK: mov.u64 {{.*}}, cosf;
; RUN[FAST]: cuprum %s -arch=sm_90 -use_fast_math -o -
; FAST: sin.approx.ftz.f32
; RUN[IR]: cuprum %s -arch=sm_90 --emit=ir -O0 -o -
; IR-NOT: declare float @sinf
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@fmt = private constant [4 x i8] c"%d\0A\00"
@table = internal constant [1 x ptr] [ptr @cosf]
declare float @sinf(float)
declare double @sqrt(double)
declare float @__fadd_rn(float, float)
declare float @floorf(float)
declare i32 @__iAtomicAdd(ptr, i32)
declare i32 @__vadd2(i32, i32)
declare i32 @printf(ptr, ...)
declare float @cosf(float)
declare void @__prof_trigger(i32)
declare float @max(float, float) ; not the types of the device function

define float @expf(float %x) {
  ret float %x
}

define void @k(ptr %p) {
  %x = load float, ptr %p
  %a = call float @sinf(float %x)
  %b = call float @__fadd_rn(float %a, float %x)
  %c = call float @floorf(float %b)
  %d = fpext float %c to double
  %e = call double @sqrt(double %d)
  %f = fptrunc double %e to float
  %g = call float @expf(float %f)
  store float %g, ptr %p
  %h = call i32 @__iAtomicAdd(ptr %p, i32 3)
  %i = call i32 @__vadd2(i32 %h, i32 3)
  %j = call i32 (ptr, ...) @printf(ptr @fmt, i32 %i)
  call void @__prof_trigger(i32 5)
  %m = call float @max(float %f, float %g)
  store float %m, ptr %p
  ret void
}

define void @address(ptr %p, i64 %i) {
  %q = getelementptr ptr, ptr @table, i64 %i
  %f = load ptr, ptr %q
  store ptr %f, ptr %p
  store ptr @cosf, ptr %p
  ret void
}
!nvvm.annotations = !{!0, !1}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{ptr @address, !"kernel", i32 1}
