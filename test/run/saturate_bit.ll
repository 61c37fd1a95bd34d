; Saturating operations of one bit, of operands that are loaded and of constants. Bit k of a word: the
; pair (x, y) = (k & 1, k >> 1); a shift is by 0. Signed, 1 is -1.
; EACH: -O0, -O1, -O3
; RUN: cuprum run %s %E --block=1 --print=1:12 buf:i32:4:iota buf:i32:12:zero
; CHECK: arg 1: 14 14 2 2 10 10 14 14 2 2 10 10
declare i1 @llvm.sadd.sat.i1(i1, i1)
declare i1 @llvm.uadd.sat.i1(i1, i1)
declare i1 @llvm.ssub.sat.i1(i1, i1)
declare i1 @llvm.usub.sat.i1(i1, i1)
declare i1 @llvm.sshl.sat.i1(i1, i1)
declare i1 @llvm.ushl.sat.i1(i1, i1)
define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %o) {
  %p0 = getelementptr i32, ptr addrspace(1) %in, i64 0
  %v0 = load i32, ptr addrspace(1) %p0
  %x0 = trunc i32 %v0 to i1
  %h0 = lshr i32 %v0, 1
  %y0 = trunc i32 %h0 to i1
  %p1 = getelementptr i32, ptr addrspace(1) %in, i64 1
  %v1 = load i32, ptr addrspace(1) %p1
  %x1 = trunc i32 %v1 to i1
  %h1 = lshr i32 %v1, 1
  %y1 = trunc i32 %h1 to i1
  %p2 = getelementptr i32, ptr addrspace(1) %in, i64 2
  %v2 = load i32, ptr addrspace(1) %p2
  %x2 = trunc i32 %v2 to i1
  %h2 = lshr i32 %v2, 1
  %y2 = trunc i32 %h2 to i1
  %p3 = getelementptr i32, ptr addrspace(1) %in, i64 3
  %v3 = load i32, ptr addrspace(1) %p3
  %x3 = trunc i32 %v3 to i1
  %h3 = lshr i32 %v3, 1
  %y3 = trunc i32 %h3 to i1
  %r0.0 = call i1 @llvm.sadd.sat.i1(i1 %x0, i1 %y0)
  %z0.0 = select i1 %r0.0, i32 1, i32 0
  %r0.1 = call i1 @llvm.sadd.sat.i1(i1 %x1, i1 %y1)
  %z0.1 = select i1 %r0.1, i32 2, i32 0
  %w0.1 = or i32 %z0.0, %z0.1
  %r0.2 = call i1 @llvm.sadd.sat.i1(i1 %x2, i1 %y2)
  %z0.2 = select i1 %r0.2, i32 4, i32 0
  %w0.2 = or i32 %w0.1, %z0.2
  %r0.3 = call i1 @llvm.sadd.sat.i1(i1 %x3, i1 %y3)
  %z0.3 = select i1 %r0.3, i32 8, i32 0
  %w0.3 = or i32 %w0.2, %z0.3
  %q0 = getelementptr i32, ptr addrspace(1) %o, i64 0
  store i32 %w0.3, ptr addrspace(1) %q0
  %r1.0 = call i1 @llvm.uadd.sat.i1(i1 %x0, i1 %y0)
  %z1.0 = select i1 %r1.0, i32 1, i32 0
  %r1.1 = call i1 @llvm.uadd.sat.i1(i1 %x1, i1 %y1)
  %z1.1 = select i1 %r1.1, i32 2, i32 0
  %w1.1 = or i32 %z1.0, %z1.1
  %r1.2 = call i1 @llvm.uadd.sat.i1(i1 %x2, i1 %y2)
  %z1.2 = select i1 %r1.2, i32 4, i32 0
  %w1.2 = or i32 %w1.1, %z1.2
  %r1.3 = call i1 @llvm.uadd.sat.i1(i1 %x3, i1 %y3)
  %z1.3 = select i1 %r1.3, i32 8, i32 0
  %w1.3 = or i32 %w1.2, %z1.3
  %q1 = getelementptr i32, ptr addrspace(1) %o, i64 1
  store i32 %w1.3, ptr addrspace(1) %q1
  %r2.0 = call i1 @llvm.ssub.sat.i1(i1 %x0, i1 %y0)
  %z2.0 = select i1 %r2.0, i32 1, i32 0
  %r2.1 = call i1 @llvm.ssub.sat.i1(i1 %x1, i1 %y1)
  %z2.1 = select i1 %r2.1, i32 2, i32 0
  %w2.1 = or i32 %z2.0, %z2.1
  %r2.2 = call i1 @llvm.ssub.sat.i1(i1 %x2, i1 %y2)
  %z2.2 = select i1 %r2.2, i32 4, i32 0
  %w2.2 = or i32 %w2.1, %z2.2
  %r2.3 = call i1 @llvm.ssub.sat.i1(i1 %x3, i1 %y3)
  %z2.3 = select i1 %r2.3, i32 8, i32 0
  %w2.3 = or i32 %w2.2, %z2.3
  %q2 = getelementptr i32, ptr addrspace(1) %o, i64 2
  store i32 %w2.3, ptr addrspace(1) %q2
  %r3.0 = call i1 @llvm.usub.sat.i1(i1 %x0, i1 %y0)
  %z3.0 = select i1 %r3.0, i32 1, i32 0
  %r3.1 = call i1 @llvm.usub.sat.i1(i1 %x1, i1 %y1)
  %z3.1 = select i1 %r3.1, i32 2, i32 0
  %w3.1 = or i32 %z3.0, %z3.1
  %r3.2 = call i1 @llvm.usub.sat.i1(i1 %x2, i1 %y2)
  %z3.2 = select i1 %r3.2, i32 4, i32 0
  %w3.2 = or i32 %w3.1, %z3.2
  %r3.3 = call i1 @llvm.usub.sat.i1(i1 %x3, i1 %y3)
  %z3.3 = select i1 %r3.3, i32 8, i32 0
  %w3.3 = or i32 %w3.2, %z3.3
  %q3 = getelementptr i32, ptr addrspace(1) %o, i64 3
  store i32 %w3.3, ptr addrspace(1) %q3
  %r4.0 = call i1 @llvm.sshl.sat.i1(i1 %x0, i1 false)
  %z4.0 = select i1 %r4.0, i32 1, i32 0
  %r4.1 = call i1 @llvm.sshl.sat.i1(i1 %x1, i1 false)
  %z4.1 = select i1 %r4.1, i32 2, i32 0
  %w4.1 = or i32 %z4.0, %z4.1
  %r4.2 = call i1 @llvm.sshl.sat.i1(i1 %x2, i1 false)
  %z4.2 = select i1 %r4.2, i32 4, i32 0
  %w4.2 = or i32 %w4.1, %z4.2
  %r4.3 = call i1 @llvm.sshl.sat.i1(i1 %x3, i1 false)
  %z4.3 = select i1 %r4.3, i32 8, i32 0
  %w4.3 = or i32 %w4.2, %z4.3
  %q4 = getelementptr i32, ptr addrspace(1) %o, i64 4
  store i32 %w4.3, ptr addrspace(1) %q4
  %r5.0 = call i1 @llvm.ushl.sat.i1(i1 %x0, i1 false)
  %z5.0 = select i1 %r5.0, i32 1, i32 0
  %r5.1 = call i1 @llvm.ushl.sat.i1(i1 %x1, i1 false)
  %z5.1 = select i1 %r5.1, i32 2, i32 0
  %w5.1 = or i32 %z5.0, %z5.1
  %r5.2 = call i1 @llvm.ushl.sat.i1(i1 %x2, i1 false)
  %z5.2 = select i1 %r5.2, i32 4, i32 0
  %w5.2 = or i32 %w5.1, %z5.2
  %r5.3 = call i1 @llvm.ushl.sat.i1(i1 %x3, i1 false)
  %z5.3 = select i1 %r5.3, i32 8, i32 0
  %w5.3 = or i32 %w5.2, %z5.3
  %q5 = getelementptr i32, ptr addrspace(1) %o, i64 5
  store i32 %w5.3, ptr addrspace(1) %q5
  %r6.0 = call i1 @llvm.sadd.sat.i1(i1 false, i1 false)
  %z6.0 = select i1 %r6.0, i32 1, i32 0
  %r6.1 = call i1 @llvm.sadd.sat.i1(i1 true, i1 false)
  %z6.1 = select i1 %r6.1, i32 2, i32 0
  %w6.1 = or i32 %z6.0, %z6.1
  %r6.2 = call i1 @llvm.sadd.sat.i1(i1 false, i1 true)
  %z6.2 = select i1 %r6.2, i32 4, i32 0
  %w6.2 = or i32 %w6.1, %z6.2
  %r6.3 = call i1 @llvm.sadd.sat.i1(i1 true, i1 true)
  %z6.3 = select i1 %r6.3, i32 8, i32 0
  %w6.3 = or i32 %w6.2, %z6.3
  %q6 = getelementptr i32, ptr addrspace(1) %o, i64 6
  store i32 %w6.3, ptr addrspace(1) %q6
  %r7.0 = call i1 @llvm.uadd.sat.i1(i1 false, i1 false)
  %z7.0 = select i1 %r7.0, i32 1, i32 0
  %r7.1 = call i1 @llvm.uadd.sat.i1(i1 true, i1 false)
  %z7.1 = select i1 %r7.1, i32 2, i32 0
  %w7.1 = or i32 %z7.0, %z7.1
  %r7.2 = call i1 @llvm.uadd.sat.i1(i1 false, i1 true)
  %z7.2 = select i1 %r7.2, i32 4, i32 0
  %w7.2 = or i32 %w7.1, %z7.2
  %r7.3 = call i1 @llvm.uadd.sat.i1(i1 true, i1 true)
  %z7.3 = select i1 %r7.3, i32 8, i32 0
  %w7.3 = or i32 %w7.2, %z7.3
  %q7 = getelementptr i32, ptr addrspace(1) %o, i64 7
  store i32 %w7.3, ptr addrspace(1) %q7
  %r8.0 = call i1 @llvm.ssub.sat.i1(i1 false, i1 false)
  %z8.0 = select i1 %r8.0, i32 1, i32 0
  %r8.1 = call i1 @llvm.ssub.sat.i1(i1 true, i1 false)
  %z8.1 = select i1 %r8.1, i32 2, i32 0
  %w8.1 = or i32 %z8.0, %z8.1
  %r8.2 = call i1 @llvm.ssub.sat.i1(i1 false, i1 true)
  %z8.2 = select i1 %r8.2, i32 4, i32 0
  %w8.2 = or i32 %w8.1, %z8.2
  %r8.3 = call i1 @llvm.ssub.sat.i1(i1 true, i1 true)
  %z8.3 = select i1 %r8.3, i32 8, i32 0
  %w8.3 = or i32 %w8.2, %z8.3
  %q8 = getelementptr i32, ptr addrspace(1) %o, i64 8
  store i32 %w8.3, ptr addrspace(1) %q8
  %r9.0 = call i1 @llvm.usub.sat.i1(i1 false, i1 false)
  %z9.0 = select i1 %r9.0, i32 1, i32 0
  %r9.1 = call i1 @llvm.usub.sat.i1(i1 true, i1 false)
  %z9.1 = select i1 %r9.1, i32 2, i32 0
  %w9.1 = or i32 %z9.0, %z9.1
  %r9.2 = call i1 @llvm.usub.sat.i1(i1 false, i1 true)
  %z9.2 = select i1 %r9.2, i32 4, i32 0
  %w9.2 = or i32 %w9.1, %z9.2
  %r9.3 = call i1 @llvm.usub.sat.i1(i1 true, i1 true)
  %z9.3 = select i1 %r9.3, i32 8, i32 0
  %w9.3 = or i32 %w9.2, %z9.3
  %q9 = getelementptr i32, ptr addrspace(1) %o, i64 9
  store i32 %w9.3, ptr addrspace(1) %q9
  %r10.0 = call i1 @llvm.sshl.sat.i1(i1 false, i1 false)
  %z10.0 = select i1 %r10.0, i32 1, i32 0
  %r10.1 = call i1 @llvm.sshl.sat.i1(i1 true, i1 false)
  %z10.1 = select i1 %r10.1, i32 2, i32 0
  %w10.1 = or i32 %z10.0, %z10.1
  %r10.2 = call i1 @llvm.sshl.sat.i1(i1 false, i1 false)
  %z10.2 = select i1 %r10.2, i32 4, i32 0
  %w10.2 = or i32 %w10.1, %z10.2
  %r10.3 = call i1 @llvm.sshl.sat.i1(i1 true, i1 false)
  %z10.3 = select i1 %r10.3, i32 8, i32 0
  %w10.3 = or i32 %w10.2, %z10.3
  %q10 = getelementptr i32, ptr addrspace(1) %o, i64 10
  store i32 %w10.3, ptr addrspace(1) %q10
  %r11.0 = call i1 @llvm.ushl.sat.i1(i1 false, i1 false)
  %z11.0 = select i1 %r11.0, i32 1, i32 0
  %r11.1 = call i1 @llvm.ushl.sat.i1(i1 true, i1 false)
  %z11.1 = select i1 %r11.1, i32 2, i32 0
  %w11.1 = or i32 %z11.0, %z11.1
  %r11.2 = call i1 @llvm.ushl.sat.i1(i1 false, i1 false)
  %z11.2 = select i1 %r11.2, i32 4, i32 0
  %w11.2 = or i32 %w11.1, %z11.2
  %r11.3 = call i1 @llvm.ushl.sat.i1(i1 true, i1 false)
  %z11.3 = select i1 %r11.3, i32 8, i32 0
  %w11.3 = or i32 %w11.2, %z11.3
  %q11 = getelementptr i32, ptr addrspace(1) %o, i64 11
  store i32 %w11.3, ptr addrspace(1) %q11
  ret void
}
