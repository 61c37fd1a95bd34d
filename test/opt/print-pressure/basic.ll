; SPDX-License-Identifier: Apache-2.0
; How many registers are needed at the worst place, by class and for a loop.
; RUN: %B/tools/iropt --passes=print-pressure --stress=all %s
target triple = "nvptx64-nvidia-cuda"

; A double is two registers, a comparison a predicate; the sum takes the place of what it reads.
; CHECK-LABEL: ; pressure of classes
; CHECK: %e: begins with 4 regs 0 preds, most 4 regs 1 preds
define double @classes(double %x, i32 %a, i32 %b) {
e:
  %c = icmp slt i32 %a, %b
  %m = select i1 %c, i32 %a, i32 %b
  %w = sitofp i32 %m to double
  %s = fadd double %x, %w
  %t = uitofp i1 %c to double
  %u = fadd double %s, %t
  ret double %u
}

; Parameters of a kernel are operands from constant memory, displacements part of an address; what
; is used behind the loop lives through it, what is used in one arm only does not burden the other.
; CHECK-LABEL: ; pressure of loop
; CHECK: %h: begins with 5 regs 0 preds, most 5 regs 1 preds
; CHECK: %arm: begins with 5 regs 0 preds
; CHECK: %l: begins with 6 regs
; CHECK: %x: begins with 3 regs
; CHECK: loop %h: most 8 regs 1 preds
define ptx_kernel void @loop(ptr %p, i32 %n, i64 %far) {
e:
  %keep = mul i64 %far, 7
  %t = mul i32 %n, 3
  %u = mul i32 %n, 5
  br label %h
h:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %c = icmp eq i32 %i, %t
  br i1 %c, label %l, label %arm
arm:
  %v = mul i32 %i, %u
  br label %l
l:
  %w = phi i32 [ 1, %h ], [ %v, %arm ]
  %q = getelementptr i8, ptr %p, i64 16
  store i32 %w, ptr %q
  %j = add i32 %i, 1
  %jw = sext i32 %j to i64
  %g = getelementptr i32, ptr %p, i64 %jw
  store i32 %i, ptr %g
  %d = icmp slt i32 %j, %n
  br i1 %d, label %h, label %x
x:
  %z = trunc i64 %keep to i32
  %s = add i32 %z, %j
  store i32 %s, ptr %p
  ret void
}
