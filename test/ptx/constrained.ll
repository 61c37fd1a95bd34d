; Constrained floating point: the rounding is the instruction's, nothing contracts, exceptions do
; not exist.
; RUN: cuprum -arch=sm_90 -O3 %s -o -
declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)
declare float @llvm.experimental.constrained.fmul.f32(float, float, metadata, metadata)
declare double @llvm.experimental.constrained.fdiv.f64(double, double, metadata, metadata)
declare double @llvm.experimental.constrained.fsub.f64(double, double, metadata, metadata)
declare float @llvm.experimental.constrained.sqrt.f32(float, metadata, metadata)
declare float @llvm.experimental.constrained.fma.f32(float, float, float, metadata, metadata)
declare float @llvm.experimental.constrained.sitofp.f32.i64(i64, metadata, metadata)
declare float @llvm.experimental.constrained.uitofp.f32.i8(i8, metadata, metadata)
declare float @llvm.experimental.constrained.fptrunc.f32.f64(double, metadata, metadata)
declare double @llvm.experimental.constrained.rint.f64(double, metadata, metadata)
declare i32 @llvm.experimental.constrained.lrint.i32.f64(double, metadata, metadata)
declare i32 @llvm.experimental.constrained.fptosi.i32.f32(float, metadata)
declare i1 @llvm.experimental.constrained.fcmp.f32(float, float, metadata, metadata)
declare <2 x float> @llvm.experimental.constrained.fadd.v2f32(<2 x float>, <2 x float>, metadata, metadata)
declare half @llvm.experimental.constrained.fadd.f16(half, half, metadata, metadata)
declare float @llvm.experimental.constrained.floor.f32(float, metadata)
define float @nearest(float %x, float %y) strictfp {
  %m = call float @llvm.experimental.constrained.fmul.f32(float %x, float %y, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  %a = call float @llvm.experimental.constrained.fadd.f32(float %m, float %y, metadata !"round.dynamic", metadata !"fpexcept.ignore") strictfp
  ret float %a
}
; CHECK-LABEL: // .globl nearest
; CHECK: mul.rn.f32
; CHECK: add.rn.f32
define float @directed(float %x, float %y, double %d) strictfp {
  %m = call float @llvm.experimental.constrained.fmul.f32(float %x, float %y, metadata !"round.upward", metadata !"fpexcept.strict") strictfp
  %a = call float @llvm.experimental.constrained.fadd.f32(float %m, float %y, metadata !"round.downward", metadata !"fpexcept.strict") strictfp
  %q = call float @llvm.experimental.constrained.sqrt.f32(float %a, metadata !"round.towardzero", metadata !"fpexcept.strict") strictfp
  %f = call float @llvm.experimental.constrained.fma.f32(float %a, float %q, float %x, metadata !"round.upward", metadata !"fpexcept.strict") strictfp
  %t = call float @llvm.experimental.constrained.fptrunc.f32.f64(double %d, metadata !"round.downward", metadata !"fpexcept.strict") strictfp
  %r = call float @llvm.experimental.constrained.fadd.f32(float %f, float %t, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  ret float %r
}
; CHECK-LABEL: // .globl directed
; CHECK: mul.rp.f32
; CHECK: add.rm.f32
; CHECK: sqrt.rz.f32
; CHECK: fma.rp.f32
; CHECK: cvt.rm.f32.f64
; CHECK: add.rn.f32
define double @doubles(double %x, double %y) strictfp {
  %q = call double @llvm.experimental.constrained.fdiv.f64(double %x, double %y, metadata !"round.towardzero", metadata !"fpexcept.strict") strictfp
  %s = call double @llvm.experimental.constrained.fsub.f64(double %x, double %q, metadata !"round.upward", metadata !"fpexcept.strict") strictfp
  %r = call double @llvm.experimental.constrained.rint.f64(double %s, metadata !"round.downward", metadata !"fpexcept.strict") strictfp
  ret double %r
}
; CHECK-LABEL: // .globl doubles
; CHECK: div.rz.f64
; CHECK: sub.rp.f64
; CHECK: cvt.rmi.f64.f64
define i32 @ints(i64 %x, i8 %y, float %f, double %d) strictfp {
  %a = call float @llvm.experimental.constrained.sitofp.f32.i64(i64 %x, metadata !"round.towardzero", metadata !"fpexcept.strict") strictfp
  %b = call float @llvm.experimental.constrained.uitofp.f32.i8(i8 %y, metadata !"round.upward", metadata !"fpexcept.strict") strictfp
  %c = call i1 @llvm.experimental.constrained.fcmp.f32(float %a, float %b, metadata !"ult", metadata !"fpexcept.strict") strictfp
  %e = call float @llvm.experimental.constrained.floor.f32(float %f, metadata !"fpexcept.strict") strictfp
  %i = call i32 @llvm.experimental.constrained.fptosi.i32.f32(float %e, metadata !"fpexcept.strict") strictfp
  %j = call i32 @llvm.experimental.constrained.lrint.i32.f64(double %d, metadata !"round.upward", metadata !"fpexcept.strict") strictfp
  %r = select i1 %c, i32 %i, i32 %j
  ret i32 %r
}
; CHECK-LABEL: // .globl ints
; CHECK: cvt.rz.f32.s64
; CHECK: cvt.rp.f32.u32
; CHECK: setp.ltu.f32
; CHECK: cvt.rmi.f32.f32
; CHECK: cvt.rzi.s32.f32
; CHECK: cvt.rpi.f64.f64
; CHECK: cvt.rzi.s32.f64
define <2 x float> @vector(<2 x float> %x, <2 x float> %y) strictfp {
  %r = call <2 x float> @llvm.experimental.constrained.fadd.v2f32(<2 x float> %x, <2 x float> %y, metadata !"round.upward", metadata !"fpexcept.ignore") strictfp
  ret <2 x float> %r
}
; CHECK-LABEL: // .globl vector
; CHECK: add.rp.f32
; CHECK: add.rp.f32
