; SPDX-License-Identifier: Apache-2.0
; A loop that runs at most twice is not copied for groups of four, here or by ptxas.
; RUN: %B/tools/iropt '--passes=loop(loop-unroll)' --stress=all %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define void @twice
; CHECK: l:
; CHECK: br i1 %c, label %l, label %o, !llvm.loop
; CHECK: o:
define void @twice(ptr %p, i32 %x) {
e:
  %t = and i32 %x, 511
  br label %l
l:
  %i = phi i32 [ %t, %e ], [ %j, %l ]
  %a = getelementptr i32, ptr %p, i32 %i
  store volatile i32 1, ptr %a
  %j = add nsw i32 %i, 256
  %c = icmp slt i32 %j, 512
  br i1 %c, label %l, label %o
o:
  ret void
}

; many rounds: groups
; CHECK-LABEL: define void @often
; CHECK: store volatile
; CHECK: store volatile
; CHECK: store volatile
; CHECK: store volatile
define void @often(ptr %p, i32 %x) {
e:
  %t = and i32 %x, 511
  br label %l
l:
  %i = phi i32 [ %t, %e ], [ %j, %l ]
  %a = getelementptr i32, ptr %p, i32 %i
  store volatile i32 1, ptr %a
  %j = add nsw i32 %i, 256
  %c = icmp slt i32 %j, 65536
  br i1 %c, label %l, label %o
o:
  ret void
}
