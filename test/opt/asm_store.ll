; SPDX-License-Identifier: Apache-2.0
; Inline asm that is not marked as having side effects is kept where its call's attributes do not say that it touches no
; memory, or it gives nothing; one that only computes an unused value is not. A load behind one that may write is loaded
; again.
; RUN: cuprum %s -arch=sm_80 -O3 -o -
; CHECK: .entry k
; CHECK: st.global.cg.b8
; CHECK: st.global.cs.b32
; CHECK-NOT: popc
; CHECK: brev.b32
; CHECK: ld.global
; CHECK: some.writer
; CHECK: ld.global
; CHECK: ret;
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %p, i8 %v, i32 %w) {
  call void asm "st.global.cg.b8 [$0], $1;", "l,r,~{memory}"(ptr addrspace(1) %p, i8 %v)
  call void asm "st.global.cs.b32 [$0], $1;", "l,r"(ptr addrspace(1) %p, i32 %w)
  %unused = call i32 asm "popc.b32 $0, $1;", "=r,r"(i32 %w) memory(none)
  %kept = call i32 asm "brev.b32 $0, $1;", "=r,r"(i32 %w)
  %first = load i32, ptr addrspace(1) %p
  %writer = call i32 asm "some.writer.b32 $0, $1;", "=r,l"(ptr addrspace(1) %p)
  %second = load i32, ptr addrspace(1) %p
  %sum = add i32 %first, %second
  store i32 %sum, ptr addrspace(1) %p
  ret void
}
