; SPDX-License-Identifier: Apache-2.0
; What an address costs as it is, and as a pointer that advances.
; RUN: %B/tools/iropt --passes='loop(loop-reduce),dce' --stress=all %s
target triple = "nvptx64-nvidia-cuda"

; base and a counter of 32 bits: one instruction that multiplies and adds, where a pointer would take
; a sum of 64 bits, which is two
; CHECK-LABEL: define ptx_kernel void @counter
; CHECK: h:
; CHECK-NEXT: %k = phi i32
; CHECK-NOT: phi ptr
; CHECK: getelementptr float, ptr %p, i64 %w
; CHECK: ret void
define ptx_kernel void @counter(ptr %p, ptr %q, i32 %n) {
e:
  br label %h
h:
  %k = phi i32 [ 0, %e ], [ %k1, %h ]
  %w = sext i32 %k to i64
  %g = getelementptr float, ptr %p, i64 %w
  %x = load float, ptr %g
  %f = getelementptr float, ptr %q, i64 %w
  store float %x, ptr %f
  %k1 = add nuw nsw i32 %k, 1
  %c = icmp slt i32 %k1, %n
  br i1 %c, label %h, label %o
o:
  ret void
}

; a product goes away with it, and a multiple of 32 bits is added by one instruction
; CHECK-LABEL: define ptx_kernel void @rows
; CHECK: h:
; CHECK-NEXT: %k = phi i32
; CHECK-NEXT: phi ptr
; CHECK-NOT: mul
; CHECK: ret void
define ptx_kernel void @rows(ptr %p, i32 %m, i32 %i, i32 %n) {
e:
  br label %h
h:
  %k = phi i32 [ 0, %e ], [ %k1, %h ]
  %a = mul nsw i32 %k, %m
  %b = add nsw i32 %a, %i
  %w = sext i32 %b to i64
  %g = getelementptr float, ptr %p, i64 %w
  store float 1.0, ptr %g
  %k1 = add nuw nsw i32 %k, 1
  %c = icmp slt i32 %k1, %n
  br i1 %c, label %h, label %o
o:
  ret void
}

; a stride that is a product is extended from what the loop has anyway, as an address in its first
; block shows that it does not wrap
; CHECK-LABEL: define ptx_kernel void @planes
; CHECK: %row = mul nsw i32 %m, %l
; CHECK: %[[W:[0-9]+]] = sext i32 %row to i64
; CHECK: shl i64 %[[W]], 2
; CHECK: h:
define ptx_kernel void @planes(ptr %p, i32 %m, i32 %l, i32 %i, i32 %n) {
e:
  %row = mul nsw i32 %m, %l
  br label %h
h:
  %k = phi i32 [ 0, %e ], [ %k1, %h ]
  %a = mul nsw i32 %k, %m
  %b = mul nsw i32 %a, %l
  %d = add nsw i32 %b, %i
  %w = sext i32 %d to i64
  %g = getelementptr float, ptr %p, i64 %w
  %x = load float, ptr %g
  %d1 = add nsw i32 %d, %row
  %w1 = sext i32 %d1 to i64
  %g1 = getelementptr float, ptr %p, i64 %w1
  store float %x, ptr %g1
  %k1 = add nuw nsw i32 %k, 1
  %c = icmp slt i32 %k1, %n
  br i1 %c, label %h, label %o
o:
  ret void
}

; nothing shows it of a product that no address is made of
; CHECK-LABEL: define ptx_kernel void @elsewhere
; CHECK: %row = mul nsw i32 %m, %l
; CHECK-NOT: sext i32 %row
; CHECK: ret void
define ptx_kernel void @elsewhere(ptr %p, i32 %m, i32 %l, i32 %i, i32 %n) {
e:
  %row = mul nsw i32 %m, %l
  br label %h
h:
  %k = phi i32 [ 0, %e ], [ %k1, %h ]
  %a = mul nsw i32 %k, %m
  %b = mul nsw i32 %a, %l
  %d = add nsw i32 %b, %i
  %w = sext i32 %d to i64
  %g = getelementptr i32, ptr %p, i64 %w
  store i32 %row, ptr %g
  %k1 = add nuw nsw i32 %k, 1
  %c = icmp slt i32 %k1, %n
  br i1 %c, label %h, label %o
o:
  ret void
}

; what the loop does not change is added in front of it, so that base and counter are what stays
; CHECK-LABEL: define ptx_kernel void @apart
; CHECK: h:
; CHECK-NOT: phi ptr
; CHECK: ret void
define ptx_kernel void @apart(ptr %p, i32 %t, i32 %r, i32 %n) {
e:
  %u = sext i32 %r to i64
  br label %h
h:
  %k = phi i32 [ 0, %e ], [ %k1, %h ]
  %s = add nsw i32 %k, %t
  %w = sext i32 %s to i64
  %f = getelementptr float, ptr %p, i64 %w
  %g = getelementptr float, ptr %f, i64 %u
  store float 1.0, ptr %g
  %k1 = add nuw nsw i32 %k, 1
  %c = icmp slt i32 %k1, %n
  br i1 %c, label %h, label %o
o:
  ret void
}

