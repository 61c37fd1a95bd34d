; SPDX-License-Identifier: Apache-2.0
; What several branches compute of an address is computed in front of them, once they run it as often as the place does.
; RUN: %B/tools/iropt --passes=share-addresses --stress=all %s
; RUN[NONE]: %B/tools/iropt '--passes=share-addresses<registers=0>' --stress=all %s
target triple = "nvptx64-nvidia-cuda"

; what the index is made of goes along; promises that only one of them makes are lost
; CHECK-LABEL: define void @two
; CHECK: e:
; CHECK-NEXT: %x = zext i32 %i to i64
; CHECK-NEXT: %p = getelementptr float, ptr %a, i64 %x
; CHECK-NEXT: br i1 %c
; CHECK-NOT: getelementptr
; CHECK: ret void
; NONE-LABEL: define void @two
; NONE: %q = getelementptr
define void @two(ptr %a, i32 %i, i1 %c, i1 %d) {
e:
  br i1 %c, label %t, label %m
t:
  %x = zext nneg i32 %i to i64
  %p = getelementptr inbounds float, ptr %a, i64 %x
  store float 1.0, ptr %p
  br label %m
m:
  br i1 %d, label %u, label %o
u:
  %y = zext i32 %i to i64
  %q = getelementptr float, ptr %a, i64 %y
  store float 2.0, ptr %q
  br label %o
o:
  ret void
}

; two of four sides: no more often than half the time
; CHECK-LABEL: define void @rare
; CHECK: e:
; CHECK-NEXT: br i1 %c
; CHECK: getelementptr float
; CHECK: getelementptr float
define void @rare(ptr %a, i64 %i, i1 %c, i1 %d, i1 %f) {
e:
  br i1 %c, label %l, label %r
l:
  br i1 %d, label %t, label %o
t:
  %p = getelementptr float, ptr %a, i64 %i
  store float 1.0, ptr %p
  br label %o
r:
  br i1 %f, label %u, label %o
u:
  %q = getelementptr float, ptr %a, i64 %i
  store float 2.0, ptr %q
  br label %o
o:
  ret void
}

; one in front of the loop, one in it: its place is no part of the loop
; CHECK-LABEL: define void @loops
; CHECK: e:
; CHECK-NEXT: br i1 %c
; CHECK: %p = getelementptr
; CHECK: %q = getelementptr
define void @loops(ptr %a, i64 %i, i1 %c, i32 %n) {
e:
  br i1 %c, label %t, label %l
t:
  %p = getelementptr float, ptr %a, i64 %i
  store float 1.0, ptr %p
  br label %l
l:
  %k = phi i32 [ 0, %e ], [ 0, %t ], [ %j, %l ]
  %q = getelementptr float, ptr %a, i64 %i
  store volatile float 2.0, ptr %q
  %j = add i32 %k, 1
  %d = icmp ult i32 %j, %n
  br i1 %d, label %l, label %o
o:
  ret void
}

; an index that is known in the branches only stays
; CHECK-LABEL: define void @late
; CHECK: e:
; CHECK-NEXT: br i1 %c
; CHECK: %p = getelementptr
; CHECK: %q = getelementptr
define void @late(ptr %a, ptr %b, i1 %c) {
e:
  br i1 %c, label %t, label %u
t:
  %i = load volatile i64, ptr %b
  %p = getelementptr float, ptr %a, i64 %i
  store float 1.0, ptr %p
  br label %o
u:
  %k = load volatile i64, ptr %b
  %q = getelementptr float, ptr %a, i64 %k
  store float 2.0, ptr %q
  br label %o
o:
  ret void
}
