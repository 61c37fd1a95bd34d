; A remainder beside the quotient of the same operands is computed from it.
; RUN: %B/tools/iropt --passes=div-rem-pairs --stress=all %s
; CHECK-LABEL: define i32 @below(
; CHECK: %q = sdiv i32 %a, %b
; CHECK-NEXT: mul i32 %q, %b
; CHECK-NEXT: sub i32 %a,
; CHECK-NOT: srem
define i32 @below(i32 noundef %a, i32 noundef %b) {
  %q = sdiv i32 %a, %b
  %r = srem i32 %a, %b
  %s = xor i32 %q, %r
  ret i32 %s
}
; the quotient comes up to the remainder, and is not exact there
; CHECK-LABEL: define i128 @above(
; CHECK: %q = udiv i128 %a, %b
; CHECK-NEXT: mul i128 %q, %b
; CHECK-NEXT: sub i128 %a,
; CHECK: then:
; CHECK-NEXT: ret i128 %q
define i128 @above(i128 noundef %a, i128 noundef %b) {
  %r = urem i128 %a, %b
  %c = icmp eq i128 %r, 0
  br i1 %c, label %then, label %else
then:
  %q = udiv exact i128 %a, %b
  ret i128 %q
else:
  ret i128 %r
}
; what may be undefined is read once
; CHECK-LABEL: define i64 @undefined(
; CHECK: [[X:%.*]] = freeze i64 %a
; CHECK: [[Y:%.*]] = freeze i64 %b
; CHECK: %q = udiv i64 [[X]], [[Y]]
; CHECK-NEXT: [[P:%.*]] = mul i64 %q, [[Y]]
; CHECK-NEXT: sub i64 [[X]], [[P]]
define i64 @undefined(i64 %a, i64 %b) {
  %q = udiv i64 %a, %b
  %r = urem i64 %a, %b
  %s = add i64 %q, %r
  ret i64 %s
}
; 128 bits by a constant are no products
; CHECK-LABEL: define i128 @wide_constant(
; CHECK: udiv i128 %a, 10
; CHECK-NEXT: mul i128 %q, 10
; CHECK-NOT: urem
define i128 @wide_constant(i128 noundef %a) {
  %q = udiv i128 %a, 10
  %r = urem i128 %a, 10
  %s = add i128 %q, %r
  ret i128 %s
}
; CHECK-LABEL: define <2 x i32> @vectors(
; CHECK: udiv <2 x i32>
; CHECK-NEXT: mul <2 x i32>
; CHECK-NEXT: sub <2 x i32>
define <2 x i32> @vectors(<2 x i32> noundef %a, <2 x i32> noundef %b) {
  %q = udiv <2 x i32> %a, %b
  %r = urem <2 x i32> %a, %b
  %s = add <2 x i32> %q, %r
  ret <2 x i32> %s
}
