# Constant expressions that LLVM has dropped, in the bitcode of LLVM 14 and in its text.
# REQUIRES: llvm-as-14
# RUN: llvm-as-14 test/ir/inputs/old_expr.ll -o %t.bc && cuprum run %t.bc --print=0 buf:i32:6:zero
# RUN[TEXT]: cuprum run test/ir/inputs/old_expr.ll -O0 --print=0 buf:i32:6:zero
# RUN[AS]: llvm-as-14 test/ir/inputs/old_expr.ll -o %t.2.bc && cuprum dis %t.2.bc -o - | llvm-as-19 -o /dev/null && echo good
# CHECK: arg 0: 7 1 2 1 1 8
# TEXT: arg 0: 7 1 2 1 1 8
# AS: good
