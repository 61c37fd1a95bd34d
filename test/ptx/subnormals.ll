; What a function says about subnormal numbers of single precision holds for its instructions, and keeps a
; function that says otherwise out of it.
; RUN: cuprum %s -arch=sm_90 -o - | grep -E '[.](entry|func)|f32|call|exact'
; CHECK: .entry flushed
; CHECK: mul.ftz.f32
; CHECK: setp.{{[a-z]*}}.ftz.f32
; CHECK: cvt.ftz.f64.f32
; CHECK: .entry of_all
; CHECK: add.ftz.f32
; CHECK: .entry kept
; CHECK: sub.f32
; CHECK: fma.rn.f32
; CHECK: .entry operands_only
; CHECK: mul.f32
; CHECK: .entry calls
; CHECK: call{{.*}}
; CHECK: exact
; CHECK: div.rn.ftz.f32
define float @exact(float %a, float %b) #2 {
  %m = fmul contract float %a, %b
  %s = fadd contract float %m, %a
  ret float %s
}
define float @silent(float %a) {
  %m = fdiv float %a, 3.0
  ret float %m
}
define ptx_kernel void @flushed(float %a, float %b, ptr %p) #0 {
  %m = fmul float %a, %b
  %c = fcmp olt float %m, %b
  %s = select i1 %c, float %m, float %b
  %d = fpext float %s to double
  store double %d, ptr %p
  ret void
}
define ptx_kernel void @of_all(float %a, float %b, ptr %p) #1 {
  %s = fadd float %a, %b
  store float %s, ptr %p
  ret void
}
define ptx_kernel void @kept(float %a, float %b, ptr %p) #2 {
  %s = fsub float %a, %b
  %e = call float @exact(float %s, float %b)
  store float %e, ptr %p
  ret void
}
define ptx_kernel void @operands_only(float %a, float %b, ptr %p) #3 {
  %s = fmul float %a, %b
  store float %s, ptr %p
  ret void
}
define ptx_kernel void @calls(float %a, float %b, ptr %p) #0 {
  %e = call float @exact(float %a, float %b)
  %s = call float @silent(float %e)
  store float %s, ptr %p
  ret void
}
attributes #0 = { "denormal-fp-math-f32"="preserve-sign,preserve-sign" }
attributes #1 = { "denormal-fp-math"="preserve-sign" }
attributes #2 = { "denormal-fp-math"="preserve-sign" "denormal-fp-math-f32"="ieee,ieee" }
attributes #3 = { "denormal-fp-math-f32"="ieee,preserve-sign" }
