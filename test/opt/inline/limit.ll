; RUN: %B/tools/iropt -O2 --passes=inline,globaldce --inline-limit=10 %s 2>&1
; Two calls of a function with two calls, and so on: what says alwaysinline goes in up to a limit, with a warning.
; (Here 10,000 instructions of the caller; by default 3,000,000. A callee may have any size.)
; CHECK: warning: 'f10' is not inlined into 'f11': there are too many instructions in them
; CHECK: define internal i32 @f10(
; CHECK-NOT: call i32
; CHECK: define internal i32 @f11(
; CHECK: call i32 @f10(
; CHECK: define i32 @top(
; CHECK-COUNT-2: call i32 @f
; CHECK-NOT: call i32
define internal i32 @f0(i32 %x, ptr %p) alwaysinline {
  %v = load volatile i32, ptr %p
  %r = add i32 %v, %x
  ret i32 %r
}
define internal i32 @f1(i32 %x, ptr %p) alwaysinline {
  %a = call i32 @f0(i32 %x, ptr %p)
  %b = call i32 @f0(i32 %a, ptr %p)
  ret i32 %b
}
define internal i32 @f2(i32 %x, ptr %p) alwaysinline {
  %a = call i32 @f1(i32 %x, ptr %p)
  %b = call i32 @f1(i32 %a, ptr %p)
  ret i32 %b
}
define internal i32 @f3(i32 %x, ptr %p) alwaysinline {
  %a = call i32 @f2(i32 %x, ptr %p)
  %b = call i32 @f2(i32 %a, ptr %p)
  ret i32 %b
}
define internal i32 @f4(i32 %x, ptr %p) alwaysinline {
  %a = call i32 @f3(i32 %x, ptr %p)
  %b = call i32 @f3(i32 %a, ptr %p)
  ret i32 %b
}
define internal i32 @f5(i32 %x, ptr %p) alwaysinline {
  %a = call i32 @f4(i32 %x, ptr %p)
  %b = call i32 @f4(i32 %a, ptr %p)
  ret i32 %b
}
define internal i32 @f6(i32 %x, ptr %p) alwaysinline {
  %a = call i32 @f5(i32 %x, ptr %p)
  %b = call i32 @f5(i32 %a, ptr %p)
  ret i32 %b
}
define internal i32 @f7(i32 %x, ptr %p) alwaysinline {
  %a = call i32 @f6(i32 %x, ptr %p)
  %b = call i32 @f6(i32 %a, ptr %p)
  ret i32 %b
}
define internal i32 @f8(i32 %x, ptr %p) alwaysinline {
  %a = call i32 @f7(i32 %x, ptr %p)
  %b = call i32 @f7(i32 %a, ptr %p)
  ret i32 %b
}
define internal i32 @f9(i32 %x, ptr %p) alwaysinline {
  %a = call i32 @f8(i32 %x, ptr %p)
  %b = call i32 @f8(i32 %a, ptr %p)
  ret i32 %b
}
define internal i32 @f10(i32 %x, ptr %p) alwaysinline {
  %a = call i32 @f9(i32 %x, ptr %p)
  %b = call i32 @f9(i32 %a, ptr %p)
  ret i32 %b
}
define internal i32 @f11(i32 %x, ptr %p) alwaysinline {
  %a = call i32 @f10(i32 %x, ptr %p)
  %b = call i32 @f10(i32 %a, ptr %p)
  ret i32 %b
}
define internal i32 @f12(i32 %x, ptr %p) alwaysinline {
  %a = call i32 @f11(i32 %x, ptr %p)
  %b = call i32 @f11(i32 %a, ptr %p)
  ret i32 %b
}
define i32 @top(i32 %x, ptr %p) {
  %r = call i32 @f12(i32 %x, ptr %p)
  ret i32 %r
}
