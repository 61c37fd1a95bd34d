; RUN: %B/tools/iropt --passes=reassociate --sm=90 --stress=all %s
; Nothing is gained: the order of the source stays.
; CHECK-LABEL: define i32 @order
; CHECK-NEXT: %a = add nsw i32 %z, %x
; CHECK-NEXT: %b = add nsw i32 %a, %y
define i32 @order(i32 %x, i32 %y, i32 %z) {
  %a = add nsw i32 %z, %x
  %b = add nsw i32 %a, %y
  ret i32 %b
}
; What others use is not taken apart.
; CHECK-LABEL: define i32 @uses
; CHECK: %a = add i32 %x, 1
; CHECK: %c = add i32 %b, 4
define i32 @uses(i32 %x, i32 %y, ptr %p) {
  %a = add i32 %x, 1
  store i32 %a, ptr %p
  %b = add i32 %a, %y
  %c = add i32 %b, 4
  ret i32 %c
}
; An index that does not wrap is split by that; a pair is worth less.
; CHECK-LABEL: define i32 @index
; CHECK: %b = add nsw i32 %x, %z
; CHECK: %c = add nsw i32 %b, %y
; CHECK: sext i32 %c
define i32 @index(ptr %p, i32 %x, i32 %y, i32 %z) {
  %a = add nsw i32 %x, %y
  store i32 %a, ptr %p
  %b = add nsw i32 %x, %z
  %c = add nsw i32 %b, %y
  %i = sext i32 %c to i64
  %q = getelementptr i32, ptr %p, i64 %i
  %v = load i32, ptr %q
  ret i32 %v
}
; But flags that hold in any order are no reason.
; CHECK-LABEL: define i32 @unsigned_index
; CHECK: %1 = add nuw i32 %x, %y
; CHECK: %2 = add nuw i32 %1, %z
define i32 @unsigned_index(ptr %p, i32 %x, i32 %y, i32 %z) {
  %a = add nuw i32 %x, %y
  store i32 %a, ptr %p
  %b = add nuw i32 %x, %z
  %c = add nuw i32 %b, %y
  %i = zext i32 %c to i64
  %q = getelementptr i32, ptr %p, i64 %i
  %v = load i32, ptr %q
  ret i32 %v
}
; Flags that do not hold any more go.
; CHECK-LABEL: define i32 @flags
; CHECK-NEXT: %1 = add i32 %x, %y
; CHECK-NEXT: %2 = add i32 %1, -1
define i32 @flags(i32 %x, i32 %y) {
  %a = add nsw i32 %x, 2
  %b = add nsw i32 %a, %y
  %c = add nsw i32 %b, -3
  ret i32 %c
}
; 32-bit products of sums are one instruction with the sum: nothing to take out.
; CHECK-LABEL: define i32 @fused
; CHECK: %p = mul i32 %x, %y
; CHECK: %q = mul i32 %x, %z
define i32 @fused(i32 %x, i32 %y, i32 %z) {
  %p = mul i32 %x, %y
  %q = mul i32 %x, %z
  %s = add i32 %p, %q
  ret i32 %s
}
; So are products of extended values.
; CHECK-LABEL: define i64 @wide
; CHECK: %p = mul i64 %a, %b
; CHECK: %q = mul i64 %a, %c
define i64 @wide(i32 %x, i32 %y, i32 %z) {
  %a = sext i32 %x to i64
  %b = sext i32 %y to i64
  %c = sext i32 %z to i64
  %p = mul i64 %a, %b
  %q = mul i64 %a, %c
  %s = add i64 %p, %q
  ret i64 %s
}
; Floating point as it is written.
; CHECK-LABEL: define float @strict
; CHECK: %a = fadd contract float %x, %y
; CHECK: %b = fadd contract float %a, %x
; CHECK: %c = fadd contract float %b, %x
define float @strict(float %x, float %y) {
  %a = fadd contract float %x, %y
  %b = fadd contract float %a, %x
  %c = fadd contract float %b, %x
  ret float %c
}
; What may be infinite does not cancel.
; CHECK-LABEL: define float @infinite
; CHECK: %a = fadd reassoc nsz float %x, %y
; CHECK: %b = fsub reassoc nsz float %a, %x
define float @infinite(float %x, float %y) {
  %a = fadd reassoc nsz float %x, %y
  %b = fsub reassoc nsz float %a, %x
  ret float %b
}
; CHECK-LABEL: define float @finite
; CHECK: ret float %y
define float @finite(float %x, float %y) {
  %a = fadd nnan reassoc nsz float %x, %y
  %b = fsub nnan reassoc nsz float %a, %x
  ret float %b
}
; Vectors and wide integers stay.
; CHECK-LABEL: define i128 @wide_integer
; CHECK: %c = add i128 %b, %x
define i128 @wide_integer(i128 %x, i128 %y) {
  %a = add i128 %x, %y
  %b = add i128 %a, %x
  %c = add i128 %b, %x
  ret i128 %c
}
; CHECK-LABEL: define <2 x i32> @vector
; CHECK: %c = add <2 x i32> %b, %x
define <2 x i32> @vector(<2 x i32> %x, <2 x i32> %y) {
  %a = add <2 x i32> %x, %y
  %b = add <2 x i32> %a, %x
  %c = add <2 x i32> %b, %x
  ret <2 x i32> %c
}
