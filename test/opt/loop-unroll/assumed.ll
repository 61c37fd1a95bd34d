; RUN: %B/tools/iropt --passes=correlated-propagation,constraint-elimination,'loop(loop-rotate,loop-unroll)',simplifycfg,instcombine,simplifycfg --stress=all %s
; What the program promises of a count stays where it is promised, and says that no iterations are
; left over behind groups of them.

; CHECK-LABEL: define void @fours
; CHECK: assume
; CHECK-NOT: assume(i1 true)
; CHECK: br i1
; CHECK: phi
; CHECK: br i1
; CHECK-NOT: {{phi|br i1}}
; CHECK: ret void
define void @fours(ptr %p, i32 %n) {
e:
  %m = and i32 %n, 3
  %z = icmp eq i32 %m, 0
  call void @llvm.assume(i1 %z)
  %g = icmp sgt i32 %n, 0
  call void @llvm.assume(i1 %g)
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %i2, %b ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %b, label %x
b:
  %a = getelementptr inbounds i32, ptr %p, i32 %i
  %v = load i32, ptr %a
  %w = add i32 %v, 1
  store i32 %w, ptr %a
  %i2 = add nsw i32 %i, 1
  br label %h
x:
  ret void
}
; Multiples by construction.
; CHECK-LABEL: define void @shifted
; CHECK: phi
; CHECK: br i1
; CHECK-NOT: phi
; CHECK: ret void
define void @shifted(ptr %p, i32 %k) {
e:
  %n = shl nuw nsw i32 %k, 2
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %i2, %b ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %b, label %x
b:
  %a = getelementptr inbounds i32, ptr %p, i32 %i
  %v = load i32, ptr %a
  %w = add i32 %v, 1
  store i32 %w, ptr %a
  %i2 = add nsw i32 %i, 1
  br label %h
x:
  ret void
}
; Of twos some are left over; so are some behind a promise that is made too late.
; CHECK-LABEL: define void @twos
; CHECK: phi
; CHECK: phi
; CHECK: ret void
define void @twos(ptr %p, i32 %n) {
e:
  %m = and i32 %n, 1
  %z = icmp eq i32 %m, 0
  call void @llvm.assume(i1 %z)
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %i2, %b ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %b, label %x
b:
  %a = getelementptr inbounds i32, ptr %p, i32 %i
  %v = load i32, ptr %a
  %w = add i32 %v, 1
  store i32 %w, ptr %a
  %i2 = add nsw i32 %i, 1
  br label %h
x:
  ret void
}
; CHECK-LABEL: define void @late
; CHECK: phi
; CHECK: phi
; CHECK: ret void
define void @late(ptr %p, i32 %n) {
e:
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %i2, %b ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %b, label %x
b:
  %a = getelementptr inbounds i32, ptr %p, i32 %i
  %v = load i32, ptr %a
  %w = add i32 %v, 1
  store i32 %w, ptr %a
  %i2 = add nsw i32 %i, 1
  br label %h
x:
  %m = and i32 %n, 3
  %z = icmp eq i32 %m, 0
  call void @llvm.assume(i1 %z)
  ret void
}
declare void @llvm.assume(i1)
