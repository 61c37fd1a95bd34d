; RUN: %B/tools/iropt %s
; EXIT: 1
define void @f() {
  %x = add i32 %y, 1
  ret void
}
; CHECK: err_undefined.ll(4): error: name is not defined
