; binary128: calls of the embedded device library, of which only what is used comes over, each once;
; ptxas takes it. (What they compute: test/unit/test_fp128.c.)
; REQUIRES: ptxas
; RUN: cuprum -arch=sm_90 %s -o %t.ptx && ptxas -arch=sm_90 %t.ptx -o %t.cubin && cat %t.ptx
; CHECK-NOT: __cuprum_fp128_sub
; CHECK: .visible .entry k(
; CHECK: .param .align 16 .b8 k_param_1[16]
; CHECK: __cuprum_fp128_mul,
; CHECK: __cuprum_fp128_mul,
; CHECK: __cuprum_fp128_cmp,
; CHECK: __cuprum_fp128_from_leading,
; CHECK: .func {{.*}} __cuprum_fp128_mul(
; CHECK: .func {{.*}} __cuprum_fp128_cmp(
; CHECK-NOT: __cuprum_fp128_mul
define ptx_kernel void @k(ptr %p, fp128 %x, <2 x fp128> %v, i200 %w) {
  %y = fmul <2 x fp128> %v, %v
  %a = extractelement <2 x fp128> %y, i32 0
  %b = extractelement <2 x fp128> %y, i32 1
  %c = fcmp olt fp128 %a, %b
  %s = select i1 %c, fp128 %x, fp128 %b
  %n = fneg fp128 %s
  %i = sitofp i200 %w to fp128
  store fp128 %n, ptr %p
  %q = getelementptr fp128, ptr %p, i32 1
  store fp128 %i, ptr %q
  ret void
}
