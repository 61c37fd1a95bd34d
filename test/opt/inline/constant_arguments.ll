; RUN: %B/tools/iropt -O2 --passes=inline,globaldce --stress=all %s
; A copy holds only what its call's arguments leave: branches, switches and operations on constants fold.
define internal i32 @choose(i1 %c, i32 %mode, i32 %n, ptr %p) {
entry:
  br i1 %c, label %yes, label %no
yes:
  %five = mul i32 %n, 5
  switch i32 %mode, label %other [
    i32 1, label %one
    i32 2, label %two
    i32 3, label %one
  ]
one:
  %x = phi i32 [ %five, %yes ], [ %five, %yes ]
  br label %join
two:
  store volatile i32 2, ptr %p
  br label %join
other:
  store volatile i32 3, ptr %p
  br label %join
no:
  store volatile i32 4, ptr %p
  br label %join
join:
  %r = phi i32 [ %x, %one ], [ 1, %two ], [ 2, %other ], [ 3, %no ]
  ret i32 %r
}
; CHECK-LABEL: define i32 @known
; CHECK-NOT: store
; CHECK-NOT: switch
; CHECK-NOT: br i1
; CHECK-NOT: mul
; CHECK: ret i32 15
define i32 @known(ptr %p) {
  %r = call i32 @choose(i1 true, i32 1, i32 3, ptr %p)
  ret i32 %r
}
; CHECK-LABEL: define i32 @default
; CHECK: mul i32 %n, 5
; CHECK: store volatile i32 3
; CHECK-NOT: store
; CHECK: ret i32 2
define i32 @default(i32 %n, ptr %p) {
  %r = call i32 @choose(i1 true, i32 9, i32 %n, ptr %p)
  ret i32 %r
}
; Nothing is known of these:
; CHECK-LABEL: define i32 @unknown
; CHECK: br i1 %c
; CHECK: switch i32 %mode
; CHECK: phi i32 [ [[FIVE:%.*]], [[YES:%.*]] ], [ [[FIVE]], [[YES]] ]
; CHECK: store volatile i32 2
; CHECK: store volatile i32 3
; CHECK: store volatile i32 4
define i32 @unknown(i1 %c, i32 %mode, i32 %n, ptr %p) {
  %r = call i32 @choose(i1 %c, i32 %mode, i32 %n, ptr %p)
  ret i32 %r
}

; A loop that is left at once, and one that goes on.
define internal i32 @loop(i1 %again, i32 %n, ptr %p) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  store volatile i32 %i, ptr %p
  br i1 %again, label %latch, label %out
latch:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %head, label %out
out:
  ret i32 %i
}
; CHECK-LABEL: define i32 @once
; CHECK-NOT: phi
; CHECK: store volatile i32 0, ptr %p
; CHECK-NOT: add
; CHECK: ret i32 0
define i32 @once(ptr %p) {
  %r = call i32 @loop(i1 false, i32 5, ptr %p)
  ret i32 %r
}
; CHECK-LABEL: define i32 @often
; CHECK: [[I:%.*]] = phi i32 [ 0, %{{.*}} ], [ [[NEXT:%.*]], %{{.*}} ]
; CHECK: [[NEXT]] = add i32 [[I]], 1
; CHECK: icmp ult i32 [[NEXT]], 5
; CHECK: ret i32 [[I]]
define i32 @often(ptr %p) {
  %r = call i32 @loop(i1 true, i32 5, ptr %p)
  ret i32 %r
}
