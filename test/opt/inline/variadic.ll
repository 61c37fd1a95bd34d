; RUN: %B/tools/iropt -O2 --passes=inline --stress=all %s
; A variadic function that does not look at what comes with `...` is like any other: overload
; resolution is asked by such (`false_type is_valid(...)`), and a call in a kernel costs registers.
target triple = "nvptx64-nvidia-cuda"

define internal i32 @asked(i32 %x, ...) {
  %r = add i32 %x, 1
  ret i32 %r
}
define internal i32 @reads(ptr %list, ...) {
  call void @llvm.va_start.p0(ptr %list)
  %r = load i32, ptr %list
  ret i32 %r
}
define internal i32 @hands_on(i32 %x, ...) {
  %r = musttail call i32 (i32, ...) @elsewhere(i32 %x, ...)
  ret i32 %r
}
; CHECK-LABEL: define ptx_kernel void @k
; CHECK-NOT: @asked
; CHECK: call i32 (ptr, ...) @reads(ptr %p, i32 7)
; CHECK-NOT: @asked
; CHECK: call i32 (i32, ...) @hands_on(i32 %n, i32 8)
; CHECK-NOT: @asked
; CHECK: ret void
define ptx_kernel void @k(ptr %p, i32 %n) {
  %a = call i32 (i32, ...) @asked(i32 %n, i64 3, double 2.0)
  store i32 %a, ptr %p
  %b = call i32 (ptr, ...) @reads(ptr %p, i32 7)
  store i32 %b, ptr %p
  %c = call i32 (i32, ...) @hands_on(i32 %n, i32 8)
  store i32 %c, ptr %p
  ret void
}
declare i32 @elsewhere(i32, ...)
declare void @llvm.va_start.p0(ptr)
