; Calls of the device math library with constants: the values that nvcc's PTX has for them.
; RUN: %B/tools/iropt --passes=instsimplify --stress=all %s
declare float @__nv_sinf(float)
declare float @__nv_powf(float, float)
declare float @__nv_expf(float)
declare float @__nv_logf(float)
declare float @__nv_log2f(float)
declare float @__nv_fast_sinf(float)
declare double @__nv_exp(double)
declare double @__nv_atan2(double, double)
declare double @__nv_pow(double, double)
declare i32 @__nv_sin(i32)
; CHECK-LABEL: define float @sine(
; CHECK: ret float 0x3FD2E9CDA0000000
define float @sine() {
  %r = call float @__nv_sinf(float 0x3FD3333340000000)
  ret float %r
}
; CHECK-LABEL: define float @power(
; CHECK: ret float 3.200000e+01
define float @power() {
  %r = call float @__nv_powf(float 2.0, float 5.0)
  ret float %r
}
; CHECK-LABEL: define double @exponential(
; CHECK: ret double 0x3FF599058C8C1A96
define double @exponential() {
  %r = call double @__nv_exp(double 0.3)
  ret double %r
}
; CHECK-LABEL: define double @angle(
; CHECK: ret double 0x3FF6568640E000E3
define double @angle() {
  %r = call double @__nv_atan2(double 1.7, double 0.3)
  ret double %r
}
; overflow, a pole, an invalid operand, subnormals, no constant
; CHECK-LABEL: define void @refused(
; CHECK-COUNT-9: store volatile {{float|double}} %
define void @refused(ptr %p, float %x) {
  %a = call float @__nv_expf(float 100.0)
  store volatile float %a, ptr %p
  %b = call float @__nv_logf(float 0.0)
  store volatile float %b, ptr %p
  %c = call float @__nv_logf(float -1.0)
  store volatile float %c, ptr %p
  %d = call float @__nv_expf(float -90.0)
  store volatile float %d, ptr %p
  %e = call float @__nv_sinf(float 0x37A0000000000000)
  store volatile float %e, ptr %p
  %f = call float @__nv_sinf(float %x)
  store volatile float %f, ptr %p
  %g = call float @__nv_log2f(float 3.0)
  store volatile float %g, ptr %p
  %h = call float @__nv_fast_sinf(float 1.0)
  store volatile float %h, ptr %p
  %i = call double @__nv_pow(double 2.0, double -1060.0)
  store volatile double %i, ptr %p
  %j = call i32 @__nv_sin(i32 1)
  store volatile i32 %j, ptr %p
  ret void
}
