; What code says through llvm.nvvm.compiler.error and .warn comes when code for the call is made, and
; only then; bf16 arithmetic that PTX lacks is refused by name, as LLVM does.
; RUN: cuprum -arch=sm_90 %s -o -
; EXIT: 1
; CHECK: warning: small but
; CHECK: error: this must not be called
; CHECK: error: llvm.nvvm.compiler.error
; CHECK: error: the intrinsic llvm.nvvm.fma.rn.sat.bf16 cannot be compiled: bf16 arithmetic neither flushes subnormals nor saturates in PTX
; CHECK: error: the intrinsic llvm.nvvm.fmin.ftz.bf16 cannot be compiled: bf16 arithmetic
; CHECK-NOT: dead
@e = private constant [24 x i8] c"this must not be called\00"
@w = private addrspace(4) constant [16 x i8] c"small but valid\00"
@d = private constant [5 x i8] c"dead\00"
declare void @llvm.nvvm.compiler.error.p0(ptr)
declare void @llvm.nvvm.compiler.warn.p4(ptr addrspace(4))
declare bfloat @llvm.nvvm.fma.rn.sat.bf16(bfloat, bfloat, bfloat)
declare bfloat @llvm.nvvm.fmin.ftz.bf16(bfloat, bfloat)
define ptx_kernel void @k(ptr %p, bfloat %x) {
  call void @llvm.nvvm.compiler.warn.p4(ptr addrspace(4) @w)
  call void @llvm.nvvm.compiler.error.p0(ptr @e)
  call void @llvm.nvvm.compiler.error.p0(ptr %p)
  %r = call bfloat @llvm.nvvm.fma.rn.sat.bf16(bfloat %x, bfloat %x, bfloat %x)
  %s = call bfloat @llvm.nvvm.fmin.ftz.bf16(bfloat %r, bfloat %x)
  store bfloat %s, ptr %p
  br i1 false, label %no, label %end
no:
  call void @llvm.nvvm.compiler.error.p0(ptr @d)
  br label %end
end:
  ret void
}
