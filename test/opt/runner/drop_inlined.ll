; RUN: %B/tools/iropt -O2 --passes=inline %s
; The body of a function whose last caller has inlined its last call goes at once; one that is called, called through a pointer, known to metadata or visible outside stays.
; CHECK-NOT: @gone
; CHECK-NOT: @chain
; CHECK: define internal i32 @kept
; CHECK: define internal i32 @pointed
; CHECK: define internal i32 @named
; CHECK: define i32 @visible
; CHECK: define ptx_kernel void @k
; CHECK-NOT: @gone
; CHECK-NOT: @chain
target triple = "nvptx64-nvidia-cuda"
@table = global ptr @pointed
define internal i32 @chain(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}
define linkonce_odr i32 @gone(i32 %x) {
  %r = call i32 @chain(i32 %x)
  ret i32 %r
}
define internal i32 @kept(i32 %x) noinline {
  %r = mul i32 %x, 3
  ret i32 %r
}
define internal i32 @pointed(i32 %x) {
  %r = mul i32 %x, 5
  ret i32 %r
}
define internal i32 @named(i32 %x) {
  %r = mul i32 %x, 7
  ret i32 %r
}
define i32 @visible(i32 %x) {
  %r = mul i32 %x, 9
  ret i32 %r
}
define ptx_kernel void @k(ptr %p, i32 %x) {
  %a = call i32 @gone(i32 %x)
  %b = call i32 @kept(i32 %a)
  %c = call i32 @pointed(i32 %b)
  %d = call i32 @named(i32 %c)
  %e = call i32 @visible(i32 %d)
  store i32 %e, ptr %p
  ret void
}
!x = !{!0}
!0 = !{ptr @named, !"note", i32 1}
