; A declaration that upgrading makes superfluous may still be named elsewhere: nothing dangles.
; RUN: cuprum as %s -o %t.bc && cuprum dis %t.bc -o -
; CHECK-NOT: @llvm.ptr.annotation
; CHECK: define void @f() prefix ptr poison personality ptr poison
; CHECK: !nvvm.note = !{!0, !1}
; CHECK: !0 = !{ptr poison}
; CHECK: value: ptr poison
declare i32 @llvm.ctpop.i32(i32)
declare ptr @llvm.ptr.annotation.p0(ptr, ptr, ptr, i32)
define void @f() prefix ptr @llvm.ptr.annotation.p0 personality ptr @llvm.ptr.annotation.p0 {
  ret void
}
!nvvm.note = !{!0, !1}
!0 = !{ptr @llvm.ptr.annotation.p0}
!1 = !DITemplateValueParameter(value: ptr @llvm.ptr.annotation.p0)
