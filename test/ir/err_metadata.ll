; Metadata that is named has to be defined.
; RUN: %B/tools/iropt %s
; EXIT: 1
!a = !{!7}
; CHECK: metadata !7 is not defined
