; Roundings that PTX does not have, and rounding modes, which a GPU cannot change.
; RUN: cuprum -arch=sm_90 %s -o -
; EXIT: 1
; CHECK: the intrinsic llvm.experimental.constrained.fadd.f16: PTX does not have it with this rounding
; CHECK: the intrinsic llvm.experimental.constrained.fadd.f32: PTX does not have it with this rounding
; CHECK: the intrinsic llvm.set.rounding cannot be compiled: a GPU has no floating-point environment
declare half @llvm.experimental.constrained.fadd.f16(half, half, metadata, metadata)
declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)
declare void @llvm.set.rounding(i32)
define half @h(half %x) strictfp {
  %r = call half @llvm.experimental.constrained.fadd.f16(half %x, half %x, metadata !"round.upward", metadata !"fpexcept.ignore") strictfp
  ret half %r
}
define float @f(float %x) strictfp {
  %r = call float @llvm.experimental.constrained.fadd.f32(float %x, float %x, metadata !"round.tonearestaway", metadata !"fpexcept.ignore") strictfp
  ret float %r
}
define void @s() {
  call void @llvm.set.rounding(i32 1)
  ret void
}
