; The table of an object that was made here is known, so is the callee.
; RUN: %B/tools/iropt --passes=devirt --stress=all %s
@vtable = internal constant [2 x ptr] [ptr null, ptr @f]
define internal i32 @f(ptr %this) {
  ret i32 3
}
; CHECK-LABEL: define i32 @known(
; CHECK: call i32 @f(ptr %b)
define i32 @known() {
  %b = alloca ptr
  store ptr getelementptr (i8, ptr @vtable, i64 8), ptr %b
  %t = load ptr, ptr %b
  %f = load ptr, ptr %t
  %r = call i32 %f(ptr %b)
  ret i32 %r
}
; CHECK-LABEL: define i32 @unknown(
; CHECK: call i32 %f(ptr %b)
define i32 @unknown(ptr %b) {
  %t = load ptr, ptr %b
  %f = load ptr, ptr %t
  %r = call i32 %f(ptr %b)
  ret i32 %r
}
; without such a call the function is not looked at
; CHECK-LABEL: define i32 @plain(
; CHECK: load i32
; CHECK: load i32
define i32 @plain(ptr %p) {
  %a = load i32, ptr %p
  %b = load i32, ptr %p
  %c = add i32 %a, %b
  ret i32 %c
}
