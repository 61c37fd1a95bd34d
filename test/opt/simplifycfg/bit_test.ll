; RUN: %B/tools/iropt --passes=simplifycfg-late --stress=all %s
; Membership in a set of small constants.
declare void @g()
declare void @h()

; CHECK-LABEL: define i1 @pairs
; CHECK: [[O:%.*]] = or i32 %x, 12
; CHECK-NEXT: [[R:%.*]] = icmp eq i32 [[O]], 13
; CHECK-NEXT: ret i1 [[R]]
define i1 @pairs(i32 %x) {
  %a = icmp eq i32 %x, 1
  %b = icmp eq i32 %x, 5
  %c = icmp eq i32 %x, 9
  %d = icmp eq i32 %x, 13
  %e = or i1 %a, %b
  %f = or i1 %c, %d
  %r = or i1 %e, %f
  ret i1 %r
}

; CHECK-LABEL: define i1 @range
; CHECK: [[S:%.*]] = add i32 %x, -4
; CHECK-NEXT: [[R:%.*]] = icmp ult i32 [[S]], 3
; CHECK-NEXT: ret i1 [[R]]
define i1 @range(i32 %x) {
  %a = icmp eq i32 %x, 6
  %b = icmp eq i32 %x, 4
  %c = icmp eq i32 %x, 5
  %e = or i1 %a, %b
  %r = or i1 %e, %c
  ret i1 %r
}

; every value of two bits
; CHECK-LABEL: define i1 @all
; CHECK-NEXT: ret i1 true
define i1 @all(i2 %x) {
  %a = icmp eq i2 %x, 0
  %b = icmp eq i2 %x, 1
  %c = icmp eq i2 %x, 2
  %d = icmp eq i2 %x, 3
  %e = or i1 %a, %b
  %f = or i1 %c, %d
  %r = or i1 %e, %f
  ret i1 %r
}

; none of them, by a mask; the shift may be too far, so no `and`
; CHECK-LABEL: define i1 @mask
; CHECK: icmp ult i32 %x, 30
; CHECK: lshr i32 545392932, %x
; CHECK: select i1 {{.*}}, i1 {{.*}}, i1 false
; CHECK: xor i1
define i1 @mask(i32 %x) {
  %a = icmp ne i32 %x, 2
  %b = icmp ne i32 %x, 5
  %c = icmp ne i32 %x, 8
  %d = icmp ne i32 %x, 11
  %e = icmp ne i32 %x, 17
  %f = icmp ne i32 %x, 23
  %g = icmp ne i32 %x, 29
  %1 = and i1 %a, %b
  %2 = and i1 %1, %c
  %3 = and i1 %2, %d
  %4 = and i1 %3, %e
  %5 = and i1 %4, %f
  %6 = and i1 %5, %g
  ret i1 %6
}

; two values, and values of two variables, stay
; CHECK-LABEL: define i1 @stays
; CHECK-NOT: lshr
; CHECK: icmp eq i32 %y, 5
; CHECK-NOT: lshr
; CHECK: ret
define i1 @stays(i32 %x, i32 %y) {
  %a = icmp eq i32 %x, 1
  %b = icmp eq i32 %y, 5
  %c = icmp eq i32 %x, 9
  %d = icmp eq i32 %x, 13
  %e = or i1 %a, %b
  %f = or i1 %c, %d
  %r = or i1 %e, %f
  ret i1 %r
}

; a switch with one target is a branch; the phi keeps one entry
; CHECK-LABEL: define i32 @one_target
; CHECK: [[T:%.*]] = icmp ult i32
; CHECK: br i1 [[T]], label %a, label %b
; CHECK: phi i32 [ 4, %a ], [ 9, %b ]
define i32 @one_target(i32 %x) {
  switch i32 %x, label %b [
    i32 8, label %a
    i32 9, label %a
    i32 7, label %a
  ]
a:
  %k = phi i32 [ 4, %0 ], [ 4, %0 ], [ 4, %0 ]
  call void @g()
  br label %e
b:
  call void @h()
  br label %e
e:
  %p = phi i32 [ %k, %a ], [ 9, %b ]
  ret i32 %p
}
