; SPDX-License-Identifier: Apache-2.0
; A pointer that the loop around advances is where the pointers of a loop in it start.
; RUN: %B/tools/iropt --passes='loop(loop-reduce),dce' --stress=all %s
target triple = "nvptx64-nvidia-cuda"

; the start of a row and of the next one: %q and %q + 4 * %w
; CHECK-LABEL: define ptx_kernel void @rows
; CHECK: outer:
; CHECK-NEXT: %q = phi ptr
; CHECK: getelementptr i8, ptr %q
; CHECK: inner:
; CHECK: phi ptr
; CHECK: phi ptr
; CHECK-NOT: mul
; CHECK: br i1 %ci
define ptx_kernel void @rows(ptr %p, i64 %w, ptr %end, i64 %step) {
e:
  br label %outer
outer:
  %q = phi ptr [ %p, %e ], [ %q1, %latch ]
  br label %inner
inner:
  %k = phi i64 [ 0, %outer ], [ %k1, %inner ]
  %ks = mul i64 %k, %step
  %g = getelementptr float, ptr %q, i64 %ks
  %x = load float, ptr %g
  %y = fadd float %x, 1.0
  store float %y, ptr %g
  %kw = add i64 %ks, %w
  %g2 = getelementptr float, ptr %q, i64 %kw
  %x2 = load float, ptr %g2
  %y2 = fadd float %x2, 1.0
  store float %y2, ptr %g2
  %k1 = add nuw nsw i64 %k, 1
  %ci = icmp ult i64 %k1, %w
  br i1 %ci, label %inner, label %latch
latch:
  %q1 = getelementptr i8, ptr %q, i64 %step
  %co = icmp ult ptr %q1, %end
  br i1 %co, label %outer, label %o
o:
  ret void
}

; a pointer that no loop advances by the same each time is a start as it is, and one that the loop
; itself changes by what it loads is none
; CHECK-LABEL: define ptx_kernel void @chased
; CHECK: inner:
; CHECK-NEXT: %k = phi i64
; CHECK-NEXT: %q = phi ptr
; CHECK-NOT: phi ptr
; CHECK: getelementptr float, ptr %q, i64 %k
; CHECK: ret void
define ptx_kernel void @chased(ptr %p, i64 %w) {
e:
  br label %inner
inner:
  %k = phi i64 [ 0, %e ], [ %k1, %inner ]
  %q = phi ptr [ %p, %e ], [ %q1, %inner ]
  %g = getelementptr float, ptr %q, i64 %k
  store float 1.0, ptr %g
  %q1 = load ptr, ptr %q
  %k1 = add nuw nsw i64 %k, 1
  %ci = icmp ult i64 %k1, %w
  br i1 %ci, label %inner, label %o
o:
  ret void
}
