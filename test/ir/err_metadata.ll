; RUN: %B/tools/iropt %s
; EXIT: 1
!a = !{!7}
; CHECK: metadata !7 is not defined
