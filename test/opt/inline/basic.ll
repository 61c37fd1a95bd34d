; What is inlined at -O2 and at -O0: leaves, what says always, not recursion, not what says never.
; RUN: %B/tools/iropt -O2 --passes=inline,globaldce --stress=all %s
; RUN[O0]: %B/tools/iropt -O0 --passes=inline,globaldce %s
%S = type { i32, i32 }
define internal i32 @leaf(i32 %x) {
  %c = icmp sgt i32 %x, 0
  br i1 %c, label %a, label %b
a:
  ret i32 %x
b:
  %n = sub i32 0, %x
  ret i32 %n
}
define internal i32 @kept(i32 %x) noinline {
  ret i32 %x
}
define internal i32 @always(ptr byval(%S) align 4 %s) alwaysinline {
  store i32 1, ptr %s
  %r = load i32, ptr %s
  ret i32 %r
}
define internal i32 @rec(i32 %x) {
  %r = call i32 @rec(i32 %x)
  ret i32 %r
}
define internal i32 @apply(ptr %f, i32 %x) {
  %r = call i32 %f(i32 %x)
  ret i32 %r
}
; CHECK-LABEL: define i32 @top
; CHECK: [[COPY:%.*]] = alloca %S
; CHECK: sub i32 0, %x
; CHECK: phi i32 [ %x, %{{.*}} ], [ {{.*}} ]
; CHECK: call i32 @kept
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 4 [[COPY]], ptr align 4 %s, i64 8, i1 false)
; CHECK: call i32 @rec
; CHECK-NOT: call i32 %
; CHECK-NOT: @apply
; CHECK-NOT: define internal i32 @leaf
; O0: call i32 @leaf
; O0-NOT: call i32 @always
define i32 @top(i32 %x, ptr %s) {
  %a = call i32 @leaf(i32 %x)
  %b = call i32 @kept(i32 %a)
  %c = call i32 @always(ptr byval(%S) align 4 %s)
  %d = call i32 @rec(i32 %c)
  %e = call i32 @apply(ptr @leaf, i32 %d)
  %s1 = add i32 %b, %e
  ret i32 %s1
}
