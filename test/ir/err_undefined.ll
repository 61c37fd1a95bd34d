; RUN: %B/tools/iropt %s
; EXIT: 1
define void @f() {
  %x = add i32 %y, 1
  ret void
}
; CHECK: 4:16: name is not defined
