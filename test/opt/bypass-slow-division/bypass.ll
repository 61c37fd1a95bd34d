; 64-bit division tests whether 32 bits do.
; RUN: %B/tools/iropt --passes=bypass-slow-division --stress=all %s
; CHECK-LABEL: define i64 @pair(
; CHECK: [[B:%.*]] = or i64 %a, %b
; CHECK-NEXT: [[H:%.*]] = lshr i64 [[B]], 32
; CHECK-NEXT: [[C:%.*]] = icmp eq i64 [[H]], 0
; CHECK-NEXT: br i1 [[C]], label %[[SHORT:.*]], label %[[LONG:.*]]
; CHECK: [[LONG]]:
; CHECK-NEXT: sdiv i64 %a, %b
; CHECK-NEXT: srem i64 %a, %b
; CHECK: [[SHORT]]:
; CHECK: udiv i32
; CHECK: urem i32
; CHECK: phi i64
; CHECK-NEXT: phi i64
; CHECK-NOT: div
define i64 @pair(i64 noundef %a, i64 noundef %b) {
  %q = sdiv i64 %a, %b
  %r = srem i64 %a, %b
  %q2 = sdiv i64 %a, %b
  %s = xor i64 %q, %r
  %t = add i64 %s, %q2
  ret i64 %t
}
; a remainder alone; one operand is known to be short
; CHECK-LABEL: define i64 @alone(
; CHECK-NOT: or i64
; CHECK: lshr i64 %a, 32
; CHECK-NOT: div
; CHECK: urem i64 %a, %y
; CHECK-NOT: div
; CHECK: urem i32
define i64 @alone(i64 noundef %a, i32 noundef %b) {
  %y = zext i32 %b to i64
  %r = urem i64 %a, %y
  ret i64 %r
}
; a branch must not hang on what is undefined
; CHECK-LABEL: define i64 @undefined(
; CHECK: freeze i64 %a
; CHECK: freeze i64 %b
; CHECK: or i64
define i64 @undefined(i64 %a, i64 %b) {
  %q = udiv i64 %a, %b
  ret i64 %q
}
; one on the other's result
; CHECK-LABEL: define i64 @chain(
; CHECK: [[Q:%.*]] = phi i64
; CHECK: or i64 [[F:%.*]], %c
; CHECK: phi i64
; CHECK-NEXT: ret
define i64 @chain(i64 noundef %a, i64 noundef %b, i64 noundef %c) {
  %q = udiv i64 %a, %b
  %r = udiv i64 %q, %c
  ret i64 %r
}
