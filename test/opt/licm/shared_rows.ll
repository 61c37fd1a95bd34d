; SPDX-License-Identifier: Apache-2.0
; Sums of rows and columns that need more registers than a thread has go back into the loop; the
; costly products that they share stay in front of it, once each.
; RUN: %B/tools/iropt '--passes=loop(licm)' --stress=all %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @full
; CHECK: e:
; CHECK-NEXT: %c.1 = icmp
; CHECK-NEXT: %r.1 = mul i64 %w, %n
; CHECK-NEXT: br label %l
; CHECK: a:
; CHECK: %s.1 = add i64 %r.1, %x
; CHECK: b:
; CHECK: %s.2 = add i64 %r.1, %y
; CHECK: d:
; CHECK: %s.3 = add i64 %r.1, %z
define ptx_kernel void @full(ptr %p, i64 %n, i64 %w, i64 %x, i64 %y, i64 %z, i32 %m) "nvvm.maxnreg"="8" {
e:
  %c.1 = icmp slt i32 %m, 100
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %f ]
  %v = load volatile i64, ptr %p
  br i1 %c.1, label %a, label %b
a:
  %r.1 = mul i64 %w, %n
  %s.1 = add i64 %r.1, %x
  %g.1 = add i64 %s.1, %v
  store volatile i64 %g.1, ptr %p
  br label %b
b:
  %v2 = load volatile i64, ptr %p
  %c.2 = icmp slt i64 %v2, 100
  br i1 %c.2, label %c, label %d
c:
  %r.2 = mul i64 %n, %w
  %s.2 = add i64 %r.2, %y
  %g.2 = add i64 %s.2, %v
  store volatile i64 %g.2, ptr %p
  br label %d
d:
  %r.3 = mul nsw i64 %n, %w
  %s.3 = add i64 %r.3, %z
  %g.3 = add i64 %s.3, %v2
  store volatile i64 %g.3, ptr %p
  br label %f
f:
  %j = add i32 %i, 1
  %q = icmp ult i32 %j, %m
  br i1 %q, label %l, label %o
o:
  ret void
}

; one sum of a product frees nothing: both stay in front
; CHECK-LABEL: define ptx_kernel void @alone
; CHECK: %r = mul i64 %n, %w
; CHECK-NEXT: %s = add i64 %r, %x
; CHECK-NEXT: br label %l
define ptx_kernel void @alone(ptr %p, i64 %n, i64 %w, i64 %x, i32 %m) "nvvm.maxnreg"="8" {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %v = load volatile i64, ptr %p
  %v2 = load volatile i64, ptr %p
  %r = mul i64 %n, %w
  %s = add i64 %r, %x
  %g = add i64 %s, %v
  %h = add i64 %g, %v2
  store volatile i64 %h, ptr %p
  %j = add i32 %i, 1
  %q = icmp ult i32 %j, %m
  br i1 %q, label %l, label %o
o:
  ret void
}

; a cheap value of two branches goes back into both, and not to where they part
; CHECK-LABEL: define ptx_kernel void @branches
; CHECK: a:
; CHECK-NEXT: add i32 %x, 5
; CHECK: b:
; CHECK-NEXT: add i32 %x, 5
define ptx_kernel void @branches(ptr %p, i32 %x, i32 %m) "nvvm.maxnreg"="4" {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %f ]
  %v = load volatile i64, ptr %p
  %c = icmp slt i64 %v, 100
  br i1 %c, label %a, label %b
a:
  %s = add i32 %x, 5
  %t = mul i32 %s, %i
  store volatile i32 %t, ptr %p
  br label %f
b:
  %u = add i32 %x, 5
  %w = xor i32 %u, %i
  store volatile i32 %w, ptr %p
  br label %f
f:
  store volatile i64 %v, ptr %p
  %j = add i32 %i, 1
  %q = icmp ult i32 %j, %m
  br i1 %q, label %l, label %o
o:
  ret void
}
