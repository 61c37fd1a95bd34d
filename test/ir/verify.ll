; The verifier reports everything that is wrong.
; RUN: %B/tools/iropt %s
; EXIT: 1
define i32 @f(i32 %a, i1 %c) {
entry:
  br i1 %c, label %t, label %e
t:
  %x = add i32 %a, 1
  br label %e
e:
  %p = phi i32 [ %x, %t ]
  %y = add i32 %x, 1
  %s = sext i32 %y to i16
  ret i32 %y
}
define void @g() {
entry:
  br label %entry2
entry2:
  switch i32 0, label %entry2 [
    i32 1, label %entry2
    i32 1, label %entry2
  ]
}
define void @h(i32 %v) {
  call void @llvm.memset.p0.i64(ptr null, i8 0, i64 4, i1 %b)
  %b = icmp eq i32 %v, 0
  ret void
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
; CHECK: verify: @f: phi has 1 entries, its block 2 predecessors: %p = phi i32 [ %x, %t ]
; CHECK-NEXT: verify: @f: definition does not dominate: %y = add i32 %x, 1
; CHECK-NEXT: verify: @f: invalid cast: %s = sext i32 %y to i16
; CHECK-NEXT: verify: @g: switch has a case twice
; CHECK: verify: @h: used before its definition
