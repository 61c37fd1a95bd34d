; SPDX-License-Identifier: Apache-2.0
; Two phis that are one register's halves become one.
; RUN: %B/tools/iropt --passes=phi-halves --stress=all %s
target triple = "nvptx64-nvidia-cuda"

; the halves of a loaded word around a loop and through a join in it, one constant pair on the way
; CHECK-LABEL: define i32 @word
; CHECK: h:
; CHECK-NEXT: %[[W:[0-9]+]] = phi i32 [ 196613, %e ], [ %[[J:[0-9]+]], %m ]
; CHECK-NOT: phi i16
; CHECK: m:
; CHECK-NEXT: %[[J]] = phi i32 [ %x, %a ], [ %[[W]], %h ]
; CHECK-NOT: phi i16
; CHECK: ret i32 %[[J]]
define i32 @word(ptr %p, i1 %c, i1 %d) {
e:
  br label %h
h:
  %l = phi i16 [ 5, %e ], [ %l2, %m ]
  %u = phi i16 [ 3, %e ], [ %u2, %m ]
  br i1 %c, label %a, label %m
a:
  %x = load volatile i32, ptr %p
  %lx = trunc i32 %x to i16
  %sx = lshr i32 %x, 16
  %ux = trunc i32 %sx to i16
  br label %m
m:
  %u2 = phi i16 [ %ux, %a ], [ %u, %h ]
  %l2 = phi i16 [ %lx, %a ], [ %l, %h ]
  br i1 %d, label %h, label %o
o:
  %zl = zext i16 %l2 to i32
  %zu = zext i16 %u2 to i32
  %s = shl i32 %zu, 16
  %r = or i32 %s, %zl
  ret i32 %r
}

; who reads a half alone cuts it out of the word; nobody knows what undef is
; CHECK-LABEL: define i16 @half
; CHECK: m:
; CHECK-NEXT: %[[W:[0-9]+]] = phi i32 [ %x, %a ], [ 0, %e ]
; CHECK: %[[H:[0-9]+]] = lshr i32 %[[W]], 16
; CHECK-NEXT: %[[T:[0-9]+]] = trunc i32 %[[H]] to i16
; CHECK: store volatile i32 %[[W]], ptr %p
; CHECK: ret i16 %[[T]]
define i16 @half(ptr %p, i1 %c) {
e:
  br i1 %c, label %a, label %m
a:
  %x = load volatile i32, ptr %p
  %lx = trunc i32 %x to i16
  %sx = ashr i32 %x, 16
  %ux = trunc i32 %sx to i16
  br label %m
m:
  %l = phi i16 [ %lx, %a ], [ undef, %e ]
  %u = phi i16 [ %ux, %a ], [ 0, %e ]
  %zl = zext i16 %l to i32
  %zu = zext i16 %u to i32
  %s = shl i32 %zu, 16
  %r = or i32 %zl, %s
  store volatile i32 %r, ptr %p
  ret i16 %u
}

; halves of two words, an edge with what is computed by itself, exchanged halves: nothing
; CHECK-LABEL: define i32 @others
; CHECK-COUNT-6: phi i16
; CHECK-NOT: phi i32
; CHECK: ret i32
define i32 @others(i32 %x, i32 %y, i16 %z, i1 %c) {
e:
  %lx = trunc i32 %x to i16
  %sx = lshr i32 %x, 16
  %ux = trunc i32 %sx to i16
  %ly = trunc i32 %y to i16
  %sy = lshr i32 %y, 16
  %uy = trunc i32 %sy to i16
  br i1 %c, label %a, label %m
a:
  br label %m
m:
  %l1 = phi i16 [ %lx, %a ], [ %lx, %e ]
  %u1 = phi i16 [ %ux, %a ], [ %uy, %e ]
  %l2 = phi i16 [ %lx, %a ], [ %z, %e ]
  %u2 = phi i16 [ %ux, %a ], [ %uy, %e ]
  %l3 = phi i16 [ %ux, %a ], [ %uy, %e ]
  %u3 = phi i16 [ %lx, %a ], [ %ly, %e ]
  %z1 = zext i16 %l1 to i32
  %v1 = zext i16 %u1 to i32
  %s1 = shl i32 %v1, 16
  %r1 = or i32 %s1, %z1
  %z2 = zext i16 %l2 to i32
  %v2 = zext i16 %u2 to i32
  %s2 = shl i32 %v2, 16
  %r2 = or i32 %s2, %z2
  %z3 = zext i16 %l3 to i32
  %v3 = zext i16 %u3 to i32
  %s3 = shl i32 %v3, 16
  %r3 = or i32 %s3, %z3
  %q = xor i32 %r1, %r2
  %q2 = xor i32 %q, %r3
  ret i32 %q2
}

; a pair that could be, but for one that comes into it
; CHECK-LABEL: define i32 @spoiled
; CHECK-COUNT-4: phi i16
; CHECK-NOT: phi i32
; CHECK: ret i32
define i32 @spoiled(i32 %x, i16 %z, i1 %c) {
e:
  %lx = trunc i32 %x to i16
  %sx = lshr i32 %x, 16
  %ux = trunc i32 %sx to i16
  br i1 %c, label %a, label %m
a:
  br label %m
m:
  %l1 = phi i16 [ %lx, %a ], [ %z, %e ]
  %u1 = phi i16 [ %ux, %a ], [ 0, %e ]
  br i1 %c, label %b, label %n
b:
  br label %n
n:
  %l2 = phi i16 [ %lx, %b ], [ %l1, %m ]
  %u2 = phi i16 [ %ux, %b ], [ %u1, %m ]
  %z2 = zext i16 %l2 to i32
  %v2 = zext i16 %u2 to i32
  %s2 = shl i32 %v2, 16
  %r2 = or i32 %s2, %z2
  ret i32 %r2
}
