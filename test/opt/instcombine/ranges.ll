; Two comparisons of one value become one, by intervals and by bits.
; RUN: %B/tools/iropt --passes=instcombine --stress=all %s
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare void @use(i1)
; CHECK-LABEL: define i1 @digit
; CHECK-NEXT: add i32 %c, -48
; CHECK-NEXT: icmp ult i32 {{%.*}}, 10
define i1 @digit(i32 %c) {
  %a = icmp sge i32 %c, 48
  %b = icmp sle i32 %c, 57
  %r = and i1 %a, %b
  ret i1 %r
}
; CHECK-LABEL: define i1 @digit_short_circuit
; CHECK-NEXT: add i32 %c, -48
; CHECK-NEXT: icmp ult i32 {{%.*}}, 10
define i1 @digit_short_circuit(i32 %c) {
  %a = icmp sge i32 %c, 48
  %b = icmp sle i32 %c, 57
  %r = select i1 %a, i1 %b, i1 false
  ret i1 %r
}
; CHECK-LABEL: define i1 @either
; CHECK-NEXT: add i32 %c, -3
; CHECK-NEXT: icmp ult i32 {{%.*}}, 2
define i1 @either(i32 %c) {
  %a = icmp eq i32 %c, 3
  %b = icmp eq i32 %c, 4
  %r = select i1 %a, i1 true, i1 %b
  ret i1 %r
}
; two intervals, and a test that would cost more because both comparisons stay
; CHECK-LABEL: define i1 @apart
; CHECK: or i1
; CHECK: and i1
define i1 @apart(i32 %c) {
  %a = icmp eq i32 %c, 3
  %b = icmp eq i32 %c, 5
  %r = or i1 %a, %b
  %d = icmp sgt i32 %c, 10
  %e = icmp slt i32 %c, 20
  call void @use(i1 %d)
  call void @use(i1 %e)
  %f = and i1 %d, %e
  %g = xor i1 %r, %f
  ret i1 %g
}
; CHECK-LABEL: define i1 @order
; CHECK-NEXT: icmp sle i32 %x, %y
define i1 @order(i32 %x, i32 %y) {
  %a = icmp slt i32 %x, %y
  %b = icmp eq i32 %y, %x
  %r = or i1 %a, %b
  ret i1 %r
}
; CHECK-LABEL: define i1 @order_of_floats
; CHECK-NEXT: fcmp one float %x, %y
define i1 @order_of_floats(float %x, float %y) {
  %a = fcmp olt float %x, %y
  %b = fcmp ogt float %x, %y
  %r = or i1 %a, %b
  ret i1 %r
}
; CHECK-LABEL: define i1 @both_zero
; CHECK-NEXT: or i32 %x, %y
; CHECK-NEXT: icmp eq i32 {{%.*}}, 0
define i1 @both_zero(i32 %x, i32 %y) {
  %a = icmp eq i32 %x, 0
  %b = icmp eq i32 %y, 0
  %r = and i1 %a, %b
  ret i1 %r
}
; the second value may be poison where the first one decides
; CHECK-LABEL: define i1 @both_zero_short_circuit
; CHECK: select
define i1 @both_zero_short_circuit(i32 %x, i32 %y) {
  %a = icmp eq i32 %x, 0
  %b = icmp eq i32 %y, 0
  %r = select i1 %a, i1 %b, i1 false
  ret i1 %r
}
; CHECK-LABEL: define i1 @bounded
; CHECK-NEXT: icmp ugt i32 %x, 511
define i1 @bounded(i32 %x) {
  %m = call i32 @llvm.umin.i32(i32 %x, i32 512)
  %r = icmp eq i32 %m, 512
  ret i1 %r
}
; a minimum that is used further: a choice may be made of it
; CHECK-LABEL: define i32 @clamp
; CHECK-NEXT: call i32 @llvm.smin.i32(i32 %x, i32 255)
; CHECK-NEXT: call i32 @llvm.smax.i32(i32 {{%.*}}, i32 0)
define i32 @clamp(i32 %x) {
  %m = call i32 @llvm.smin.i32(i32 %x, i32 255)
  %c = icmp slt i32 %m, 0
  %r = select i1 %c, i32 0, i32 %m
  ret i32 %r
}
; CHECK-LABEL: define i1 @divided
; CHECK-NEXT: icmp slt i32 %x, 70
define i1 @divided(i32 %x) {
  %q = sdiv i32 %x, 7
  %r = icmp slt i32 %q, 10
  ret i1 %r
}
; CHECK-LABEL: define i1 @shifted
; CHECK-NEXT: icmp ult i32 %x, 80
define i1 @shifted(i32 %x) {
  %q = lshr i32 %x, 3
  %r = icmp ult i32 %q, 10
  ret i1 %r
}
; an interval in the middle would take an addition
; CHECK-LABEL: define i1 @shifted_equal
; CHECK-NEXT: lshr
define i1 @shifted_equal(i32 %x) {
  %q = lshr i32 %x, 3
  %r = icmp eq i32 %q, 10
  ret i1 %r
}
; CHECK-LABEL: define i1 @even
; CHECK-NEXT: and i32 %x, 1
; CHECK-NEXT: icmp eq i32 {{%.*}}, 0
define i1 @even(i32 %x) {
  %q = srem i32 %x, 2
  %r = icmp eq i32 %q, 0
  ret i1 %r
}
; CHECK-LABEL: define i1 @divisible
; CHECK-NEXT: mul i32 %x, -1227133513
; CHECK-NEXT: icmp ult i32 {{%.*}}, 613566757
define i1 @divisible(i32 %x) {
  %q = urem i32 %x, 7
  %r = icmp eq i32 %q, 0
  ret i1 %r
}
; the remainder is used further; another remainder than 0
; CHECK-LABEL: define i32 @remainder_used
; CHECK: urem i32 %x, 7
; CHECK: urem i32 %x, 9
define i32 @remainder_used(i32 %x) {
  %q = urem i32 %x, 7
  %c = icmp eq i32 %q, 0
  %s = urem i32 %x, 9
  %d = icmp eq i32 %s, 1
  %e = xor i1 %c, %d
  %r = select i1 %e, i32 %q, i32 5
  ret i32 %r
}
; CHECK-LABEL: define i1 @common
; CHECK-NEXT: icmp slt i32 %x, %y
define i1 @common(i32 %x, i32 %y, i32 %z) {
  %a = add nsw i32 %x, %z
  %b = add nsw i32 %z, %y
  %r = icmp slt i32 %a, %b
  ret i1 %r
}
; may wrap
; CHECK-LABEL: define i1 @common_wraps
; CHECK: icmp slt i32 %a, %b
define i1 @common_wraps(i32 %x, i32 %y, i32 %z) {
  %a = add i32 %x, %z
  %b = add nsw i32 %z, %y
  %r = icmp slt i32 %a, %b
  ret i1 %r
}
