; RUN: %B/tools/iropt "--passes=loop(licm),mem2reg" %s
; the sum stays in a register
; CHECK: @sum(
; CHECK: load float, ptr %o
; CHECK: {{^}}b:
; CHECK-NOT: ptr %o
; CHECK: br i1
; CHECK: store float {{.*}}, ptr %o
; CHECK: @sometimes(
define void @sum(ptr noalias %o, ptr noalias %p, i32 %n) {
entry:
  br label %b
b:
  %i = phi i32 [ 0, %entry ], [ %j, %b ]
  %q = getelementptr float, ptr %p, i32 %i
  %v = load float, ptr %q
  %s = load float, ptr %o
  %t = fadd float %s, %v
  store float %t, ptr %o
  %j = add nsw i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %b, label %e
e:
  ret void
}
; a store that may not happen is not made
; CHECK: {{^}}s:
; CHECK: store float {{.*}}, ptr %o
; CHECK: @alias(
define void @sometimes(ptr noalias %o, ptr noalias %p, i32 %n) {
entry:
  br label %b
b:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %q = getelementptr float, ptr %p, i32 %i
  %v = load float, ptr %q
  %d = fcmp ogt float %v, 1.0
  br i1 %d, label %s, label %l
s:
  store float %v, ptr %o
  br label %l
l:
  %j = add nsw i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %b, label %e
e:
  ret void
}
; another access may be to the same place
; CHECK: {{^}}b:
; CHECK: store float {{.*}}, ptr %o
; CHECK: br i1
; CHECK: @volatile(
define void @alias(ptr %o, ptr %p, i32 %n) {
entry:
  br label %b
b:
  %i = phi i32 [ 0, %entry ], [ %j, %b ]
  %q = getelementptr float, ptr %p, i32 %i
  %v = load float, ptr %q
  store float %v, ptr %o
  %j = add nsw i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %b, label %e
e:
  ret void
}
; CHECK: {{^}}b:
; CHECK: store volatile
; CHECK: @barrier(
define void @volatile(ptr noalias %o, i32 %n) {
entry:
  br label %b
b:
  %i = phi i32 [ 0, %entry ], [ %j, %b ]
  store volatile i32 %i, ptr %o
  %j = add nsw i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %b, label %e
e:
  ret void
}
; other threads look at each barrier
; CHECK: {{^}}b:
; CHECK: store i32
; CHECK: barrier0
define void @barrier(ptr noalias %o, i32 %n) {
entry:
  br label %b
b:
  %i = phi i32 [ 0, %entry ], [ %j, %b ]
  store i32 %i, ptr %o
  call void @llvm.nvvm.barrier0()
  %j = add nsw i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %b, label %e
e:
  ret void
}
declare void @llvm.nvvm.barrier0() convergent
