; What the verifier says of symbols.
; RUN: %B/tools/iropt %s 2>&1 >/dev/null
; EXIT: 1
$c = comdat any
@llvm.used = global i32 0
@llvm.compiler.used = appending global [1 x ptr] zeroinitializer
@llvm.global_ctors = appending global [1 x { i32, ptr }] [{ i32, ptr } { i32 1, ptr @f }]
@llvm.global_dtors = global i32 0
@uses = global ptr @llvm.global_dtors
@decl = external global i32, comdat($c)
@common = common global i32 0, comdat($c)
@common2 = common constant i32 0
@common3 = common global i32 1
@app = appending global i32 0
@hidden_export = hidden dllexport global i32 0
@hidden_import = external hidden dllimport global i32
@import = dllimport global i32 0
@scal = global <vscale x 2 x i32> zeroinitializer
@cycle1 = alias i32, ptr @cycle2
@cycle2 = alias i32, ptr @cycle1
@weak = weak alias i32, ptr @common3
@over_weak = alias i32, ptr @weak
@to_decl = alias i32, ptr @decl
@i1 = ifunc void (), ptr @decl
@i2 = ifunc void (), ptr @undefined
@i3 = ifunc void (), ptr @f
@i4 = common ifunc void (), ptr @resolver
declare ptr @undefined()
define void @f() {
  ret void
}
define ptr @resolver() {
  ret ptr null
}
define void @llvm.donothing() {
  ret void
}
declare token @token_result()
declare void @token_param(token)
declare void @md_param(metadata)
declare spir_kernel i32 @kernel_result()
declare ptx_kernel void @kernel_var(...)
declare x86_intrcc void @intr(i32)
; EXPECT:
; verify: @llvm.used: wrong type for intrinsic global variable
; verify: @llvm.compiler.used: wrong initializer for intrinsic global variable
; verify: @llvm.global_ctors: the third field of the element type is mandatory, specify ptr null
; verify: @llvm.global_dtors: wrong type for intrinsic global variable
; verify: @llvm.global_dtors: invalid uses of intrinsic global variable
; verify: @decl: declaration may not be in a comdat
; verify: @common: 'common' global may not be in a comdat
; verify: @common2: 'common' global may not be marked constant
; verify: @common3: 'common' global must have a zero initializer
; verify: @app: only global arrays can have appending linkage
; verify: @hidden_export: dllexport global must have default or protected visibility
; verify: @hidden_import: dllimport global must have default visibility
; verify: @import: global is marked as dllimport, but not external
; verify: @scal: globals cannot contain scalable types
; verify: @cycle1: aliases cannot form a cycle
; verify: @cycle2: aliases cannot form a cycle
; verify: @over_weak: alias cannot point to an interposable alias
; verify: @to_decl: alias must point to a definition
; verify: @i1: ifunc must have a function as resolver
; verify: @i2: ifunc resolver must be a definition
; verify: @i3: ifunc resolver must return a pointer
; verify: @i4: ifunc has a linkage that it cannot have
; verify: @llvm.donothing: llvm intrinsics cannot be defined
; verify: @llvm.donothing: intrinsic has incorrect type
; verify: @token_result: function returns a token or x86_amx but isn't an intrinsic
; verify: @token_param: function takes token or x86_amx but isn't an intrinsic
; verify: @md_param: function takes metadata but isn't an intrinsic
; verify: @kernel_result: calling convention requires void return type
; verify: @kernel_var: calling convention does not support varargs
; verify: @intr: calling convention parameter requires byval
