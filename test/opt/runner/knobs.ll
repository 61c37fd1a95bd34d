; Knobs in the text of a pipeline and as options, and wrong ones.
; RUN[A]: %B/tools/iropt "--passes=loop-unroll<threshold=1;partial-count=1>" %s
; A: br i1 %c, label %l, label %e
; RUN[B]: %B/tools/iropt "--passes=loop-unroll<threshold=1;partial-count=1;count=0>,loop-unroll" %s
; B-NOT: br i1
; RUN[C]: %B/tools/iropt "--passes=loop-unroll<count=5000>" %s
; EXIT[C]: 1
; C: error: pipeline: knob=number expected, in the knob's range
; RUN[D]: %B/tools/iropt "--passes=dce<count=1>" %s
; EXIT[D]: 1
; D: error: pipeline: the pass has no such knob
; RUN[E]: %B/tools/iropt "--passes=loop-unroll<count=1" %s
; EXIT[E]: 1
; E: error: pipeline: '>' expected
; RUN[F]: %B/tools/iropt "--passes=loop(dce)" %s
; EXIT[F]: 1
; F: error: pipeline: in loop(...) only loop passes can stand
; RUN[G]: %B/tools/iropt --passes=loop-unroll --Xopt=-unroll-threshold=1 --Xopt=-unroll-max-partial-count=1 %s
; G: br i1 %c, label %l, label %e
; RUN[H]: %B/tools/iropt --passes=loop-unroll --Xopt=-unroll-threshold=x %s
; H: warning: -unroll-threshold=x has no effect: a number from 0 to 1048576 is expected
define void @f(ptr %p) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %q = getelementptr i32, ptr %p, i32 %i
  store i32 %i, ptr %q
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, 4
  br i1 %c, label %l, label %e
e:
  ret void
}
