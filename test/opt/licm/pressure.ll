; SPDX-License-Identifier: Apache-2.0
; Under pressure, what is cheap stays in the loop.
; RUN: %B/tools/iropt '--passes=loop(licm<registers=4;predicates=1>)' --stress=all %s
target triple = "nvptx64-nvidia-cuda"

; sums of parameters of a kernel are made again in each iteration, the product of two and the
; division by it are not
; CHECK-LABEL: define ptx_kernel void @sums
; CHECK: %d = udiv i32 %b, %a
; CHECK-NEXT: %m = mul i64 %w, %w
; CHECK: l:
; CHECK: %s = add i32 %a, 1
; CHECK: %t = add i32 %a, 2
define ptx_kernel void @sums(ptr %p, i32 %a, i32 %b, i64 %w) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %s = add i32 %a, 1
  %t = add i32 %a, 2
  %d = udiv i32 %b, %a
  %m = mul i64 %w, %w
  %n = trunc i64 %m to i32
  %x = xor i32 %s, %i
  %y = mul i32 %t, %x
  %z = xor i32 %y, %d
  %u = add i32 %z, %n
  store volatile i32 %u, ptr %p
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %b
  br i1 %c, label %l, label %o
o:
  ret void
}
; the sum's operand would live in the loop in its place
; CHECK-LABEL: define i32 @own_operand
; CHECK: %s = add i32 %a, 1
; CHECK: l:
define i32 @own_operand(ptr %p, i32 %a, i32 %b, i64 %w) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %v = load volatile i64, ptr %p
  %s = add i32 %a, 1
  %x = xor i32 %s, %i
  store volatile i32 %x, ptr %p
  %k = add i64 %v, %w
  store volatile i64 %k, ptr %p
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %b
  br i1 %c, label %l, label %o
o:
  ret i32 %j
}
; a comparison goes back when there are too few predicates, though its operands live in the loop then
; CHECK-LABEL: define void @predicates
; CHECK: l:
; CHECK: %f = icmp slt i32 %a, %b
define void @predicates(ptr %p, i32 %a, i32 %b, i32 %n) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %g ]
  %f = icmp slt i32 %a, %b
  store volatile i32 %i, ptr %p
  br i1 %f, label %h, label %g
h:
  store volatile i32 0, ptr %p
  br label %g
g:
  %x = select i1 %f, i32 %i, i32 5
  store volatile i32 %x, ptr %p
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  %d = select i1 %f, i1 %c, i1 false
  br i1 %d, label %l, label %o
o:
  ret void
}
; what something else in front of the loop reads does not go back
; CHECK-LABEL: define ptx_kernel void @read_outside
; CHECK: %f = icmp slt i32 %a, %b
; CHECK-NEXT: %g = freeze i1 %f
; CHECK: l:
define ptx_kernel void @read_outside(ptr %p, i32 %a, i32 %b, i32 %n) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %f = icmp slt i32 %a, %b
  %g = freeze i1 %f
  %x = select i1 %f, i32 %i, i32 5
  %y = select i1 %g, i32 %x, i32 6
  store volatile i32 %y, ptr %p
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  %d = and i1 %c, %g
  br i1 %d, label %l, label %o
o:
  ret void
}
