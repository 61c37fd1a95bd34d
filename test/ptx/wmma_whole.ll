; RUN: %B/bin/cuprum %s -arch=sm_90 --emit=ptx -O1 -o -
; Fragments of halves go from the load to the product as they are, in another block too.
target triple = "nvptx64-nvidia-cuda"
declare { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr, i32)
declare { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.mma.row.col.f16.f16(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>)

; CHECK: .entry k
; CHECK: wmma.load.a{{.*}} {%[[A:r[0-9]+]],
; CHECK-NOT: cvt.u16.u32
; CHECK: wmma.mma{{.*}}, {%[[A]],
; the one whose half is asked for is taken apart
; CHECK: {{shr.u32|mov.b32}}
define ptx_kernel void @k(ptr %p, ptr %o, i1 %c) {
  %f = call { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr %p, i32 16)
  %a0 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %f, 0
  %a1 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } %f, 1
  br i1 %c, label %t, label %e
t:
  %d = call { <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.mma.row.col.f16.f16(<2 x half> %a0, <2 x half> %a1, <2 x half> %a0, <2 x half> %a1, <2 x half> %a0, <2 x half> %a1, <2 x half> %a0, <2 x half> %a1, <2 x half> %a0, <2 x half> %a1, <2 x half> %a0, <2 x half> %a1, <2 x half> %a0, <2 x half> %a1, <2 x half> %a0, <2 x half> %a1, <2 x half> %a0, <2 x half> %a1, <2 x half> %a0, <2 x half> %a1)
  %d0 = extractvalue { <2 x half>, <2 x half>, <2 x half>, <2 x half> } %d, 0
  %h = extractelement <2 x half> %d0, i32 1
  store half %h, ptr %o
  br label %e
e:
  ret void
}
