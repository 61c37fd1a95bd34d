; SPDX-License-Identifier: Apache-2.0
; A load that gets another type keeps what is said of the access, and of the value only what does not speak of its type.
; RUN: cuprum opt %s --passes=instcombine -S -o -
target triple = "nvptx64-nvidia-cuda"
; CHECK-LABEL: @to_float
; CHECK: load float, ptr %p, align 4, !noundef ![[E:\d+]], !invariant.load ![[E]], !nontemporal ![[N:\d+]]{{$}}
define float @to_float(ptr %p) {
  %l = load i32, ptr %p, align 4, !range !0, !noundef !1, !invariant.load !1, !nontemporal !2, !kind.of.nobody !1
  %c = bitcast i32 %l to float
  ret float %c
}
; CHECK-LABEL: @to_int
; CHECK: load i64, ptr %p, align 8, !noundef ![[E]]{{$}}
define i64 @to_int(ptr %p) {
  %l = load double, ptr %p, align 8, !noundef !1, !fpmath !3
  %c = bitcast double %l to i64
  ret i64 %c
}
!0 = !{i32 0, i32 1000}
!1 = !{}
!2 = !{i32 1}
!3 = !{float 2.5}
