; Divisions that stay whole.
; RUN: %B/tools/iropt --passes=bypass-slow-division --stress=all %s
; CHECK-NOT: br
; CHECK-LABEL: define i64 @constant(
define i64 @constant(i64 noundef %a) {
  %q = udiv i64 %a, 10
  ret i64 %q
}
; CHECK-LABEL: define i64 @short(
define i64 @short(i32 noundef %a, i32 noundef %b) {
  %x = zext i32 %a to i64
  %y = zext i32 %b to i64
  %q = udiv i64 %x, %y
  ret i64 %q
}
; CHECK-LABEL: define i64 @long(
define i64 @long(i64 noundef %a, i64 noundef %b) {
  %x = or i64 %a, 4294967296
  %q = udiv i64 %x, %b
  ret i64 %q
}
; CHECK-LABEL: define i64 @hash(
define i64 @hash(i64 noundef %a, i64 noundef %b) {
  %x = mul i64 %a, 1099511628211
  %y = xor i64 %x, %b
  %r = urem i64 %y, %b
  ret i64 %r
}
; CHECK-LABEL: define i32 @narrow(
define i32 @narrow(i32 noundef %a, i32 noundef %b) {
  %q = udiv i32 %a, %b
  ret i32 %q
}
; CHECK-LABEL: define i64 @small(
define i64 @small(i64 noundef %a, i64 noundef %b) optsize {
  %q = udiv i64 %a, %b
  ret i64 %q
}
