; RUN: %B/tools/iropt --passes='reassociate,loop(licm)' --sm=90 --stress=all %s
; What does not vary is added up in front of the loop.
; CHECK-LABEL: define void @invariant
; CHECK: %0 = add i32 %n, %m
; CHECK: l:
; CHECK: %1 = add i32 %0, %i
; CHECK-NEXT: %p =
define void @invariant(ptr %o, i32 %n, i32 %m) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %a = add i32 %i, %n
  %b = add i32 %a, %m
  %p = getelementptr i32, ptr %o, i32 %i
  store i32 %b, ptr %p
  %j = add nsw i32 %i, 1
  %c = icmp slt i32 %j, 100
  br i1 %c, label %l, label %e
e:
  ret void
}
; A constant goes with what does not vary, of a product, too.
; CHECK-LABEL: define void @constant
; CHECK: %0 = add i32 %n, 7
; CHECK: l:
; CHECK: %1 = sub i32 %0, %i
define void @constant(ptr %o, i32 %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %a = sub i32 %n, %i
  %b = add i32 %a, 7
  %p = getelementptr i32, ptr %o, i32 %i
  store i32 %b, ptr %p
  %j = add nsw i32 %i, 1
  %c = icmp slt i32 %j, 100
  br i1 %c, label %l, label %e
e:
  ret void
}
; i * n + i * m: one product a round.
; CHECK-LABEL: define void @factor
; CHECK: %0 = add i32 %n, %m
; CHECK: l:
; CHECK: %1 = mul i32 %0, %i
; CHECK-NEXT: %p =
define void @factor(ptr %o, i32 %n, i32 %m) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %j, %l ]
  %x = mul i32 %i, %n
  %y = mul i32 %m, %i
  %b = add i32 %x, %y
  %p = getelementptr i32, ptr %o, i32 %i
  store i32 %b, ptr %p
  %j = add nsw i32 %i, 1
  %c = icmp slt i32 %j, 100
  br i1 %c, label %l, label %e
e:
  ret void
}
; In a nest, what the outer loop alone varies leaves the inner one.
; CHECK-LABEL: define void @nest
; CHECK: outer:
; CHECK: [[OUT:%[0-9a-z]+]] = xor i32 {{.*}}%i
; CHECK: inner:
; CHECK: %k = phi
; CHECK: = xor i32 [[OUT]], %k
; CHECK-NEXT: store
define void @nest(ptr %o, i32 %n) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %j, %next ]
  br label %inner
inner:
  %k = phi i32 [ 0, %outer ], [ %l, %inner ]
  %a = xor i32 %k, %i
  %b = xor i32 %n, %a
  store volatile i32 %b, ptr %o
  %l = add nsw i32 %k, 1
  %c = icmp slt i32 %l, 100
  br i1 %c, label %inner, label %next
next:
  %j = add nsw i32 %i, 1
  %d = icmp slt i32 %j, 100
  br i1 %d, label %outer, label %e
e:
  ret void
}
