; RUN: %B/tools/iropt --passes=simplifycfg-late --stress=all %s
; What blocks do last before they meet is done once behind them.
declare void @barrier() convergent
declare void @g()
declare i1 @which()

; CHECK-LABEL: define void @store
; CHECK: [[V:%.*]] = select i1 %c, i32 %a, i32 %b
; CHECK-NEXT: store i32 [[V]], ptr %p
define void @store(i1 %c, ptr %p, i32 %a, i32 %b) {
  br i1 %c, label %t, label %f
t:
  store i32 %a, ptr %p
  br label %j
f:
  store i32 %b, ptr %p
  br label %j
j:
  ret void
}

; the addresses' indices are chosen, then there is one address and one store
; CHECK-LABEL: define void @address
; CHECK: [[I:%.*]] = select i1 %c, i64 %i, i64 %k
; CHECK-NEXT: [[P:%.*]] = getelementptr i32, ptr %p, i64 [[I]]
; CHECK-NEXT: store i32 7, ptr [[P]]
define void @address(i1 %c, ptr %p, i64 %i, i64 %k) {
  br i1 %c, label %t, label %f
t:
  %x = getelementptr i32, ptr %p, i64 %i
  store i32 7, ptr %x
  br label %j
f:
  %y = getelementptr inbounds i32, ptr %p, i64 %k
  store i32 7, ptr %y
  br label %j
j:
  ret void
}

; two of three ways in: a block of their own, and the phi's entries with them
; CHECK-LABEL: define i32 @three
; CHECK: phi i32 {{.*}}%b, %more
; CHECK: sdiv i32
; CHECK-NOT: sdiv
define i32 @three(i1 %c, i1 %d, i32 %a, i32 %b, i32 %e) {
  br i1 %c, label %more, label %j
more:
  br i1 %d, label %t, label %f
t:
  call void @g()
  %x = sdiv i32 %a, %e
  br label %j
f:
  %y = sdiv i32 %b, %e
  br label %j
j:
  %p = phi i32 [ 0, %0 ], [ %x, %t ], [ %y, %f ]
  ret i32 %p
}

; the threads of both arms would meet at one barrier; a volatile store is done where it stands
; CHECK-LABEL: define void @stays
; CHECK: t:
; CHECK: call void @barrier()
; CHECK: f:
; CHECK: call void @barrier()
; CHECK: store volatile
; CHECK: store volatile
define void @stays(i1 %c, i1 %d, ptr %p) {
  br i1 %c, label %t, label %f
t:
  call void @g()
  call void @barrier()
  br label %j
f:
  call void @barrier()
  br label %j
j:
  br i1 %d, label %v, label %w
v:
  call void @g()
  store volatile i32 1, ptr %p
  br label %e
w:
  store volatile i32 2, ptr %p
  br label %e
e:
  ret void
}

; a divisor that is a constant stays one; local objects are not chosen by address, nor spaces
; CHECK-LABEL: define i32 @dear
; CHECK: udiv i32 %a, 10
; CHECK: udiv i32 %a, 7
; CHECK: store i32 1, ptr %l
; CHECK: store i32 1, ptr %m
define i32 @dear(i1 %c, i1 %d, i32 %a) {
  %l = alloca i32
  %m = alloca i32
  br i1 %c, label %t, label %f
t:
  call void @g()
  %x = udiv i32 %a, 10
  br label %j
f:
  %y = udiv i32 %a, 7
  br label %j
j:
  %p = phi i32 [ %x, %t ], [ %y, %f ]
  br i1 %d, label %v, label %w
v:
  call void @g()
  store i32 1, ptr %l
  br label %e
w:
  store i32 1, ptr %m
  br label %e
e:
  %r = load i32, ptr %l
  %s = load i32, ptr %m
  %q = add i32 %r, %s
  %z = add i32 %q, %p
  ret i32 %z
}

; another use of a result keeps it
; CHECK-LABEL: define i32 @used
; CHECK: t:
; CHECK: mul i32
; CHECK: f:
; CHECK: mul i32
define i32 @used(i1 %c, i32 %a, i32 %b, ptr %p) {
  br i1 %c, label %t, label %f
t:
  %x = mul i32 %a, %a
  store i32 %x, ptr %p
  call void @g()
  %k = mul i32 %x, %x
  br label %j
f:
  call void @g()
  %y = mul i32 %b, %a
  br label %j
j:
  %r = phi i32 [ %x, %t ], [ %y, %f ]
  ret i32 %r
}

; a phi of the results that nobody reads goes with them
; CHECK-LABEL: define i32 @dead_phi
; CHECK: j:
; CHECK: phi i32
; CHECK-NEXT: phi
; CHECK-NEXT: mul i32
define i32 @dead_phi(i32 %c, ptr %m, i32 %a, i32 %b) {
  switch i32 %c, label %t [ i32 1, label %f
                            i32 7, label %e ]
t:
  store volatile i32 1, ptr %m
  %x = mul i32 %a, %a
  br label %j
f:
  store volatile i32 2, ptr %m
  %y = mul i32 %b, %b
  br label %j
e:
  store volatile i32 3, ptr %m
  %z = mul i32 %c, %c
  br label %j
j:
  %p = phi i32 [ %x, %t ], [ %y, %f ], [ %z, %e ]
  %q = phi i32 [ %x, %t ], [ %y, %f ], [ %z, %e ]
  %r = add i32 %p, 1
  ret i32 %r
}

; An access whose neighbour in memory stays makes a vector with it.
; CHECK-LABEL: define float @half_of_a_vector
; CHECK: t:
; CHECK: load float, ptr %p, align 16
; CHECK: load float, ptr %q
; CHECK: br label %j
; CHECK: f:
; CHECK: store
; CHECK: load float, ptr %q
; CHECK: br label %j
define float @half_of_a_vector(i1 %c, ptr %p, ptr %r) {
  %q = getelementptr i8, ptr %p, i64 4
  br i1 %c, label %t, label %f
t:
  %a = load float, ptr %p, align 16
  %b = load float, ptr %q, align 4
  br label %j
f:
  store i32 1, ptr %r
  %d = load float, ptr %q, align 4
  br label %j
j:
  %x = phi float [ %a, %t ], [ 0.0, %f ]
  %y = phi float [ %b, %t ], [ %d, %f ]
  %z = fadd float %x, %y
  ret float %z
}

; Both go together, or no vector comes of it: as before.
; CHECK-LABEL: define float @unaligned_half
; CHECK: load float, ptr %p, align 4
; CHECK: j:
; CHECK: load float, ptr %q
; CHECK: ret float
define float @unaligned_half(i1 %c, ptr %p, ptr %r) {
  %q = getelementptr i8, ptr %p, i64 4
  br i1 %c, label %t, label %f
t:
  %a = load float, ptr %p, align 4
  %b = load float, ptr %q, align 4
  br label %j
f:
  store i32 1, ptr %r
  %d = load float, ptr %q, align 4
  br label %j
j:
  %x = phi float [ %a, %t ], [ 0.0, %f ]
  %y = phi float [ %b, %t ], [ %d, %f ]
  %z = fadd float %x, %y
  ret float %z
}
