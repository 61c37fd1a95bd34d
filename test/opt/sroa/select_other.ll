; RUN: %B/tools/iropt --passes=sroa --stress=all %s
; Loads through a choice between a local variable and what may be read in any case: a constant
; variable, a parameter by value, what was read already (std::min by reference).
target triple = "nvptx64-nvidia-cuda"
@limit = internal addrspace(1) constant i32 128, align 4
@counter = internal addrspace(1) global i32 128, align 4
@short = internal addrspace(1) constant i16 7, align 2

; CHECK-LABEL: define i32 @constant
; CHECK-NOT: alloca
; CHECK: load i32, ptr addrspacecast (ptr addrspace(1) @limit to ptr)
; CHECK-NOT: alloca
; CHECK: ret i32
define i32 @constant(i32 %x) {
  %a = alloca i32, align 4
  store i32 %x, ptr %a, align 4
  %c = icmp sgt i32 %x, 128
  %p = select i1 %c, ptr addrspacecast (ptr addrspace(1) @limit to ptr), ptr %a
  %w = load i32, ptr %p, align 4
  ret i32 %w
}
; CHECK-LABEL: define ptx_kernel void @parameter
; CHECK-NOT: alloca
; CHECK: ret void
define ptx_kernel void @parameter(ptr %o, ptr byval([4 x i32]) align 4 %s, i32 %x) {
  %a = alloca i32, align 4
  store i32 %x, ptr %a, align 4
  %q = getelementptr inbounds i8, ptr %s, i64 12
  %m = load i32, ptr %q, align 4
  %c = icmp sgt i32 %x, %m
  %p = select i1 %c, ptr %q, ptr %a
  %w = load i32, ptr %p, align 4
  store i32 %w, ptr %o, align 4
  ret void
}
; Of three, one of which was read in front.
; CHECK-LABEL: define i32 @read_before
; CHECK-NOT: alloca
; CHECK: ret i32
define i32 @read_before(ptr %g, i32 %x) {
  %a = alloca i32, align 4
  store i32 %x, ptr %a, align 4
  %m = load i32, ptr %g, align 4
  %c = icmp sgt i32 %x, %m
  %p = select i1 %c, ptr %g, ptr %a
  %d = icmp sgt i32 %m, 128
  %q = select i1 %d, ptr addrspacecast (ptr addrspace(1) @limit to ptr), ptr %p
  %w = load i32, ptr %q, align 4
  ret i32 %w
}
; Not what is not known to be there, what is less than is read, what others write.
; CHECK-LABEL: define i32 @unread
; CHECK: alloca
define i32 @unread(ptr %g, i32 %x) {
  %a = alloca i32, align 4
  store i32 %x, ptr %a, align 4
  %c = icmp sgt i32 %x, 3
  %p = select i1 %c, ptr %g, ptr %a
  %w = load i32, ptr %p, align 4
  ret i32 %w
}
; CHECK-LABEL: define i32 @too_short
; CHECK: alloca
define i32 @too_short(i32 %x) {
  %a = alloca i32, align 4
  store i32 %x, ptr %a, align 4
  %c = icmp sgt i32 %x, 3
  %p = select i1 %c, ptr addrspacecast (ptr addrspace(1) @short to ptr), ptr %a
  %w = load i32, ptr %p, align 2
  ret i32 %w
}
; CHECK-LABEL: define i32 @written
; CHECK: alloca
define i32 @written(i32 %x) {
  %a = alloca i32, align 4
  store i32 %x, ptr %a, align 4
  %c = icmp sgt i32 %x, 3
  %p = select i1 %c, ptr addrspacecast (ptr addrspace(1) @counter to ptr), ptr %a
  %w = load i32, ptr %p, align 4
  ret i32 %w
}
; Not behind what lets others write it, or gives it back; nor where it was less aligned.
; CHECK-LABEL: define i32 @other_threads
; CHECK: alloca
define i32 @other_threads(ptr %g, i32 %x) {
  %a = alloca i32, align 4
  store i32 %x, ptr %a, align 4
  %m = load i32, ptr %g, align 4
  call void @llvm.nvvm.barrier0()
  %c = icmp sgt i32 %x, %m
  %p = select i1 %c, ptr %g, ptr %a
  %w = load i32, ptr %p, align 4
  ret i32 %w
}
; CHECK-LABEL: define i32 @given_back
; CHECK: alloca
define i32 @given_back(ptr %g, i32 %x) {
  %a = alloca i32, align 4
  store i32 %x, ptr %a, align 4
  %m = load i32, ptr %g, align 4
  call void @free(ptr %g)
  %c = icmp sgt i32 %x, %m
  %p = select i1 %c, ptr %g, ptr %a
  %w = load i32, ptr %p, align 4
  ret i32 %w
}
; CHECK-LABEL: define i32 @less_aligned
; CHECK: alloca
define i32 @less_aligned(ptr %g, i32 %x) {
  %a = alloca i32, align 4
  store i32 %x, ptr %a, align 4
  %m = load i32, ptr %g, align 2
  %c = icmp sgt i32 %x, %m
  %p = select i1 %c, ptr %g, ptr %a
  %w = load i32, ptr %p, align 4
  ret i32 %w
}
declare void @llvm.nvvm.barrier0()
declare void @free(ptr)
; A store through the choice needs both to be local.
; CHECK-LABEL: define void @stores
; CHECK: alloca
define void @stores(ptr %g, i32 %x) {
  %a = alloca i32, align 4
  %m = load i32, ptr %g, align 4
  store i32 %m, ptr %a, align 4
  %c = icmp sgt i32 %x, %m
  %p = select i1 %c, ptr %g, ptr %a
  store i32 %x, ptr %p, align 4
  ret void
}
