; The old dialect drops intrinsics that nothing calls; metadata that names one must not dangle.
; RUN: cuprum as --dialect=llvm7 %s -o %t.bc && cuprum dis %t.bc -o -
; CHECK: !foo = !{!0}
; CHECK: !0 = !{ptr undef}
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
!foo = !{!0}
!0 = !{ptr @llvm.nvvm.read.ptx.sreg.ntid.x}
