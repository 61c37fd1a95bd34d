; A global value that is used has to be defined or declared.
; RUN: %B/tools/iropt %s
; EXIT: 1
define ptr @f() {
  ret ptr @nothing
}
; CHECK: symbol 'nothing' is used but not defined
