; SPDX-License-Identifier: Apache-2.0
; A low half with its sign above covers the high one: the `or` is no pair of halves. A signed high half is one.
; RUN: %B/tools/iropt --passes=pack-halves %s
target triple = "nvptx64-nvidia-cuda"
; CHECK-LABEL: @low_signed
; CHECK: or i32
; CHECK: ret
define i32 @low_signed(i16 %low, i16 %high) {
  %a = sext i16 %low to i32
  %b = zext i16 %high to i32
  %s = shl i32 %b, 16
  %r = or i32 %s, %a
  ret i32 %r
}
; CHECK-LABEL: @high_signed
; CHECK-NOT: or i32
; CHECK: ret
define i32 @high_signed(i16 %low, i16 %high) {
  %a = zext i16 %low to i32
  %b = sext i16 %high to i32
  %s = shl i32 %b, 16
  %r = or i32 %a, %s
  ret i32 %r
}
