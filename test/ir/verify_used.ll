; What may stand in llvm.used.
; RUN: %B/tools/iropt %s 2>&1 >/dev/null
; EXIT: 1
@llvm.used = appending global [1 x ptr] [ptr null]
@llvm.compiler.used = appending global [2 x ptr] [ptr null, ptr @x]
@x = global i32 0
; EXPECT:
; verify: @llvm.used: wrong initializer for intrinsic global variable
; verify: @llvm.compiler.used: invalid llvm.used member
