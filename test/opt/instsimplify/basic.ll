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
