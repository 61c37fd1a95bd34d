; What the code generator refuses is said for each function, and no PTX is written.
; RUN: rm -f %t.ptx; cuprum %s -o %t.ptx
; EXIT: 1
; CHECK: error: the initializer of "odd" has no PTX form
; CHECK: error: the intrinsic llvm.sin.f128 is not supported in device code (function "quad")
; CHECK: error: an indirect branch is not supported in device code (function "jump")
; RUN[B]: test ! -e %t.ptx
; EXIT[B]: 0
@base = addrspace(1) global i32 0
@odd = addrspace(1) global i64 sub (i64 0, i64 ptrtoint (ptr addrspace(1) @base to i64))
declare <2 x fp128> @llvm.sin.v2f128(<2 x fp128>)
define void @quad(ptr %p) {
  %a = load <2 x fp128>, ptr %p
  %b = call <2 x fp128> @llvm.sin.v2f128(<2 x fp128> %a)
  store <2 x fp128> %b, ptr %p
  ret void
}
define void @jump(ptr %p) {
  indirectbr ptr %p, [label %a, label %b]
a:
  ret void
b:
  ret void
}
