; SPDX-License-Identifier: Apache-2.0
; No more pointers than a thread has registers for: the most used ones first.
; RUN: %B/tools/iropt --passes='loop(loop-reduce),dce' --stress=all %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @many
; CHECK: phi ptr
; CHECK: phi ptr
; CHECK: phi ptr
; CHECK: ret void
define ptx_kernel void @many(ptr %p, ptr %q, ptr %r, i64 %st, i64 %n) {
e:
  br label %h
h:
  %i = phi i64 [ 0, %e ], [ %j, %h ]
  %m = mul i64 %i, %st
  %a = getelementptr float, ptr %p, i64 %m
  %b = getelementptr float, ptr %q, i64 %m
  %d = getelementptr float, ptr %r, i64 %m
  %x = load float, ptr %a
  %y = load float, ptr %b
  %s = fadd float %x, %y
  store float %s, ptr %d
  store float %y, ptr %a
  %j = add i64 %i, 1
  %c = icmp slt i64 %j, %n
  br i1 %c, label %h, label %x2
x2:
  ret void
}
; one is all that 16 registers leave (a quarter stays free): %p, which has two uses
; CHECK-LABEL: define ptx_kernel void @few
; CHECK: %[[P:[0-9]+]] = phi ptr
; CHECK-NOT: phi ptr
; CHECK: load float, ptr %[[P]]
; CHECK: ret void
define ptx_kernel void @few(ptr %p, ptr %q, ptr %r, i64 %st, i64 %n) "nvvm.maxnreg"="16" {
e:
  br label %h
h:
  %i = phi i64 [ 0, %e ], [ %j, %h ]
  %m = mul i64 %i, %st
  %a = getelementptr float, ptr %p, i64 %m
  %b = getelementptr float, ptr %q, i64 %m
  %d = getelementptr float, ptr %r, i64 %m
  %x = load float, ptr %a
  %y = load float, ptr %b
  %s = fadd float %x, %y
  store float %s, ptr %d
  store float %y, ptr %a
  %j = add i64 %i, 1
  %c = icmp slt i64 %j, %n
  br i1 %c, label %h, label %x2
x2:
  ret void
}
