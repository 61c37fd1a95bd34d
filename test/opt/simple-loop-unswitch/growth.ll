; SPDX-License-Identifier: Apache-2.0
; The budget for copies of loops holds here, too: the first condition gets its copy, the second
; none.
; RUN: %B/tools/iropt '--passes=loop(simple-loop-unswitch)' --stress=all --Xopt=-loop-growth=0 --Xopt=-loop-growth-base=12 %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @two
; CHECK: br i1 %b
; CHECK: l:
; CHECK: br i1 %c, label %x, label %y
; CHECK: ret void
define ptx_kernel void @two(ptr %p, i32 %n, i1 noundef %b, i1 noundef %c) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %m ]
  br i1 %b, label %s, label %t
s:
  store volatile i32 1, ptr %p
  br label %t
t:
  br i1 %c, label %x, label %y
x:
  store volatile i32 2, ptr %p
  br label %m
y:
  store volatile i32 3, ptr %p
  br label %m
m:
  %j = add i32 %i, 1
  %d = icmp ult i32 %j, %n
  br i1 %d, label %l, label %o
o:
  ret void
}
