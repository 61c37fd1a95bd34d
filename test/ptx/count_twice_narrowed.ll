; SPDX-License-Identifier: Apache-2.0
; A count of the bits of 64 is a register of 32: widened and narrowed again it is read where it is. What nobody reads of a
; word taken apart is not taken apart.
; RUN: cuprum %s -arch=sm_90 -O1 -o -
target triple = "nvptx64-nvidia-cuda"
; CHECK-LABEL: .entry k(
; CHECK: clz.b64 [[R:%r[0-9]+]]
; CHECK-NOT: cvt
; CHECK: add.s32 {{%r[0-9]+}}, [[R]], 1;
define ptx_kernel void @k(ptr addrspace(1) %p, i64 %x) {
  %a = call i64 @llvm.ctlz.i64(i64 %x, i1 false)
  %b = trunc i64 %a to i32
  %c = add i32 %b, 1
  store i32 %c, ptr addrspace(1) %p
  ret void
}
; CHECK-LABEL: .entry unread(
; CHECK-NOT: mov.b32 {
; CHECK: ret;
define ptx_kernel void @unread(ptr addrspace(1) %p, i32 %x) {
  %v = bitcast i32 %x to <2 x half>
  store i32 %x, ptr addrspace(1) %p
  ret void
}
; CHECK-LABEL: .entry upper(
; CHECK: mov.b32 {%rs{{[0-9]+}}, [[H:%rs[0-9]+]]}
; CHECK: st.global.u16 [{{.*}}], [[H]];
define ptx_kernel void @upper(ptr addrspace(1) %p, i32 %x) {
  %s = lshr i32 %x, 16
  %t = trunc i32 %s to i16
  store i16 %t, ptr addrspace(1) %p
  ret void
}
declare i64 @llvm.ctlz.i64(i64, i1)
