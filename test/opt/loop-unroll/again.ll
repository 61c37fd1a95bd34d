; SPDX-License-Identifier: Apache-2.0
; Of a group that is unrolled at run time ptxas may make more copies only while it is small.
; RUN[SMALL]: %B/tools/iropt '--passes=loop-unroll<again=20>' %s
; RUN[LARGE]: %B/tools/iropt '--passes=loop-unroll<again=1000>' %s

; SMALL-LABEL: define void @group
; SMALL: br i1 {{.*}}, label %b, label {{.*}}, !llvm.loop [[M:![0-9]+]]
; SMALL: [[M]] = distinct !{[[M]], [[D:![0-9]+]]}
; SMALL: [[D]] = !{!"llvm.loop.unroll.disable"}
; LARGE-LABEL: define void @group
; LARGE: br i1 {{.*}}, label %b, label {{.*}}, !llvm.loop [[M:![0-9]+]]
; LARGE: [[M]] = distinct !{[[M]], [[D:![0-9]+]]}
; LARGE: [[D]] = !{!"cuprum.loop.unrolled"}
define void @group(ptr %p, i32 %n) {
  %enter = icmp sgt i32 %n, 0
  br i1 %enter, label %b, label %exit
b:
  %i = phi i32 [ 0, %0 ], [ %j, %b ]
  %w = zext i32 %i to i64
  %g = getelementptr float, ptr %p, i64 %w
  %x = load float, ptr %g
  %y = fmul float %x, %x
  %z = fadd float %y, 1.0
  store float %z, ptr %g
  %j = add nuw nsw i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %b, label %exit
exit:
  ret void
}
