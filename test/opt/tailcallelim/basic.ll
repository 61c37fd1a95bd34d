; A call of itself at the end becomes a loop, with an accumulator where the result is a sum or product.
; RUN: %B/tools/iropt --passes=tailcallelim --stress=all %s
declare void @use(ptr)

; CHECK-LABEL: define i32 @last
; CHECK: entry:
; CHECK-NEXT: br label %[[H:.*]]
; CHECK: %[[N:.*]] = phi i32 [ %n, %entry ], [ %m, %more ]
; CHECK: %[[A:.*]] = phi i32 [ %a, %entry ], [ %b, %more ]
; CHECK: more:
; CHECK-NOT: call
; CHECK: br label %[[H]]
define i32 @last(i32 %n, i32 %a) {
entry:
  %c = icmp slt i32 %n, 2
  br i1 %c, label %end, label %more
end:
  ret i32 %a
more:
  %m = add i32 %n, -1
  %b = mul i32 %a, %n
  %r = call i32 @last(i32 %m, i32 %b)
  ret i32 %r
}

; arguments change places at once
; CHECK-LABEL: define i32 @gcd
; CHECK: %[[A:.*]] = phi i32 [ %a, %entry ], [ %[[B:.*]], %more ]
; CHECK: %[[B]] = phi i32 [ %b, %entry ], [ %r, %more ]
; CHECK-NOT: call
; CHECK: ret i32
define i32 @gcd(i32 %a, i32 %b) {
entry:
  %c = icmp eq i32 %b, 0
  br i1 %c, label %end, label %more
more:
  %r = urem i32 %a, %b
  %g = call i32 @gcd(i32 %b, i32 %r)
  br label %end
end:
  %p = phi i32 [ %a, %entry ], [ %g, %more ]
  ret i32 %p
}

; the product is carried along
; CHECK-LABEL: define i32 @factorial
; CHECK: %[[ACC:.*]] = phi i32 [ 1, %entry ], [ %[[NEXT:.*]], %more ]
; CHECK: end:
; CHECK-NEXT: %[[R:.*]] = mul i32 %[[ACC]], 7
; CHECK-NEXT: ret i32 %[[R]]
; CHECK: %[[NEXT]] = mul i32 %[[ACC]], %n.1
define i32 @factorial(i32 %n) {
entry:
  %c = icmp slt i32 %n, 2
  br i1 %c, label %end, label %more
end:
  ret i32 7
more:
  %m = add i32 %n, -1
  %r = call i32 @factorial(i32 %m)
  %s = mul nsw i32 %n, %r
  ret i32 %s
}

; a difference is no sum; a float's sum may not be reordered
; CHECK-LABEL: define i32 @difference
; CHECK: call i32 @difference
define i32 @difference(i32 %n) {
  %c = icmp slt i32 %n, 2
  br i1 %c, label %end, label %more
end:
  ret i32 7
more:
  %m = add i32 %n, -1
  %r = call i32 @difference(i32 %m)
  %s = sub i32 %n, %r
  ret i32 %s
}

; CHECK-LABEL: define float @sum
; CHECK: call float @sum
define float @sum(float %n) {
  %c = fcmp olt float %n, 2.0
  br i1 %c, label %end, label %more
end:
  ret float 7.0
more:
  %m = fadd float %n, -1.0
  %r = call float @sum(float %m)
  %s = fadd float %n, %r
  ret float %s
}

; CHECK-LABEL: define float @fast_sum
; CHECK: phi float [ -0.000000e+00, %0 ]
; CHECK-NOT: call
; CHECK: ret float
define float @fast_sum(float %n) {
  %c = fcmp olt float %n, 2.0
  br i1 %c, label %end, label %more
end:
  ret float 7.0
more:
  %m = fadd float %n, -1.0
  %r = call float @fast_sum(float %m)
  %s = fadd reassoc float %n, %r
  ret float %s
}

; each call has its own object, and this one's is known elsewhere
; CHECK-LABEL: define i32 @captured
; CHECK: call i32 @captured
define i32 @captured(i32 %n) {
  %l = alloca i32
  call void @use(ptr %l)
  %c = icmp slt i32 %n, 2
  br i1 %c, label %end, label %more
end:
  ret i32 7
more:
  %m = add i32 %n, -1
  %r = call i32 @captured(i32 %m)
  ret i32 %r
}

; the load comes after what the call writes
; CHECK-LABEL: define i32 @load_behind
; CHECK: call i32 @load_behind
define i32 @load_behind(i32 %n, ptr %p) {
  store i32 %n, ptr %p
  %c = icmp slt i32 %n, 2
  br i1 %c, label %end, label %more
end:
  ret i32 7
more:
  %m = add i32 %n, -1
  %r = call i32 @load_behind(i32 %m, ptr %p)
  %v = load i32, ptr %p
  %s = add i32 %r, %v
  ret i32 %s
}

; another definition may win
; CHECK-LABEL: define weak i32 @weak
; CHECK: call i32 @weak
define weak i32 @weak(i32 %n) {
  %c = icmp slt i32 %n, 2
  br i1 %c, label %end, label %more
end:
  ret i32 7
more:
  %m = add i32 %n, -1
  %r = call i32 @weak(i32 %m)
  ret i32 %r
}

; CHECK-LABEL: define void @byval
; CHECK: call void @byval
define void @byval(i32 %n, ptr byval(i64) %p) {
  %c = icmp slt i32 %n, 2
  br i1 %c, label %end, label %more
end:
  ret void
more:
  %m = add i32 %n, -1
  call void @byval(i32 %m, ptr byval(i64) %p)
  ret void
}
