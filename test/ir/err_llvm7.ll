; What LLVM 7 did not have and no lowering gives is refused, each by name, and no file is written.
; RUN: rm -f %t.bc; cuprum as --dialect=llvm7 %s -o %t.bc
; EXIT: 1
; CHECK: error: operation fmax is not known to LLVM 7, whose bitcode was asked for
; CHECK: error: operation bfloat is not known to LLVM 7, whose bitcode was asked for
; CHECK: 2 errors detected
; RUN[B]: test -e %t.bc
; RUN[C]: cuprum as %s -o %t.bc && echo modern
; EXIT[C]: 0
; C: modern
define float @f(ptr %p, float %x) {
  %y = atomicrmw fmax ptr %p, float %x seq_cst
  ret float %y
}
define bfloat @b(ptr %p) {
  %x = load bfloat, ptr %p
  ret bfloat %x
}
