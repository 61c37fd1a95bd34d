; SPDX-License-Identifier: Apache-2.0
; Addresses are compared with their products multiplied out: (k + 1) * n is k * n + n.
; RUN: %B/tools/iropt --passes='loop(loop-reduce),dce' --stress=all %s
target triple = "nvptx64-nvidia-cuda"

; rows k and k + 1 of a loop that goes on by two: the second pointer is the first and a row, and
; what lies a row behind row k is row k + 1
; CHECK-LABEL: define ptx_kernel void @rows
; CHECK: h:
; CHECK-NEXT: %k = phi i32
; CHECK-NEXT: %[[P:[0-9]+]] = phi ptr
; CHECK-NOT: phi
; CHECK: %[[Q:[0-9]+]] = getelementptr i8, ptr %[[P]], i64
; CHECK: load volatile float, ptr %[[P]]
; CHECK: load volatile float, ptr %[[Q]]
; CHECK: load volatile float, ptr %[[Q]]
; CHECK: br i1
define ptx_kernel void @rows(ptr %p, i32 %n, i32 %j, i32 %i, i32 %m) {
e:
  %row = mul nsw i32 %n, %m
  br label %h
h:
  %k = phi i32 [ 0, %e ], [ %k2, %h ]
  %a = mul nsw i32 %k, %m
  %b = add nsw i32 %a, %j
  %c = mul nsw i32 %b, %n
  %d = add nsw i32 %c, %i
  %w = sext i32 %d to i64
  %g = getelementptr float, ptr %p, i64 %w
  %x = load volatile float, ptr %g
  %d1 = add nsw i32 %d, %row
  %w1 = sext i32 %d1 to i64
  %g1 = getelementptr float, ptr %p, i64 %w1
  %x1 = load volatile float, ptr %g1
  %k1 = add nuw nsw i32 %k, 1
  %a1 = mul nsw i32 %k1, %m
  %b1 = add nsw i32 %a1, %j
  %c1 = mul nsw i32 %b1, %n
  %e1 = add nsw i32 %c1, %i
  %v1 = sext i32 %e1 to i64
  %f1 = getelementptr float, ptr %p, i64 %v1
  %y1 = load volatile float, ptr %f1
  %k2 = add nuw nsw i32 %k, 2
  %q = icmp ult i32 %k2, 1000
  br i1 %q, label %h, label %o
o:
  ret void
}

; a product that may wrap is not the product of what it is made of
; CHECK-LABEL: define ptx_kernel void @wraps
; CHECK: h:
; CHECK: phi ptr
; CHECK: sext
; CHECK: ret void
define ptx_kernel void @wraps(ptr %p, i32 %n, i32 %m) {
e:
  br label %h
h:
  %k = phi i32 [ 0, %e ], [ %k1, %h ]
  %a = mul nsw i32 %k, %m
  %w = sext i32 %a to i64
  %g = getelementptr float, ptr %p, i64 %w
  %x = load volatile float, ptr %g
  %c = mul i32 %a, %n
  %v = sext i32 %c to i64
  %f = getelementptr float, ptr %p, i64 %v
  %y = load volatile float, ptr %f
  %k1 = add nuw nsw i32 %k, 1
  %q = icmp ult i32 %k1, 1000
  br i1 %q, label %h, label %o
o:
  ret void
}
