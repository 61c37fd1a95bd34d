; SPDX-License-Identifier: Apache-2.0
; A value that is used for another one, too, promises no more than both did; what noundef makes certain stays.
; RUN: cuprum opt %s --passes=gvn -S -o -
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.ctpop.i32(i32)
; CHECK-LABEL: @first_promises
; CHECK: load i32, ptr %p, align 4{{$}}
; CHECK-NOT: load
define i32 @first_promises(ptr %p) {
  %a = load i32, ptr %p, align 4, !range !0
  %b = load i32, ptr %p, align 4
  %r = sub i32 %b, %a
  %s = add i32 %r, %b
  ret i32 %s
}
; CHECK-LABEL: @both_promise
; CHECK: load i32, ptr %p, align 4, !range
define i32 @both_promise(ptr %p) {
  %a = load i32, ptr %p, align 4, !range !0
  %b = load i32, ptr %p, align 4, !range !0
  %s = mul i32 %a, %b
  ret i32 %s
}
; CHECK-LABEL: @is_defined
; CHECK: load i32, ptr %p, align 4, !range {{!\d+}}, !noundef
define i32 @is_defined(ptr %p) {
  %a = load i32, ptr %p, align 4, !range !0, !noundef !1
  %b = load i32, ptr %p, align 4
  %s = mul i32 %a, %b
  ret i32 %s
}
; CHECK-LABEL: @as_float
; CHECK: load i32, ptr %p, align 4{{$}}
; CHECK-NOT: load
define float @as_float(ptr %p, ptr addrspace(3) noalias %q) {
  %a = load i32, ptr %p, align 4, !range !0
  %b = load float, ptr %p, align 4
  store volatile i32 %a, ptr addrspace(3) %q
  ret float %b
}
; CHECK-LABEL: @joined
; CHECK-NOT: range
; CHECK: phi i32
define i32 @joined(ptr noalias %p, i1 %c, ptr addrspace(3) noalias %q) {
  br i1 %c, label %one, label %two
one:
  %a = load i32, ptr %p, align 4, !range !0
  store volatile i32 %a, ptr addrspace(3) %q
  br label %join
two:
  %b = load i32, ptr %p, align 4, !range !0
  store volatile i32 %b, ptr addrspace(3) %q
  br label %join
join:
  %d = load i32, ptr %p, align 4
  ret i32 %d
}
; CHECK-LABEL: @results
; CHECK: = call i32 @llvm.ctpop
; CHECK: ret
define i32 @results(i32 %x) {
  %a = call range(i32 0, 3) i32 @llvm.ctpop.i32(i32 %x)
  %b = call i32 @llvm.ctpop.i32(i32 %x)
  %s = mul i32 %a, %b
  ret i32 %s
}
!0 = !{i32 0, i32 1000}
!1 = !{}
