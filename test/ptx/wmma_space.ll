; RUN: %B/bin/cuprum %s -arch=sm_90 --emit=ptx -O0 -o -
; A cast in front of a matrix load says the space.
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [512 x half] undef
declare { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr, i32)

; CHECK: .entry k
; CHECK: wmma.load.a.sync.aligned.row.m16n16k16.shared.f16
; CHECK: wmma.load.a.sync.aligned.row.m16n16k16.global.f16
; CHECK: wmma.load.a.sync.aligned.row.m16n16k16.f16
define ptx_kernel void @k(ptr addrspace(1) %g, ptr %p) {
  %a = call { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr addrspacecast (ptr addrspace(3) @s to ptr), i32 16)
  %c = addrspacecast ptr addrspace(1) %g to ptr
  %b = call { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr %c, i32 16)
  %d = call { <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half> } @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr %p, i32 16)
  ret void
}
