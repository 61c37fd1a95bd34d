%S = type { i32, float }
@table = internal addrspace(1) constant [2 x %S] [%S { i32 1, float 2.0 }, %S zeroinitializer]
@count = addrspace(1) global i32 5
define float @helper(i64 %i) alwaysinline {
  %p = getelementptr [2 x %S], ptr addrspacecast (ptr addrspace(1) @table to ptr), i64 0, i64 %i, i32 1
  %f = load float, ptr %p
  %g = call float @inner(float %f)
  ret float %g
}
define internal float @inner(float %x) {
  %r = call float @llvm.fabs.f32(float %x), !fpmath !0
  ret float %r
}
define void @not_needed() {
  ret void
}
declare float @llvm.fabs.f32(float)
!0 = !{float 2.5}
