; A product by a wide constant is looked for through four exclusive ors and no more; other products and other sums do not count.
; RUN: %B/tools/iropt --passes=bypass-slow-division %s
; CHECK-LABEL: define i64 @four(
; CHECK-NOT: br
; CHECK-LABEL: define i64 @five(
; CHECK: br
; CHECK-LABEL: define i64 @right(
; CHECK-NOT: br
; CHECK-LABEL: define i64 @narrow_constant(
; CHECK: br
; CHECK-LABEL: define i64 @negative_constant(
; CHECK: br
; CHECK-LABEL: define i64 @sum(
; CHECK: br
define i64 @four(i64 noundef %a, i64 noundef %b) {
  %m = mul i64 %a, 1099511628211
  %x1 = xor i64 %m, %b
  %x2 = xor i64 %x1, %a
  %x3 = xor i64 %x2, %b
  %x4 = xor i64 %x3, %a
  %r = urem i64 %x4, %b
  ret i64 %r
}
define i64 @five(i64 noundef %a, i64 noundef %b) {
  %m = mul i64 %a, 1099511628211
  %x1 = xor i64 %m, %b
  %x2 = xor i64 %x1, %a
  %x3 = xor i64 %x2, %b
  %x4 = xor i64 %x3, %a
  %x5 = xor i64 %x4, %b
  %r = urem i64 %x5, %b
  ret i64 %r
}
define i64 @right(i64 noundef %a, i64 noundef %b) {
  %m = mul i64 %a, 1099511628211
  %x = xor i64 %b, %m
  %r = urem i64 %b, %x
  ret i64 %r
}
define i64 @narrow_constant(i64 noundef %a, i64 noundef %b) {
  %m = mul i64 %a, 4294967295
  %r = urem i64 %m, %b
  ret i64 %r
}
define i64 @negative_constant(i64 noundef %a, i64 noundef %b) {
  %m = mul i64 %a, -3
  %r = urem i64 %m, %b
  ret i64 %r
}
define i64 @sum(i64 noundef %a, i64 noundef %b) {
  %m = mul i64 %a, 1099511628211
  %x = add i64 %m, %b
  %r = urem i64 %x, %b
  ret i64 %r
}
