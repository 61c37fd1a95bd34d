; Typed pointers, and what LLVM of today refuses but in old bitcode.
@llvm.global_ctors = appending global [2 x { i32, void ()* }] [{ i32, void ()* } { i32 65535, void ()* @start }, { i32, void ()* } { i32 1, void ()* null }]
@llvm.global_dtors = appending global [1 x { i32, void ()* }] zeroinitializer
@local = internal dllexport global i32 0
@far = external dllimport global i32
define internal dllexport void @start() {
  store i32 1, i32* @local
  ret void
}
define zeroext float @misfits(i32 align 4 %n, float nonnull noundef %x, i32* align 8 zeroext %p) {
  %r = call dereferenceable(8) i32 (i32, ...) @variadic(i32 noalias 1, i32* align 4 nonnull %p, float align 4 %x)
  store i32 %r, i32* %p
  ret float %x
}
declare signext i32 @variadic(i32 nocapture, ...)
define void @indirect([4 x i64]* %p, i32* %q) {
  call void asm sideeffect "copy $0, $1, $2;", "=*m,r,*m,~{memory}"([4 x i64]* %p, i64 3, i32* %q)
  ret void
}
