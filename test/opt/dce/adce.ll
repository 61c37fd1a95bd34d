; A cycle of phis that nothing needs goes; effects and what they need stay.
; RUN: %B/tools/iropt --passes=adce --stress=all %s
; CHECK-NOT: %dead
; CHECK: store i32 %n, ptr %p
define void @f(ptr %p, i1 %c, i32 %n) {
  br label %l
l:
  %dead = phi i32 [ 0, %0 ], [ %dead2, %l ]
  %dead2 = add i32 %dead, 1
  store i32 %n, ptr %p
  br i1 %c, label %l, label %o
o:
  ret void
}
