; Linking what is needed of a library makes it internal and renames what would clash; linking all of it does not.
; RUN: %B/tools/iropt --link-needed=%S/inputs/lib.ll %s
; RUN[ALL]: %B/tools/iropt --link=%S/inputs/lib.ll %s
; CHECK: @count = internal addrspace(1) global i32 5
; CHECK: @table = internal addrspace(1) constant [2 x %S] [%S { i32 1, float 2.000000e+00 }, %S zeroinitializer]
; CHECK: define internal float @helper(i64 %i) #0
; CHECK: define internal float @inner.0(float %x)
; CHECK: call float @llvm.fabs.f32(float %x), !fpmath
; CHECK-NOT: not_needed
; ALL: @count = addrspace(1) global i32 5
; ALL: define float @helper(i64 %i)
; ALL: define void @not_needed
%S = type { i32, float }
@count = external addrspace(1) global i32
declare float @helper(i64)
define float @inner(i64 %i) {
  %r = call float @helper(i64 %i)
  %c = load i32, ptr addrspace(1) @count
  ret float %r
}
