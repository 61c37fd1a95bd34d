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

; Two bounds of a counter are the lesser of both.
; CHECK-LABEL: define void @two_bounds
; CHECK: [[M:%.*]] = call i32 @llvm.smin.i32(i32 %m, i32 33)
; CHECK: icmp slt i32 %i, [[M]]
; CHECK-NOT: and i1
; CHECK: ret void
define void @two_bounds(i32 %m, ptr %p) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %b ]
  %d = icmp slt i32 %i, %m
  %x = icmp slt i32 %i, 33
  %a = and i1 %d, %x
  br i1 %a, label %b, label %d1
b:
  %j = add i32 %i, 1
  store volatile i32 %i, ptr %p
  br label %h
d1:
  ret void
}

; One of them is computed in the loop, one is no order, or they are orders of different kinds: as before.
; CHECK-LABEL: define void @bound_of_the_loop
; CHECK-NOT: smin
; CHECK: ret void
define void @bound_of_the_loop(i32 %m, ptr %p) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %b ]
  %n = load volatile i32, ptr %p
  %d = icmp slt i32 %i, %m
  %x = icmp slt i32 %i, %n
  %a = and i1 %d, %x
  br i1 %a, label %b, label %d1
b:
  %j = add i32 %i, 1
  br label %h
d1:
  ret void
}
; CHECK-LABEL: define void @other_orders
; CHECK-NOT: min.i32
; CHECK: ret void
define void @other_orders(i32 %m, i32 %n, ptr %p) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %b ]
  %d = icmp slt i32 %i, %m
  %x = icmp ult i32 %i, %n
  %a = and i1 %d, %x
  br i1 %a, label %b, label %d1
b:
  %j = add i32 %i, 1
  store volatile i32 %i, ptr %p
  br label %h
d1:
  ret void
}
; A bound that was not looked at where the first one decides is frozen.
; CHECK-LABEL: define void @second_bound
; CHECK: [[F:%.*]] = freeze i32 %n
; CHECK: [[M:%.*]] = call i32 @llvm.umax.i32(i32 %m, i32 [[F]])
; CHECK: icmp ult i32 %i, [[M]]
; CHECK: ret void
define void @second_bound(i32 %m, i32 %n, ptr %p) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %b ]
  %d = icmp ult i32 %i, %m
  %x = icmp ult i32 %i, %n
  %a = select i1 %d, i1 true, i1 %x
  br i1 %a, label %b, label %d1
b:
  %j = add i32 %i, 1
  store volatile i32 %i, ptr %p
  br label %h
d1:
  ret void
}
