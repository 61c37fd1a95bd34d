; Instructions that have the value of another one, or of a constant.
; RUN: %B/tools/iropt --passes=instsimplify,dce --stress=all %s
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK-LABEL: define i1 @tid_range
; CHECK-NEXT: ret i1 true
define i1 @tid_range() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 1024
  ret i1 %c
}
; CHECK-LABEL: define i32 @algebra
; CHECK-NEXT: ret i32 %x
define i32 @algebra(i32 %x, i32 %y) {
  %a = add i32 %x, %y
  %b = sub i32 %a, %y
  %n = xor i32 %b, -1
  %z = and i32 %b, %n
  %o = or i32 %b, %z
  ret i32 %o
}
; x + 0.0 is not x for x = -0.0
; CHECK-LABEL: define double @minus_zero
; CHECK-NEXT: fadd double %x, 0.000000e+00
define double @minus_zero(double %x) {
  %a = fadd double %x, 0.0
  ret double %a
}
; CHECK-LABEL: define i32 @aggregate
; CHECK-NEXT: ret i32 %x
define i32 @aggregate(i32 %x, i32 %y) {
  %a = insertvalue { i32, i32 } poison, i32 %x, 0
  %b = insertvalue { i32, i32 } %a, i32 %y, 1
  %r = extractvalue { i32, i32 } %b, 0
  ret i32 %r
}

; An integer as a float is finite and never -0; times zero it is zero, if it is not negative.
; CHECK-LABEL: define double @integer_times_zero
; CHECK-NEXT: ret double 0.000000e+00
define double @integer_times_zero(i32 %n) {
  %x = uitofp i32 %n to double
  %y = fmul double %x, 0.0
  ret double %y
}
; CHECK-LABEL: define float @integer_plus_zero
; CHECK-NEXT: %x = sitofp
; CHECK-NEXT: ret float %x
define float @integer_plus_zero(i32 %n) {
  %x = sitofp i32 %n to float
  %y = fadd float %x, 0.0
  ret float %y
}
; CHECK-LABEL: define double @signed_times_zero
; CHECK: fmul double %x, 0.0
define double @signed_times_zero(i32 %n) {
  %x = sitofp i32 %n to double
  %y = fmul double %x, 0.0
  ret double %y
}
; CHECK-LABEL: define half @may_be_infinite
; CHECK: fmul half %x
define half @may_be_infinite(i32 %n) {
  %x = uitofp i32 %n to half
  %y = fmul half %x, 0.0
  ret half %y
}
; CHECK-LABEL: define float @any_times_zero
; CHECK: fmul float %x
define float @any_times_zero(float %x) {
  %y = fmul float %x, 0.0
  ret float %y
}
