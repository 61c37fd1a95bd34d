; SPDX-License-Identifier: Apache-2.0
; Which values are uniform is found out when it is asked for. Here the second loop, which is visited
; first, has been rotated by the time that the first one asks: that one waits for the next round, and
; the loop around both does so, too.
; RUN: %B/tools/iropt '--passes=loop(loop-rotate,simple-loop-unswitch)' --stress=all %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @two
; CHECK: br i1 %b, label %{{.*}}, label
; CHECK: l:
; CHECK-NOT: br i1 %b
; CHECK: ret void
define ptx_kernel void @two(ptr %p, i32 %n, i1 noundef %b) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %m ]
  br i1 %b, label %s, label %m
s:
  store volatile i32 1, ptr %p
  br label %m
m:
  %j = add i32 %i, 1
  %d = icmp ult i32 %j, %n
  br i1 %d, label %l, label %h
h:
  %k = phi i32 [ 0, %m ], [ %q, %t ]
  %c = icmp ult i32 %k, %n
  br i1 %c, label %t, label %o
t:
  store volatile i32 2, ptr %p
  %q = add i32 %k, 1
  br label %h
o:
  ret void
}
