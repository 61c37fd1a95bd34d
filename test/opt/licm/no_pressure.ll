; SPDX-License-Identifier: Apache-2.0
; With registers enough, all of it goes in front of the loop; launch bounds say how many there are.
; RUN: %B/tools/iropt '--passes=loop(licm)' --stress=all %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @enough
; CHECK: %s = add i32 %a, 1
; CHECK: l:
define ptx_kernel void @enough(ptr %p, i32 %a, i32 %n) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %s = add i32 %a, 1
  %x = xor i32 %s, %i
  store volatile i32 %x, ptr %p
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %l, label %o
o:
  ret void
}
; CHECK-LABEL: define ptx_kernel void @bounded
; CHECK: l:
; CHECK: %s = add i32 %a, 1
define ptx_kernel void @bounded(ptr %p, i32 %a, i32 %n) "nvvm.maxnreg"="4" {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %v = load volatile i64, ptr %p
  %s = add i32 %a, 1
  %x = xor i32 %s, %i
  store volatile i32 %x, ptr %p
  store volatile i64 %v, ptr %p
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %l, label %o
o:
  ret void
}
