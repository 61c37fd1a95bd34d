; SPDX-License-Identifier: Apache-2.0
; Indices (x + c) * k that do not wrap: the constant becomes the displacement, the factor the size of the step.
; RUN: %B/tools/iropt --passes=instcombine,separate-const-offset,gvn,dce --stress=all %s
target triple = "nvptx64-nvidia-cuda"

; neither the sums nor the products are computed in 32 bits
; CHECK-LABEL: define ptx_kernel void @scaled
; CHECK-NEXT: sext i32 %x to i64
; CHECK-NEXT: %ap = getelementptr [4 x i32], ptr %p, i64
; CHECK-NEXT: store i32 1, ptr %ap
; CHECK-NEXT: %bp = getelementptr i8, ptr %ap, i64 16
; CHECK-NEXT: store i32 2, ptr %bp
; CHECK-NEXT: %cp = getelementptr i8, ptr %ap, i64 44
; CHECK-NEXT: store i32 3, ptr %cp
; CHECK: ret void
define ptx_kernel void @scaled(ptr %p, i32 %x) {
  %a = shl nsw i32 %x, 2
  %as = sext i32 %a to i64
  %ap = getelementptr i32, ptr %p, i64 %as
  store i32 1, ptr %ap
  %b = add nsw i32 %x, 1
  %bm = shl nsw i32 %b, 2
  %bs = sext i32 %bm to i64
  %bp = getelementptr i32, ptr %p, i64 %bs
  store i32 2, ptr %bp
  %c = add nsw i32 %x, 2
  %cm = shl nsw i32 %c, 2
  %c3 = add nsw i32 %cm, 3
  %cs = sext i32 %c3 to i64
  %cp = getelementptr i32, ptr %p, i64 %cs
  store i32 3, ptr %cp
  ret void
}
; a sum of variables to which only constants are added stays one step
; CHECK-LABEL: define ptx_kernel void @one_sum
; CHECK: %s = add nsw i32 %x, %y
; CHECK: sext i32 %s to i64
; CHECK-NOT: sext
; CHECK: ret void
define ptx_kernel void @one_sum(ptr %p, i32 %x, i32 %y) {
  %s = add nsw i32 %x, %y
  %as = sext i32 %s to i64
  %ap = getelementptr i32, ptr %p, i64 %as
  store i32 1, ptr %ap
  %b = add nsw i32 %s, 1
  %bs = sext i32 %b to i64
  %bp = getelementptr i32, ptr %p, i64 %bs
  store i32 2, ptr %bp
  ret void
}
; products that may wrap are computed as they stand
; CHECK-LABEL: define ptx_kernel void @wraps
; CHECK: [[S:%\d+]] = shl i32 %x, 2
; CHECK-NEXT: %bm = add i32 [[S]], 4
; CHECK-NEXT: sext i32 %bm to i64
define ptx_kernel void @wraps(ptr %p, i32 %x) {
  %b = add nsw i32 %x, 1
  %bm = shl i32 %b, 2
  %bs = sext i32 %bm to i64
  %bp = getelementptr i32, ptr %p, i64 %bs
  store i32 2, ptr %bp
  ret void
}
; one with other uses becomes a product and a sum, of which the product is there once
; CHECK-LABEL: define ptx_kernel void @used
; CHECK: shl i32 %x, 2
; CHECK: ret void
define ptx_kernel void @used(ptr %p, i32 %x) {
  %b = add nsw i32 %x, 1
  %bm = shl nsw i32 %b, 2
  store volatile i32 %bm, ptr %p
  %bs = sext i32 %bm to i64
  %bp = getelementptr i32, ptr %p, i64 %bs
  store i32 2, ptr %bp
  ret void
}
