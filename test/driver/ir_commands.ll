; What `cuprum as`, `dis`, `link` and `opt` refuse.
; RUN[A]: cuprum as %s -o %t.bc
; EXIT[A]: 1
; A: error: {{.*}}ir_commands.ll: invalid module: @f: phi lacks a predecessor
; RUN[B]: test ! -e %t.bc
; RUN[C]: cuprum as --passes=sroa %s
; EXIT[C]: 2
; C: error: option "--passes=sroa" is not one of "cuprum as"
; RUN[D]: cuprum opt --opt-stress=shake %s
; EXIT[D]: 2
; D: error: unknown stress mode "shake"
; RUN[E]: cuprum %s --opt-stress=shake --print-after=nosuch
; EXIT[E]: 2
; E: error: unknown stress mode "shake"
; E: error: there is no pass named 'nosuch'
; RUN[F]: cuprum dis %s %s
; EXIT[F]: 2
; F: error: more than one input file: "{{.*}}ir_commands.ll"
; RUN[G]: cuprum link %s /nonexistent.bc
; EXIT[G]: 1
; G: error: {{.*}}invalid module
define void @f(i32 %x) {
  %y = add i32 %x, 1
  br label %l
l:
  %z = phi i32 [ %y, %l ]
  ret void
}
