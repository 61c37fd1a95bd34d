; RUN: %B/tools/iropt --passes=instcombine --stress=all %s
; Floats keep their values to the last bit: rounded once instead of twice, multiplied instead of divided, negated or not.
; CHECK-LABEL: define float @double_rounding
; CHECK-NEXT: fmul float %x, 2.000000e+00
define float @double_rounding(float %x) {
  %a = fpext float %x to double
  %b = fmul double %a, 2.0
  %c = fptrunc double %b to float
  ret float %c
}
; 0.1 is no float
; CHECK-LABEL: define float @not_exact
; CHECK: fmul double
define float @not_exact(float %x) {
  %a = fpext float %x to double
  %b = fmul double %a, 0.1
  %c = fptrunc double %b to float
  ret float %c
}
; CHECK-LABEL: define float @div4
; CHECK-NEXT: fmul float %x, 2.500000e-01
define float @div4(float %x) {
  %a = fdiv float %x, 4.0
  ret float %a
}
; CHECK-LABEL: define float @div3
; CHECK-NEXT: fdiv float %x, 3.0
define float @div3(float %x) {
  %a = fdiv float %x, 3.0
  ret float %a
}
; CHECK-LABEL: define float @div3_fast
; CHECK-NEXT: fmul arcp float %x, 0x3FD5555
define float @div3_fast(float %x) {
  %a = fdiv arcp float %x, 3.0
  ret float %a
}
; CHECK-LABEL: define float @negs
; CHECK-NEXT: fsub float %x, %y
define float @negs(float %x, float %y) {
  %n = fneg float %y
  %a = fadd float %x, %n
  ret float %a
}
