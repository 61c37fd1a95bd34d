; SPDX-License-Identifier: Apache-2.0
; Type-based alias tags of the kind that has sizes: { base, access, offset, size }.
; REQUIRES: llvm-as-19
; RUN: %B/tools/iropt %s > %t.ll && llvm-as-19 %t.ll -o /dev/null && cat %t.ll
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 24, i1 false), !tbaa !
; CHECK: load i32, ptr %p, align 4, !tbaa !
define i32 @f(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 24, i1 false), !tbaa !0
  %v = load i32, ptr %p, align 4, !tbaa !3
  ret i32 %v
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
!0 = !{!1, !1, i64 0, i64 24}
!1 = !{!2, i64 24, !"pair", !4, i64 0, i64 4}
!2 = !{!"all types"}
!3 = !{!1, !4, i64 0, i64 4}
!4 = !{!2, i64 4, !"word"}
