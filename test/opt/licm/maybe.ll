; SPDX-License-Identifier: Apache-2.0
; What only some rounds need stays from a lower number of registers on, with what it reads from constant memory.
; RUN: %B/tools/iropt '--passes=loop(licm<maybe-registers=3>)' --stress=all %s
; RUN[ROOM]: %B/tools/iropt '--passes=loop(licm<maybe-registers=100>)' --stress=all %s
target triple = "nvptx64-nvidia-cuda"
@k = internal addrspace(4) externally_initialized global [2 x i32] zeroinitializer

; CHECK-LABEL: define ptx_kernel void @some
; CHECK: l:
; CHECK: rare:
; CHECK-NEXT: load i32
; CHECK-NEXT: %s = add i32 %a, %q
; ROOM-LABEL: define ptx_kernel void @some
; ROOM: load i32
; ROOM-NEXT: %s = add i32 %a, %q
; ROOM: l:
define ptx_kernel void @some(ptr %p, i32 %a, i32 %n) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %m ]
  %v = load volatile i64, ptr %p
  %r = icmp eq i64 %v, 7
  br i1 %r, label %rare, label %m
rare:
  %q = load i32, ptr addrspace(4) getelementptr (i8, ptr addrspace(4) @k, i64 4)
  %s = add i32 %a, %q
  store volatile i32 %s, ptr %p
  br label %m
m:
  store volatile i64 %v, ptr %p
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %l, label %o
o:
  ret void
}

; each round needs it: the lower limit does not count
; CHECK-LABEL: define ptx_kernel void @all
; CHECK: %s = add i32 %a, 5
; CHECK: l:
define ptx_kernel void @all(ptr %p, i32 %a, i32 %n) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %v = load volatile i64, ptr %p
  %s = add i32 %a, 5
  store volatile i32 %s, ptr %p
  store volatile i64 %v, ptr %p
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %l, label %o
o:
  ret void
}
