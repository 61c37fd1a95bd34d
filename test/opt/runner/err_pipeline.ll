; What is wrong with the text of a pipeline is said.
; RUN[A]: %B/tools/iropt --passes=sroa,nosuch %s
; EXIT[A]: 1
; A: error: there is no pass named 'nosuch'
; RUN[B]: %B/tools/iropt "--passes=repeat(2 sroa)" %s
; EXIT[B]: 1
; B: error: pipeline: repeat(n: passes) expected
; RUN[C]: %B/tools/iropt "--passes=repeat(2: sroa" %s
; EXIT[C]: 1
; C: error: pipeline: ')' expected
; RUN[D]: %B/tools/iropt "--passes=sroa;gvn" %s
; EXIT[D]: 1
; D: error: pipeline: unexpected character
; RUN[E]: %B/tools/iropt "--passes=sroa)" %s
; EXIT[E]: 1
; E: error: pipeline: unexpected ')'
; RUN[F]: cuprum -x ir --passes=sroa,nosuch %s -o %t.ptx
; EXIT[F]: 1
; F: error: there is no pass named 'nosuch'
; RUN[DEEP]: p=dce; for i in 1 2 3 4 5 6 7 8 9; do p="repeat(1: $p)"; done; %B/tools/iropt "--passes=$p" %s && %B/tools/iropt "--passes=repeat(1: $p)" %s
; EXIT[DEEP]: 1
; DEEP: define void @f
; DEEP: error: pipeline: nested too deep
define void @f() {
  ret void
}
