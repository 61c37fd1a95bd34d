; What only one arm needs is computed there.
; RUN: %B/tools/iropt --passes=sink --stress=all %s
declare void @use(i32)
declare void @meet(i32) convergent
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; a whole expression goes to the arm that needs it
; CHECK-LABEL: define void @expression
; CHECK-NEXT: br i1 %c
; CHECK: t:
; CHECK-NEXT: %d = sdiv i32 %a, %b
; CHECK-NEXT: %m = mul i32 %a, %b
; CHECK-NEXT: %s = add i32 %m, %d
; CHECK-NEXT: store
define void @expression(i1 %c, i32 %a, i32 %b, ptr %p) {
  %d = sdiv i32 %a, %b
  %m = mul i32 %a, %b
  %s = add i32 %m, %d
  br i1 %c, label %t, label %e
t:
  store i32 %s, ptr %p
  br label %e
e:
  ret void
}

; a phi needs it on one way
; CHECK-LABEL: define i32 @phi
; CHECK: t:
; CHECK-NEXT: %m = mul
define i32 @phi(i1 %c, i32 %a) {
  %m = mul i32 %a, %a
  br i1 %c, label %t, label %e
t:
  call void @use(i32 1)
  br label %e
e:
  %p = phi i32 [ 0, %0 ], [ %m, %t ]
  ret i32 %p
}

; both need it; loads and special registers stay
; CHECK-LABEL: define void @stays
; CHECK-NEXT: %m = mul
; CHECK-NEXT: %l = load
; CHECK-NEXT: %tid = call
; CHECK-NEXT: br
define void @stays(i1 %c, i32 %a, ptr %p) {
  %m = mul i32 %a, %a
  %l = load i32, ptr %p
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br i1 %c, label %t, label %e
t:
  call void @use(i32 %m)
  call void @use(i32 %l)
  call void @use(i32 %tid)
  br label %end
e:
  call void @use(i32 %m)
  br label %end
end:
  ret void
}

; not into a loop, but in front of it
; CHECK-LABEL: define void @loop
; CHECK: front:
; CHECK-NEXT: %m = mul
; CHECK-NEXT: br label %h
define void @loop(i1 %c, i32 %a, i32 %n) {
  %m = mul i32 %a, %a
  br i1 %c, label %front, label %e
front:
  br label %h
h:
  %i = phi i32 [ 0, %front ], [ %j, %h ]
  call void @use(i32 %m)
  %j = add i32 %i, 1
  %d = icmp slt i32 %j, %n
  br i1 %d, label %h, label %e
e:
  ret void
}

; out of a loop: its last value is enough
; CHECK-LABEL: define i32 @out
; CHECK: e:
; CHECK-NEXT: %m = mul
; CHECK-NEXT: ret
define i32 @out(i32 %n) {
  br label %h
h:
  %i = phi i32 [ 0, %0 ], [ %j, %h ]
  call void @use(i32 %i)
  %m = mul i32 %i, %i
  %j = add i32 %i, 1
  %d = icmp slt i32 %j, %n
  br i1 %d, label %h, label %e
e:
  ret i32 %m
}
