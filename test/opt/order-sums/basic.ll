; RUN: %B/tools/iropt --passes=order-sums --sm=90 --stress=all %s
; A product of arguments comes before one of what memory holds.
; CHECK-LABEL: define float @load
; CHECK: %s = fadd contract float %q, %p
define float @load(ptr %m, float %a, float %b, float %c) {
  %l = load float, ptr %m
  %p = fmul contract float %l, %a
  %q = fmul contract float %b, %c
  %s = fadd contract float %p, %q
  ret float %s
}
; What is loaded first comes first; so it stays.
; CHECK-LABEL: define float @loads
; CHECK: %s = fadd contract float %p, %q
define float @loads(ptr %m, ptr %n) {
  %l = load float, ptr %m
  %k = load float, ptr %n
  %p = fmul contract float %l, %l
  %q = fmul contract float %k, %k
  %s = fadd contract float %p, %q
  ret float %s
}
; Of arguments the order counts, and how much is computed of them.
; CHECK-LABEL: define float @arguments
; CHECK: %s = fadd contract float %q, %p
; CHECK: %t = fadd contract float %o, %q
define float @arguments(float %a, float %b, float %c) {
  %p = fmul contract float %c, %a
  %q = fmul contract float %a, %b
  %s = fadd contract float %p, %q
  %n = fneg float %a
  %o = fmul contract float %n, %a
  %t = fadd contract float %q, %o
  %r = fadd float %s, %t
  ret float %r
}
; Phis, and blocks that come later.
; CHECK-LABEL: define float @blocks
; CHECK: %s = fadd contract float %q, %p
; CHECK: %t = fadd contract float %q, %o
define float @blocks(ptr %m, i1 %c, float %a) {
e:
  %l = load float, ptr %m
  br i1 %c, label %x, label %y
x:
  br label %y
y:
  %f = phi float [ %a, %x ], [ 1.0, %e ]
  %p = fmul contract float %f, %a
  %q = fmul contract float %l, %a
  %s = fadd contract float %p, %q
  %k = load float, ptr %m
  %o = fmul contract float %k, %a
  %t = fadd contract float %o, %q
  %r = fadd float %s, %t
  ret float %r
}
; No fusing, no ordering; nor where one product alone can be fused.
; CHECK-LABEL: define float @other
; CHECK: %s = fadd float %p, %q
; CHECK: %t = fadd contract float %p, %a
define float @other(ptr %m, float %a) {
  %l = load float, ptr %m
  %p = fmul contract float %l, %a
  %q = fmul contract float %a, %a
  %s = fadd float %p, %q
  %t = fadd contract float %p, %a
  %r = fadd float %s, %t
  ret float %r
}
