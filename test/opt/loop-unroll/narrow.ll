; RUN: %B/tools/iropt --passes='loop-unroll<count=512>' %s
; a group of copies is not longer than the variable can count: it may run 256 times, with its test
; in each copy
; CHECK: @byte(
; CHECK-NOT: icmp ult i8
; CHECK: icmp ne i8
; CHECK: icmp ne i8
define i32 @byte(i8 %n) {
entry:
  br label %b
b:
  %i = phi i8 [ 0, %entry ], [ %j, %b ]
  %s = phi i32 [ 0, %entry ], [ %t, %b ]
  %t = add i32 %s, 3
  %j = add i8 %i, 1
  %c = icmp ne i8 %j, %n
  br i1 %c, label %b, label %e
e:
  ret i32 %t
}
