; RUN: %B/tools/iropt --passes='loop-unroll<rest-threshold=0>' %s
; RUN[ROW]: %B/tools/iropt --passes=loop-unroll %s
; small iterations that may be left over stand in a row: three copies, of which two are left by their number
; ROW: @sum(
; ROW: [[LEFT:%.*]] = and i32 %n, 3
; ROW-COUNT-4: load float
; ROW: icmp eq i32 [[LEFT]], 0
; ROW: load float
; ROW: icmp eq i32 [[LEFT]], 1
; ROW: load float
; ROW: icmp eq i32 [[LEFT]], 2
; ROW: load float
; ROW-NOT: icmp eq
; ROW-NOT: load
; ROW: @stride(

; four copies with one test, the rest in the old loop, which stays as it is
; CHECK: @sum(
; CHECK: and i32 %n, 3
; CHECK: load float
; CHECK-NOT: br i1
; CHECK: load float
; CHECK-NOT: br i1
; CHECK: load float
; CHECK-NOT: br i1
; CHECK: load float
; CHECK: icmp ne i32
; CHECK: icmp eq i32 {{.*}}, 0
; CHECK: load float
; CHECK: icmp slt i32
; CHECK-NOT: load
; CHECK: @stride(
define float @sum(ptr %p, i32 %n) {
entry:
  %g = icmp sgt i32 %n, 0
  br i1 %g, label %pre, label %e
pre:
  br label %b
b:
  %i = phi i32 [ 0, %pre ], [ %j, %b ]
  %s = phi float [ 0.0, %pre ], [ %t, %b ]
  %q = getelementptr float, ptr %p, i32 %i
  %v = load float, ptr %q
  %t = fadd float %s, %v
  %j = add nsw i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %b, label %e
e:
  %r = phi float [ 0.0, %entry ], [ %t, %b ]
  ret float %r
}
; a step that only the run knows: no count without a division
; CHECK: store i32
; CHECK-NOT: store i32
; CHECK: @warp(
define void @stride(ptr %p, i32 %n, i32 %d) {
entry:
  br label %b
b:
  %i = phi i32 [ 0, %entry ], [ %j, %b ]
  %q = getelementptr i32, ptr %p, i32 %i
  store i32 %n, ptr %q
  %j = add nsw i32 %i, %d
  %c = icmp slt i32 %j, %n
  br i1 %c, label %b, label %e
e:
  ret void
}
; threads that run the loop unequally often must meet in the same call
; CHECK: call void @llvm.nvvm.bar.warp.sync
; CHECK-NOT: call void @llvm.nvvm.bar.warp.sync
; CHECK: @wraps(
define void @warp(ptr %p, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %b
b:
  %i = phi i32 [ 0, %entry ], [ %j, %b ]
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %j = add nsw i32 %i, 1
  %c = icmp slt i32 %j, %t
  br i1 %c, label %b, label %e
e:
  ret void
}
; by three without nsw it may step over %n and go on for ever
; CHECK: store i32
; CHECK-NOT: store i32
; CHECK: ret void
define void @wraps(ptr %p, i32 %n) {
entry:
  br label %b
b:
  %i = phi i32 [ 0, %entry ], [ %j, %b ]
  %q = getelementptr i32, ptr %p, i32 %i
  store i32 %n, ptr %q
  %j = add i32 %i, 3
  %c = icmp slt i32 %j, %n
  br i1 %c, label %b, label %e
e:
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.bar.warp.sync(i32) convergent
