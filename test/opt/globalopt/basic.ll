; Variables that are only written, or never change, go or become constants.
; RUN: %B/tools/iropt --passes=globalopt --stress=all %s
target triple = "nvptx64-nvidia-cuda"
@written = internal addrspace(3) global [64 x i32] undef
@filled = internal addrspace(3) global [64 x i32] undef
@read = internal addrspace(3) global i32 undef
@volatile = internal addrspace(3) global i32 undef
@atomic = internal addrspace(3) global i32 undef
@passed = internal addrspace(3) global i32 undef
@stored = internal addrspace(3) global i32 undef
@chosen = internal addrspace(3) global i32 undef
@listed = internal addrspace(3) global i32 undef
@list = addrspace(1) global [1 x ptr] [ptr addrspacecast (ptr addrspace(3) @listed to ptr)]
@host = internal addrspace(1) global i32 0
@seen = addrspace(3) global i32 undef
@dynamic = external addrspace(3) global [0 x i32]
declare void @keep(ptr addrspace(3))
declare void @llvm.memset.p3.i64(ptr addrspace(3), i8, i64, i1)

; through constant expressions, indices and casts
; CHECK-LABEL: define void @gone
; CHECK-NOT: store
; CHECK-NOT: memset
; CHECK: ret void
define void @gone(i32 %a, i64 %n) {
  store i32 %a, ptr addrspace(3) @written
  store i32 %a, ptr getelementptr (i8, ptr addrspacecast (ptr addrspace(3) @written to ptr), i64 8)
  %p = getelementptr i32, ptr addrspace(3) @written, i64 %n
  %g = addrspacecast ptr addrspace(3) %p to ptr
  store i32 %a, ptr %g
  call void @llvm.memset.p3.i64(ptr addrspace(3) @filled, i8 0, i64 16, i1 false)
  ret void
}

; CHECK-LABEL: define i32 @stays
; CHECK-COUNT-10: store
; CHECK: ret i32
define i32 @stays(i32 %a, i64 %n, i1 %c, ptr %out) {
  store i32 %a, ptr addrspace(3) @read
  %v = load i32, ptr addrspace(3) @read
  store volatile i32 %a, ptr addrspace(3) @volatile
  store atomic i32 %a, ptr addrspace(3) @atomic monotonic, align 4
  store i32 %a, ptr addrspace(3) @passed
  call void @keep(ptr addrspace(3) @passed)
  store i32 %a, ptr addrspace(3) @stored
  store ptr addrspace(3) @stored, ptr %out
  %p = select i1 %c, ptr addrspace(3) @chosen, ptr addrspace(3) @stored
  store i32 %a, ptr addrspace(3) @listed
  store i32 %a, ptr addrspace(1) @host
  store i32 %a, ptr addrspace(3) @seen
  store i32 %a, ptr addrspace(3) @dynamic
  ret i32 %v
}

; CHECK-LABEL: define void @other_way
; CHECK: store i32 1, ptr addrspace(3) @chosen
define void @other_way() {
  store i32 1, ptr addrspace(3) @chosen
  ret void
}
