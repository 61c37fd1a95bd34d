; RUN: cuprum as %s -o %t.bc && cuprum dis %t.bc -o %t.ll && cuprum as %t.ll -o %t2.bc && cuprum dis %t2.bc -o - && cmp %t.bc %t2.bc
; Assembly of the module is lines, empty ones too, however it was written; a newline ends a line.
; CHECK: module asm "first"
; CHECK-NEXT: module asm ""
; CHECK-NEXT: module asm ""
; CHECK-NEXT: module asm "second"
; CHECK-NEXT: module asm "third"
; CHECK-NEXT: module asm ""
; CHECK-EMPTY:
module asm "first\0A\0A\0Asecond\0A"
module asm "third"
module asm ""
