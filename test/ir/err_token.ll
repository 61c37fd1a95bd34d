; A word that is no instruction.
; RUN: %B/tools/iropt %s
; EXIT: 1
define void @f() {
  frobnicate i32 1
}
; CHECK: expected instruction opcode
