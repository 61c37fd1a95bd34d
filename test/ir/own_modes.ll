; SPDX-License-Identifier: Apache-2.0
; Intrinsics of NVIDIA's that say by a number what LLVM has instructions for: plain accesses, atomics, and integers
; of 128 bits in halves become those. What no instruction expresses stays a call.
; RUN: cuprum %s -arch=sm_90 -O0 --emit=ir -o -
target datalayout = "e-p3:32:32:32-i64:64-i128:128-v16:16-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.ld.ext.i32.p1(i64, ptr addrspace(1), i64)
declare <2 x i32> @llvm.nvvm.ld.ext.v2i32.p3(i64, ptr addrspace(3), i64)
declare void @llvm.nvvm.st.ext.i32.p3(i64, i32, ptr addrspace(3), i64)
declare i32 @llvm.nvvm.atomic.rmw.i32.p1(i32, ptr addrspace(1), i32)
declare float @llvm.nvvm.atomic.rmw.f32.p1(i32, ptr addrspace(1), float)
declare i64 @llvm.nvvm.atomic.cas.i64.p1(i32, ptr addrspace(1), i64, i64)
declare { i64, i64 } @llvm.nvvm.add.u.i128(i64, i64, i64, i64)
declare { i64, i64 } @llvm.nvvm.sub.u.i128(i64, i64, i64, i64)
declare { i64, i64 } @llvm.nvvm.mad.wide.u.i64(i64, i64, i64)
declare i64 @llvm.nvvm.mad.wide.u.i32(i32, i32, i64)
declare i64 @llvm.nvvm.mad.wide.s.i32(i32, i32, i64)

; CHECK-LABEL: define {{.*}}@accesses
; CHECK: load i32, ptr addrspace(1) %g, align 4
; CHECK: call i32 @llvm.nvvm.ld.ext.i32.p1(i64 8446448324575232, {{.*}}, i64
; CHECK: [[C:%[.0-9]+]] = addrspacecast ptr addrspace(3) %s to ptr addrspace(7)
; CHECK: load <2 x i32>, ptr addrspace(7) [[C]], align 8
; CHECK: store i32 %a, ptr addrspace(3) %s, align 4
; CHECK: call void @llvm.nvvm.st.ext.i32.p3(i64 0,
define i32 @accesses(ptr addrspace(1) %g, ptr addrspace(3) %s) {
  %a = call i32 @llvm.nvvm.ld.ext.i32.p1(i64 8479433673408512, ptr addrspace(1) %g, i64 undef)
  %b = call i32 @llvm.nvvm.ld.ext.i32.p1(i64 8446448324575232, ptr addrspace(1) %g, i64 undef)
  %c = call <2 x i32> @llvm.nvvm.ld.ext.v2i32.p3(i64 8549939856539648, ptr addrspace(3) %s, i64 undef)
  call void @llvm.nvvm.st.ext.i32.p3(i64 8444249301319680, i32 %a, ptr addrspace(3) %s, i64 undef)
  call void @llvm.nvvm.st.ext.i32.p3(i64 0, i32 %b, ptr addrspace(3) %s, i64 undef)
  %d = extractelement <2 x i32> %c, i32 1
  ret i32 %d
}

; CHECK-LABEL: define {{.*}}@atomics
; CHECK: atomicrmw add ptr addrspace(1) %g, i32 %x syncscope("device") acq_rel, align 4
; CHECK: atomicrmw umax ptr addrspace(1) %g, i32 %x syncscope("block") monotonic, align 4
; CHECK: atomicrmw xchg ptr addrspace(1) %g, i32 %x release, align 4
; CHECK: atomicrmw fadd ptr addrspace(1) %g, float %f syncscope("cluster") acquire, align 4
; CHECK: cmpxchg ptr addrspace(1) %g, i64 %y, i64 7 syncscope("device") acq_rel acquire, align 8
; CHECK: extractvalue { i64, i1 } {{%[.0-9]+}}, 0
; CHECK: call i32 @llvm.nvvm.atomic.rmw.i32.p1(i32 262145,
define i64 @atomics(ptr addrspace(1) %g, i32 %x, i64 %y, float %f) {
  %a = call i32 @llvm.nvvm.atomic.rmw.i32.p1(i32 65540, ptr addrspace(1) %g, i32 %x)
  %b = call i32 @llvm.nvvm.atomic.rmw.i32.p1(i32 589841, ptr addrspace(1) %g, i32 %x)
  %c = call i32 @llvm.nvvm.atomic.rmw.i32.p1(i32 35, ptr addrspace(1) %g, i32 %x)
  %d = call float @llvm.nvvm.atomic.rmw.f32.p1(i32 134938674, ptr addrspace(1) %g, float %f)
  %e = call i64 @llvm.nvvm.atomic.cas.i64.p1(i32 917508, ptr addrspace(1) %g, i64 %y, i64 7)
  %f1 = call i32 @llvm.nvvm.atomic.rmw.i32.p1(i32 262145, ptr addrspace(1) %g, i32 %x)
  ret i64 %e
}

; CHECK-LABEL: define {{.*}}@wide
; CHECK: add i128
; CHECK: sub i128
; CHECK: mul i128
; CHECK: sext i32 %x to i64
define i64 @wide(i64 %a, i64 %b, i32 %x) {
  %s = call { i64, i64 } @llvm.nvvm.add.u.i128(i64 %a, i64 %b, i64 %b, i64 1)
  %t = call { i64, i64 } @llvm.nvvm.sub.u.i128(i64 0, i64 0, i64 %a, i64 %b)
  %p = call { i64, i64 } @llvm.nvvm.mad.wide.u.i64(i64 %a, i64 %b, i64 %a)
  %u = call i64 @llvm.nvvm.mad.wide.u.i32(i32 %x, i32 %x, i64 %a)
  %v = call i64 @llvm.nvvm.mad.wide.s.i32(i32 %x, i32 %x, i64 %u)
  %s1 = extractvalue { i64, i64 } %s, 1
  %t1 = extractvalue { i64, i64 } %t, 1
  %p1 = extractvalue { i64, i64 } %p, 1
  %w = xor i64 %s1, %t1
  %y = xor i64 %w, %p1
  %z = xor i64 %y, %v
  ret i64 %z
}
