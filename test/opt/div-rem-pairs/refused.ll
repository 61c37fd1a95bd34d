; What div-rem-pairs leaves alone.
; RUN: %B/tools/iropt --passes=div-rem-pairs --stress=all %s
; expand-div's
; CHECK-LABEL: define i32 @constant(
; CHECK: urem i32 %a, 10
define i32 @constant(i32 noundef %a) {
  %q = udiv i32 %a, 10
  %r = urem i32 %a, 10
  %s = add i32 %q, %r
  ret i32 %s
}
; CHECK-LABEL: define i32 @signs(
; CHECK: srem i32 %a, %b
define i32 @signs(i32 noundef %a, i32 noundef %b) {
  %q = udiv i32 %a, %b
  %r = srem i32 %a, %b
  %s = add i32 %q, %r
  ret i32 %s
}
; CHECK-LABEL: define i32 @exchanged(
; CHECK: urem i32 %b, %a
define i32 @exchanged(i32 noundef %a, i32 noundef %b) {
  %q = udiv i32 %a, %b
  %r = urem i32 %b, %a
  %s = add i32 %q, %r
  ret i32 %s
}
; in two arms
; CHECK-LABEL: define i32 @arms(
; CHECK: urem i32 %a, %b
define i32 @arms(i32 noundef %a, i32 noundef %b, i1 %c) {
  br i1 %c, label %x, label %y
x:
  %q = udiv i32 %a, %b
  ret i32 %q
y:
  %r = urem i32 %a, %b
  ret i32 %r
}
