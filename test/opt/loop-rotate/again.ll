; A loop that tests at both ends puts both tests at its bottom, where they become one branch.
; RUN: %B/tools/iropt --passes='loop(loop-rotate<again=1>),simplifycfg-late,adce' --stress=all %s
; RUN[ONCE]: %B/tools/iropt --passes='loop(loop-rotate),adce' --stress=all %s

declare void @use(i32)
; CHECK-LABEL: define i32 @both
; CHECK: body:
; CHECK: [[M:%.*]] = icmp slt
; CHECK: [[Q:%.*]] = fcmp olt
; CHECK: select i1 [[M]], i1 [[Q]], i1 false
; CHECK-NEXT: br i1
; CHECK-NOT: br i1
; CHECK: ret i32
; ONCE-LABEL: define i32 @both
; ONCE: br i1
; ONCE: br i1
; ONCE: ret i32
define i32 @both(float %c, i32 %n) {
entry:
  br label %top
top:
  br label %loop
loop:
  %x = phi float [ %c, %top ], [ %x1, %body ]
  %i = phi i32 [ 0, %top ], [ %i1, %body ]
  %s = fmul float %x, %x
  %q = fcmp olt float %s, 4.0
  br i1 %q, label %body, label %end
body:
  %x1 = fadd float %s, %c
  %i1 = add nsw i32 %i, 1
  %m = icmp slt i32 %i1, %n
  br i1 %m, label %loop, label %end
end:
  %r = phi i32 [ %i, %loop ], [ %i1, %body ]
  ret i32 %r
}

; a load may not be made where the counter has ended
; CHECK-LABEL: define i32 @load
; CHECK: loop:
; CHECK: load float
; CHECK: br i1
; CHECK: br i1
define i32 @load(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %body ]
  %a = getelementptr float, ptr %p, i32 %i
  %s = load float, ptr %a
  %q = fcmp olt float %s, 4.0
  br i1 %q, label %body, label %end
body:
  call void @use(i32 %i)
  %i1 = add nsw i32 %i, 1
  %m = icmp slt i32 %i1, %n
  br i1 %m, label %loop, label %end
end:
  %r = phi i32 [ %i, %loop ], [ %i1, %body ]
  ret i32 %r
}

; the two ways out lead to different places
; CHECK-LABEL: define i32 @apart
; CHECK: loop:
; CHECK: br i1
; CHECK: br i1
define i32 @apart(float %c, i32 %n) {
entry:
  br label %loop
loop:
  %x = phi float [ %c, %entry ], [ %x1, %body ]
  %i = phi i32 [ 0, %entry ], [ %i1, %body ]
  %s = fmul float %x, %x
  %q = fcmp olt float %s, 4.0
  br i1 %q, label %body, label %end
body:
  %x1 = fadd float %s, %c
  %i1 = add nsw i32 %i, 1
  %m = icmp slt i32 %i1, %n
  br i1 %m, label %loop, label %out
end:
  ret i32 %i
out:
  ret i32 -1
}
