; RUN: %B/tools/iropt --passes='loop(loop-unroll<runtime-count=1;partial-count=1>)' --stress=all %s
; Loops around loops, and loops over local arrays.

; The outer loop's number decides how often the inner one runs: both go (a sorting network).
; CHECK-LABEL: define void @network
; CHECK-NOT: br i1
; CHECK: ret void
define void @network(ptr %p) {
e:
  br label %o
o:
  %k = phi i32 [ 2, %e ], [ %k2, %q ]
  %half = lshr i32 %k, 1
  br label %i
i:
  %j = phi i32 [ %half, %o ], [ %j2, %i ]
  %a = getelementptr i32, ptr %p, i32 %j
  %b = getelementptr i32, ptr %p, i32 %k
  %x = load i32, ptr %a
  %y = load i32, ptr %b
  %m = call i32 @llvm.smin.i32(i32 %x, i32 %y)
  %n = call i32 @llvm.smax.i32(i32 %x, i32 %y)
  store i32 %m, ptr %a
  store i32 %n, ptr %b
  %j2 = lshr i32 %j, 1
  %t = icmp ugt i32 %j2, 0
  br i1 %t, label %i, label %q
q:
  %k2 = shl i32 %k, 1
  %d = icmp ult i32 %k2, 256
  br i1 %d, label %o, label %x1
x1:
  ret void
}
; The inner one's is known at run time only, and copies of it would come to that.
; CHECK-LABEL: define void @filter
; CHECK: br i1 %t
; CHECK: br i1 %d
; CHECK-NOT: br i1
; CHECK: ret void
define void @filter(ptr %p, i32 %c) {
e:
  br label %o
o:
  %k = phi i32 [ 0, %e ], [ %k2, %q ]
  br label %i
i:
  %j = phi i32 [ 0, %o ], [ %j2, %i ]
  %s = mul i32 %j, 9
  %s2 = add i32 %s, %k
  %a = getelementptr i32, ptr %p, i32 %s2
  %x = load i32, ptr %a
  %y = mul i32 %x, %x
  %z = add i32 %y, %k
  store i32 %z, ptr %a
  %j2 = add nuw nsw i32 %j, 1
  %t = icmp slt i32 %j2, %c
  br i1 %t, label %i, label %q
q:
  %k2 = add nuw nsw i32 %k, 1
  %d = icmp ult i32 %k2, 9
  br i1 %d, label %o, label %x1
x1:
  ret void
}
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
