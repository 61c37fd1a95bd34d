; In a loop that keeps the bound a constant goes to its side (src/opt/scalar/bound_tests.c).
; RUN: %B/tools/iropt --passes=bound-tests,adce --stress=all %s
declare void @use(i32)

; the bound is positive: less one it does not wrap
; CHECK-LABEL: define void @counter
; CHECK: pre:
; CHECK-NEXT: [[M:%.*]] = sub i32 %n, 1
; CHECK: loop:
; CHECK: icmp slt i32 %i, [[M]]
define void @counter(i32 %n) {
entry:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %pre, label %end
pre:
  br label %loop
loop:
  %i = phi i32 [ 0, %pre ], [ %next, %latch ]
  %s = add nsw i32 %i, 1
  %c = icmp slt i32 %s, %n
  br i1 %c, label %then, label %latch
then:
  call void @use(i32 %i)
  br label %latch
latch:
  %next = add nsw i32 %i, 4
  %d = icmp slt i32 %next, %n
  br i1 %d, label %loop, label %end
end:
  ret void
}

; the bound may be the least number
; CHECK-LABEL: define void @wraps
; CHECK: loop:
; CHECK: [[S:%.*]] = add nsw i32 %i, 1
; CHECK: icmp slt i32 [[S]], %n
define void @wraps(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %s = add nsw i32 %i, 1
  %c = icmp slt i32 %s, %n
  br i1 %c, label %then, label %latch
then:
  call void @use(i32 %i)
  br label %latch
latch:
  %next = add nsw i32 %i, 4
  %d = icmp slt i32 %next, 100
  br i1 %d, label %loop, label %end
end:
  ret void
}

; equality needs no range; the bound on the left
; CHECK-LABEL: define void @equal
; CHECK: entry:
; CHECK-NEXT: [[M:%.*]] = sub i32 %n, 3
; CHECK: icmp ne i32 %i, [[M]]
define void @equal(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %s = add i32 %i, 3
  %c = icmp ne i32 %n, %s
  br i1 %c, label %then, label %latch
then:
  call void @use(i32 %i)
  br label %latch
latch:
  %next = add nsw i32 %i, 4
  %d = icmp slt i32 %next, 100
  br i1 %d, label %loop, label %end
end:
  ret void
}

; the sum is needed anyway; a sum that may wrap; a bound that changes
; CHECK-LABEL: define void @refused
; CHECK: loop:
; CHECK: [[A:%.*]] = add nsw i32 %i, 1
; CHECK: icmp slt i32 [[A]], %n
; CHECK: [[B:%.*]] = add i32 %i, 2
; CHECK: icmp slt i32 [[B]], %n
; CHECK: [[C:%.*]] = add nsw i32 %i, 3
; CHECK: icmp slt i32 [[C]], %m
define void @refused(i32 %n) {
entry:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %pre, label %end
pre:
  br label %loop
loop:
  %i = phi i32 [ 0, %pre ], [ %next, %loop ]
  %m = phi i32 [ 9, %pre ], [ %m1, %loop ]
  %s = add nsw i32 %i, 1
  %c = icmp slt i32 %s, %n
  call void @use(i32 %s)
  %t = add i32 %i, 2
  %e = icmp slt i32 %t, %n
  %u = add nsw i32 %i, 3
  %f = icmp slt i32 %u, %m
  %x = zext i1 %c to i32
  %y = zext i1 %e to i32
  %z = zext i1 %f to i32
  call void @use(i32 %x)
  call void @use(i32 %y)
  call void @use(i32 %z)
  %m1 = add nuw nsw i32 %m, 1
  %next = add nsw i32 %i, 4
  %d = icmp slt i32 %next, %n
  br i1 %d, label %loop, label %end
end:
  ret void
}
