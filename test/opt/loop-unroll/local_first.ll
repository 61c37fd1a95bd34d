; RUN: %B/tools/iropt --passes='loop(loop-unroll<growth=0;growth-base=0>)' --stress=all %s
; Without any budget for copies: loops over local arrays are unrolled all the same, so that the
; arrays become registers. One whose places the counter does not decide is like any other.

; CHECK-LABEL: define void @fills
; CHECK-NOT: br i1
; CHECK: ret void
define void @fills(ptr %p) {
e:
  %v = alloca [3 x i32]
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %i2, %l ]
  %a = getelementptr inbounds i32, ptr %v, i32 %i
  store i32 0, ptr %a
  %i2 = add nuw nsw i32 %i, 1
  %c = icmp ult i32 %i2, 3
  br i1 %c, label %l, label %x
x:
  call void @use(ptr %v)
  ret void
}
; CHECK-LABEL: define void @sums
; CHECK: br i1 %c
define void @sums(ptr %p) {
e:
  %v = alloca [3 x i32]
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %i2, %l ]
  %a = getelementptr inbounds i32, ptr %p, i32 %i
  %o = load volatile i32, ptr %a
  %n = load i32, ptr %v
  %s = add i32 %n, %o
  store i32 %s, ptr %v
  %i2 = add nuw nsw i32 %i, 1
  %c = icmp ult i32 %i2, 3
  br i1 %c, label %l, label %x
x:
  call void @use(ptr %v)
  ret void
}
declare void @use(ptr)
