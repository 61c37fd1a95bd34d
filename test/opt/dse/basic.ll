; A store goes where another one overwrites it and nobody reads in between.
; RUN: %B/tools/iropt --passes=dse --stress=all %s
declare void @llvm.nvvm.barrier0()
declare void @f()
; CHECK-LABEL: define void @twice
; CHECK-NEXT: store i32 2, ptr %p
; CHECK-NEXT: ret
define void @twice(ptr %p) {
  store i32 1, ptr %p
  store i32 2, ptr %p
  ret void
}
; CHECK-LABEL: define i32 @read
; CHECK-COUNT-2: store
define i32 @read(ptr %p, ptr %q) {
  store i32 1, ptr %p
  %v = load i32, ptr %q
  store i32 2, ptr %p
  ret i32 %v
}
; CHECK-LABEL: define void @barrier
; CHECK-COUNT-2: store
define void @barrier(ptr addrspace(3) %p) {
  store i32 1, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier0()
  store i32 2, ptr addrspace(3) %p
  ret void
}
; CHECK-LABEL: define void @call
; CHECK-COUNT-2: store
define void @call(ptr %p) {
  store i32 1, ptr %p
  call void @f()
  store i32 2, ptr %p
  ret void
}
; CHECK-LABEL: define void @volatile
; CHECK-COUNT-2: store
define void @volatile(ptr %p) {
  store volatile i32 1, ptr %p
  store volatile i32 2, ptr %p
  ret void
}
; a narrower store after a wider one leaves a part
; CHECK-LABEL: define void @part
; CHECK-COUNT-2: store
define void @part(ptr %p) {
  store i64 1, ptr %p
  store i32 2, ptr %p
  ret void
}
