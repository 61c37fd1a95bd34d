; Parameters that are not read go away with what is computed for them.
; RUN: %B/tools/iropt --passes=deadargelim,dce --stress=all %s
; CHECK-LABEL: define internal i32 @leaf(i32 signext %a, i32 %d)
; CHECK: sub i32 %a, %d
define internal i32 @leaf(i32 signext %a, i32 %b, ptr readonly %c, i32 %d) noinline {
  %r = sub i32 %a, %d
  ret i32 %r
}
; CHECK-LABEL: define void @caller(
; CHECK-NEXT: call i32 @leaf(i32 signext %x, i32 %y)
; CHECK-NEXT: store i32
define void @caller(ptr %p, i32 %x, i32 %y) {
  %s = sdiv i32 %x, 3
  %r = call i32 @leaf(i32 signext %x, i32 %s, ptr %p, i32 %y)
  store i32 %r, ptr %p
  ret void
}
; none left
; CHECK-LABEL: define internal i32 @none()
define internal i32 @none(i32 %a) noinline {
  ret i32 1
}
; CHECK-LABEL: define i32 @calls_none(
; CHECK: call i32 @none()
define i32 @calls_none(i32 %x) {
  %r = call i32 @none(i32 %x)
  ret i32 %r
}
; from elsewhere; by address; a parameter that is tied to the result; handed to itself
; CHECK-LABEL: define i32 @visible(i32 %a, i32 %b)
define i32 @visible(i32 %a, i32 %b) {
  ret i32 %a
}
; CHECK-LABEL: define internal i32 @address(i32 %a, i32 %b)
define internal i32 @address(i32 %a, i32 %b) {
  ret i32 %a
}
; CHECK-LABEL: define internal i32 @tied(i32 returned %a, i32 %b)
define internal i32 @tied(i32 returned %a, i32 %b) noinline {
  ret i32 %a
}
; CHECK-LABEL: define internal void @itself(i32 %a)
define internal void @itself(i32 %a) noinline {
  call void @itself(i32 %a)
  ret void
}
define i32 @rest(ptr %p, i32 %x) {
  store ptr @address, ptr %p
  %r = call i32 @tied(i32 %x, i32 %x)
  %q = call i32 @address(i32 %r, i32 %x)
  call void @itself(i32 %x)
  ret i32 %q
}
