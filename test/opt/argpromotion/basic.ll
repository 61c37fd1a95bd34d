; A pointer argument that is only read becomes the value, where every way reads it.
; RUN: %B/tools/iropt --passes=argpromotion,mem2reg --stress=all %s
target triple = "nvptx64-nvidia-cuda"
declare void @use(i32)

; CHECK-LABEL: define internal i32 @leaf(i32 %p)
; CHECK-NEXT: mul i32 %p, 3
define internal i32 @leaf(ptr nonnull %p) {
  %x = load i32, ptr %p
  %y = mul i32 %x, 3
  ret i32 %y
}
; CHECK-LABEL: define i32 @caller
; CHECK-NEXT: call i32 @leaf(i32 %a)
define i32 @caller(i32 %a) {
  %s = alloca i32
  store i32 %a, ptr %s
  %r = call i32 @leaf(ptr nonnull %s)
  ret i32 %r
}

; nothing is written: a later load sees the same
; CHECK-LABEL: define internal i32 @twice(i32 %p, i1 %c)
define internal i32 @twice(ptr %p, i1 %c) {
e:
  %x = load i32, ptr %p
  br i1 %c, label %t, label %o
t:
  %y = load i32, ptr %p
  ret i32 %y
o:
  ret i32 %x
}
define i32 @call_twice(ptr %p, i1 %c) {
  %r = call i32 @twice(ptr %p, i1 %c)
  ret i32 %r
}

; through two calls
; CHECK-LABEL: define internal i32 @outer(i32 %p)
; CHECK-NEXT: call i32 @leaf(i32 %p)
define internal i32 @outer(ptr %p) {
  %r = call i32 @leaf(ptr %p)
  ret i32 %r
}
define i32 @call_outer(ptr %p) {
  %r = call i32 @outer(ptr %p)
  ret i32 %r
}

; not on all ways; behind a call; behind a store; two types; stored to; volatile; a vector
; CHECK-LABEL: define internal i32 @one_way(ptr %p
define internal i32 @one_way(ptr %p, i1 %c) {
  br i1 %c, label %t, label %o
t:
  %y = load i32, ptr %p
  ret i32 %y
o:
  ret i32 0
}
; CHECK-LABEL: define internal i32 @behind_call(ptr %p
define internal i32 @behind_call(ptr %p) {
  call void @use(i32 0)
  %y = load i32, ptr %p
  ret i32 %y
}
; CHECK-LABEL: define internal i32 @behind_store(ptr %p, ptr %q)
define internal i32 @behind_store(ptr %p, ptr %q) {
  %x = load i32, ptr %p
  store i32 1, ptr %q
  %y = load i32, ptr %p
  %z = add i32 %x, %y
  ret i32 %z
}
; CHECK-LABEL: define internal float @types(ptr %p
define internal float @types(ptr %p) {
  %x = load i32, ptr %p
  %y = load float, ptr %p
  ret float %y
}
; CHECK-LABEL: define internal i32 @volatile(ptr %p
define internal i32 @volatile(ptr %p) {
  %x = load volatile i32, ptr %p
  ret i32 %x
}
; CHECK-LABEL: define internal <4 x i32> @vector(ptr %p
define internal <4 x i32> @vector(ptr %p) {
  %x = load <4 x i32>, ptr %p
  ret <4 x i32> %x
}
; CHECK-LABEL: define internal i32 @copied(ptr byval(i32) %p
define internal i32 @copied(ptr byval(i32) %p) {
  %x = load i32, ptr %p
  ret i32 %x
}
; seen from outside
; CHECK-LABEL: define i32 @seen(ptr %p
define i32 @seen(ptr %p) {
  %x = load i32, ptr %p
  ret i32 %x
}
define void @calls(ptr %p, i1 %c) {
  %a = call i32 @one_way(ptr %p, i1 %c)
  %b = call i32 @behind_call(ptr %p)
  %d = call i32 @behind_store(ptr %p, ptr %p)
  %f = call float @types(ptr %p)
  %g = call i32 @volatile(ptr %p)
  %h = call <4 x i32> @vector(ptr %p)
  %i = call i32 @copied(ptr byval(i32) %p)
  %j = call i32 @seen(ptr %p)
  ret void
}
