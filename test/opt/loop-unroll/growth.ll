; SPDX-License-Identifier: Apache-2.0
; One budget for all copies of a function's loops: the loop that has its turn first is unrolled, then nothing is left; what
; the source asks for is done all the same.
; RUN: %B/tools/iropt '--passes=loop(simple-loop-unswitch,loop-unroll<growth=0;growth-base=20>)' --stress=all %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @two
; CHECK: a:
; CHECK: br i1 %ac, label %a, label %m
; CHECK: store volatile i32 4,
; CHECK-NOT: icmp
; CHECK: ret void
define void @two(ptr %p, i32 %n) {
e:
  br label %a
a:
  %i = phi i32 [ 0, %e ], [ %ai, %a ]
  %ag = getelementptr i32, ptr %p, i32 %i
  store volatile i32 %i, ptr %ag
  store volatile i32 %n, ptr %ag
  %ai = add i32 %i, 1
  %ac = icmp ult i32 %ai, 5
  br i1 %ac, label %a, label %m
m:
  br label %b
b:
  %j = phi i32 [ 0, %m ], [ %bj, %b ]
  %bg = getelementptr i32, ptr %p, i32 %j
  store volatile i32 %j, ptr %bg
  store volatile i32 %n, ptr %bg
  %bj = add i32 %j, 1
  %bc = icmp ult i32 %bj, 5
  br i1 %bc, label %b, label %o
o:
  ret void
}
; CHECK-LABEL: define void @asked
; CHECK-NOT: icmp
; CHECK: ret void
define void @asked(ptr %p, i32 %n) {
e:
  br label %a
a:
  %i = phi i32 [ 0, %e ], [ %ai, %a ]
  %ag = getelementptr i32, ptr %p, i32 %i
  store volatile i32 %i, ptr %ag
  store volatile i32 %n, ptr %ag
  %ai = add i32 %i, 1
  %ac = icmp ult i32 %ai, 40
  br i1 %ac, label %a, label %o, !llvm.loop !0
o:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.full"}
