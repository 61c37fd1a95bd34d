; RUN: %B/tools/iropt --passes=reassociate,gvn --sm=90 --stress=all %s
; One sum in two orders is one sum.
; CHECK-LABEL: define void @twice
; CHECK: %c = add i32 %b, %z
; CHECK-NEXT: store i32 %c, ptr %o
; CHECK-NOT: add
; CHECK: store i32 %c, ptr %q
define void @twice(ptr %o, ptr %q, i32 %w, i32 %x, i32 %y, i32 %z) {
  %a = add nsw i32 %w, %x
  %b = add nsw i32 %a, %y
  %c = add nsw i32 %b, %z
  store i32 %c, ptr %o
  %d = add nsw i32 %z, %w
  %e = add nsw i32 %d, %y
  %f = add nsw i32 %e, %x
  store i32 %f, ptr %q
  ret void
}
; A pair that another expression has.
; CHECK-LABEL: define void @pair
; CHECK: %a = and i32 %x, %z
; CHECK: %1 = and i32 %a, %y
define void @pair(ptr %o, ptr %q, i32 %x, i32 %y, i32 %z) {
  %a = and i32 %x, %z
  store i32 %a, ptr %o
  %b = and i32 %x, %y
  %c = and i32 %b, %z
  store i32 %c, ptr %q
  ret void
}
; Differences, too: w - x is there, w + y - x is made of it.
; CHECK-LABEL: define void @difference
; CHECK: %a = sub i32 %w, %x
; CHECK: %1 = add i32 %a, %y
define void @difference(ptr %o, ptr %q, i32 %w, i32 %x, i32 %y) {
  %a = sub i32 %w, %x
  store i32 %a, ptr %o
  %b = add i32 %w, %y
  %c = sub i32 %b, %x
  store i32 %c, ptr %q
  ret void
}
; Trees of trees: both products stand on one sum.
; CHECK-LABEL: define void @nested
; CHECK: [[SUM:%[0-9a-z]+]] = add i32 %x, %y
; CHECK-NOT: add
; CHECK: [[P:%[0-9a-z]+]] = mul i32 [[SUM]], %z
; CHECK-NOT: mul i32 [[SUM]]
; CHECK: ret void
define void @nested(ptr %o, ptr %q, i32 %x, i32 %y, i32 %z, i32 %w) {
  %a = add i32 %x, %y
  %b = mul i32 %a, %z
  store i32 %b, ptr %o
  %c = add i32 %y, %x
  %d = mul i32 %c, %w
  %e = mul i32 %d, %z
  store i32 %e, ptr %q
  ret void
}
