; RUN: %B/tools/iropt --passes=sccp,simplifycfg --stress=all %s

; 1 goes round the loop: the arm that would change it is never taken
; CHECK-LABEL: define void @around
; CHECK-NOT: store i32 %
; CHECK: store i32 1, ptr %p
; CHECK-NOT: phi i32 [ 2
; CHECK: ret void
define void @around(ptr %p, i32 %n) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %b ]
  %x = phi i32 [ 1, %e ], [ %y, %b ]
  %c = icmp ne i32 %x, 1
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %y = phi i32 [ %x, %h ], [ 2, %a ]
  store i32 %y, ptr %p
  %j = add i32 %i, 1
  %d = icmp slt i32 %j, %n
  br i1 %d, label %h, label %o
o:
  ret void
}

; it does change here
; CHECK-LABEL: define void @changes
; CHECK: store i32 %y, ptr %p
define void @changes(ptr %p, i32 %n) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %b ]
  %x = phi i32 [ 1, %e ], [ %y, %b ]
  %c = icmp eq i32 %i, 3
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %y = phi i32 [ %x, %h ], [ 2, %a ]
  store i32 %y, ptr %p
  %j = add i32 %i, 1
  %d = icmp slt i32 %j, %n
  br i1 %d, label %h, label %o
o:
  ret void
}

; a switch goes one way; its other blocks are gone
; CHECK-LABEL: define i32 @table
; CHECK-NEXT: e:
; CHECK-NEXT: ret i32 20
define i32 @table() {
e:
  %k = add i32 1, 1
  switch i32 %k, label %d [ i32 1, label %one
                            i32 2, label %two ]
one:
  br label %o
two:
  br label %o
d:
  br label %o
o:
  %r = phi i32 [ 10, %one ], [ 20, %two ], [ 30, %d ]
  ret i32 %r
}

; a branch on poison goes anywhere; a call stays
; CHECK-LABEL: define i32 @anywhere
; CHECK: call i32 @f
define i32 @anywhere(i32 %n) {
e:
  br i1 poison, label %a, label %b
a:
  br label %b
b:
  %r = phi i32 [ 1, %e ], [ 2, %a ]
  %x = call i32 @f(i32 %r)
  ret i32 %x
}
declare i32 @f(i32)
