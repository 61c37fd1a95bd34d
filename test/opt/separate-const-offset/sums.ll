; Addresses whose indices differ by a constant inside a sum of variables share the variable steps.
; RUN: %B/tools/iropt --passes=separate-const-offset,gvn,adce --stress=all %s
target datalayout = "e-p:64:64:64-p3:32:32:32-i64:64:64-n16:32:64"

; the invariant part comes first, so that it can leave the loop
; CHECK-LABEL: define void @neighbours
; CHECK: loop:
; CHECK: [[M:%.*]] = sext i32 %m to i64
; CHECK: [[P:%.*]] = getelementptr float, ptr %a, i64 [[M]]
; CHECK: [[I:%.*]] = sext i32 %i to i64
; CHECK: [[Q:%.*]] = getelementptr float, ptr [[P]], i64 [[I]]
; CHECK: getelementptr i8, ptr [[Q]], i64 4
; CHECK: getelementptr i8, ptr [[Q]], i64 -8
; CHECK-NOT: mul
; CHECK: br i1
define void @neighbours(ptr %a, i32 %m, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %i4, %loop ]
  %s0 = add nsw i32 %m, %i
  %x0 = sext i32 %s0 to i64
  %p0 = getelementptr float, ptr %a, i64 %x0
  store float 0.0, ptr %p0
  %i1 = add nsw i32 %i, 1
  %s1 = add nsw i32 %m, %i1
  %x1 = sext i32 %s1 to i64
  %p1 = getelementptr float, ptr %a, i64 %x1
  store float 1.0, ptr %p1
  %i2 = add nsw i32 %i, -2
  %s2 = add nsw i32 %i2, %m
  %x2 = sext i32 %s2 to i64
  %p2 = getelementptr float, ptr %a, i64 %x2
  store float 2.0, ptr %p2
  %i4 = add nsw i32 %i, 4
  %c = icmp slt i32 %i4, 100
  br i1 %c, label %loop, label %end
end:
  ret void
}
; a factor goes to each part; without signs where nothing wraps
; CHECK-LABEL: define void @factor
; CHECK: [[I:%.*]] = zext i32 %i to i64
; CHECK: getelementptr [32 x float], ptr %{{.*}}, i64 [[I]]
; CHECK: getelementptr i8, ptr %{{.*}}, i64 128
; CHECK: ret void
define void @factor(ptr %a, i32 %m, i32 %i) {
  %f0 = shl nuw i32 %i, 5
  %s0 = add nuw i32 %f0, %m
  %x0 = zext i32 %s0 to i64
  %p0 = getelementptr float, ptr %a, i64 %x0
  store float 0.0, ptr %p0
  %i1 = add nuw i32 %i, 1
  %f1 = shl nuw i32 %i1, 5
  %s1 = add nuw i32 %f1, %m
  %x1 = zext i32 %s1 to i64
  %p1 = getelementptr float, ptr %a, i64 %x1
  store float 1.0, ptr %p1
  ret void
}
; one address alone is computed in 32 bits
; CHECK-LABEL: define void @alone
; CHECK: add nsw i32 %m, %i1
; CHECK-NEXT: sext
; CHECK: ret void
define void @alone(ptr %a, i32 %m, i32 %i) {
  %i1 = add nsw i32 %i, 1
  %s1 = add nsw i32 %m, %i1
  %x1 = sext i32 %s1 to i64
  %p1 = getelementptr float, ptr %a, i64 %x1
  store float 1.0, ptr %p1
  ret void
}
; sums that may wrap stay: where the outer one or the inner one has no flag
; CHECK-LABEL: define void @wraps
; CHECK: add i32 %m, %i1
; CHECK: add nsw i32 %m, %i2
; CHECK-NOT: getelementptr i8
; CHECK: ret void
define void @wraps(ptr %a, i32 %m, i32 %i) {
  %i1 = add nsw i32 %i, 1
  %s1 = add i32 %m, %i1
  %x1 = sext i32 %s1 to i64
  %p1 = getelementptr float, ptr %a, i64 %x1
  store float 1.0, ptr %p1
  %i2 = add i32 %i, 2
  %s2 = add nsw i32 %m, %i2
  %x2 = sext i32 %s2 to i64
  %p2 = getelementptr float, ptr %a, i64 %x2
  store float 2.0, ptr %p2
  ret void
}
