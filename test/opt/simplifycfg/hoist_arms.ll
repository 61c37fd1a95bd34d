; RUN: %B/tools/iropt --passes=simplifycfg-late --stress=all %s
; What both arms do goes in front of the branch.
declare void @barrier() convergent
declare void @unknown()
declare void @out(i32) convergent

; behind a store that stays, pure ones go, and only common promises are kept
; CHECK-LABEL: define void @pure
; CHECK: %x = mul i32 %a, %a
; CHECK-NEXT: br i1 %c
; CHECK-NOT: mul
define void @pure(i1 %c, i32 %a, ptr %p) {
  br i1 %c, label %t, label %f
t:
  store i32 1, ptr %p
  %x = mul nsw i32 %a, %a
  call void @out(i32 %x)
  ret void
f:
  %y = mul i32 %a, %a
  store i32 %y, ptr %p
  ret void
}

; a load past a load, and the less aligned one counts
; CHECK-LABEL: define i32 @loads
; CHECK: %y = load i32, ptr %p, align 4
; CHECK-NEXT: br i1 %c
define i32 @loads(i1 %c, ptr %p, ptr %q) {
  br i1 %c, label %t, label %f
t:
  %x = load i32, ptr %q
  %y = load i32, ptr %p, align 16
  call void @out(i32 %y)
  ret i32 %x
f:
  %z = load i32, ptr %p, align 4
  call void @out(i32 %z)
  ret i32 5
}

; a load stays behind a store, a store behind a load, a division behind what may not come back
; CHECK-LABEL: define i32 @in_the_way
; CHECK-NEXT: br i1 %c
define i32 @in_the_way(i1 %c, ptr %p, ptr %q, i32 %a, i32 %b) {
  br i1 %c, label %t, label %f
t:
  store i32 1, ptr %q
  %x = load i32, ptr %p
  call void @unknown()
  %d = sdiv i32 %a, %b
  %s = add i32 %x, %d
  call void @out(i32 %s)
  ret i32 1
f:
  %y = load i32, ptr %p
  %e = sdiv i32 %a, %b
  %u = sub i32 %y, %e
  call void @out(i32 %u)
  ret i32 2
}

; threads of both arms would meet at one barrier
; CHECK-LABEL: define i32 @convergent
; CHECK-NEXT: br i1 %c
; CHECK: call void @barrier()
; CHECK: call void @barrier()
define i32 @convergent(i1 %c) {
  br i1 %c, label %t, label %f
t:
  call void @barrier()
  ret i32 1
f:
  call void @barrier()
  ret i32 2
}

; volatile and atomic ones stay
; CHECK-LABEL: define i32 @volatile
; CHECK-NEXT: br i1 %c
; CHECK: load volatile
; CHECK: load volatile
define i32 @volatile(i1 %c, ptr %p) {
  br i1 %c, label %t, label %f
t:
  %x = load volatile i32, ptr %p
  call void @out(i32 %x)
  ret i32 1
f:
  %y = load volatile i32, ptr %p
  call void @unknown()
  ret i32 %y
}
