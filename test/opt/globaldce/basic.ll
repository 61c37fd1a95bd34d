; Internal functions that nothing reaches go, cycles among them.
; RUN: %B/tools/iropt --passes=globaldce %s
@used = internal addrspace(1) global ptr @by_var
@unused = internal addrspace(1) global i32 0
@llvm.used = appending global [1 x ptr] [ptr addrspacecast (ptr addrspace(1) @used to ptr)], section "llvm.metadata"
; CHECK: @used =
; CHECK-NOT: @unused
define internal void @by_var() {
  ret void
}
define internal void @cycle1() {
  call void @cycle2()
  ret void
}
define internal void @cycle2() {
  call void @cycle1()
  ret void
}
define void @kernel() {
  ret void
}
; CHECK: define internal void @by_var
; CHECK-NOT: cycle
; CHECK: define void @kernel
