; RUN: %B/tools/iropt --passes=instcombine --stress=all %s
; A selection of which one arm is known is compared: the comparison goes to the other arm.

; CHECK-LABEL: define i1 @address
; CHECK-NEXT: [[C:%.*]] = icmp eq ptr %x, null
; CHECK-NEXT: select i1 %c, i1 [[C]], i1 true
define i1 @address(i1 %c, ptr %x) {
  %s = select i1 %c, ptr %x, ptr null
  %n = icmp eq ptr %s, null
  ret i1 %n
}
; CHECK-LABEL: define i1 @object
; CHECK: ret i1 %c
define i1 @object(i1 %c, ptr nonnull %x, ptr %out) {
  %s = select i1 %c, ptr %x, ptr null
  store ptr %s, ptr %out
  %n = icmp ne ptr %s, null
  ret i1 %n
}
; CHECK-LABEL: define i1 @number
; CHECK-NEXT: [[C:%.*]] = icmp slt i32 %x, 7
; CHECK-NEXT: select i1 %c, i1 true, i1 [[C]]
define i1 @number(i1 %c, i32 %x) {
  %s = select i1 %c, i32 3, i32 %x
  %n = icmp slt i32 %s, 7
  ret i1 %n
}
; Not where the selection stays, not where both arms are open.
; CHECK-LABEL: define i1 @refused
; CHECK: icmp eq i32 %s, 0
; CHECK: icmp eq ptr %t, null
define i1 @refused(i1 %c, i32 %x, ptr %p, ptr %q, ptr %out) {
  %s = select i1 %c, i32 %x, i32 0
  store i32 %s, ptr %out
  %n = icmp eq i32 %s, 0
  store i1 %n, ptr %out
  %t = select i1 %c, ptr %p, ptr %q
  %m = icmp eq ptr %t, null
  ret i1 %m
}
