; SPDX-License-Identifier: Apache-2.0
; What all bits are known of is a constant; an undefined value shifted may be zero.
; RUN: %B/tools/iropt --passes=instcombine --stress=all %s
; CHECK-LABEL: define i1 @compared
; CHECK-NEXT: ret i1 true
define i1 @compared(i64 %y) {
  %a = shl i64 %y, 3
  %b = or i64 %a, 5
  %c = trunc i64 %b to i8
  %d = and i8 %c, 7
  %e = icmp eq i8 %d, 5
  ret i1 %e
}
; CHECK-LABEL: define i32 @masked
; CHECK-NEXT: ret i32 48
define i32 @masked(i32 %y) {
  %a = or i32 %y, 768
  %b = lshr i32 %a, 4
  %c = and i32 %b, 48
  ret i32 %c
}
; CHECK-LABEL: define i32 @not_all
; CHECK: %c = and
define i32 @not_all(i32 %y) {
  %a = or i32 %y, 768
  %b = lshr i32 %a, 4
  %c = and i32 %b, 112
  ret i32 %c
}
; CHECK-LABEL: define i128 @shifted
; CHECK-NEXT: ret i128 0
define i128 @shifted() {
  %a = lshr i128 undef, 96
  ret i128 %a
}
; CHECK-LABEL: define i32 @joined
; CHECK-NEXT: ret i32 7
define i32 @joined() {
  %a = or i32 undef, 7
  ret i32 %a
}
; too far: the shift is poison, and nothing is said of it
; CHECK-LABEL: define i32 @far
; CHECK-NOT: ret i32 0
; CHECK: }
define i32 @far() {
  %a = shl i32 undef, 40
  ret i32 %a
}
; a field that is flipped where it stands
; CHECK-LABEL: define i32 @flip
; CHECK-NEXT: %o = xor i32 %x, 21760
; CHECK-NEXT: ret i32 %o
define i32 @flip(i32 %x) {
  %f = lshr i32 %x, 8
  %g = xor i32 %f, 85
  %h = and i32 %g, 255
  %s = shl i32 %h, 8
  %r = and i32 %x, -65281
  %o = or i32 %r, %s
  ret i32 %o
}
