; SPDX-License-Identifier: Apache-2.0
; What a branch or a switch says about how often it goes where goes with its targets.
; RUN: %B/tools/iropt --passes=simplifycfg --stress=all %s

; a case less: three weights would not fit
; CHECK: @same_as_default(
; CHECK: switch i32 %x
; CHECK-NOT: !prof
; CHECK: @never(
define i32 @same_as_default(i32 %x) {
entry:
  switch i32 %x, label %d [
    i32 1, label %a
    i32 2, label %d
    i32 9, label %b
  ], !prof !0
a:
  call void @effect(i32 1)
  ret i32 1
b:
  call void @effect(i32 2)
  ret i32 2
d:
  call void @effect(i32 3)
  ret i32 3
}

; CHECK: switch i32 %x
; CHECK-NOT: !prof
; CHECK: @turned(
define i32 @never(i32 %x) {
entry:
  switch i32 %x, label %d [
    i32 1, label %a
    i32 2, label %n
    i32 9, label %b
  ], !prof !0
a:
  call void @effect(i32 1)
  ret i32 1
b:
  call void @effect(i32 2)
  ret i32 2
d:
  call void @effect(i32 3)
  ret i32 3
n:
  unreachable
}

; the weights would say the opposite
; CHECK: br i1 %c, label %b, label %a
; CHECK-NOT: !prof
; CHECK: @kept(
define i32 @turned(i1 %c) {
entry:
  %n = xor i1 %c, true
  br i1 %n, label %a, label %b, !prof !1
a:
  call void @effect(i32 1)
  ret i32 1
b:
  call void @effect(i32 2)
  ret i32 2
}

; CHECK: br i1 %c, label %a, label %b, !prof
define i32 @kept(i1 %c) {
entry:
  br i1 %c, label %a, label %b, !prof !1
a:
  call void @effect(i32 1)
  ret i32 1
b:
  call void @effect(i32 2)
  ret i32 2
}
declare void @effect(i32)
!0 = !{!"branch_weights", i32 5, i32 6, i32 7, i32 8}
!1 = !{!"branch_weights", i32 99, i32 1}