; a sum that may wrap does not come apart: it is one instruction more than the pointer takes
; CHECK-LABEL: define ptx_kernel void @wraps
; CHECK: h:
; CHECK: phi
; CHECK: phi i32
; CHECK: ret void
define ptx_kernel void @wraps(ptr %p, i32 %t, i32 %n) {
e:
  br label %h
h:
  %k = phi i32 [ 0, %e ], [ %k1, %h ]
  %j = shl i32 %k, 2
  %s = add i32 %j, %t
  %w = zext i32 %s to i64
  %f = getelementptr float, ptr %p, i64 %w
  store float 1.0, ptr %f
  %k1 = add nuw nsw i32 %k, 1
  %c = icmp slt i32 %k1, %n
  br i1 %c, label %h, label %o
o:
  ret void
}

; addresses that differ by a displacement are computed once
; CHECK-LABEL: define ptx_kernel void @displaced
; CHECK: h:
; CHECK-NOT: phi ptr
; CHECK: ret void
define ptx_kernel void @displaced(ptr %p, i32 %n) {
e:
  br label %h
h:
  %k = phi i32 [ 0, %e ], [ %k1, %h ]
  %w = sext i32 %k to i64
  %a = getelementptr float, ptr %p, i64 %w
  store float 1.0, ptr %a
  %k2 = add nsw i32 %k, 2
  %w2 = sext i32 %k2 to i64
  %b = getelementptr float, ptr %p, i64 %w2
  store float 2.0, ptr %b
  %k3 = add nsw i32 %k, 3
  %w3 = sext i32 %k3 to i64
  %d = getelementptr float, ptr %p, i64 %w3
  store float 3.0, ptr %d
  %k1 = add nuw nsw i32 %k, 1
  %c = icmp slt i32 %k1, %n
  br i1 %c, label %h, label %o
o:
  ret void
}

; where only some rounds need the address, half of what it costs is spent
; CHECK-LABEL: define ptx_kernel void @sometimes
; CHECK: h:
; CHECK-NOT: phi ptr
; CHECK: ret void
define ptx_kernel void @sometimes(ptr %p, i32 %m, i32 %n, i32 %z) {
e:
  br label %h
h:
  %k = phi i32 [ 0, %e ], [ %k1, %l ]
  %q = icmp eq i32 %k, %z
  br i1 %q, label %t, label %l
t:
  %a = mul nsw i32 %k, %m
  %w = sext i32 %a to i64
  %f = getelementptr float, ptr %p, i64 %w
  store float 1.0, ptr %f
  br label %l
l:
  %k1 = add nuw nsw i32 %k, 1
  %c = icmp slt i32 %k1, %n
  br i1 %c, label %h, label %o
o:
  ret void
}

; an index that becomes a variable: sums of it and constants keep what they promise
; CHECK-LABEL: define ptx_kernel void @index
; CHECK: [[I:%[0-9]+]] = phi i32
; CHECK: add nuw nsw i32 [[I]], 1
; CHECK: ret void
define ptx_kernel void @index(ptr %p, i32 %t, i32 %n) {
e:
  br label %h
h:
  %k = phi i32 [ 0, %e ], [ %k1, %h ]
  %j = mul i32 %k, 36
  %j1 = add i32 %j, %t
  %s = mul i32 %j1, 9
  %w = zext i32 %s to i64
  %f = getelementptr float, ptr %p, i64 %w
  store float 1.0, ptr %f
  %s1 = add nuw nsw i32 %s, 1
  %w1 = zext nneg i32 %s1 to i64
  %f1 = getelementptr float, ptr %p, i64 %w1
  store float 2.0, ptr %f1
  %k1 = add nuw nsw i32 %k, 1
  %c = icmp slt i32 %k1, %n
  br i1 %c, label %h, label %o
o:
  ret void
}

; an index that the loop compares, too, is computed in any case
; CHECK-LABEL: define ptx_kernel void @compared
; CHECK: h:
; CHECK-COUNT-1: phi i32
; CHECK-NOT: phi i32
; CHECK: ret void
define ptx_kernel void @compared(ptr %p, i32 %t, i32 %n) {
e:
  br label %h
h:
  %k = phi i32 [ 0, %e ], [ %k1, %h ]
  %j = shl nuw nsw i32 %k, 2
  %s = add i32 %j, %t
  %s1 = add nuw nsw i32 %s, 1
  %w = zext nneg i32 %s1 to i64
  %f = getelementptr float, ptr %p, i64 %w
  store float 1.0, ptr %f
  %k1 = add nuw nsw i32 %k, 1
  %c = icmp ult i32 %s, %n
  br i1 %c, label %h, label %o
o:
  ret void
}
