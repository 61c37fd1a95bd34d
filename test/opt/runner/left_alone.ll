; SPDX-License-Identifier: Apache-2.0
; Functions that handle exceptions are left as they are, and are put into no other. Loops with a
; token, or behind inline assembly that branches, get no loop passes.
; RUN: %B/tools/iropt "--passes=inline,sroa,simplifycfg,instcombine,loop(loop-rotate,licm,simple-loop-unswitch,loop-unroll),gvn" --stress=all %s

; CHECK: @handles(
; CHECK: alloca i32
; CHECK: add i32 %n, 0
; CHECK: invoke void @throws()
; CHECK: landingpad
define i32 @handles(i32 %n) personality ptr @how {
entry:
  %p = alloca i32
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %j, %next ]
  %s = add i32 %n, 0
  store i32 %s, ptr %p
  invoke void @throws() to label %next unwind label %pad
next:
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %h, label %done
done:
  %v = load i32, ptr %p
  ret i32 %v
pad:
  %l = landingpad { ptr, i32 } cleanup
  ret i32 -1
}

; CHECK: @calls(
; CHECK: call i32 @handles(
define i32 @calls(i32 %n) {
  %v = call i32 @handles(i32 %n) alwaysinline
  ret i32 %v
}

; what stands in the loop cannot move in front of a value that the assembly gives
; CHECK: @branching_asm(
; CHECK: callbr i32 asm
; CHECK: h:
; CHECK: add i32 %x, 1
define void @branching_asm(i32 %n, ptr %p) {
entry:
  %x = callbr i32 asm "mov.u32 $0, 1;", "=r,!i"() to label %h [label %h]
h:
  %i = phi i32 [ 0, %entry ], [ 0, %entry ], [ %j, %h ]
  %a = add i32 %x, 1
  store volatile i32 %a, ptr %p
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %h, label %done
done:
  ret void
}

; two copies of the body would give two tokens to the one call behind
; CHECK: @token(
; CHECK: convergence.loop
; CHECK-NOT: convergence.loop
; CHECK: ret void
define void @token() convergent {
entry:
  %t = call token @llvm.experimental.convergence.entry()
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %j, %h ]
  %u = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %t) ]
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, 4
  br i1 %c, label %h, label %done
done:
  call void @meet() [ "convergencectrl"(token %u) ]
  ret void
}

declare void @meet() convergent
declare i32 @how(...)
declare void @throws()
