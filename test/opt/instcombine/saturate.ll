; A minimum with 1 of a maximum with 0 saturates, as NaN becomes 0 in both.
; RUN: %B/tools/iropt --passes=instcombine --stress=all %s
declare float @llvm.minnum.f32(float, float)
declare float @llvm.maxnum.f32(float, float)
declare double @llvm.minnum.f64(double, double)
declare double @llvm.maxnum.f64(double, double)
declare half @llvm.minnum.f16(half, half)
declare half @llvm.maxnum.f16(half, half)
declare float @llvm.nvvm.fmin.ftz.f(float, float)
declare float @llvm.nvvm.fmax.ftz.f(float, float)
; CHECK-LABEL: define float @single(
; CHECK-NEXT: [[R:%.*]] = call float @llvm.nvvm.saturate.f(float %x)
; CHECK-NEXT: ret float [[R]]
define float @single(float %x) {
  %a = call float @llvm.maxnum.f32(float %x, float 0.0)
  %b = call float @llvm.minnum.f32(float %a, float 1.0)
  ret float %b
}
; CHECK-LABEL: define double @double(
; CHECK: call double @llvm.nvvm.saturate.d(double %x)
define double @double(double %x) {
  %a = call double @llvm.maxnum.f64(double 0.0, double %x)
  %b = call double @llvm.minnum.f64(double 1.0, double %a)
  ret double %b
}
; CHECK-LABEL: define float @flush(
; CHECK: call float @llvm.nvvm.saturate.ftz.f(float %x)
define float @flush(float %x) {
  %a = call float @llvm.nvvm.fmax.ftz.f(float 0.0, float %x)
  %b = call float @llvm.nvvm.fmin.ftz.f(float 1.0, float %a)
  ret float %b
}
; NaN would become 1; other bounds; no such instruction
; CHECK-NOT: saturate
; CHECK-LABEL: define float @reversed(
define float @reversed(float %x) {
  %a = call float @llvm.minnum.f32(float %x, float 1.0)
  %b = call float @llvm.maxnum.f32(float %a, float 0.0)
  ret float %b
}
; CHECK-LABEL: define float @bounds(
define float @bounds(float %x) {
  %a = call float @llvm.maxnum.f32(float %x, float 0.0)
  %b = call float @llvm.minnum.f32(float %a, float 2.0)
  ret float %b
}
; CHECK-LABEL: define half @half(
define half @half(half %x) {
  %a = call half @llvm.maxnum.f16(half %x, half 0.0)
  %b = call half @llvm.minnum.f16(half %a, half 1.0)
  ret half %b
}
