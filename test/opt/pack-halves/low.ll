; SPDX-License-Identifier: Apache-2.0
; A new low half under the upper half of a value; what is taken apart twice is taken apart once.
; RUN: %B/tools/iropt --passes=pack-halves --stress=all %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define i32 @low
; CHECK: %1 = bitcast i32 %x to <2 x i16>
; CHECK-NEXT: %2 = insertelement <2 x i16> %1, i16 %a, i32 0
; CHECK-NEXT: %3 = bitcast <2 x i16> %2 to i32
; CHECK-NEXT: %{{.*}} = extractelement <2 x i16> %1, i32 1
define i32 @low(i32 %x, i16 %a) {
  %m = and i32 %x, -65536
  %l = zext i16 %a to i32
  %r = or i32 %m, %l
  %s = lshr i32 %x, 16
  %h = trunc i32 %s to i16
  %t = sext i16 %h to i32
  %u = add i32 %r, %t
  ret i32 %u
}

; not all of the upper half
; CHECK-LABEL: define i32 @part
; CHECK-NOT: bitcast
; CHECK: ret
define i32 @part(i32 %x, i16 %a) {
  %m = and i32 %x, -131072
  %l = zext i16 %a to i32
  %r = or i32 %m, %l
  ret i32 %r
}
; Halves of a constant: there is no cast to make.
; CHECK-LABEL: define void @constant
; CHECK: insertelement <2 x i16> <i16 0, i16 86>, i16 %a, i32 0
; CHECK: store i16 86
define void @constant(i16 %a, ptr %p) {
  %m = and i32 5636096, -65536
  %l = zext i16 %a to i32
  %r = or i32 %m, %l
  store i32 %r, ptr %p
  %s = lshr i32 5636096, 16
  %t = trunc i32 %s to i16
  store i16 %t, ptr %p
  ret void
}
