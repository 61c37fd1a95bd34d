; What all calls of a function have in common.
; RUN: %B/tools/iropt --passes=ipsccp --stress=all %s
@s = internal addrspace(3) global [64 x float] undef
@t = internal addrspace(3) global [64 x float] undef
@g = internal addrspace(1) global float 0.0
; the same constant, also through a caller's own parameter
; CHECK-LABEL: define internal i32 @inner(
; CHECK: sdiv i32 %a, 4
define internal i32 @inner(i32 %a, i32 %m) noinline {
  %r = sdiv i32 %a, %m
  ret i32 %r
}
; CHECK-LABEL: define internal i32 @outer(
; CHECK: call i32 @inner(i32 %a, i32 4)
define internal i32 @outer(i32 %a, i32 %m) noinline {
  %r = call i32 @inner(i32 %a, i32 %m)
  ret i32 %r
}
define i32 @top(i32 %a) {
  %r = call i32 @outer(i32 %a, i32 4)
  %q = call i32 @outer(i32 %r, i32 4)
  ret i32 %q
}
; two constants
; CHECK-LABEL: define internal i32 @differs(
; CHECK: sdiv i32 %a, %m
define internal i32 @differs(i32 %a, i32 %m) noinline {
  %r = sdiv i32 %a, %m
  ret i32 %r
}
define i32 @calls_differs(i32 %a) {
  %r = call i32 @differs(i32 %a, i32 4)
  %q = call i32 @differs(i32 %r, i32 5)
  ret i32 %q
}
; a result, through a call
; CHECK-LABEL: define internal i32 @seven(
; CHECK-LABEL: define i32 @eight(
; CHECK: call i32 @also_seven(
; CHECK-NEXT: add i32 7, 1
define internal i32 @seven(ptr %p) noinline {
  store volatile i32 0, ptr %p
  ret i32 7
}
define internal i32 @also_seven(ptr %p) noinline {
  %r = call i32 @seven(ptr %p)
  ret i32 %r
}
define i32 @eight(ptr %p) {
  %r = call i32 @also_seven(ptr %p)
  %q = add i32 %r, 1
  ret i32 %q
}
; one space, two variables; a kernel's pointer is global
; CHECK-LABEL: define internal float @spaces(
; CHECK: addrspacecast ptr %y to ptr addrspace(1)
; CHECK: [[A:%.*]] = addrspacecast ptr %x to ptr addrspace(3)
; CHECK: [[B:%.*]] = addrspacecast ptr addrspace(3) [[A]] to ptr
; CHECK: %a = load float, ptr [[B]]
; CHECK: %c = load float, ptr %z
define internal float @spaces(ptr %x, ptr %y, ptr %z) noinline {
  %a = load float, ptr %x
  %b = load float, ptr %y
  %c = load float, ptr %z
  %d = fadd float %a, %b
  %e = fadd float %d, %c
  ret float %e
}
define ptx_kernel void @kernel(ptr %p) {
  %a = call float @spaces(ptr addrspacecast (ptr addrspace(3) @s to ptr), ptr %p, ptr %p)
  %b = call float @spaces(ptr addrspacecast (ptr addrspace(3) @t to ptr), ptr addrspacecast (ptr addrspace(1) @g to ptr), ptr addrspacecast (ptr addrspace(3) @t to ptr))
  %c = fadd float %a, %b
  store float %c, ptr %p
  ret void
}
