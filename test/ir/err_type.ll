; A value keeps the type that it was defined with.
; RUN: %B/tools/iropt %s
; EXIT: 1
define void @f(i32 %a) {
  %x = fadd float %a, 1.0
  ret void
}
; CHECK: err_type.ll(5): error: value used with another type than it has
