; RUN: %B/tools/iropt --passes=simplifycfg --stress=all %s
; Tests of one value for equality become a switch.
declare void @g(i32)

; CHECK-LABEL: define i32 @chain
; CHECK: switch i32 %x, label %end [
; CHECK-NEXT: i32 1, label %p
; CHECK-NEXT: i32 2, label %q
; CHECK-NEXT: i32 5, label %q
; CHECK-NEXT: i32 9, label %r
; CHECK-NEXT: ]
; CHECK: phi i32 {{.*}}[ 4, %0 ]
define i32 @chain(i32 %x) {
  %a = icmp eq i32 %x, 1
  br i1 %a, label %p, label %two
two:
  %b = icmp eq i32 %x, 2
  %c = icmp eq i32 %x, 5
  %bb = or i1 %b, %c
  %again = icmp eq i32 %x, 2
  %bc = or i1 %bb, %again
  br i1 %bc, label %q, label %three
three:
  %d = icmp ne i32 %x, 9
  br i1 %d, label %last, label %r
p:
  call void @g(i32 1)
  br label %end
q:
  %k = phi i32 [ 2, %two ]
  call void @g(i32 2)
  br label %end
r:
  call void @g(i32 3)
  br label %end
last:
  br label %end
end:
  %v = phi i32 [ 1, %p ], [ %k, %q ], [ 3, %r ], [ 4, %last ]
  ret i32 %v
}

; three are as good as they are; something else between the tests; a value twice
; CHECK-LABEL: define void @stays
; CHECK-NOT: switch
; CHECK: ret void
define void @stays(i32 %x, ptr %p) {
  %a = icmp eq i32 %x, 1
  br i1 %a, label %end, label %two
two:
  store i32 1, ptr %p
  %b = icmp eq i32 %x, 2
  br i1 %b, label %more, label %three
three:
  store i32 2, ptr %p
  %c = icmp eq i32 %x, 3
  br i1 %c, label %end, label %more
more:
  call void @g(i32 1)
  br label %end
end:
  ret void
}

; two edges to one phi would bring two values: the chain ends before
; CHECK-LABEL: define i32 @phis
; CHECK-NOT: switch
; CHECK: ret i32
define i32 @phis(i32 %x) {
  %a = icmp eq i32 %x, 1
  br i1 %a, label %end, label %two
two:
  %b = icmp eq i32 %x, 2
  br i1 %b, label %end, label %three
three:
  %c = icmp eq i32 %x, 7
  br i1 %c, label %end, label %four
four:
  %d = icmp eq i32 %x, 30
  br i1 %d, label %end, label %five
five:
  call void @g(i32 1)
  br label %end
end:
  %v = phi i32 [ 1, %0 ], [ 2, %two ], [ 3, %three ], [ 4, %four ], [ 5, %five ]
  ret i32 %v
}
