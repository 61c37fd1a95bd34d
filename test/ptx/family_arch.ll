; Intrinsics of one architecture on another, and of a later PTX version than is asked for.
; RUN: cuprum %s -arch=sm_120a --ptx-version=9.0 -O1 -o %t.ptx 2>&1 | cat
; CHECK: error: the intrinsic llvm.nvvm.tcgen05.wait.ld needs a target such as sm_100a, not sm_120a
; CHECK: error: the intrinsic llvm.nvvm.wgmma.fence.sync.aligned needs a target such as sm_90a, not sm_120a
; CHECK: error: the intrinsic llvm.nvvm.mma.block.scale.m16n8k64.row.col.mxf4nvf4.scale.4x.f32.e2m1.e2m1.f32.ue8m0 needs PTX version 9.1
; CHECK: error: the intrinsic llvm.nvvm.f16x2.to.e2m1x2.rn.satfinite needs PTX version 9.1
; CHECK: error: unknown intrinsic llvm.nvvm.prmt.other
; CHECK: error: the arguments of the intrinsic llvm.nvvm.tensormap.replace.fill.mode.p1 do not fit its name
; RUN[OLD]: cuprum %s -arch=sm_75 -O1 -o %t.ptx 2>&1 | cat
; OLD: error: the intrinsic llvm.nvvm.tcgen05.wait.ld needs a target such as sm_100a, not sm_75
declare void @llvm.nvvm.tcgen05.wait.ld()
declare void @llvm.nvvm.wgmma.fence.sync.aligned()
declare {float, float, float, float} @llvm.nvvm.mma.block.scale.m16n8k64.row.col.mxf4nvf4.scale.4x.f32.e2m1.e2m1.f32.ue8m0(i32, i32, i32, i32, i32, i32, float, float, float, float, i32, i16, i16, i32, i16, i16)
declare i16 @llvm.nvvm.f16x2.to.e2m1x2.rn.satfinite(<2 x half>)
declare i32 @llvm.nvvm.prmt.other(i32, i32, i32)
declare void @llvm.nvvm.tensormap.replace.fill.mode.p1(ptr addrspace(1))
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %x, i16 %h) {
  call void @llvm.nvvm.tcgen05.wait.ld()
  call void @llvm.nvvm.wgmma.fence.sync.aligned()
  %m = call {float, float, float, float} @llvm.nvvm.mma.block.scale.m16n8k64.row.col.mxf4nvf4.scale.4x.f32.e2m1.e2m1.f32.ue8m0(i32 %x, i32 %x, i32 %x, i32 %x, i32 %x, i32 %x, float 0.0, float 0.0, float 0.0, float 0.0, i32 %x, i16 %h, i16 %h, i32 %x, i16 %h, i16 %h)
  %e = extractvalue {float, float, float, float} %m, 0
  store float %e, ptr addrspace(1) %p
  %c = call i16 @llvm.nvvm.f16x2.to.e2m1x2.rn.satfinite(<2 x half> zeroinitializer)
  store i16 %c, ptr addrspace(1) %p
  %o = call i32 @llvm.nvvm.prmt.other(i32 %x, i32 %x, i32 %x)
  store i32 %o, ptr addrspace(1) %p
  call void @llvm.nvvm.tensormap.replace.fill.mode.p1(ptr addrspace(1) %p)
  ret void
}
