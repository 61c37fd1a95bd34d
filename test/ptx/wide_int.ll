; Integers beyond 128 bits: in 64-bit parts with a carry between them; ptxas takes it.
; (What they compute: test/unit/test_wide_int.c.)
; REQUIRES: ptxas
; RUN: cuprum -arch=sm_90 %s -o %t.ptx && ptxas -arch=sm_90 %t.ptx -o %t.cubin && cat %t.ptx
; a vector of wide integers
define <2 x i128> @vector(<2 x i128> %x, <2 x i128> %y) {
  %q = udiv <2 x i128> %x, %y
  %c = icmp slt <2 x i128> %q, %y
  %r = select <2 x i1> %c, <2 x i128> %q, <2 x i128> %x
  ret <2 x i128> %r
}
; CHECK-LABEL: // .globl vector
; CHECK: __cuprum_udivrem128,
; CHECK: __cuprum_udivrem128,
define ptx_kernel void @mul(ptr %p, i192 %x, i192 %y) {
  %r = mul i192 %x, %y
  store i192 %r, ptr %p
  ret void
}
; CHECK-LABEL: .entry mul(
; CHECK: mul.lo.s64
; CHECK: mul.hi.u64
; CHECK: mul.hi.u64
; CHECK: mad.lo.cc.s64
; CHECK: madc.lo.s64
; CHECK: mad.lo.cc.s64
; CHECK: madc.lo.s64
; CHECK: mad.hi.u64
; CHECK: mad.lo.s64
; CHECK-NOT: mad
; CHECK: ret;
define ptx_kernel void @sum(ptr %p, i256 %x, i256 %y) {
  %r = sub i256 %x, %y
  store i256 %r, ptr %p
  ret void
}
; CHECK-LABEL: .entry sum(
; CHECK: sub.cc.s64
; CHECK-NEXT: subc.cc.s64
; CHECK-NEXT: subc.cc.s64
; CHECK-NEXT: subc.s64
define ptx_kernel void @rest(ptr %p, i129 %x, i129 %y, i32 %n, half %h) {
  %q = sdiv i129 %x, %y
  %w = zext i32 %n to i129
  %s = lshr i129 %q, %w
  %f = sitofp i129 %s to half
  %a = fadd half %f, %h
  %i = fptosi half %a to i129
  switch i129 %i, label %end [ i129 -1, label %one
                               i129 36893488147419103232, label %one ]
one:
  store i129 %i, ptr %p
  ret void
end:
  store i129 %s, ptr %p
  ret void
}
; CHECK: __cuprum_udivrem192,
