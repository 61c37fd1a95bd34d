; Tests that are reached while the ones before held ask how far the bound is (src/opt/scalar/bound_tests.c).
; RUN: %B/tools/iropt --passes=bound-tests,adce --stress=all %s
declare void @use(i32)

; CHECK-LABEL: define void @three
; CHECK: [[D:%.*]] = sub i32 %n, %x
; CHECK-NEXT: icmp sge i32 %x, %n
; CHECK: icmp eq i32 [[D]], 1
; CHECK: icmp ne i32 [[D]], 2
; CHECK-NOT: add
; CHECK: ret void
define void @three(i32 %x, i32 %n) {
entry:
  %c0 = icmp sge i32 %x, %n
  br i1 %c0, label %end, label %one
one:
  call void @use(i32 0)
  %x1 = add nsw i32 %x, 1
  %c1 = icmp sge i32 %x1, %n
  br i1 %c1, label %end, label %two
two:
  call void @use(i32 1)
  %x2 = add nsw i32 %x, 2
  %c2 = icmp slt i32 %x2, %n
  br i1 %c2, label %three, label %end
three:
  call void @use(i32 2)
  br label %end
end:
  ret void
}

; one sum is no more than a difference; behind it a step of two
; CHECK-LABEL: define void @one
; CHECK-NOT: sub
; CHECK: add nsw i32 %x, 1
; CHECK: add nsw i32 %x, 3
; CHECK: ret void
define void @one(i32 %x, i32 %n) {
entry:
  %c0 = icmp sge i32 %x, %n
  br i1 %c0, label %end, label %one
one:
  call void @use(i32 0)
  %x1 = add nsw i32 %x, 1
  %c1 = icmp sge i32 %x1, %n
  br i1 %c1, label %end, label %two
two:
  call void @use(i32 1)
  %x3 = add nsw i32 %x, 3
  %c2 = icmp slt i32 %x3, %n
  br i1 %c2, label %three, label %end
three:
  call void @use(i32 2)
  br label %end
end:
  ret void
}

; the second test is reached in any case
; CHECK-LABEL: define void @any_case
; CHECK-NOT: sub
; CHECK: add nsw i32 %x, 1
; CHECK: add nsw i32 %x, 2
; CHECK: ret void
define void @any_case(i32 %x, i32 %n) {
entry:
  %c0 = icmp sge i32 %x, %n
  br i1 %c0, label %one, label %zero
zero:
  call void @use(i32 9)
  br label %one
one:
  %x1 = add nsw i32 %x, 1
  %c1 = icmp sge i32 %x1, %n
  br i1 %c1, label %two, label %then
then:
  call void @use(i32 0)
  br label %two
two:
  %x2 = add nsw i32 %x, 2
  %c2 = icmp slt i32 %x2, %n
  br i1 %c2, label %three, label %end
three:
  call void @use(i32 2)
  br label %end
end:
  ret void
}
