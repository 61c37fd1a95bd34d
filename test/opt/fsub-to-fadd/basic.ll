; RUN: %B/tools/iropt --passes=fsub-to-fadd --stress=all %s
; Differences become sums where the sign goes into a constant or a negation goes.
; CHECK-LABEL: define double @differences
; CHECK: fmul double %y, -2.5
; CHECK-NEXT: fadd double %x, %a
; CHECK-NEXT: fdiv double -1.000000e+00, %y
; CHECK-NEXT: fadd contract double
; CHECK-NEXT: fmul float %f, -3.0
; CHECK-NEXT: fpext float
; CHECK-NEXT: fadd double
; CHECK-NEXT: fmul double %y, %x
; CHECK-NEXT: fadd double
; CHECK-NEXT: ret
define double @differences(double %x, double %y, float %f) {
  %a = fmul double %y, 2.5
  %b = fsub double %x, %a
  %c = fdiv double 1.0, %y
  %d = fsub contract double %b, %c
  %e = fmul float %f, 3.0
  %g = fpext float %e to double
  %h = fsub double %d, %g
  %i = fneg double %y
  %j = fmul double %i, %x
  %k = fsub double %h, %j
  ret double %k
}
; CHECK-LABEL: define double @stay
; CHECK: fmul double %y, 2.5
; CHECK-NEXT: fsub double
; CHECK-NEXT: fmul double
; CHECK-NEXT: fsub double %b, %c
; CHECK-NEXT: fsub double %d, 4.0
define double @stay(double %x, double %y) {
  %a = fmul double %y, 2.5
  %b = fsub double %x, %a
  %c = fmul double %a, %x
  %d = fsub double %b, %c
  %e = fsub double %d, 4.0
  ret double %e
}
; The constant has another use in the block, be it for a phi; in another block it does not count.
; CHECK-LABEL: define float @shared
; CHECK: %a = fmul float %x, 5.0
; CHECK-NEXT: %b = fsub float %y, %a
; CHECK-NEXT: %c = fmul float %y, 5.0
; CHECK: %f = fmul float %x, -5.0
; CHECK-NEXT: %g = fadd float %e, %f
; CHECK-NEXT: %h = fmul float %x, 3.0
; CHECK-NEXT: %i = fsub float %g, %h
define float @shared(float %x, float %y, i1 %k) {
start:
  %a = fmul float %x, 5.0
  %b = fsub float %y, %a
  %c = fmul float %y, 5.0
  %d = fadd float %b, %c
  br i1 %k, label %then, label %end
then:
  %e = fadd float %x, %d
  %f = fmul float %x, 5.0
  %g = fsub float %e, %f
  %h = fmul float %x, 3.0
  %i = fsub float %g, %h
  br label %end
end:
  %p = phi float [ %d, %start ], [ 3.0, %then ]
  %q = phi float [ %d, %start ], [ %i, %then ]
  %r = fadd float %p, %q
  ret float %r
}
; A negation goes, whoever else uses it.
; CHECK-LABEL: define float @negation
; CHECK: %n = fneg float %x
; CHECK-NEXT: %a = fmul float %x, %y
; CHECK-NEXT: %b = fadd float %y, %a
; CHECK-NEXT: fadd float %b, %n
define float @negation(float %x, float %y) {
  %n = fneg float %x
  %a = fmul float %n, %y
  %b = fsub float %y, %a
  %c = fadd float %b, %n
  ret float %c
}
