; A constant has to fit its type.
; RUN: %B/tools/iropt %s
; EXIT: 1
@a = global i8 256
; CHECK: integer constant does not fit its type
