; Types and constants of other machines: read, and refused with a reason (more: target_check.ll).
; RUN: cuprum -arch=sm_80 %s -o -
; EXIT: 1
@ppc = global ppc_fp128 0xM00000000000000000000000000000000
@g = global i32 0
@wide = global i4097 0
@signed = global ptr ptrauth (ptr @g, i32 1)
%o = type opaque
define void @opaque({ %o } %v) {
  ret void
}
define void @amx(<256 x i32> %v) {
  %a = bitcast <256 x i32> %v to x86_amx
  ret void
}
define void @image(target("spirv.Image") %v) {
  ret void
}
declare token @llvm.experimental.convergence.entry() convergent
define void @token() convergent {
  %t = call token @llvm.experimental.convergence.entry()
  ret void
}
; CHECK: 'ppc': type ppc_fp128 does not exist on a GPU
; CHECK: 'wide': an integer of more than 4096 bits is too wide for a GPU
; CHECK: 'signed': signed pointers do not exist on a GPU
; CHECK: 'opaque': a value of an opaque type has no size
; CHECK: 'amx': type x86_amx does not exist on a GPU
; CHECK: 'image': target types do not exist on a GPU
; CHECK: 'token': token values do not exist on a GPU
