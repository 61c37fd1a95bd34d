; Where many registers are alive (here: always) nothing goes to where it runs as often.
; RUN: %B/tools/iropt --passes='sink<registers=0>' --stress=all %s
; RUN[FEW]: %B/tools/iropt --passes=sink --stress=all %s
declare void @use(i32)

; Behind branches that met again nothing is saved: what stood between them would wait in registers.
; FEW-LABEL: define void @met_again
; FEW: end:
; FEW-NEXT: %m = mul
; FEW-NEXT: %s = add
; FEW-NEXT: store
; CHECK-LABEL: define void @met_again
; CHECK-NEXT: %m = mul
; CHECK-NEXT: br i1 %c
; CHECK: between:
; CHECK-NEXT: %s = add
; CHECK-NEXT: br i1 %d
; CHECK: end:
; CHECK-NEXT: store i32 %s
define void @met_again(i1 %c, i1 %d, i32 %a, ptr %p) {
  %m = mul i32 %a, %a
  br i1 %c, label %t, label %between
t:
  call void @use(i32 1)
  br label %between
between:
  %s = add i32 %m, 3
  br i1 %d, label %t2, label %end
t2:
  call void @use(i32 2)
  br label %end
end:
  store i32 %s, ptr %p
  ret void
}

; Met again on one side of a branch: it goes to that side, and no further.
; CHECK-LABEL: define void @met_on_one_side
; CHECK: side:
; CHECK-NEXT: %m = mul
; CHECK: both:
; CHECK-NEXT: store i32 %m
define void @met_on_one_side(i1 %c, i1 %d, i32 %a, ptr %p) {
  %m = mul i32 %a, %a
  br i1 %c, label %side, label %end
side:
  call void @use(i32 1)
  br i1 %d, label %t, label %both
t:
  call void @use(i32 2)
  br label %both
both:
  store i32 %m, ptr %p
  br label %end
end:
  ret void
}
