; NVVM's arithmetic of constants (all of it: test/unit/test_fold_nvvm.c), and what stays.
; RUN: %B/tools/iropt --passes=instsimplify --stress=all %s
declare float @llvm.nvvm.add.rz.f(float, float)
declare float @llvm.nvvm.sqrt.rn.f(float)
declare float @llvm.nvvm.mul.rn.f(float, float)
declare float @llvm.nvvm.mul.rn.ftz.f(float, float)
declare float @llvm.nvvm.rcp.approx.f(float)
declare float @llvm.nvvm.saturate.f(float)
declare i32 @llvm.nvvm.f2i.rn(float)
declare i32 @llvm.nvvm.lop3(i32, i32, i32, i32)
; CHECK-LABEL: define void @folded(
; CHECK: store volatile float 0x4170000000000000
; CHECK: store volatile float 5.0
; CHECK: store volatile float 0.0
; CHECK: store volatile i32 2,
; CHECK: store volatile i32 105,
define void @folded(ptr %p) {
  %a = call float @llvm.nvvm.add.rz.f(float 0x4170000000000000, float 1.0)
  store volatile float %a, ptr %p
  %b = call float @llvm.nvvm.sqrt.rn.f(float 25.0)
  store volatile float %b, ptr %p
  %c = call float @llvm.nvvm.mul.rn.ftz.f(float 0x3810000000000000, float 0.5)
  store volatile float %c, ptr %p
  %d = call i32 @llvm.nvvm.f2i.rn(float 2.5)
  store volatile i32 %d, ptr %p
  %e = call i32 @llvm.nvvm.lop3(i32 15, i32 51, i32 85, i32 150)
  store volatile i32 %e, ptr %p
  ret void
}
; CHECK-LABEL: define void @kept(
; CHECK-COUNT-5: store volatile {{float|i32}} %
define void @kept(ptr %p) {
  %a = call float @llvm.nvvm.rcp.approx.f(float 2.0)
  store volatile float %a, ptr %p
  %b = call float @llvm.nvvm.sqrt.rn.f(float -1.0)
  store volatile float %b, ptr %p
  %c = call float @llvm.nvvm.mul.rn.f(float 0x3810000000000000, float 0.5)
  store volatile float %c, ptr %p
  %d = call i32 @llvm.nvvm.f2i.rn(float 1.0e10)
  store volatile i32 %d, ptr %p
  %e = call float @llvm.nvvm.saturate.f(float -0.0)
  store volatile float %e, ptr %p
  ret void
}
