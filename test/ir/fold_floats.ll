; The five operations of two floating constants of each format.
; RUN: %B/tools/iropt --passes=instsimplify %s | sed -n 's/^ *ret //p' | tr '\n' ' '
; CHECK: float 8.5{{[0e+]*}} float 5.5{{[0e+]*}} float 1.05{{[0e]*}}+01 float 3.5{{[0e+]*}} float 1.0{{[0e+]*}} double 8.5{{[0e+]*}} double 5.5{{[0e+]*}} double 1.05{{[0e]*}}+01 double 3.5{{[0e+]*}} double 1.0{{[0e+]*}}
; CHECK-SAME: half 0xH4840 half 0xH4580 half 0xH4940 half 0xH4300 half 0xH3C00 bfloat 0xR4108 bfloat 0xR40B0 bfloat 0xR4128 bfloat 0xR4060 bfloat 0xR3F80
target triple = "nvptx64-nvidia-cuda"
define float @fadd_float() {
  %r = fadd float 7.0, 1.5
  ret float %r
}
define float @fsub_float() {
  %r = fsub float 7.0, 1.5
  ret float %r
}
define float @fmul_float() {
  %r = fmul float 7.0, 1.5
  ret float %r
}
define float @fdiv_float() {
  %r = fdiv float 7.0, 2.0
  ret float %r
}
define float @frem_float() {
  %r = frem float 7.0, 1.5
  ret float %r
}
define double @fadd_double() {
  %r = fadd double 7.0, 1.5
  ret double %r
}
define double @fsub_double() {
  %r = fsub double 7.0, 1.5
  ret double %r
}
define double @fmul_double() {
  %r = fmul double 7.0, 1.5
  ret double %r
}
define double @fdiv_double() {
  %r = fdiv double 7.0, 2.0
  ret double %r
}
define double @frem_double() {
  %r = frem double 7.0, 1.5
  ret double %r
}
define half @fadd_half() {
  %r = fadd half 0xH4700, 0xH3E00
  ret half %r
}
define half @fsub_half() {
  %r = fsub half 0xH4700, 0xH3E00
  ret half %r
}
define half @fmul_half() {
  %r = fmul half 0xH4700, 0xH3E00
  ret half %r
}
define half @fdiv_half() {
  %r = fdiv half 0xH4700, 0xH4000
  ret half %r
}
define half @frem_half() {
  %r = frem half 0xH4700, 0xH3E00
  ret half %r
}
define bfloat @fadd_bfloat() {
  %r = fadd bfloat 0xR40E0, 0xR3FC0
  ret bfloat %r
}
define bfloat @fsub_bfloat() {
  %r = fsub bfloat 0xR40E0, 0xR3FC0
  ret bfloat %r
}
define bfloat @fmul_bfloat() {
  %r = fmul bfloat 0xR40E0, 0xR3FC0
  ret bfloat %r
}
define bfloat @fdiv_bfloat() {
  %r = fdiv bfloat 0xR40E0, 0xR4000
  ret bfloat %r
}
define bfloat @frem_bfloat() {
  %r = frem bfloat 0xR40E0, 0xR3FC0
  ret bfloat %r
}
