; Loads and stores of one base in turns: other bytes do not keep each other apart, the same bytes do.
; RUN: %B/tools/iropt --passes=load-store-vectorizer %s
; CHECK: define void @turns
; CHECK: load <2 x float>
; CHECK-NOT: load
; CHECK: store <2 x float>
; CHECK-NOT: store
; CHECK: define float @read_back
define void @turns(ptr addrspace(1) align 16 %p, float %d) {
  %x = load float, ptr addrspace(1) %p, align 16
  %xs = fadd float %x, %d
  store float %xs, ptr addrspace(1) %p, align 16
  %q = getelementptr i8, ptr addrspace(1) %p, i64 4
  %y = load float, ptr addrspace(1) %q, align 4
  %ys = fadd float %y, %d
  store float %ys, ptr addrspace(1) %q, align 4
  ret void
}
; the load reads what the store wrote: it does not go up past it
; CHECK: load float
; CHECK: store float
; CHECK: load float
; CHECK: define void @read_between
define float @read_back(ptr addrspace(1) align 16 %p, float %d) {
  %q = getelementptr i8, ptr addrspace(1) %p, i64 4
  %x = load float, ptr addrspace(1) %p, align 16
  store float %d, ptr addrspace(1) %q, align 4
  %y = load float, ptr addrspace(1) %q, align 4
  %s = fadd float %x, %y
  ret float %s
}
; a load of what the first store wrote: the store does not go down past it
; CHECK: store float
; CHECK: load float
; CHECK: store float
; CHECK: define void @half
define void @read_between(ptr addrspace(1) align 16 %p, float %d, ptr addrspace(3) %o) {
  %q = getelementptr i8, ptr addrspace(1) %p, i64 4
  store float %d, ptr addrspace(1) %p, align 16
  %y = load float, ptr addrspace(1) %p, align 16
  store float %y, ptr addrspace(1) %q, align 4
  ret void
}
; of another size, over a part of it
; CHECK: load i32
; CHECK: store i16
; CHECK: load i32
define void @half(ptr addrspace(1) align 16 %p, i16 %h, ptr addrspace(3) %o) {
  %q = getelementptr i8, ptr addrspace(1) %p, i64 4
  %r = getelementptr i8, ptr addrspace(1) %p, i64 6
  %x = load i32, ptr addrspace(1) %p, align 16
  store i16 %h, ptr addrspace(1) %r, align 2
  %y = load i32, ptr addrspace(1) %q, align 4
  %s = add i32 %x, %y
  store i32 %s, ptr addrspace(3) %o
  ret void
}
; Stores that go down to the last of them pass the first load: the second load, of their bytes, stays behind them.
; CHECK-LABEL: define i32 @both_ways
; CHECK: load i32, ptr %q
; CHECK: store <2 x i32>
; CHECK: load i32, ptr %p
; CHECK: ret
define i32 @both_ways(ptr align 8 %p, i32 %x) {
  store i32 %x, ptr %p, align 8
  %q = getelementptr i8, ptr %p, i64 4
  %a = load i32, ptr %q, align 4
  %b = add i32 %a, %x
  store i32 %b, ptr %q, align 4
  %c = load i32, ptr %p, align 8
  ret i32 %c
}
