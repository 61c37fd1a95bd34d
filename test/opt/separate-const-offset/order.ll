; Steps of an address that an inner loop does not change come first (src/opt/gpu/addr_order.c).
; RUN: %B/tools/iropt --passes='separate-const-offset,gvn,loop(licm),adce' --stress=all %s
target datalayout = "e-p:64:64:64-p3:32:32:32-i64:64:64-n16:32:64"
declare i32 @next()

; what the loop does not change is added in front of it; the factor goes into the step
; CHECK-LABEL: define void @gather
; CHECK: [[L:%.*]] = getelementptr { float, float }, ptr %a, i64 %lane
; CHECK: loop:
; CHECK-NOT: shl
; CHECK: [[T:%.*]] = zext i32 {{.*}} to i64
; CHECK: [[P:%.*]] = getelementptr [64 x float], ptr [[L]], i64 [[T]]
; CHECK-NEXT: store float 0.000000e+00, ptr [[P]]
define void @gather(ptr %a, i64 %lane, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %t = call i32 @next()
  %x = zext i32 %t to i64
  %s = shl i64 %x, 6
  %p = getelementptr float, ptr %a, i64 %s
  %q = getelementptr { float, float }, ptr %p, i64 %lane
  store float 0.0, ptr %q
  %i1 = add nsw i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; a sum of which one part stays; of 32 bits because it does not wrap
; CHECK-LABEL: define void @sum
; CHECK: [[M:%.*]] = sext i32 %m to i64
; CHECK: [[B:%.*]] = getelementptr float, ptr %a, i64 [[M]]
; CHECK: loop:
; CHECK: [[T:%.*]] = sext i32 {{.*}} to i64
; CHECK: getelementptr float, ptr [[B]], i64 [[T]]
define void @sum(ptr %a, i32 %m, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %t = call i32 @next()
  %s = add nsw i32 %m, %t
  %x = sext i32 %s to i64
  %p = getelementptr float, ptr %a, i64 %x
  store float 0.0, ptr %p
  %i1 = add nsw i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; this one may wrap
; CHECK-LABEL: define void @wraps
; CHECK: loop:
; CHECK: [[S:%.*]] = add i32 %m, %t
; CHECK: sext i32 [[S]] to i64
define void @wraps(ptr %a, i32 %m, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %t = call i32 @next()
  %s = add i32 %m, %t
  %x = sext i32 %s to i64
  %p = getelementptr float, ptr %a, i64 %x
  store float 0.0, ptr %p
  %i1 = add nsw i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; the address between the steps is needed too: one sum is shared
; CHECK-LABEL: define void @between
; CHECK: loop:
; CHECK: [[P:%.*]] = getelementptr float, ptr %a, i64 %x
; CHECK: getelementptr float, ptr [[P]], i64 %lane
define void @between(ptr %a, i64 %lane, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %t = call i32 @next()
  %x = zext i32 %t to i64
  %p = getelementptr float, ptr %a, i64 %x
  %q = getelementptr float, ptr %p, i64 %lane
  store float 0.0, ptr %q
  store float 1.0, ptr %p
  %i1 = add nsw i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; no loop: nothing to gain, but the factor of what is extended (one product); another stays for straight-line-reduce
; CHECK-LABEL: define void @straight
; CHECK: [[P:%.*]] = getelementptr float, ptr %a, i64 %x
; CHECK: getelementptr float, ptr [[P]], i64 %lane
; CHECK: getelementptr [16 x float], ptr %b, i64 %x
; CHECK: [[U:%.*]] = shl i64 %lane, 4
; CHECK: getelementptr float, ptr %b, i64 [[U]]
define void @straight(ptr %a, ptr %b, i64 %lane, i32 %t) {
  %x = zext i32 %t to i64
  %p = getelementptr float, ptr %a, i64 %x
  %q = getelementptr float, ptr %p, i64 %lane
  store float 0.0, ptr %q
  %s = shl i64 %x, 4
  %r = getelementptr float, ptr %b, i64 %s
  store float 0.0, ptr %r
  %u = shl i64 %lane, 4
  %v = getelementptr float, ptr %b, i64 %u
  store float 0.0, ptr %v
  ret void
}

; a product that was made elsewhere is there
; CHECK-LABEL: define void @elsewhere
; CHECK: [[S:%.*]] = shl i64 %lane, 4
; CHECK: getelementptr float, ptr %b, i64 [[S]]
define void @elsewhere(ptr %b, i32 %t, i1 %c) {
entry:
  %lane = zext i32 %t to i64
  %s = shl i64 %lane, 4
  br i1 %c, label %then, label %end
then:
  %r = getelementptr float, ptr %b, i64 %s
  store float 0.0, ptr %r
  br label %end
end:
  ret void
}
