; RUN: %B/tools/iropt --passes=simple-loop-unswitch,simplifycfg %s
; one loop for each outcome
; CHECK: @two(
; CHECK: freeze i1 %f
; CHECK: br i1
; CHECK: mul i32
; CHECK-NOT: udiv i32
; CHECK: br i1
; CHECK: udiv i32
; CHECK-NOT: mul i32
; CHECK: @inside(
define i32 @two(i32 %n) {
entry:
  %id = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %f = trunc nuw i32 %id to i1
  br label %l
l:
  %i = phi i32 [ 1, %entry ], [ %j, %m ]
  %s = phi i32 [ 1, %entry ], [ %t, %m ]
  br i1 %f, label %a, label %b
a:
  %x = mul i32 %s, %i
  store volatile i32 %x, ptr null
  br label %m
b:
  %y = udiv i32 %s, %i
  store volatile i32 %y, ptr null
  br label %m
m:
  %t = phi i32 [ %x, %a ], [ %y, %b ]
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %l, label %e
e:
  ret i32 %t
}
; a condition of the loop's own
; CHECK: store volatile
; CHECK-NOT: store volatile
; CHECK: @warp(
define ptx_kernel void @inside(i32 %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 1, %entry ], [ %j, %m ]
  %f = icmp eq i32 %i, 7
  br i1 %f, label %a, label %m
a:
  store volatile i32 %i, ptr null
  br label %m
m:
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %l, label %e
e:
  ret void
}
; warps with different conditions meet in the barrier
; CHECK: barrier0
; CHECK-NOT: barrier0
; CHECK: @block(
define ptx_kernel void @warp(i32 %n, ptr %p) {
entry:
  %f = load i1, ptr %p
  br label %l
l:
  %i = phi i32 [ 1, %entry ], [ %j, %m ]
  call void @llvm.nvvm.barrier0()
  br i1 %f, label %a, label %m
a:
  store volatile i32 %i, ptr null
  br label %m
m:
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %l, label %e
e:
  ret void
}
; a kernel's parameter is the same for all
; CHECK: call void @llvm.nvvm.barrier0
; CHECK: call void @llvm.nvvm.barrier0
; RUN[SMALL]: %B/tools/iropt "--passes=simple-loop-unswitch<threshold=3>" %s
; SMALL: @two(
; SMALL: udiv i32
; SMALL-NOT: udiv i32
; SMALL: @inside(
define ptx_kernel void @block(i32 %n, i32 %g) {
entry:
  %f = icmp eq i32 %g, 3
  br label %l
l:
  %i = phi i32 [ 1, %entry ], [ %j, %m ]
  call void @llvm.nvvm.barrier0()
  br i1 %f, label %a, label %m
a:
  store volatile i32 %i, ptr null
  br label %m
m:
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %l, label %e
e:
  ret void
}

; threads of one warp would run both loops, one after the other
; CHECK-LABEL: @lane(
; CHECK: volatile
; CHECK-NOT: volatile
; CHECK: ret void
define ptx_kernel void @lane(i32 %n) {
entry:
  %id = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %f = icmp eq i32 %id, 3
  br label %l
l:
  %i = phi i32 [ 1, %entry ], [ %j, %m ]
  %d = udiv i32 %n, %i
  br i1 %f, label %a, label %m
a:
  store volatile i32 %d, ptr null
  br label %m
m:
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %l, label %e
e:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier0() convergent
