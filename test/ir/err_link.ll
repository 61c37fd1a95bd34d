; Linking: two definitions of a name, and a declaration of another type.
; RUN[A]: %B/tools/iropt --link=%S/inputs/err_twice.ll %s
; EXIT[A]: 1
; A: error: Linking globals named 'twice': symbol multiply defined!
; RUN[B]: %B/tools/iropt --link=%S/inputs/err_other.ll %s
; EXIT[B]: 1
; B: error: symbol 'other' is declared with different types
define i32 @twice(i32 %x) {
  ret i32 %x
}
declare i32 @other(i32)
define i32 @use(i32 %x) {
  %y = call i32 @other(i32 %x)
  ret i32 %y
}
