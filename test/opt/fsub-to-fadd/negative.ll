; RUN[OLD,CHECK]: %B/tools/iropt --passes=fsub-to-fadd --sm=90 %s
; RUN[NEW,CHECK]: %B/tools/iropt --passes=fsub-to-fadd --sm=100 %s
; Since LLVM 20 the constant may have other uses where its negative has one.
; CHECK-LABEL: define float @both
; OLD: %a = fmul float %x, 5.0
; OLD-NEXT: %b = fsub float %y, %a
; NEW: %a = fmul float %x, -5.0
; NEW-NEXT: %b = fadd float %y, %a
; CHECK: fmul float %y, 5.0
define float @both(float %x, float %y) {
  %a = fmul float %x, 5.0
  %b = fsub float %y, %a
  %c = fmul float %y, 5.0
  %d = fmul float %b, -5.0
  %e = fadd float %c, %d
  ret float %e
}
