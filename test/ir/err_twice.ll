; A global name is defined once.
; RUN: %B/tools/iropt %s
; EXIT: 1
@a = global i32 0
@a = global i32 1
; CHECK: symbol defined twice
