; LLVM's math intrinsics become device library calls, or approximations where they may.
; RUN: cuprum %s -O3 -o -
; REQUIRES: /usr/local/cuda/nvvm/libdevice/libdevice.10.bc
; CHECK: .entry exact
; CHECK-NOT: sin.approx.f32
; CHECK: .entry fast
; CHECK: sin.approx.f32
declare float @llvm.sin.f32(float)
declare half @llvm.pow.f16(half, half)
declare double @llvm.exp.f64(double)
define ptx_kernel void @exact(ptr %p, float %x, half %h, double %d) {
  %1 = call float @llvm.sin.f32(float %x)
  store volatile float %1, ptr %p
  %2 = call half @llvm.pow.f16(half %h, half %h)
  store volatile half %2, ptr %p
  %3 = call afn double @llvm.exp.f64(double %d)
  store volatile double %3, ptr %p
  ret void
}
define ptx_kernel void @fast(ptr %p, float %x) {
  %1 = call afn float @llvm.sin.f32(float %x)
  store volatile float %1, ptr %p
  ret void
}
