; A choice whose special case gives what the general formula gives there anyway.
; RUN: %B/tools/iropt --passes=instcombine %s
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.ctlz.i32(i32, i1)

; CHECK-LABEL: define i32 @bits
; CHECK-NEXT: %[[N:.*]] = call i32 @llvm.ctpop.i32(i32 %x)
; CHECK-NEXT: ret i32 %[[N]]
define i32 @bits(i32 %x) {
  %c = icmp ne i32 %x, 0
  %n = call i32 @llvm.ctpop.i32(i32 %x)
  %s = select i1 %c, i32 %n, i32 0
  ret i32 %s
}

; CHECK-LABEL: define i32 @sum
; CHECK-NOT: select
define i32 @sum(i32 %x) {
  %c = icmp eq i32 %x, 5
  %n = add i32 %x, 3
  %s = select i1 %c, i32 8, i32 %n
  ret i32 %s
}

; another value; one that is not known there; not a test for equality
; CHECK-LABEL: define i32 @other
; CHECK: select
; CHECK: select
; CHECK: select
define i32 @other(i32 %x, i32 %y) {
  %c = icmp eq i32 %x, 5
  %n = mul i32 %x, 3
  %s = select i1 %c, i32 8, i32 %n
  %z = icmp eq i32 %y, 0
  %l = call i32 @llvm.ctlz.i32(i32 %y, i1 true)
  %t = select i1 %z, i32 32, i32 %l
  %u = icmp ugt i32 %y, 9
  %m = mul i32 %y, 7
  %v = select i1 %u, i32 %m, i32 70
  %a = add i32 %s, %t
  %b = add i32 %a, %v
  ret i32 %b
}
