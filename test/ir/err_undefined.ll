; A local value that is used has to be defined somewhere.
; RUN: %B/tools/iropt %s
; EXIT: 1
define void @f() {
  %x = add i32 %y, 1
  ret void
}
; CHECK: err_undefined.ll(5): error: name is not defined
