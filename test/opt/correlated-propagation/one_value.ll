; SPDX-License-Identifier: Apache-2.0
; An extended index of which the branch leaves one value is that value, so that an array in local
; memory becomes registers.
; RUN: %B/tools/iropt --passes=correlated-propagation,sroa --stress=all %s
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()

; CHECK-LABEL: define ptx_kernel void @one
; CHECK-NOT: alloca
; CHECK: ret void
define ptx_kernel void @one(ptr %p, float %v) {
e:
  %a = alloca [1 x [2 x float]]
  store float %v, ptr %a
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %c = icmp sgt i32 %t, 0
  br i1 %c, label %o, label %l
l:
  %w = zext nneg i32 %t to i64
  %g = getelementptr [2 x float], ptr %a, i64 %w
  %x = load float, ptr %g
  %y = fadd float %x, 1.0
  store float %y, ptr %g
  br label %o
o:
  %z = load float, ptr %a
  store float %z, ptr %p
  ret void
}

; of two values none is chosen
; CHECK-LABEL: define ptx_kernel void @two
; CHECK: alloca
; CHECK: zext nneg i32 %t to i64
; CHECK: ret void
define ptx_kernel void @two(ptr %p, float %v) {
e:
  %a = alloca [2 x [2 x float]]
  store float %v, ptr %a
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %c = icmp sgt i32 %t, 1
  br i1 %c, label %o, label %l
l:
  %w = zext nneg i32 %t to i64
  %g = getelementptr [2 x float], ptr %a, i64 %w
  store float 1.0, ptr %g
  br label %o
o:
  %z = load float, ptr %a
  store float %z, ptr %p
  ret void
}
