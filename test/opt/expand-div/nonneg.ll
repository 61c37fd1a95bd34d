; SPDX-License-Identifier: Apache-2.0
; What is not negative is divided by the other's size; a divisor whose sign is known, and one that is not as wide as a word, stay.
; RUN: %B/tools/iropt --passes=expand-div --stress=all %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define i32 @quotient
; CHECK: [[SIZE:%\d+]] = call i32 @llvm.abs.i32(i32 [[Y:%.+]], i1 false)
; CHECK-NEXT: [[Q:%\d+]] = udiv i32 %x, [[SIZE]]
; CHECK-NEXT: [[LESS:%\d+]] = icmp slt i32 [[Y]], 0
; CHECK-NEXT: [[MINUS:%\d+]] = sub i32 0, [[Q]]
; CHECK-NEXT: select i1 [[LESS]], i32 [[MINUS]], i32 [[Q]]
define i32 @quotient(i32 %t, i32 noundef %y) {
  %x = lshr i32 %t, 1
  %q = sdiv i32 %x, %y
  ret i32 %q
}
; CHECK-LABEL: define i32 @remainder
; CHECK: [[SIZE:%\d+]] = call i32 @llvm.abs.i32(i32 %y, i1 false)
; CHECK-NEXT: urem i32 %x, [[SIZE]]
define i32 @remainder(i32 %t, i32 noundef %y) {
  %x = lshr i32 %t, 1
  %r = srem i32 %x, %y
  ret i32 %r
}
; an undefined divisor is the same number both times
; CHECK-LABEL: define i32 @frozen
; CHECK: [[Y:%\d+]] = freeze i32 %y
; CHECK-NEXT: call i32 @llvm.abs.i32(i32 [[Y]], i1 false)
define i32 @frozen(i32 %t, i32 %y) {
  %x = lshr i32 %t, 1
  %q = sdiv i32 %x, %y
  ret i32 %q
}
; what the dominating branch says of the dividend counts
; CHECK-LABEL: define i32 @tested
; CHECK: urem i32 %x
define i32 @tested(i32 %x, i32 noundef %y) {
  %c = icmp sgt i32 %x, -1
  br i1 %c, label %yes, label %no
yes:
  %r = srem i32 %x, %y
  ret i32 %r
no:
  ret i32 0
}
; CHECK-LABEL: define i32 @may_be_negative
; CHECK-NEXT: srem i32 %x, %y
define i32 @may_be_negative(i32 %x, i32 noundef %y) {
  %r = srem i32 %x, %y
  ret i32 %r
}
; CHECK-LABEL: define i64 @long
; CHECK: srem i64 %x, %y
define i64 @long(i64 %t, i64 noundef %y) {
  %x = lshr i64 %t, 1
  %r = srem i64 %x, %y
  ret i64 %r
}
; |-2^31| is 2^31 as an unsigned number
; CHECK-LABEL: define i32 @least
; CHECK: call i32 @llvm.abs.i32(i32 %y, i1 false)
; CHECK-NOT: true
define i32 @least(i32 %t, i32 noundef %y) {
  %x = lshr i32 %t, 1
  %q = sdiv i32 %x, %y
  ret i32 %q
}
