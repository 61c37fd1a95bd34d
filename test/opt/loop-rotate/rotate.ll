; RUN: %B/tools/iropt --passes=loop-rotate %s
; CHECK: @top(
; the first test stands in front, the others behind the body
; CHECK: icmp slt i32 0, %n
; CHECK-NEXT: br i1
; CHECK: phi i32
; CHECK: %q = getelementptr
; CHECK: %j = add i32
; CHECK-NEXT: icmp slt i32 %j, %n
; CHECK-NEXT: br i1
define i32 @top(ptr %p, i32 %n) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %j, %b ]
  %before = phi i32 [ 9, %entry ], [ %i, %b ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %b, label %e
b:
  %q = getelementptr i32, ptr %p, i32 %i
  store i32 %before, ptr %q
  %j = add i32 %i, 1
  br label %h
e:
  %r = add i32 %before, %i
  ret i32 %r
}
; tested at the bottom already
; CHECK: @bottom(
; CHECK: store i32
; CHECK: icmp slt
; CHECK-NOT: icmp
; CHECK: @warp(
define void @bottom(ptr %p, i32 %n) {
entry:
  br label %b
b:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %d = icmp eq i32 %i, 77
  br i1 %d, label %e, label %l
l:
  store i32 %i, ptr %p
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %b, label %e
e:
  ret void
}
; a convergent call in the header is not doubled
; CHECK: call void @llvm.nvvm.bar.warp.sync
; CHECK-NOT: call void @llvm.nvvm.bar.warp.sync
; CHECK: @large(
define void @warp(ptr %p, i32 %n) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %j, %b ]
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %c = icmp slt i32 %i, %n
  br i1 %c, label %b, label %e
b:
  %j = add i32 %i, 1
  br label %h
e:
  ret void
}
; RUN[FEW]: %B/tools/iropt "--passes=loop-rotate<header=1>" %s
; FEW: @large(
; FEW: mul i32
; FEW-NOT: mul i32
define void @large(ptr %p, i32 %n) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %j, %b ]
  %m = mul i32 %i, %n
  %c = icmp slt i32 %m, 99
  br i1 %c, label %b, label %e
b:
  %j = add i32 %i, 1
  br label %h
e:
  ret void
}
; how often the loop goes on says nothing about whether it is entered
; CHECK: @weighted(
; CHECK: entry:
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %{{[a-z0-9.]+$}}
; CHECK: !prof !
define void @weighted(ptr %p, i32 %n) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %j, %b ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %b, label %e, !prof !0
b:
  store i32 %i, ptr %p
  %j = add i32 %i, 1
  br label %h
e:
  ret void
}
declare void @llvm.nvvm.bar.warp.sync(i32) convergent
!0 = !{!"branch_weights", i32 2000, i32 1}
