; A declaration that upgrading makes superfluous may still be named elsewhere: nothing dangles.
; RUN: cuprum as %s -o %t.bc && cuprum dis %t.bc -o -
; CHECK-NOT: @llvm.ptr.annotation
; CHECK: !nvvm.note = !{!0}
; CHECK: !0 = !{ptr poison}
declare i32 @llvm.ctpop.i32(i32)
declare ptr @llvm.ptr.annotation.p0(ptr, ptr, ptr, i32)
!nvvm.note = !{!0}
!0 = !{ptr @llvm.ptr.annotation.p0}
