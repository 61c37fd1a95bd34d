; SPDX-License-Identifier: Apache-2.0
; Longer computations of addresses start at the pointer that was made, where no more are: what led to the address goes.
; RUN: %B/tools/iropt --passes='loop(loop-reduce<pointers=1>),dce' --stress=all %s
target triple = "nvptx64-nvidia-cuda"

; the first row and the next one, which lies as far behind as the loop does not change
; CHECK-LABEL: define ptx_kernel void @rows
; CHECK: l:
; CHECK: %[[P:\d+]] = phi ptr
; CHECK-NOT: mul
; CHECK-NOT: sext
; CHECK: load float, ptr %[[P]]
; CHECK: getelementptr float, ptr %[[P]], i64 %d
; CHECK-NOT: mul
; CHECK: br i1
define ptx_kernel void @rows(ptr %x, ptr %o, i32 %n, i32 %h, i32 %w, i64 %d, i64 %f) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %a = mul nsw i32 %i, %h
  %b = mul nsw i32 %a, %w
  %s = sext i32 %b to i64
  %row = getelementptr float, ptr %x, i64 %s
  %from = getelementptr float, ptr %row, i64 %f
  %v = load float, ptr %from
  store volatile float %v, ptr %o
  %next = getelementptr float, ptr %from, i64 %d
  %u = load float, ptr %next
  store volatile float %u, ptr %o
  %j = add nuw nsw i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %l, label %out
out:
  ret void
}
