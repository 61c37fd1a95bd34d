; Ways on which a condition is known go past its test, if nothing is lost by it.
; RUN: %B/tools/iropt --passes=jump-threading,simplifycfg --stress=all %s
declare void @a()
declare void @b()
declare void @c()
declare void @d(i32)
declare void @meet() convergent

; a flag that one arm sets: both arms go past its test
; CHECK-LABEL: define void @flag
; CHECK-COUNT-1: br i1
; CHECK: call void @a()
; CHECK-NEXT: call void @c()
; CHECK: call void @b()
; CHECK-NEXT: call void @d(i32 1)
; CHECK-NOT: br i1
define void @flag(i1 %x) {
  br i1 %x, label %t, label %f
t:
  call void @a()
  br label %j
f:
  call void @b()
  br label %j
j:
  %flag = phi i1 [ true, %t ], [ false, %f ]
  br i1 %flag, label %p, label %q
p:
  call void @c()
  br label %e
q:
  call void @d(i32 1)
  br label %e
e:
  ret void
}

; one way of two is known, by a comparison of the phi; the sum that is used behind gets a phi
; CHECK-LABEL: define i32 @some
; CHECK: br i1 %x, label %t, label %f
; CHECK: t:
; CHECK: [[S:%.*]] = add i32 7, %k
; CHECK: br label %p
; CHECK: f:
; CHECK: icmp eq i32 %v, 7
; CHECK: p:
; CHECK: phi i32 {{.*}}[[S]]
define i32 @some(i1 %x, i32 %v, i32 %k) {
  br i1 %x, label %t, label %f
t:
  call void @a()
  br label %j
f:
  call void @b()
  br label %j
j:
  %i = phi i32 [ 7, %t ], [ %v, %f ]
  %s = add i32 %i, %k
  %w = icmp eq i32 %i, 7
  br i1 %w, label %p, label %q
p:
  call void @c()
  br label %e
q:
  call void @d(i32 %s)
  br label %e
e:
  ret i32 %s
}

; the branches on both ways in told it
; CHECK-LABEL: define void @again
; CHECK: br i1 %x
; CHECK: br i1 %y
; CHECK-NOT: br i1
; CHECK: ret void
define void @again(i1 %x, i1 %y) {
  br i1 %x, label %t, label %f
t:
  call void @a()
  br label %j
f:
  call void @b()
  br i1 %y, label %j, label %e
j:
  call void @d(i32 0)
  br i1 %x, label %p, label %q
p:
  call void @c()
  br label %e
q:
  call void @d(i32 1)
  br label %e
e:
  ret void
}

; threads that met stay together to the convergent call
; CHECK-LABEL: define void @convergent
; CHECK: j:
; CHECK: phi i1
define void @convergent(i1 %x) {
  br i1 %x, label %t, label %f
t:
  call void @a()
  br label %j
f:
  call void @b()
  br label %j
j:
  %flag = phi i1 [ true, %t ], [ false, %f ]
  br i1 %flag, label %p, label %e
p:
  call void @meet()
  br label %e
e:
  ret void
}

; past a header there would be a second way into the loop
; CHECK-LABEL: define void @header
; CHECK: phi i1 [ true, %0 ]
define void @header(i1 %x) {
  br label %h
h:
  %first = phi i1 [ true, %0 ], [ %next, %l ]
  br i1 %first, label %l, label %e
l:
  call void @a()
  %next = call i1 @again_()
  br label %h
e:
  ret void
}
declare i1 @again_()

; too much to copy
; CHECK-LABEL: define i32 @large
; CHECK: phi i1
define i32 @large(i1 %x, i32 %n) {
  br i1 %x, label %t, label %f
t:
  call void @a()
  br label %j
f:
  call void @b()
  br label %j
j:
  %flag = phi i1 [ true, %t ], [ false, %f ]
  %n1 = mul i32 %n, %n
  %n2 = mul i32 %n1, %n
  %n3 = mul i32 %n2, %n
  %n4 = mul i32 %n3, %n
  %n5 = mul i32 %n4, %n
  %n6 = mul i32 %n5, %n
  %n7 = mul i32 %n6, %n
  br i1 %flag, label %p, label %q
p:
  call void @c()
  br label %q
q:
  ret i32 %n7
}
