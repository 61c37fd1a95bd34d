; Loads and stores through a choice of two local variables go to both, which then are values.
; RUN: %B/tools/iropt --passes=sroa --stress=all %s
declare void @use(ptr)

; CHECK-LABEL: define i32 @load
; CHECK-NOT: alloca
; CHECK: [[V:%.*]] = select i1 %c, i32 %x, i32 %y
; CHECK: ret i32 [[V]]
define i32 @load(i1 %c, i32 %x, i32 %y) {
  %a = alloca i32
  %b = alloca i32
  store i32 %x, ptr %a
  store i32 %y, ptr %b
  %p = select i1 %c, ptr %a, ptr %b
  %v = load i32, ptr %p
  ret i32 %v
}
; the one not chosen keeps what it has
; CHECK-LABEL: define i32 @store
; CHECK-NOT: alloca
; CHECK-DAG: [[A:%.*]] = select i1 %c, i32 7, i32 %x
; CHECK-DAG: [[B:%.*]] = select i1 %c, i32 %y, i32 7
; CHECK: sub i32 [[A]], [[B]]
define i32 @store(i1 %c, i32 %x, i32 %y) {
  %a = alloca i32
  %b = alloca i32
  store i32 %x, ptr %a
  store i32 %y, ptr %b
  %p = select i1 %c, ptr %a, ptr %b
  store i32 7, ptr %p
  %va = load i32, ptr %a
  %vb = load i32, ptr %b
  %r = sub i32 %va, %vb
  ret i32 %r
}
; members, casts of the space, a choice of choices
; CHECK-LABEL: define float @members
; CHECK-NOT: alloca
; CHECK: ret float
define float @members(i1 %c, i1 %d, float %x) {
  %a = alloca { i32, float }
  %b = alloca { i32, float }
  %e = alloca [4 x float]
  %a1 = getelementptr i8, ptr %a, i64 4
  %b1 = getelementptr i8, ptr %b, i64 4
  store float %x, ptr %a1
  store float 2.0, ptr %b1
  %e2 = getelementptr i8, ptr %e, i64 8
  store float 3.0, ptr %e2
  %p = select i1 %c, ptr %a, ptr %b
  %below = getelementptr i8, ptr %e, i64 4
  %q = select i1 %d, ptr %p, ptr %below
  %l = addrspacecast ptr %q to ptr addrspace(5)
  %m = getelementptr i8, ptr addrspace(5) %l, i64 4
  %v = load float, ptr addrspace(5) %m
  ret float %v
}
; outside of one of them, volatile, or passed on: as it was
; CHECK-LABEL: define i64 @refused
; CHECK: load i64, ptr %p
; CHECK: load volatile i32, ptr %q
; CHECK: load i32, ptr %s
define i64 @refused(i1 %c) {
  %a = alloca i32
  %b = alloca i64
  %p = select i1 %c, ptr %a, ptr %b
  %v = load i64, ptr %p
  %x = alloca i32
  %y = alloca i32
  %q = select i1 %c, ptr %x, ptr %y
  %w = load volatile i32, ptr %q
  %t = alloca i32
  %u = alloca i32
  %s = select i1 %c, ptr %t, ptr %u
  %z = load i32, ptr %s
  call void @use(ptr %s)
  ret i64 %v
}
