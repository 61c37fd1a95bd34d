; A block ends with a terminator.
; RUN: %B/tools/iropt %s
; EXIT: 1
define void @f() {
a:
  %x = add i32 1, 2
b:
  ret void
}
; CHECK: block before has no terminator
