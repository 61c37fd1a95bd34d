; Sums, products, quotients and shifts by constants.
; RUN: %B/tools/iropt --passes=instcombine --stress=all %s
; CHECK-LABEL: define i32 @chain
; CHECK-NEXT: add nsw i32 %x, 12
define i32 @chain(i32 %x) {
  %a = add nsw i32 5, %x
  %b = add nsw i32 %a, 7
  ret i32 %b
}
; nsw goes when the sum of the constants overflows
; CHECK-LABEL: define i32 @chain_overflow
; CHECK-NEXT: add i32 %x, -2
define i32 @chain_overflow(i32 %x) {
  %a = add nsw i32 %x, 2147483647
  %b = add nsw i32 %a, 2147483647
  ret i32 %b
}
; CHECK-LABEL: define i32 @sub_c
; CHECK-NEXT: add i32 %x, -3
define i32 @sub_c(i32 %x) {
  %a = sub i32 %x, 3
  ret i32 %a
}
; CHECK-LABEL: define i32 @sub_sub
; CHECK-NEXT: add i32 %x, 7
define i32 @sub_sub(i32 %x) {
  %a = sub i32 3, %x
  %b = sub i32 10, %a
  ret i32 %b
}
; CHECK-LABEL: define i32 @not
; CHECK-NEXT: sub i32 4, %x
define i32 @not(i32 %x) {
  %a = xor i32 %x, -1
  %b = add i32 %a, 5
  ret i32 %b
}
; CHECK-LABEL: define i32 @mul8
; CHECK-NEXT: shl nsw i32 %x, 3
define i32 @mul8(i32 %x) {
  %a = mul nsw i32 8, %x
  ret i32 %a
}
; INT_MIN as a multiplier: nsw is lost
; CHECK-LABEL: define i32 @mulmin
; CHECK-NEXT: shl i32 %x, 31
define i32 @mulmin(i32 %x) {
  %a = mul nsw i32 %x, -2147483648
  ret i32 %a
}
; CHECK-LABEL: define i32 @shifts
; CHECK-NEXT: [[A:%.*]] = and i32 %x, 16777215
; CHECK-NEXT: [[T:%.*]] = trunc i32 %x to i8
; CHECK-NEXT: [[S:%.*]] = sext i8 [[T]] to i32
define i32 @shifts(i32 %x) {
  %a = shl i32 %x, 8
  %b = lshr i32 %a, 8
  %c = shl i32 %x, 24
  %d = ashr i32 %c, 24
  %e = mul i32 %b, %d
  ret i32 %e
}
; CHECK-LABEL: define i32 @div
; CHECK-NEXT: [[A:%.*]] = lshr i32 %x, 4
; CHECK-NEXT: [[B:%.*]] = and i32 %x, 15
; CHECK-NEXT: add i32 [[A]], [[B]]
define i32 @div(i32 %x) {
  %a = udiv i32 %x, 16
  %b = urem i32 %x, 16
  %c = add i32 %a, %b
  ret i32 %c
}
; signed division keeps its form until it is lowered, unless the dividend is known
; CHECK-LABEL: define i32 @sdiv
; CHECK-NEXT: sdiv i32 %x, 16
define i32 @sdiv(i32 %x) {
  %a = sdiv i32 %x, 16
  ret i32 %a
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK-LABEL: define i32 @sdiv_tid
; CHECK: lshr i32 %t, 5
define i32 @sdiv_tid() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = sdiv i32 %t, 32
  ret i32 %a
}
; CHECK-LABEL: define i64 @div_narrow
; CHECK: udiv i32 %a, %b
define i64 @div_narrow(i32 %a, i32 %b) {
  %x = zext i32 %a to i64
  %y = zext i32 %b to i64
  %d = udiv i64 %x, %y
  ret i64 %d
}
; CHECK-LABEL: define i32 @masks
; CHECK-NEXT: and i32 %x, 12
define i32 @masks(i32 %x) {
  %a = or i32 %x, 240
  %b = and i32 %a, 15
  %c = and i32 %b, 28
  ret i32 %c
}
; CHECK-LABEL: define i32 @rotate
; CHECK: call i32 @llvm.fshl.i32(i32 %x, i32 %x, i32 7)
define i32 @rotate(i32 %x) {
  %a = shl i32 %x, 7
  %b = lshr i32 %x, 25
  %c = or i32 %b, %a
  ret i32 %c
}
; CHECK-LABEL: define i1 @notcmp
; CHECK-NEXT: icmp sge i32 %x, %y
define i1 @notcmp(i32 %x, i32 %y) {
  %a = icmp slt i32 %x, %y
  %b = xor i1 %a, true
  ret i1 %b
}
; constants that become one keep the flags that both had, if the constant does not wrap
; CHECK-LABEL: define i32 @difference_keeps_flags
; CHECK-NEXT: sub nuw nsw i32 253, %x
define i32 @difference_keeps_flags(i32 %x) {
  %a = add nuw nsw i32 %x, 1
  %s = sub nuw nsw i32 254, %a
  ret i32 %s
}
; CHECK-LABEL: define i8 @difference_wraps
; CHECK-NEXT: sub nuw i8 127, %x
define i8 @difference_wraps(i8 %x) {
  %a = add nuw nsw i8 %x, 1
  %s = sub nuw nsw i8 -128, %a
  ret i8 %s
}
; CHECK-LABEL: define i32 @one_flag_each
; CHECK-NEXT: sub i32 253, %x
define i32 @one_flag_each(i32 %x) {
  %a = add nuw i32 %x, 1
  %s = sub nsw i32 254, %a
  ret i32 %s
}
; CHECK-LABEL: define i32 @sum_keeps_flags
; CHECK-NEXT: sub nuw nsw i32 12, %x
define i32 @sum_keeps_flags(i32 %x) {
  %a = sub nuw nsw i32 5, %x
  %s = add nuw nsw i32 %a, 7
  ret i32 %s
}
; CHECK-LABEL: define i32 @twice_keeps_flags
; CHECK-NEXT: add nuw nsw i32 %x, 3
define i32 @twice_keeps_flags(i32 %x) {
  %a = sub nuw nsw i32 5, %x
  %s = sub nuw nsw i32 8, %a
  ret i32 %s
}
