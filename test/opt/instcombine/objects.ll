; RUN: %B/tools/iropt --passes=instcombine --stress=all %s
; What is known of the addresses of objects, through casts between spaces and to numbers.
target datalayout = "e-p3:32:32:32-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@str = private addrspace(1) constant [4 x i8] c"abc\00", align 1
@dyn = external addrspace(3) global [0 x i8], align 1024
@low = internal addrspace(3) global [64 x i8] undef, align 4
@weak = extern_weak addrspace(1) global i32

; CHECK-LABEL: define i1 @text
; CHECK-NEXT: ret i1 true
define i1 @text() {
  %c = icmp ne ptr addrspacecast (ptr addrspace(1) @str to ptr), null
  ret i1 %c
}
; CHECK-LABEL: define i1 @element
; CHECK-NEXT: ret i1 false
define i1 @element(i64 %i) {
  %p = getelementptr inbounds i8, ptr addrspacecast (ptr addrspace(3) @low to ptr), i64 %i
  %c = icmp eq ptr %p, null
  ret i1 %c
}
; CHECK-LABEL: define i1 @through_shared
; CHECK-NEXT: ret i1 false
define i1 @through_shared(i32 %i) {
  %p = getelementptr inbounds i8, ptr addrspace(3) @low, i32 %i
  %g = addrspacecast ptr addrspace(3) %p to ptr
  %c = icmp eq ptr %g, null
  ret i1 %c
}
; An address of shared memory may be 0 itself; what need not be there, too; a step out of the object.
; CHECK-LABEL: define i1 @offset
; CHECK: icmp eq ptr addrspace(3) %p, null
define i1 @offset(i32 %i) {
  %p = getelementptr inbounds i8, ptr addrspace(3) @low, i32 %i
  %c = icmp eq ptr addrspace(3) %p, null
  ret i1 %c
}
; CHECK-LABEL: define i1 @may_be_missing
; CHECK: icmp
define i1 @may_be_missing() {
  %c = icmp ne ptr addrspacecast (ptr addrspace(1) @weak to ptr), null
  ret i1 %c
}
; CHECK-LABEL: define i1 @outside
; CHECK: icmp
define i1 @outside(i64 %i) {
  %p = getelementptr i8, ptr addrspacecast (ptr addrspace(3) @low to ptr), i64 %i
  %c = icmp eq ptr %p, null
  ret i1 %c
}
; CHECK-LABEL: define i32 @aligned
; CHECK-NEXT: ret i32 0
define i32 @aligned() {
  %a = and i32 ptrtoint (ptr addrspace(3) @dyn to i32), 112
  ret i32 %a
}
; CHECK-LABEL: define i32 @less_aligned
; CHECK: and i32
define i32 @less_aligned() {
  %a = and i32 ptrtoint (ptr addrspace(3) @low to i32), 112
  ret i32 %a
}
