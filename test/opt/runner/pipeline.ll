; Unknown passes, repeated ones, and none by --opt-bisect-limit=0.
; RUN: %B/tools/iropt --passes=dce,nosuch %s
; RUN[REP]: %B/tools/iropt "--passes=repeat(3:instsimplify,dce)" --print-after=dce %s
; RUN[BIS]: %B/tools/iropt --passes=dce,adce --opt-bisect-limit=0 %s
; EXIT: 1
; EXIT[REP]: 0
; EXIT[BIS]: 0
; CHECK: there is no pass named 'nosuch'
; REP: ; after dce (#2) fn f, 1 insts, 1 blocks
; BIS: add i32 1, %x
define void @f(i32 %x) {
  %a = add i32 1, %x
  ret void
}
