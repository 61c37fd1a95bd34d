; RUN: %B/tools/iropt --passes=sink-products --stress=all %s
; The product and what is computed for it alone go to the sum: %x is used there anyway.
; CHECK-LABEL: define double @moves
; CHECK: e:
; CHECK-NEXT: br i1
; CHECK: o:
; CHECK: fadd double %x, 1.0
; CHECK-NEXT: fmul contract double
; CHECK-NEXT: fadd contract double
define double @moves(double %x, double %l, i1 %c) {
e:
  %t = fadd double %x, 1.0
  %p = fmul contract double %t, %x
  br i1 %c, label %a, label %o
a:
  br label %o
o:
  %m = phi double [ %l, %a ], [ 1.0, %e ]
  %q = fdiv double %m, %x
  %s = fadd contract double %p, %q
  ret double %s
}
; What the product needs would live longer.
; CHECK-LABEL: define double @stays
; CHECK: e:
; CHECK-NEXT: fmul contract
define double @stays(double %x, double %l, i1 %c) {
e:
  %p = fmul contract double %l, %x
  br i1 %c, label %a, label %o
a:
  br label %o
o:
  %m = phi double [ 2.0, %a ], [ 1.0, %e ]
  %q = fdiv double %m, %x
  %s = fadd contract double %p, %q
  ret double %s
}
; Not into a loop; not what is used twice; not what may not contract.
; CHECK-LABEL: define double @loop
; CHECK: e:
; CHECK-NEXT: fmul contract
; CHECK-NEXT: fmul contract
; CHECK-NEXT: fmul double
define double @loop(double %x, double %y, i1 %c) {
e:
  %p = fmul contract double %y, %x
  %r = fmul contract double %x, %x
  %w = fmul double %x, %y
  br label %l
l:
  %s = phi double [ 0.0, %e ], [ %t, %l ]
  %u = fmul double %x, %s
  %v = fsub double %y, %u
  %n = fadd contract double %p, %v
  %t = fadd contract double %n, %r
  br i1 %c, label %l, label %o
o:
  %z = fadd contract double %r, %t
  %k = fdiv double %x, %y
  %g = fadd contract double %w, %k
  %h = fadd double %g, %z
  ret double %h
}
