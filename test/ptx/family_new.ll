; Intrinsics of LLVM 20 and 21 (and some of 19): ptxas takes their PTX.
; RUN: cuprum %s -arch=sm_100a -O1 -o %t.ptx && ptxas -c -arch=sm_100a %t.ptx -o /dev/null && echo fine
; REQUIRES: ptxas
; CHECK: fine
declare void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d(ptr addrspace(3), ptr addrspace(3), ptr, i32, i16, i64, i1, i1)
define void @f0(ptr addrspace(3) %a0, ptr addrspace(3) %a1, ptr %a2, i32 %a3, i16 %a4, i64 %a5) {
  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.1d(ptr addrspace(3) %a0, ptr addrspace(3) %a1, ptr %a2, i32 %a3, i16 %a4, i64 %a5, i1 1, i1 1)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.s2g.tile.1d(ptr addrspace(3), ptr, i32, i64, i1)
define void @f1(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i64 %a3) {
  call void @llvm.nvvm.cp.async.bulk.tensor.s2g.tile.1d(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i64 %a3, i1 1)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.prefetch.tile.1d(ptr, i32, i64, i1)
define void @f2(ptr %a0, i32 %a1, i64 %a2) {
  call void @llvm.nvvm.cp.async.bulk.tensor.prefetch.tile.1d(ptr %a0, i32 %a1, i64 %a2, i1 0)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.reduce.add.tile.1d(ptr addrspace(3), ptr, i32, i64, i1)
define void @f3(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i64 %a3) {
  call void @llvm.nvvm.cp.async.bulk.tensor.reduce.add.tile.1d(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i64 %a3, i1 0)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.2d(ptr addrspace(3), ptr addrspace(3), ptr, i32, i32, i16, i64, i1, i1)
define void @f4(ptr addrspace(3) %a0, ptr addrspace(3) %a1, ptr %a2, i32 %a3, i32 %a4, i16 %a5, i64 %a6) {
  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.2d(ptr addrspace(3) %a0, ptr addrspace(3) %a1, ptr %a2, i32 %a3, i32 %a4, i16 %a5, i64 %a6, i1 1, i1 1)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.s2g.tile.2d(ptr addrspace(3), ptr, i32, i32, i64, i1)
define void @f5(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i64 %a4) {
  call void @llvm.nvvm.cp.async.bulk.tensor.s2g.tile.2d(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i64 %a4, i1 1)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.prefetch.tile.2d(ptr, i32, i32, i64, i1)
define void @f6(ptr %a0, i32 %a1, i32 %a2, i64 %a3) {
  call void @llvm.nvvm.cp.async.bulk.tensor.prefetch.tile.2d(ptr %a0, i32 %a1, i32 %a2, i64 %a3, i1 0)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.reduce.add.tile.2d(ptr addrspace(3), ptr, i32, i32, i64, i1)
define void @f7(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i64 %a4) {
  call void @llvm.nvvm.cp.async.bulk.tensor.reduce.add.tile.2d(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i64 %a4, i1 0)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.3d(ptr addrspace(3), ptr addrspace(3), ptr, i32, i32, i32, i16, i64, i1, i1)
define void @f8(ptr addrspace(3) %a0, ptr addrspace(3) %a1, ptr %a2, i32 %a3, i32 %a4, i32 %a5, i16 %a6, i64 %a7) {
  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.3d(ptr addrspace(3) %a0, ptr addrspace(3) %a1, ptr %a2, i32 %a3, i32 %a4, i32 %a5, i16 %a6, i64 %a7, i1 1, i1 1)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.s2g.tile.3d(ptr addrspace(3), ptr, i32, i32, i32, i64, i1)
define void @f9(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i32 %a4, i64 %a5) {
  call void @llvm.nvvm.cp.async.bulk.tensor.s2g.tile.3d(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i32 %a4, i64 %a5, i1 1)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.prefetch.tile.3d(ptr, i32, i32, i32, i64, i1)
define void @f10(ptr %a0, i32 %a1, i32 %a2, i32 %a3, i64 %a4) {
  call void @llvm.nvvm.cp.async.bulk.tensor.prefetch.tile.3d(ptr %a0, i32 %a1, i32 %a2, i32 %a3, i64 %a4, i1 0)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.reduce.add.tile.3d(ptr addrspace(3), ptr, i32, i32, i32, i64, i1)
define void @f11(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i32 %a4, i64 %a5) {
  call void @llvm.nvvm.cp.async.bulk.tensor.reduce.add.tile.3d(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i32 %a4, i64 %a5, i1 0)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.g2s.im2col.3d(ptr addrspace(3), ptr addrspace(3), ptr, i32, i32, i32, i16, i16, i64, i1, i1)
define void @f12(ptr addrspace(3) %a0, ptr addrspace(3) %a1, ptr %a2, i32 %a3, i32 %a4, i32 %a5, i16 %a6, i16 %a7, i64 %a8) {
  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.im2col.3d(ptr addrspace(3) %a0, ptr addrspace(3) %a1, ptr %a2, i32 %a3, i32 %a4, i32 %a5, i16 %a6, i16 %a7, i64 %a8, i1 0, i1 1)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.s2g.im2col.3d(ptr addrspace(3), ptr, i32, i32, i32, i64, i1)
define void @f13(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i32 %a4, i64 %a5) {
  call void @llvm.nvvm.cp.async.bulk.tensor.s2g.im2col.3d(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i32 %a4, i64 %a5, i1 0)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.prefetch.im2col.3d(ptr, i32, i32, i32, i16, i64, i1)
define void @f14(ptr %a0, i32 %a1, i32 %a2, i32 %a3, i16 %a4, i64 %a5) {
  call void @llvm.nvvm.cp.async.bulk.tensor.prefetch.im2col.3d(ptr %a0, i32 %a1, i32 %a2, i32 %a3, i16 %a4, i64 %a5, i1 1)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.reduce.xor.im2col.3d(ptr addrspace(3), ptr, i32, i32, i32, i64, i1)
define void @f15(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i32 %a4, i64 %a5) {
  call void @llvm.nvvm.cp.async.bulk.tensor.reduce.xor.im2col.3d(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i32 %a4, i64 %a5, i1 1)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.4d(ptr addrspace(3), ptr addrspace(3), ptr, i32, i32, i32, i32, i16, i64, i1, i1)
define void @f16(ptr addrspace(3) %a0, ptr addrspace(3) %a1, ptr %a2, i32 %a3, i32 %a4, i32 %a5, i32 %a6, i16 %a7, i64 %a8) {
  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.4d(ptr addrspace(3) %a0, ptr addrspace(3) %a1, ptr %a2, i32 %a3, i32 %a4, i32 %a5, i32 %a6, i16 %a7, i64 %a8, i1 1, i1 1)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.s2g.tile.4d(ptr addrspace(3), ptr, i32, i32, i32, i32, i64, i1)
define void @f17(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i32 %a4, i32 %a5, i64 %a6) {
  call void @llvm.nvvm.cp.async.bulk.tensor.s2g.tile.4d(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i32 %a4, i32 %a5, i64 %a6, i1 1)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.prefetch.tile.4d(ptr, i32, i32, i32, i32, i64, i1)
define void @f18(ptr %a0, i32 %a1, i32 %a2, i32 %a3, i32 %a4, i64 %a5) {
  call void @llvm.nvvm.cp.async.bulk.tensor.prefetch.tile.4d(ptr %a0, i32 %a1, i32 %a2, i32 %a3, i32 %a4, i64 %a5, i1 0)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.reduce.add.tile.4d(ptr addrspace(3), ptr, i32, i32, i32, i32, i64, i1)
define void @f19(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i32 %a4, i32 %a5, i64 %a6) {
  call void @llvm.nvvm.cp.async.bulk.tensor.reduce.add.tile.4d(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i32 %a4, i32 %a5, i64 %a6, i1 0)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.g2s.im2col.4d(ptr addrspace(3), ptr addrspace(3), ptr, i32, i32, i32, i32, i16, i16, i16, i64, i1, i1)
define void @f20(ptr addrspace(3) %a0, ptr addrspace(3) %a1, ptr %a2, i32 %a3, i32 %a4, i32 %a5, i32 %a6, i16 %a7, i16 %a8, i16 %a9, i64 %a10) {
  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.im2col.4d(ptr addrspace(3) %a0, ptr addrspace(3) %a1, ptr %a2, i32 %a3, i32 %a4, i32 %a5, i32 %a6, i16 %a7, i16 %a8, i16 %a9, i64 %a10, i1 0, i1 1)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.s2g.im2col.4d(ptr addrspace(3), ptr, i32, i32, i32, i32, i64, i1)
define void @f21(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i32 %a4, i32 %a5, i64 %a6) {
  call void @llvm.nvvm.cp.async.bulk.tensor.s2g.im2col.4d(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i32 %a4, i32 %a5, i64 %a6, i1 0)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.prefetch.im2col.4d(ptr, i32, i32, i32, i32, i16, i16, i64, i1)
define void @f22(ptr %a0, i32 %a1, i32 %a2, i32 %a3, i32 %a4, i16 %a5, i16 %a6, i64 %a7) {
  call void @llvm.nvvm.cp.async.bulk.tensor.prefetch.im2col.4d(ptr %a0, i32 %a1, i32 %a2, i32 %a3, i32 %a4, i16 %a5, i16 %a6, i64 %a7, i1 1)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.reduce.xor.im2col.4d(ptr addrspace(3), ptr, i32, i32, i32, i32, i64, i1)
define void @f23(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i32 %a4, i32 %a5, i64 %a6) {
  call void @llvm.nvvm.cp.async.bulk.tensor.reduce.xor.im2col.4d(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i32 %a4, i32 %a5, i64 %a6, i1 1)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.5d(ptr addrspace(3), ptr addrspace(3), ptr, i32, i32, i32, i32, i32, i16, i64, i1, i1)
define void @f24(ptr addrspace(3) %a0, ptr addrspace(3) %a1, ptr %a2, i32 %a3, i32 %a4, i32 %a5, i32 %a6, i32 %a7, i16 %a8, i64 %a9) {
  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.5d(ptr addrspace(3) %a0, ptr addrspace(3) %a1, ptr %a2, i32 %a3, i32 %a4, i32 %a5, i32 %a6, i32 %a7, i16 %a8, i64 %a9, i1 1, i1 1)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.s2g.tile.5d(ptr addrspace(3), ptr, i32, i32, i32, i32, i32, i64, i1)
define void @f25(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i32 %a4, i32 %a5, i32 %a6, i64 %a7) {
  call void @llvm.nvvm.cp.async.bulk.tensor.s2g.tile.5d(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i32 %a4, i32 %a5, i32 %a6, i64 %a7, i1 1)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.prefetch.tile.5d(ptr, i32, i32, i32, i32, i32, i64, i1)
define void @f26(ptr %a0, i32 %a1, i32 %a2, i32 %a3, i32 %a4, i32 %a5, i64 %a6) {
  call void @llvm.nvvm.cp.async.bulk.tensor.prefetch.tile.5d(ptr %a0, i32 %a1, i32 %a2, i32 %a3, i32 %a4, i32 %a5, i64 %a6, i1 0)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.reduce.add.tile.5d(ptr addrspace(3), ptr, i32, i32, i32, i32, i32, i64, i1)
define void @f27(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i32 %a4, i32 %a5, i32 %a6, i64 %a7) {
  call void @llvm.nvvm.cp.async.bulk.tensor.reduce.add.tile.5d(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i32 %a4, i32 %a5, i32 %a6, i64 %a7, i1 0)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.g2s.im2col.5d(ptr addrspace(3), ptr addrspace(3), ptr, i32, i32, i32, i32, i32, i16, i16, i16, i16, i64, i1, i1)
define void @f28(ptr addrspace(3) %a0, ptr addrspace(3) %a1, ptr %a2, i32 %a3, i32 %a4, i32 %a5, i32 %a6, i32 %a7, i16 %a8, i16 %a9, i16 %a10, i16 %a11, i64 %a12) {
  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.im2col.5d(ptr addrspace(3) %a0, ptr addrspace(3) %a1, ptr %a2, i32 %a3, i32 %a4, i32 %a5, i32 %a6, i32 %a7, i16 %a8, i16 %a9, i16 %a10, i16 %a11, i64 %a12, i1 0, i1 1)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.s2g.im2col.5d(ptr addrspace(3), ptr, i32, i32, i32, i32, i32, i64, i1)
define void @f29(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i32 %a4, i32 %a5, i32 %a6, i64 %a7) {
  call void @llvm.nvvm.cp.async.bulk.tensor.s2g.im2col.5d(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i32 %a4, i32 %a5, i32 %a6, i64 %a7, i1 0)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.prefetch.im2col.5d(ptr, i32, i32, i32, i32, i32, i16, i16, i16, i64, i1)
define void @f30(ptr %a0, i32 %a1, i32 %a2, i32 %a3, i32 %a4, i32 %a5, i16 %a6, i16 %a7, i16 %a8, i64 %a9) {
  call void @llvm.nvvm.cp.async.bulk.tensor.prefetch.im2col.5d(ptr %a0, i32 %a1, i32 %a2, i32 %a3, i32 %a4, i32 %a5, i16 %a6, i16 %a7, i16 %a8, i64 %a9, i1 1)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.tensor.reduce.xor.im2col.5d(ptr addrspace(3), ptr, i32, i32, i32, i32, i32, i64, i1)
define void @f31(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i32 %a4, i32 %a5, i32 %a6, i64 %a7) {
  call void @llvm.nvvm.cp.async.bulk.tensor.reduce.xor.im2col.5d(ptr addrspace(3) %a0, ptr %a1, i32 %a2, i32 %a3, i32 %a4, i32 %a5, i32 %a6, i64 %a7, i1 1)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.global.to.shared.cluster(ptr addrspace(3), ptr addrspace(3), ptr addrspace(1), i32, i16, i64, i1, i1)
define void @f32(ptr addrspace(3) %a0, ptr addrspace(3) %a1, ptr addrspace(1) %a2, i32 %a3, i16 %a4, i64 %a5) {
  call void @llvm.nvvm.cp.async.bulk.global.to.shared.cluster(ptr addrspace(3) %a0, ptr addrspace(3) %a1, ptr addrspace(1) %a2, i32 %a3, i16 %a4, i64 %a5, i1 1, i1 1)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.shared.cta.to.cluster(ptr addrspace(3), ptr addrspace(3), ptr addrspace(3), i32)
define void @f33(ptr addrspace(3) %a0, ptr addrspace(3) %a1, ptr addrspace(3) %a2, i32 %a3) {
  call void @llvm.nvvm.cp.async.bulk.shared.cta.to.cluster(ptr addrspace(3) %a0, ptr addrspace(3) %a1, ptr addrspace(3) %a2, i32 %a3)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1), ptr addrspace(3), i32, i64, i1)
define void @f34(ptr addrspace(1) %a0, ptr addrspace(3) %a1, i32 %a2, i64 %a3) {
  call void @llvm.nvvm.cp.async.bulk.shared.cta.to.global(ptr addrspace(1) %a0, ptr addrspace(3) %a1, i32 %a2, i64 %a3, i1 1)
  ret void
}
declare void @llvm.nvvm.cp.async.bulk.prefetch.L2(ptr addrspace(1), i32, i64, i1)
define void @f35(ptr addrspace(1) %a0, i32 %a1, i64 %a2) {
  call void @llvm.nvvm.cp.async.bulk.prefetch.L2(ptr addrspace(1) %a0, i32 %a1, i64 %a2, i1 1)
  ret void
}
declare void @llvm.nvvm.fence.proxy.async()
define void @f36() {
  call void @llvm.nvvm.fence.proxy.async()
  ret void
}
declare void @llvm.nvvm.fence.proxy.async.global()
define void @f37() {
  call void @llvm.nvvm.fence.proxy.async.global()
  ret void
}
declare void @llvm.nvvm.fence.proxy.async.shared_cta()
define void @f38() {
  call void @llvm.nvvm.fence.proxy.async.shared_cta()
  ret void
}
declare void @llvm.nvvm.fence.proxy.async.shared_cluster()
define void @f39() {
  call void @llvm.nvvm.fence.proxy.async.shared_cluster()
  ret void
}
declare void @llvm.nvvm.fence.proxy.alias()
define void @f40() {
  call void @llvm.nvvm.fence.proxy.alias()
  ret void
}
declare void @llvm.nvvm.fence.mbarrier_init.release.cluster()
define void @f41() {
  call void @llvm.nvvm.fence.mbarrier_init.release.cluster()
  ret void
}
declare void @llvm.nvvm.fence.sc.cluster()
define void @f42() {
  call void @llvm.nvvm.fence.sc.cluster()
  ret void
}
declare void @llvm.nvvm.griddepcontrol.wait()
define void @f43() {
  call void @llvm.nvvm.griddepcontrol.wait()
  ret void
}
declare void @llvm.nvvm.griddepcontrol.launch.dependents()
define void @f44() {
  call void @llvm.nvvm.griddepcontrol.launch.dependents()
  ret void
}
declare void @llvm.nvvm.tcgen05.wait.ld()
define void @f45() {
  call void @llvm.nvvm.tcgen05.wait.ld()
  ret void
}
declare void @llvm.nvvm.tcgen05.wait.st()
define void @f46() {
  call void @llvm.nvvm.tcgen05.wait.st()
  ret void
}
declare void @llvm.nvvm.tcgen05.fence.before.thread.sync()
define void @f47() {
  call void @llvm.nvvm.tcgen05.fence.before.thread.sync()
  ret void
}
declare void @llvm.nvvm.tcgen05.fence.after.thread.sync()
define void @f48() {
  call void @llvm.nvvm.tcgen05.fence.after.thread.sync()
  ret void
}
declare void @llvm.nvvm.fence.proxy.tensormap_generic.release.gpu()
define void @f49() {
  call void @llvm.nvvm.fence.proxy.tensormap_generic.release.gpu()
  ret void
}
declare void @llvm.nvvm.barrier.cluster.arrive()
define void @f50() {
  call void @llvm.nvvm.barrier.cluster.arrive()
  ret void
}
declare void @llvm.nvvm.barrier.cluster.arrive.relaxed.aligned()
define void @f51() {
  call void @llvm.nvvm.barrier.cluster.arrive.relaxed.aligned()
  ret void
}
declare void @llvm.nvvm.barrier.cluster.wait.aligned()
define void @f52() {
  call void @llvm.nvvm.barrier.cluster.wait.aligned()
  ret void
}
declare void @llvm.nvvm.fence.proxy.tensormap_generic.acquire.sys(ptr, i32)
define void @f53(ptr %a0) {
  call void @llvm.nvvm.fence.proxy.tensormap_generic.acquire.sys(ptr %a0, i32 128)
  ret void
}
declare void @llvm.nvvm.tcgen05.alloc.cg1(ptr, i32)
define void @f54(ptr %a0, i32 %a1) {
  call void @llvm.nvvm.tcgen05.alloc.cg1(ptr %a0, i32 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3), i32)
define void @f55(ptr addrspace(3) %a0, i32 %a1) {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) %a0, i32 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6), i32)
define void @f56(ptr addrspace(6) %a0, i32 %a1) {
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %a0, i32 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
define void @f57() {
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()
  ret void
}
declare void @llvm.nvvm.tcgen05.commit.cg1(ptr)
define void @f58(ptr %a0) {
  call void @llvm.nvvm.tcgen05.commit.cg1(ptr %a0)
  ret void
}
declare void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3))
define void @f59(ptr addrspace(3) %a0) {
  call void @llvm.nvvm.tcgen05.commit.shared.cg1(ptr addrspace(3) %a0)
  ret void
}
declare void @llvm.nvvm.tcgen05.commit.mc.cg1(ptr, i16)
define void @f60(ptr %a0, i16 %a1) {
  call void @llvm.nvvm.tcgen05.commit.mc.cg1(ptr %a0, i16 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.commit.mc.shared.cg1(ptr addrspace(3), i16)
define void @f61(ptr addrspace(3) %a0, i16 %a1) {
  call void @llvm.nvvm.tcgen05.commit.mc.shared.cg1(ptr addrspace(3) %a0, i16 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.shift.down.cg1(ptr addrspace(6))
define void @f62(ptr addrspace(6) %a0) {
  call void @llvm.nvvm.tcgen05.shift.down.cg1(ptr addrspace(6) %a0)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6), i64)
define void @f63(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.128x256b.cg1(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.128x256b.b6x16_p32.cg1(ptr addrspace(6), i64)
define void @f64(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.128x256b.b6x16_p32.cg1(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.128x256b.b4x16_p64.cg1(ptr addrspace(6), i64)
define void @f65(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.128x256b.b4x16_p64.cg1(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.4x256b.cg1(ptr addrspace(6), i64)
define void @f66(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.4x256b.cg1(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.4x256b.b6x16_p32.cg1(ptr addrspace(6), i64)
define void @f67(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.4x256b.b6x16_p32.cg1(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.4x256b.b4x16_p64.cg1(ptr addrspace(6), i64)
define void @f68(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.4x256b.b4x16_p64.cg1(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.128x128b.cg1(ptr addrspace(6), i64)
define void @f69(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.128x128b.cg1(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.128x128b.b6x16_p32.cg1(ptr addrspace(6), i64)
define void @f70(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.128x128b.b6x16_p32.cg1(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.128x128b.b4x16_p64.cg1(ptr addrspace(6), i64)
define void @f71(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.128x128b.b4x16_p64.cg1(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_02_13.cg1(ptr addrspace(6), i64)
define void @f72(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_02_13.cg1(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_02_13.b6x16_p32.cg1(ptr addrspace(6), i64)
define void @f73(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_02_13.b6x16_p32.cg1(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_02_13.b4x16_p64.cg1(ptr addrspace(6), i64)
define void @f74(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_02_13.b4x16_p64.cg1(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_01_23.cg1(ptr addrspace(6), i64)
define void @f75(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_01_23.cg1(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_01_23.b6x16_p32.cg1(ptr addrspace(6), i64)
define void @f76(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_01_23.b6x16_p32.cg1(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_01_23.b4x16_p64.cg1(ptr addrspace(6), i64)
define void @f77(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_01_23.b4x16_p64.cg1(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.32x128b_warpx4.cg1(ptr addrspace(6), i64)
define void @f78(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.32x128b_warpx4.cg1(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.32x128b_warpx4.b6x16_p32.cg1(ptr addrspace(6), i64)
define void @f79(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.32x128b_warpx4.b6x16_p32.cg1(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.32x128b_warpx4.b4x16_p64.cg1(ptr addrspace(6), i64)
define void @f80(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.32x128b_warpx4.b4x16_p64.cg1(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.alloc.cg2(ptr, i32)
define void @f81(ptr %a0, i32 %a1) {
  call void @llvm.nvvm.tcgen05.alloc.cg2(ptr %a0, i32 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.alloc.shared.cg2(ptr addrspace(3), i32)
define void @f82(ptr addrspace(3) %a0, i32 %a1) {
  call void @llvm.nvvm.tcgen05.alloc.shared.cg2(ptr addrspace(3) %a0, i32 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.dealloc.cg2(ptr addrspace(6), i32)
define void @f83(ptr addrspace(6) %a0, i32 %a1) {
  call void @llvm.nvvm.tcgen05.dealloc.cg2(ptr addrspace(6) %a0, i32 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg2()
define void @f84() {
  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg2()
  ret void
}
declare void @llvm.nvvm.tcgen05.commit.cg2(ptr)
define void @f85(ptr %a0) {
  call void @llvm.nvvm.tcgen05.commit.cg2(ptr %a0)
  ret void
}
declare void @llvm.nvvm.tcgen05.commit.shared.cg2(ptr addrspace(3))
define void @f86(ptr addrspace(3) %a0) {
  call void @llvm.nvvm.tcgen05.commit.shared.cg2(ptr addrspace(3) %a0)
  ret void
}
declare void @llvm.nvvm.tcgen05.commit.mc.cg2(ptr, i16)
define void @f87(ptr %a0, i16 %a1) {
  call void @llvm.nvvm.tcgen05.commit.mc.cg2(ptr %a0, i16 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.commit.mc.shared.cg2(ptr addrspace(3), i16)
define void @f88(ptr addrspace(3) %a0, i16 %a1) {
  call void @llvm.nvvm.tcgen05.commit.mc.shared.cg2(ptr addrspace(3) %a0, i16 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.shift.down.cg2(ptr addrspace(6))
define void @f89(ptr addrspace(6) %a0) {
  call void @llvm.nvvm.tcgen05.shift.down.cg2(ptr addrspace(6) %a0)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.128x256b.cg2(ptr addrspace(6), i64)
define void @f90(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.128x256b.cg2(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.128x256b.b6x16_p32.cg2(ptr addrspace(6), i64)
define void @f91(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.128x256b.b6x16_p32.cg2(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.128x256b.b4x16_p64.cg2(ptr addrspace(6), i64)
define void @f92(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.128x256b.b4x16_p64.cg2(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.4x256b.cg2(ptr addrspace(6), i64)
define void @f93(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.4x256b.cg2(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.4x256b.b6x16_p32.cg2(ptr addrspace(6), i64)
define void @f94(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.4x256b.b6x16_p32.cg2(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.4x256b.b4x16_p64.cg2(ptr addrspace(6), i64)
define void @f95(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.4x256b.b4x16_p64.cg2(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.128x128b.cg2(ptr addrspace(6), i64)
define void @f96(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.128x128b.cg2(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.128x128b.b6x16_p32.cg2(ptr addrspace(6), i64)
define void @f97(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.128x128b.b6x16_p32.cg2(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.128x128b.b4x16_p64.cg2(ptr addrspace(6), i64)
define void @f98(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.128x128b.b4x16_p64.cg2(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_02_13.cg2(ptr addrspace(6), i64)
define void @f99(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_02_13.cg2(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_02_13.b6x16_p32.cg2(ptr addrspace(6), i64)
define void @f100(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_02_13.b6x16_p32.cg2(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_02_13.b4x16_p64.cg2(ptr addrspace(6), i64)
define void @f101(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_02_13.b4x16_p64.cg2(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_01_23.cg2(ptr addrspace(6), i64)
define void @f102(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_01_23.cg2(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_01_23.b6x16_p32.cg2(ptr addrspace(6), i64)
define void @f103(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_01_23.b6x16_p32.cg2(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_01_23.b4x16_p64.cg2(ptr addrspace(6), i64)
define void @f104(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.64x128b_warpx2_01_23.b4x16_p64.cg2(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.32x128b_warpx4.cg2(ptr addrspace(6), i64)
define void @f105(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.32x128b_warpx4.cg2(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.32x128b_warpx4.b6x16_p32.cg2(ptr addrspace(6), i64)
define void @f106(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.32x128b_warpx4.b6x16_p32.cg2(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare void @llvm.nvvm.tcgen05.cp.32x128b_warpx4.b4x16_p64.cg2(ptr addrspace(6), i64)
define void @f107(ptr addrspace(6) %a0, i64 %a1) {
  call void @llvm.nvvm.tcgen05.cp.32x128b_warpx4.b4x16_p64.cg2(ptr addrspace(6) %a0, i64 %a1)
  ret void
}
declare <4 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x4(ptr addrspace(6), i1)
define <4 x i32> @f108(ptr addrspace(6) %a0) {
  %r = call <4 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x4(ptr addrspace(6) %a0, i1 0)
  ret <4 x i32> %r
}
declare <8 x i32> @llvm.nvvm.tcgen05.ld.16x256b.x2(ptr addrspace(6), i1)
define <8 x i32> @f109(ptr addrspace(6) %a0) {
  %r = call <8 x i32> @llvm.nvvm.tcgen05.ld.16x256b.x2(ptr addrspace(6) %a0, i1 1)
  ret <8 x i32> %r
}
declare <2 x i32> @llvm.nvvm.tcgen05.ld.16x32bx2.x2(ptr addrspace(6), i64, i1)
define <2 x i32> @f110(ptr addrspace(6) %a0) {
  %r = call <2 x i32> @llvm.nvvm.tcgen05.ld.16x32bx2.x2(ptr addrspace(6) %a0, i64 8, i1 1)
  ret <2 x i32> %r
}
declare void @llvm.nvvm.tcgen05.st.32x32b.x2(ptr addrspace(6), <2 x i32>, i1)
define void @f111(ptr addrspace(6) %a0, <2 x i32> %a1) {
  call void @llvm.nvvm.tcgen05.st.32x32b.x2(ptr addrspace(6) %a0, <2 x i32> %a1, i1 0)
  ret void
}
declare void @llvm.nvvm.tcgen05.st.16x32bx2.x2(ptr addrspace(6), i64, <2 x i32>, i1)
define void @f112(ptr addrspace(6) %a0, <2 x i32> %a2) {
  call void @llvm.nvvm.tcgen05.st.16x32bx2.x2(ptr addrspace(6) %a0, i64 8, <2 x i32> %a2, i1 1)
  ret void
}
declare void @llvm.nvvm.tcgen05.st.16x64b.x1(ptr addrspace(6), i32, i1)
define void @f113(ptr addrspace(6) %a0, i32 %a1) {
  call void @llvm.nvvm.tcgen05.st.16x64b.x1(ptr addrspace(6) %a0, i32 %a1, i1 1)
  ret void
}
declare void @llvm.nvvm.prefetch.global.L2(ptr addrspace(1))
define void @f114(ptr addrspace(1) %a0) {
  call void @llvm.nvvm.prefetch.global.L2(ptr addrspace(1) %a0)
  ret void
}
declare void @llvm.nvvm.prefetch.L1(ptr)
define void @f115(ptr %a0) {
  call void @llvm.nvvm.prefetch.L1(ptr %a0)
  ret void
}
declare void @llvm.nvvm.prefetch.local.L2(ptr addrspace(5))
define void @f116(ptr addrspace(5) %a0) {
  call void @llvm.nvvm.prefetch.local.L2(ptr addrspace(5) %a0)
  ret void
}
declare void @llvm.nvvm.prefetch.tensormap(ptr)
define void @f117(ptr %a0) {
  call void @llvm.nvvm.prefetch.tensormap(ptr %a0)
  ret void
}
declare void @llvm.nvvm.prefetchu.L1(ptr)
define void @f118(ptr %a0) {
  call void @llvm.nvvm.prefetchu.L1(ptr %a0)
  ret void
}
declare void @llvm.nvvm.prefetch.global.L2.evict.last(ptr addrspace(1))
define void @f119(ptr addrspace(1) %a0) {
  call void @llvm.nvvm.prefetch.global.L2.evict.last(ptr addrspace(1) %a0)
  ret void
}
declare void @llvm.nvvm.applypriority.global.L2.evict.normal(ptr addrspace(1), i64)
define void @f120(ptr addrspace(1) %a0) {
  call void @llvm.nvvm.applypriority.global.L2.evict.normal(ptr addrspace(1) %a0, i64 128)
  ret void
}
declare void @llvm.nvvm.discard.L2(ptr, i64)
define void @f121(ptr %a0) {
  call void @llvm.nvvm.discard.L2(ptr %a0, i64 128)
  ret void
}
declare void @llvm.nvvm.st.bulk(ptr, i64, i64)
define void @f122(ptr %a0, i64 %a1) {
  call void @llvm.nvvm.st.bulk(ptr %a0, i64 %a1, i64 0)
  ret void
}
declare void @llvm.nvvm.st.bulk.shared.cta(ptr addrspace(3), i64, i64)
define void @f123(ptr addrspace(3) %a0, i64 %a1) {
  call void @llvm.nvvm.st.bulk.shared.cta(ptr addrspace(3) %a0, i64 %a1, i64 0)
  ret void
}
declare i16 @llvm.nvvm.ff.to.e4m3x2.rn(float, float)
define i16 @f124(float %a0, float %a1) {
  %r = call i16 @llvm.nvvm.ff.to.e4m3x2.rn(float %a0, float %a1)
  ret i16 %r
}
declare <2 x half> @llvm.nvvm.e5m2x2.to.f16x2.rn.relu(i16)
define <2 x half> @f125(i16 %a0) {
  %r = call <2 x half> @llvm.nvvm.e5m2x2.to.f16x2.rn.relu(i16 %a0)
  ret <2 x half> %r
}
declare i16 @llvm.nvvm.ff.to.e2m3x2.rn.satfinite(float, float)
define i16 @f126(float %a0, float %a1) {
  %r = call i16 @llvm.nvvm.ff.to.e2m3x2.rn.satfinite(float %a0, float %a1)
  ret i16 %r
}
declare <2 x half> @llvm.nvvm.e3m2x2.to.f16x2.rn(i16)
define <2 x half> @f127(i16 %a0) {
  %r = call <2 x half> @llvm.nvvm.e3m2x2.to.f16x2.rn(i16 %a0)
  ret <2 x half> %r
}
declare i16 @llvm.nvvm.ff.to.e2m1x2.rn.satfinite(float, float)
define i16 @f128(float %a0, float %a1) {
  %r = call i16 @llvm.nvvm.ff.to.e2m1x2.rn.satfinite(float %a0, float %a1)
  ret i16 %r
}
declare <2 x half> @llvm.nvvm.e2m1x2.to.f16x2.rn.relu(i16)
define <2 x half> @f129(i16 %a0) {
  %r = call <2 x half> @llvm.nvvm.e2m1x2.to.f16x2.rn.relu(i16 %a0)
  ret <2 x half> %r
}
declare i16 @llvm.nvvm.ff.to.ue8m0x2.rz.satfinite(float, float)
define i16 @f130(float %a0, float %a1) {
  %r = call i16 @llvm.nvvm.ff.to.ue8m0x2.rz.satfinite(float %a0, float %a1)
  ret i16 %r
}
declare <2 x bfloat> @llvm.nvvm.ue8m0x2.to.bf16x2(i16)
define <2 x bfloat> @f131(i16 %a0) {
  %r = call <2 x bfloat> @llvm.nvvm.ue8m0x2.to.bf16x2(i16 %a0)
  ret <2 x bfloat> %r
}
declare i32 @llvm.nvvm.f2tf32.rn.relu(float)
define i32 @f132(float %a0) {
  %r = call i32 @llvm.nvvm.f2tf32.rn.relu(float %a0)
  ret i32 %r
}
declare float @llvm.nvvm.redux.sync.fmin.abs.NaN(float, i32)
define float @f133(float %a0, i32 %a1) {
  %r = call float @llvm.nvvm.redux.sync.fmin.abs.NaN(float %a0, i32 %a1)
  ret float %r
}
declare {i32, i1} @llvm.nvvm.elect.sync(i32)
define {i32, i1} @f134(i32 %a0) {
  %r = call {i32, i1} @llvm.nvvm.elect.sync(i32 %a0)
  ret {i32, i1} %r
}
declare i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32, i1)
define i32 @f135(i32 %a0, i1 %a1) {
  %r = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 %a0, i1 %a1)
  ret i32 %r
}
declare i1 @llvm.nvvm.barrier.cta.red.and.count(i32, i32, i1)
define i1 @f136(i32 %a0, i32 %a1, i1 %a2) {
  %r = call i1 @llvm.nvvm.barrier.cta.red.and.count(i32 %a0, i32 %a1, i1 %a2)
  ret i1 %r
}
declare void @llvm.nvvm.barrier.cta.sync.aligned.count(i32, i32)
define void @f137(i32 %a0, i32 %a1) {
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 %a0, i32 %a1)
  ret void
}
declare void @llvm.nvvm.barrier.cta.arrive.count(i32, i32)
define void @f138(i32 %a0, i32 %a1) {
  call void @llvm.nvvm.barrier.cta.arrive.count(i32 %a0, i32 %a1)
  ret void
}
declare void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x2.trans.b16.p3(ptr addrspace(3), i32, i32)
define void @f139(ptr addrspace(3) %a0, i32 %a1, i32 %a2) {
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x2.trans.b16.p3(ptr addrspace(3) %a0, i32 %a1, i32 %a2)
  ret void
}
declare i32 @llvm.nvvm.movmatrix.sync.aligned.m8n8.trans.b16(i32)
define i32 @f140(i32 %a0) {
  %r = call i32 @llvm.nvvm.movmatrix.sync.aligned.m8n8.trans.b16(i32 %a0)
  ret i32 %r
}
declare void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32)
define void @f141() {
  call void @llvm.nvvm.setmaxnreg.inc.sync.aligned.u32(i32 80)
  ret void
}
declare void @llvm.nvvm.pm.event.mask(i16)
define void @f142() {
  call void @llvm.nvvm.pm.event.mask(i16 255)
  ret void
}
declare float @llvm.nvvm.add.rn.sat.f(float, float)
define float @f143(float %a0, float %a1) {
  %r = call float @llvm.nvvm.add.rn.sat.f(float %a0, float %a1)
  ret float %r
}
declare <2 x bfloat> @llvm.nvvm.tanh.approx.bf16x2(<2 x bfloat>)
define <2 x bfloat> @f144(<2 x bfloat> %a0) {
  %r = call <2 x bfloat> @llvm.nvvm.tanh.approx.bf16x2(<2 x bfloat> %a0)
  ret <2 x bfloat> %r
}
declare bfloat @llvm.nvvm.ex2.approx.ftz.bf16(bfloat)
define bfloat @f145(bfloat %a0) {
  %r = call bfloat @llvm.nvvm.ex2.approx.ftz.bf16(bfloat %a0)
  ret bfloat %r
}
declare ptr addrspace(3) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3), i32)
define ptr addrspace(3) @f146(ptr addrspace(3) %a0, i32 %a1) {
  %r = call ptr addrspace(3) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3) %a0, i32 %a1)
  ret ptr addrspace(3) %r
}
declare i1 @llvm.nvvm.isspacep.shared.cluster(ptr)
define i1 @f147(ptr %a0) {
  %r = call i1 @llvm.nvvm.isspacep.shared.cluster(ptr %a0)
  ret i1 %r
}
declare i1 @llvm.nvvm.is_explicit_cluster()
define i1 @f148() {
  %r = call i1 @llvm.nvvm.is_explicit_cluster()
  ret i1 %r
}
declare i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()
define i32 @f149() {
  %r = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()
  ret i32 %r
}
