; A structure cannot hold itself.
; RUN: %B/tools/iropt %s
; EXIT: 1
%A = type { i32, %A }
; CHECK: a type contains itself
