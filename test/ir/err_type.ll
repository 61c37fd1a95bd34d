; RUN: %B/tools/iropt %s
; EXIT: 1
define void @f(i32 %a) {
  %x = fadd float %a, 1.0
  ret void
}
; CHECK: 4:19: value used with another type than it has
