; Intrinsics declared with fewer arguments than they have: no rule may look at one that is not there.
; RUN: cuprum opt --passes= -S %s -o %t.ll 2>%t.err; cat %t.err
; CHECK: invalid rounding mode
; CHECK: gc relocate or result is incorrectly tied
declare half @llvm.fptrunc.round.f16.f32(float)
declare ptr @llvm.experimental.gc.relocate.p0()
declare i1 @llvm.scmp.i1.i32()
declare i32 @llvm.experimental.get.vector.length.i32()
declare <2 x i32> @llvm.vector.insert.v2i32.v2i32(<2 x i32>)
declare void @llvm.masked.store.v2i32.p0()
define void @short(i32 %x) {
  call half @llvm.fptrunc.round.f16.f32(float 1.0)
  call ptr @llvm.experimental.gc.relocate.p0()
  call i1 @llvm.scmp.i1.i32()
  call i32 @llvm.experimental.get.vector.length.i32()
  call <2 x i32> @llvm.vector.insert.v2i32.v2i32(<2 x i32> zeroinitializer)
  call void @llvm.masked.store.v2i32.p0()
  ret void
}
