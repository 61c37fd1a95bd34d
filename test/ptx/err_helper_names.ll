; Names of functions that the compiler makes, taken by something else.
; RUN: cuprum -arch=sm_100 %s -o -
; EXIT: 1
; CHECK: error: "__cuprum_fp128_add" is the name of a function that the compiler itself makes
; CHECK: error: "__cuprum_udivrem128" is the name of a function that the compiler itself makes
@__cuprum_fp128_add = global i32 0
@__cuprum_udivrem128 = global i32 0
define ptx_kernel void @add(ptr %p, fp128 %a) {
  %x = fadd fp128 %a, %a
  store fp128 %x, ptr %p
  ret void
}
define ptx_kernel void @div(ptr %p, i128 %a) {
  %x = udiv i128 5, %a
  store i128 %x, ptr %p
  ret void
}
