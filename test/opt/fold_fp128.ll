; Constants of 128 bits fold, with the same arithmetic as the virtual machine's and the emitted code's.
; RUN: cuprum opt --passes=instcombine %s -S -o -
define fp128 @sum() {
  %a = fdiv fp128 0xL00000000000000003FFF000000000000, 0xL00000000000000004000800000000000
  %b = sitofp i128 -170141183460469231731687303715884105728 to fp128
  %c = fmul fp128 %a, %b
  ret fp128 %c
}
; CHECK-LABEL: @sum
; CHECK: ret fp128 0xL5555555555555555C07C555555555555
define double @narrow() {
  %a = fptrunc fp128 0xLFFFFFFFFFFFFFFFF3FFEFFFFFFFFFFFF to double
  ret double %a
}
; CHECK-LABEL: @narrow
; CHECK: ret double 1.000000e+00
define i1 @less() {
  %a = fpext half 0xH3C00 to fp128
  %c = fcmp olt fp128 %a, 0xL00000000000000014000000000000000
  ret i1 %c
}
; CHECK-LABEL: @less
; CHECK: ret i1 true
define i64 @int() {
  %a = fptosi fp128 0xL0000000000000000C03D000000000001 to i64
  ret i64 %a
}
; CHECK-LABEL: @int
; CHECK: ret i64 -4611686018427404288
define i8 @out_of_range() {
  %a = fptoui fp128 0xL0000000000000000C03D000000000001 to i8
  ret i8 %a
}
; CHECK-LABEL: @out_of_range
; CHECK: fptoui
