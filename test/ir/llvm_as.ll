; What we print, LLVM's assembler and verifier take, and give back what we read as the same module.
; REQUIRES: llvm-as-19, llvm-dis-19
; RUN: %B/tools/iropt test/ir/all_ops.ll > %t.1.ll && llvm-as-19 %t.1.ll -o %t.bc && llvm-dis-19 %t.bc -o %t.2.ll && %B/tools/iropt %t.2.ll > %t.3.ll && grep -c define %t.3.ll
; CHECK: 3
