; Masks and shifts of sums whose parts do not meet.
; RUN: %B/tools/iropt --passes=instcombine --stress=all %s
; CHECK-LABEL: define i8 @low_part
; CHECK-NEXT: trunc i32 %x to i8
define i8 @low_part(i32 %x, i32 %y) {
  %s = shl i32 %y, 8
  %o = or i32 %s, %x
  %r = trunc i32 %o to i8
  ret i8 %r
}
; the mask cuts into the shifted part
; CHECK-LABEL: define i32 @not_low_enough
; CHECK: or i32
define i32 @not_low_enough(i32 %x, i32 %y) {
  %s = shl i32 %y, 8
  %o = or i32 %s, %x
  %r = and i32 %o, 511
  ret i32 %r
}
; a sum: what is below the shifted part does not carry
; CHECK-LABEL: define i32 @sum
; CHECK-NEXT: and i32 %x, 255
define i32 @sum(i32 %x, i32 %y) {
  %s = shl i32 %y, 8
  %o = add i32 %s, %x
  %r = and i32 %o, 255
  ret i32 %r
}
; CHECK-LABEL: define i32 @shifted_out
; CHECK-NEXT: lshr i32 %x, 8
define i32 @shifted_out(i32 %x, i32 %y) {
  %m = and i32 %y, 255
  %o = or i32 %m, %x
  %r = lshr i32 %o, 8
  ret i32 %r
}

; rounds of an unrolled loop: the counter's low bits are zero, and the sum carries nothing into what is masked
; CHECK-LABEL: define void @rounds
; CHECK: %a = and i32 %i, 15
; CHECK: [[B:%.*]] = and i32 %i, 15
; CHECK-NEXT: add nuw i32 [[B]], 1
; CHECK: [[C:%.*]] = and i32 %i, 15
; CHECK-NEXT: add nuw i32 [[C]], 3
; CHECK: ret void
define void @rounds(i32 %x, ptr %p) {
  %i = shl i32 %x, 2
  %a = and i32 %i, 15
  store volatile i32 %a, ptr %p
  %j = add i32 %i, 1
  %b = and i32 %j, 15
  store volatile i32 %b, ptr %p
  %k = add i32 %i, 3
  %c = and i32 %k, 15
  store volatile i32 %c, ptr %p
  ret void
}
; not where it carries, not where nothing else is masked so
; CHECK-LABEL: define void @carries
; CHECK: add i32 %i, 5
; CHECK: and i32 {{%.*}}, 15
; CHECK: add
; CHECK: and i32 {{%.*}}, 31
define void @carries(i32 %x, ptr %p) {
  %i = shl i32 %x, 2
  %a = and i32 %i, 15
  store volatile i32 %a, ptr %p
  %j = add i32 %i, 5
  %b = and i32 %j, 15
  store volatile i32 %b, ptr %p
  %k = add i32 %i, 3
  %c = and i32 %k, 31
  store volatile i32 %c, ptr %p
  ret void
}
