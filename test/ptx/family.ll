; Members of intrinsic families: their PTX form, and the minimum target.
; RUN: cuprum %s -arch=sm_90a -O1 -o - | tee %t.ptx && ptxas -c -arch=sm_90a %t.ptx -o /dev/null
; REQUIRES: ptxas
declare {<2 x half>, <2 x half>} @llvm.nvvm.mma.m16n8k16.row.col.f16.f16(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>)
declare {float, float, float, float} @llvm.nvvm.tex.unified.3d.grad.v4f32.f32(i64, float, float, float, float, float, float, float, float, float)
declare void @llvm.nvvm.sust.b.2d.array.v2i16.clamp(i64, i32, i32, i32, i16, i16)
declare {i32, i32} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.trans.b16.p3(ptr addrspace(3))
declare void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f16.p1(ptr addrspace(1), <2 x half>, <2 x half>, <2 x half>, <2 x half>, i32)
declare void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.2d(ptr addrspace(3), ptr addrspace(3), ptr, i32, i32, i16, i64, i1, i1)
declare float @llvm.nvvm.fmin.ftz.nan.xorsign.abs.f(float, float)
declare i32 @llvm.nvvm.shfl.down.i32(i32, i32, i32)
; CHECK: mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%r{{[0-9]+}}, %r{{[0-9]+}}}, {%r
define ptx_kernel void @mma(ptr %p, <2 x half> %a) {
  %r = call {<2 x half>, <2 x half>} @llvm.nvvm.mma.m16n8k16.row.col.f16.f16(<2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a)
  %x = extractvalue {<2 x half>, <2 x half>} %r, 1
  store <2 x half> %x, ptr %p
  ret void
}
; CHECK: tex.grad.3d.v4.f32.f32 {%f{{[0-9]+}}, %f{{[0-9]+}}, %f{{[0-9]+}}, %f{{[0-9]+}}}, [%rd{{[0-9]+}}, {%f
define ptx_kernel void @tex(ptr %p, i64 %t, float %x) {
  %r = call {float, float, float, float} @llvm.nvvm.tex.unified.3d.grad.v4f32.f32(i64 %t, float %x, float %x, float %x, float %x, float %x, float %x, float %x, float %x, float %x)
  %e = extractvalue {float, float, float, float} %r, 2
  store float %e, ptr %p
  ret void
}
; CHECK: sust.b.a2d.v2.b16.clamp [%rd
define ptx_kernel void @sust(i64 %s, i32 %x, i16 %v) {
  call void @llvm.nvvm.sust.b.2d.array.v2i16.clamp(i64 %s, i32 0, i32 %x, i32 %x, i16 %v, i16 3)
  ret void
}
; CHECK: ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r
define ptx_kernel void @ldm(ptr %p, ptr addrspace(3) %s) {
  %r = call {i32, i32} @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.trans.b16.p3(ptr addrspace(3) %s)
  %e = extractvalue {i32, i32} %r, 1
  store i32 %e, ptr %p
  ret void
}
; CHECK: wmma.store.d.sync.aligned.row.m16n16k16.global.f16 [%rd{{[0-9]+}}], {%r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}}, %r
define ptx_kernel void @wst(ptr addrspace(1) %p, <2 x half> %a, i32 %n) {
  call void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f16.p1(ptr addrspace(1) %p, <2 x half> %a, <2 x half> %a, <2 x half> %a, <2 x half> %a, i32 %n)
  ret void
}
; CHECK: cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.L2::cache_hint [%r{{.*}}], [%rd{{[0-9]+}}, {%r{{[0-9]+}}, %r{{[0-9]+}}}], [%r{{.*}}], %rd
define ptx_kernel void @tma(ptr addrspace(3) %d, ptr addrspace(3) %b, ptr %t, i32 %x, i64 %h) {
  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.2d(ptr addrspace(3) %d, ptr addrspace(3) %b, ptr %t, i32 %x, i32 %x, i16 0, i64 %h, i1 0, i1 1)
  ret void
}
; CHECK: min.ftz.NaN.xorsign.abs.f32 %f
define ptx_kernel void @fmin(ptr %p, float %x, float %y) {
  %r = call float @llvm.nvvm.fmin.ftz.nan.xorsign.abs.f(float %x, float %y)
  store float %r, ptr %p
  ret void
}
; CHECK: activemask.b32 m; shfl.sync.down.b32 %r
define ptx_kernel void @shfl(ptr %p, i32 %x) {
  %r = call i32 @llvm.nvvm.shfl.down.i32(i32 %x, i32 1, i32 31)
  store i32 %r, ptr %p
  ret void
}
