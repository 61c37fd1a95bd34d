; In an initialiser there is no place for instructions.
; RUN: cuprum -arch=sm_80 %s -o -
; EXIT: 1
; CHECK: error: the initializer of 'v' holds a constant expression that LLVM no longer has and that is no constant
@g = addrspace(1) global i32 1
@v = addrspace(1) global i64 udiv (i64 ptrtoint (ptr addrspace(1) @g to i64), i64 3)
@w = addrspace(1) global i64 udiv (i64 7, i64 3)
