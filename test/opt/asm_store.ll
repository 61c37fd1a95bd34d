; SPDX-License-Identifier: Apache-2.0
; Inline asm that is not marked as having side effects and clobbers memory, or gives nothing, is kept; one that only
; computes an unused value is not.
; RUN: cuprum %s -arch=sm_80 -O3 -o -
; CHECK: .entry k
; CHECK: st.global.cg.b8
; CHECK: st.global.cs.b32
; CHECK-NOT: popc
; CHECK: ret;
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %p, i8 %v, i32 %w) {
  call void asm "st.global.cg.b8 [$0], $1;", "l,r,~{memory}"(ptr addrspace(1) %p, i8 %v)
  call void asm "st.global.cs.b32 [$0], $1;", "l,r"(ptr addrspace(1) %p, i32 %w)
  %unused = call i32 asm "popc.b32 $0, $1;", "=r,r"(i32 %w)
  ret void
}
