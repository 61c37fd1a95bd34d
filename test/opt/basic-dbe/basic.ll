; SPDX-License-Identifier: Apache-2.0
; Barriers that order nothing go, where -basic-dbe asks for it; what they order keeps them.
; RUN: %B/tools/iropt --passes=basic-dbe --Xopt=-basic-dbe --stress=all %s
; RUN[OFF]: %B/tools/iropt --passes=basic-dbe %s
; RUN[SAID]: cuprum opt "--passes=basic-dbe<remove=1>" -Rpass=basic-dbe %s
; SAID: remark: a barrier that orders nothing is removed
@s = internal addrspace(3) global [32 x i32] undef
declare void @llvm.nvvm.barrier0()
declare i32 @llvm.nvvm.barrier0.or(i32)
declare void @llvm.nvvm.bar.warp.sync(i32)

; nothing on one side; only reads on both
; CHECK-LABEL: @nothing
; CHECK-NOT: barrier0
; CHECK: ret void
; OFF-LABEL: @nothing
; OFF-COUNT-3: barrier0
define ptx_kernel void @nothing(ptr %p, ptr %q) {
  call void @llvm.nvvm.barrier0()
  %x = load i32, ptr %q
  call void @llvm.nvvm.barrier0()
  %y = load i32, ptr %p
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %r = call i32 @llvm.nvvm.barrier0.or(i32 1)
  ret void
}

; the second of two stands for both: without either, the write and the read would not be ordered
; CHECK-LABEL: @one_of_two
; CHECK: store
; CHECK-COUNT-1: barrier0
; CHECK-NOT: barrier0
; CHECK: load
define ptx_kernel void @one_of_two(ptr addrspace(3) %p, ptr addrspace(3) %q, ptr %o) {
  store i32 1, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier0()
  call void @llvm.nvvm.barrier0()
  %x = load i32, ptr addrspace(3) %q
  store i32 %x, ptr %o
  ret void
}

; read, then write
; CHECK-LABEL: @war
; CHECK: call void @llvm.nvvm.barrier0
define ptx_kernel void @war(ptr %p, ptr %q) {
  %x = load i32, ptr %p
  call void @llvm.nvvm.barrier0()
  store i32 %x, ptr %q
  ret void
}

; around a loop the write comes before the read of the next round
; CHECK-LABEL: @around
; CHECK: call void @llvm.nvvm.barrier0
; CHECK-NOT: barrier0
; CHECK: ret void
define ptx_kernel void @around(ptr %p, i1 %c) {
entry:
  br label %loop
loop:
  %x = load i32, ptr %p
  call void @llvm.nvvm.barrier0()
  %y = load i32, ptr %p
  store i32 %y, ptr %p
  br i1 %c, label %loop, label %end
end:
  ret void
}

; a result that is used, and what callers do
; CHECK-LABEL: @used
; CHECK: barrier0.or
define ptx_kernel void @used(ptr %p) {
  %r = call i32 @llvm.nvvm.barrier0.or(i32 1)
  store i32 %r, ptr %p
  ret void
}
; CHECK-LABEL: @called
; CHECK: call void @llvm.nvvm.barrier0
define void @called() noinline {
  call void @llvm.nvvm.barrier0()
  ret void
}

; a variable of the thread
; CHECK-LABEL: @own
; CHECK-NOT: barrier0
; CHECK: ret void
define ptx_kernel void @own(ptr %q) {
  %a = alloca i32
  store i32 1, ptr %a
  call void @llvm.nvvm.barrier0()
  %x = load i32, ptr %a
  ret void
}
