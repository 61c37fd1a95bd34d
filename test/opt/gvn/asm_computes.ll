; RUN: %B/tools/iropt --passes=gvn --stress=all %s
; RUN[L]: %B/tools/iropt --passes='loop(licm)' --stress=all %s
; Inline assembly that merely computes is merged and leaves loops; other texts stay where they are.
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define i32 @same
; CHECK: call i32 asm "mov.u32 $0, %laneid;"
; CHECK-NOT: asm
; CHECK: ret i32
define i32 @same() {
  %a = call i32 asm "mov.u32 $0, %laneid;", "=r"() nounwind memory(none)
  %b = call i32 asm "mov.u32 $0, %laneid;", "=r"() nounwind memory(none)
  %r = add i32 %a, %b
  ret i32 %r
}
; CHECK-LABEL: define float @operands
; CHECK: asm
; CHECK: asm
; CHECK-NOT: asm
; CHECK: ret float
define float @operands(i16 %x, i16 %y) {
  %a = call float asm "{ .reg .b16 low;\0A  mov.b16 low, $1; cvt.f32.f16 $0, low;}", "=f,h"(i16 %x) nounwind memory(none)
  %b = call float asm "{ .reg .b16 low;\0A  mov.b16 low, $1; cvt.f32.f16 $0, low;}", "=f,h"(i16 %y) nounwind memory(none)
  %c = call float asm "{ .reg .b16 low;\0A  mov.b16 low, $1; cvt.f32.f16 $0, low;}", "=f,h"(i16 %x) nounwind memory(none)
  %r = fadd float %a, %b
  %s = fadd float %r, %c
  ret float %s
}
; Not what meets other threads, reads memory or a clock, jumps, carries, is volatile, is another text.
; CHECK-LABEL: define i32 @others
; CHECK-COUNT-14: asm
; CHECK: ret i32
define i32 @others(i32 %x) {
  %a = call i32 asm "activemask.b32 $0;", "=r"() nounwind memory(none)
  %b = call i32 asm "activemask.b32 $0;", "=r"() nounwind memory(none)
  %c = call i32 asm "ld.shared.u32 $0, [$1];", "=r,r"(i32 %x) nounwind memory(none)
  %d = call i32 asm "ld.shared.u32 $0, [$1];", "=r,r"(i32 %x) nounwind memory(none)
  %e = call i32 asm "mov.u32 $0, %clock;", "=r"() nounwind memory(none)
  %f = call i32 asm "mov.u32 $0, %clock;", "=r"() nounwind memory(none)
  %g = call i32 asm "@p bra over; mov.u32 $0, 1; over:", "=r"() nounwind memory(none)
  %h = call i32 asm "@p bra over; mov.u32 $0, 1; over:", "=r"() nounwind memory(none)
  %i = call i32 asm "add.cc.u32 $0, $1, 1;", "=r,r"(i32 %x) nounwind memory(none)
  %j = call i32 asm "add.cc.u32 $0, $1, 1;", "=r,r"(i32 %x) nounwind memory(none)
  %k = call i32 asm sideeffect "mov.u32 $0, %laneid;", "=r"() nounwind
  %l = call i32 asm sideeffect "mov.u32 $0, %laneid;", "=r"() nounwind
  %m = call i32 asm "add.u32 $0, $1, 1;", "=r,r"(i32 %x) nounwind memory(none)
  %n = call i32 asm "add.u32 $0, $1, 2;", "=r,r"(i32 %x) nounwind memory(none)
  %s1 = add i32 %a, %b
  %s2 = add i32 %s1, %c
  %s3 = add i32 %s2, %d
  %s4 = add i32 %s3, %e
  %s5 = add i32 %s4, %f
  %s6 = add i32 %s5, %g
  %s7 = add i32 %s6, %h
  %s8 = add i32 %s7, %i
  %s9 = add i32 %s8, %j
  %t1 = add i32 %s9, %k
  %t2 = add i32 %t1, %l
  %t3 = add i32 %t2, %m
  %t4 = add i32 %t3, %n
  ret i32 %t4
}
; L-LABEL: define void @loop
; L: asm "mov.u32 $0, %laneid;"
; L: l:
; L: asm "activemask.b32 $0;"
; L: ret void
define void @loop(ptr %p, i32 %n) {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %i2, %l ]
  %m = call i32 asm "activemask.b32 $0;", "=r"() nounwind memory(none)
  %a = call i32 asm "mov.u32 $0, %laneid;", "=r"() nounwind memory(none)
  %s = add i32 %a, %m
  store volatile i32 %s, ptr %p
  %i2 = add i32 %i, 1
  %c = icmp slt i32 %i2, %n
  br i1 %c, label %l, label %x
x:
  ret void
}
