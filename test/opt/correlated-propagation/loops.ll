; Ranges of a loop's counters, and the flags that follow.
; RUN: %B/tools/iropt --passes=correlated-propagation --stress=all %s
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; begins at 0, grows without wrap
; CHECK-LABEL: define void @up
; CHECK: udiv i32 %i, 8
; CHECK: zext nneg i32 %i to i64
; CHECK: %j = add nuw nsw i32 %i, 1
define void @up(i32 %n, ptr %p) {
entry:
  %g = icmp sgt i32 %n, 0
  br i1 %g, label %l, label %e
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %q = sdiv i32 %i, 8
  store i32 %q, ptr %p
  %w = sext i32 %i to i64
  %y = getelementptr i32, ptr %p, i64 %w
  store i32 %i, ptr %y
  %j = add nsw i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %l, label %e
e:
  ret void
}
; by a step whose sign is known, from the thread's number, tested at the top; the test tells of nsw
; CHECK-LABEL: define void @top
; CHECK: lshr i32 %i, 3
define void @top(i32 %n, i8 %step, ptr %p) {
entry:
  %s = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %d = zext i8 %step to i32
  br label %h
h:
  %i = phi i32 [ %s, %entry ], [ %j, %l ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %l, label %e
l:
  %q = ashr i32 %i, 3
  store i32 %q, ptr %p
  %j = add nsw i32 %i, %d
  br label %h
e:
  ret void
}
; may wrap
; CHECK-LABEL: define void @wraps
; CHECK: sdiv i32 %i, 8
define void @wraps(i32 %n, ptr %p) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %q = sdiv i32 %i, 8
  store i32 %q, ptr %p
  %j = add i32 %i, 1
  %c = icmp ne i32 %j, %n
  br i1 %c, label %l, label %e
e:
  ret void
}
; down to 0: the test bounds it below, the start above
; CHECK-LABEL: define void @down
; CHECK: udiv i32 %i, 3
; CHECK: i1 true
define void @down(ptr %p) {
entry:
  br label %l
l:
  %i = phi i32 [ 100, %entry ], [ %j, %l ]
  %q = sdiv i32 %i, 3
  store i32 %q, ptr %p
  %t = icmp ult i32 %i, 101
  store i1 %t, ptr %p
  %j = add nsw i32 %i, -1
  %c = icmp sgt i32 %j, -1
  br i1 %c, label %l, label %e
e:
  ret void
}
; a cycle of two phis
; CHECK-LABEL: define void @two
; CHECK: ret void
define void @two(i1 %c, ptr %p) {
entry:
  br label %l
l:
  %a = phi i32 [ 0, %entry ], [ %b, %l ]
  %b = phi i32 [ 1, %entry ], [ %a, %l ]
  %q = sdiv i32 %a, 3
  store i32 %q, ptr %p
  br i1 %c, label %l, label %e
e:
  ret void
}
