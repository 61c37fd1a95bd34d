; RUN[OLD,CHECK]: %B/tools/iropt --passes=order-sums --sm=90 %s
; RUN[NEW,CHECK]: %B/tools/iropt --passes=order-sums --sm=100 %s
; Before sm_100 no call can move but one that reads a special register; then roots and the like stay.
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare float @llvm.nvvm.fmin.f(float, float)
declare float @llvm.nvvm.sqrt.rn.f(float)
; CHECK-LABEL: define float @register
; CHECK: %s = fadd contract float %p, %q
define float @register(float %a, float %b) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %f = uitofp i32 %t to float
  %p = fmul contract float %f, %a
  %q = fmul contract float %a, %b
  %s = fadd contract float %p, %q
  ret float %s
}
; CHECK-LABEL: define float @minimum
; OLD: %s = fadd contract float %q, %p
; NEW: %s = fadd contract float %p, %q
define float @minimum(float %a, float %b) {
  %t = call float @llvm.nvvm.fmin.f(float %a, float %a)
  %p = fmul contract float %t, %a
  %q = fmul contract float %b, %b
  %s = fadd contract float %p, %q
  ret float %s
}
; CHECK-LABEL: define float @root
; CHECK: %s = fadd contract float %q, %p
define float @root(float %a, float %b) {
  %t = call float @llvm.nvvm.sqrt.rn.f(float %a)
  %p = fmul contract float %t, %a
  %q = fmul contract float %b, %b
  %s = fadd contract float %p, %q
  ret float %s
}
; __int_as_float
; CHECK-LABEL: define float @bits
; OLD: %s = fadd contract float %q, %p
; NEW: %s = fadd contract float %p, %q
define float @bits(i32 %a, float %b) {
  %t = bitcast i32 %a to float
  %p = fmul contract float %t, %t
  %q = fmul contract float %b, %b
  %s = fadd contract float %p, %q
  ret float %s
}
