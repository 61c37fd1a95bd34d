; RUN: %B/tools/iropt --passes='loop(loop-rotate,indvars)' %s
; loop b is rotated first, and its old header is gone when loop a asks where its variable begins:
; the loop around both, whose table still has that block, is no loop to it in that round
; CHECK: define void @beside
; CHECK: store i32 1
; CHECK: store i32 2
define void @beside(ptr %p, i32 %n, i32 %m) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  br label %a
a:
  %j = phi i32 [ %i, %outer ], [ %j1, %a ]
  %pj = getelementptr i32, ptr %p, i32 %j
  store i32 1, ptr %pj
  %j1 = add i32 %j, 1
  %ca = icmp slt i32 %j1, %m
  br i1 %ca, label %a, label %pre
pre:
  br label %b
b:
  %k = phi i32 [ 0, %pre ], [ %k1, %body ]
  %cb = icmp slt i32 %k, %m
  br i1 %cb, label %body, label %next
body:
  %pk = getelementptr i32, ptr %p, i32 %k
  store i32 2, ptr %pk
  %k1 = add i32 %k, 1
  br label %b
next:
  %i1 = add nsw i32 %i, 1
  %co = icmp slt i32 %i1, %n
  br i1 %co, label %outer, label %end
end:
  ret void
}
