; RUN: %B/tools/iropt --passes=instcombine --stress=all %s
; A comparison joins one that stands deeper in a chain of ands, of ors.

; CHECK-LABEL: define i1 @range
; CHECK-NEXT: %1 = icmp ult i64 %x, 1000
; CHECK-NEXT: %d = and i1 %1, %z
; CHECK-NEXT: ret i1 %d
define i1 @range(i64 %x, i1 %z) {
  %a = icmp sgt i64 %x, -1
  %b = icmp slt i64 %x, 1000
  %c = and i1 %b, %z
  %d = and i1 %a, %c
  ret i1 %d
}
; CHECK-LABEL: define i1 @deeper
; CHECK: %a = icmp ugt i32 %x, %z
; CHECK: icmp ult i32 {{%[0-9]+}}, 3
; CHECK-NOT: icmp
; CHECK: ret i1
define i1 @deeper(i32 %x, i32 %y, i32 %z, i1 %w) {
  %a = icmp ugt i32 %x, %z
  %b = icmp eq i32 %y, 7
  %c = or i1 %b, %w
  %d = or i1 %c, %a
  %e = icmp eq i32 %y, 5
  %f = or i1 %d, %e
  %g = icmp eq i32 %y, 6
  %h = or i1 %f, %g
  ret i1 %h
}
; Two chains.
; CHECK-LABEL: define i1 @chains
; CHECK: icmp eq i32 %x, %y
; CHECK-NOT: icmp
; CHECK: ret i1
define i1 @chains(i32 %x, i32 %y, i1 %v, i1 %w) {
  %a = icmp sge i32 %x, %y
  %b = and i1 %a, %v
  %c = icmp sle i32 %x, %y
  %d = and i1 %w, %c
  %e = and i1 %b, %d
  ret i1 %e
}
; Not what others use, not another operation, not another value.
; CHECK-LABEL: define i1 @refused
; CHECK: %c = and i1 %b, %z
; CHECK: %f = and i1 %a, %c
; CHECK: %g = icmp slt i32 %y, 9
define i1 @refused(i32 %x, i32 %y, i1 %z, ptr %p) {
  %a = icmp sgt i32 %x, -1
  %b = icmp slt i32 %x, 1000
  %c = and i1 %b, %z
  store i1 %c, ptr %p
  %f = and i1 %a, %c
  %g = icmp slt i32 %y, 9
  %h = or i1 %f, %g
  ret i1 %h
}
