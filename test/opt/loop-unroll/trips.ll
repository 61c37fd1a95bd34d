; SPDX-License-Identifier: Apache-2.0
; How often a loop runs whose variable counts in constant steps: in any direction, past a type's end, tested before or behind
; the step; and one that never meets its bound, which stays.
; RUN: %B/tools/iropt --passes=loop-unroll,simplifycfg,instcombine --stress=all %s
declare void @f(i32)
declare void @g(i8)

; CHECK-LABEL: define void @step3
; CHECK: call void @f(i32 0)
; CHECK-NEXT: call void @f(i32 3)
; CHECK-NEXT: call void @f(i32 6)
; CHECK-NEXT: ret void
define void @step3() {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %n, %h ]
  call void @f(i32 %i)
  %n = add i32 %i, 3
  %c = icmp ne i32 %n, 9
  br i1 %c, label %h, label %o
o:
  ret void
}

; CHECK-LABEL: define void @down
; CHECK: call void @f(i32 5)
; CHECK-NEXT: call void @f(i32 3)
; CHECK-NEXT: call void @f(i32 1)
; CHECK-NEXT: ret void
define void @down() {
e:
  br label %h
h:
  %i = phi i32 [ 5, %e ], [ %n, %h ]
  call void @f(i32 %i)
  %n = add i32 %i, -2
  %c = icmp sgt i32 %n, 0
  br i1 %c, label %h, label %o
o:
  ret void
}

; CHECK-LABEL: define void @wraps
; CHECK: call void @g(i8 -6)
; CHECK-NEXT: call void @g(i8 -4)
; CHECK-NEXT: call void @g(i8 -2)
; CHECK-NEXT: call void @g(i8 0)
; CHECK-NEXT: call void @g(i8 2)
; CHECK-NEXT: ret void
define void @wraps() {
e:
  br label %h
h:
  %i = phi i8 [ -6, %e ], [ %n, %h ]
  call void @g(i8 %i)
  %n = add i8 %i, 2
  %c = icmp ne i8 %n, 4
  br i1 %c, label %h, label %o
o:
  ret void
}

; CHECK-LABEL: define void @own
; CHECK: call void @f(i32 0)
; CHECK-NEXT: call void @f(i32 1)
; CHECK-NEXT: call void @f(i32 2)
; CHECK-NEXT: call void @f(i32 3)
; CHECK-NEXT: ret void
define void @own() {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %n, %h ]
  call void @f(i32 %i)
  %n = add i32 %i, 1
  %c = icmp ule i32 %i, 2
  br i1 %c, label %h, label %o
o:
  ret void
}

; CHECK-LABEL: define void @twice
; CHECK: call void @f(i32 7)
; CHECK-NEXT: ret void
define void @twice() {
e:
  br label %h
h:
  %i = phi i32 [ 7, %e ], [ %n, %h ]
  call void @f(i32 %i)
  %n = add i32 %i, 1
  %c = icmp uge i32 %n, 100
  br i1 %c, label %h, label %o
o:
  ret void
}

; CHECK-LABEL: define void @never
; CHECK: phi i32
; CHECK: br i1
define void @never() {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %n, %h ]
  call void @f(i32 %i)
  %n = add i32 %i, 2
  %c = icmp eq i32 %n, 5
  br i1 %c, label %o, label %h
o:
  ret void
}
