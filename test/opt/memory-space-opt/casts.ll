; RUN: %B/tools/iropt --passes=memory-space-opt --stress=all %s
; Casts of generic addresses to the space that they certainly lie in: the address is computed there.
target datalayout = "e-p3:32:32:32-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [64 x [4 x i32]] undef, align 16
@t = internal addrspace(3) global [64 x [4 x i32]] undef, align 16

; CHECK-LABEL: define i32 @element
; CHECK-NEXT: [[P:%.*]] = getelementptr inbounds [4 x i32], ptr addrspace(3) @s, i64 %i
; CHECK-NEXT: [[Q:%.*]] = getelementptr inbounds i32, ptr addrspace(3) [[P]], i64 %j
; CHECK-NEXT: %r = ptrtoint ptr addrspace(3) [[Q]] to i32
; CHECK-NEXT: ret i32 %r
define i32 @element(i64 %i, i64 %j) {
  %p = getelementptr inbounds [4 x i32], ptr addrspacecast (ptr addrspace(3) @s to ptr), i64 %i
  %q = getelementptr inbounds i32, ptr %p, i64 %j
  %c = addrspacecast ptr %q to ptr addrspace(3)
  %r = ptrtoint ptr addrspace(3) %c to i32
  ret i32 %r
}
; One of two tiles, and a pointer that walks.
; CHECK-LABEL: define i32 @chosen
; CHECK-NOT: addrspacecast
; CHECK: select i1 %b, ptr addrspace(3) @s, ptr addrspace(3) @t
; CHECK-NOT: addrspacecast
; CHECK: ret i32
define i32 @chosen(i1 %b, i64 %i) {
  %o = select i1 %b, ptr addrspacecast (ptr addrspace(3) @s to ptr), ptr addrspacecast (ptr addrspace(3) @t to ptr)
  %p = getelementptr inbounds i32, ptr %o, i64 %i
  %c = addrspacecast ptr %p to ptr addrspace(3)
  %r = ptrtoint ptr addrspace(3) %c to i32
  ret i32 %r
}
; CHECK-LABEL: define void @walks
; CHECK: phi ptr addrspace(3) [ @s, %e ]
; CHECK-NOT: addrspacecast
; CHECK: ret void
define void @walks(ptr addrspace(1) %o, i32 %n) {
e:
  br label %l
l:
  %p = phi ptr [ addrspacecast (ptr addrspace(3) @s to ptr), %e ], [ %d, %l ]
  %i = phi i32 [ 0, %e ], [ %k, %l ]
  %c = addrspacecast ptr %p to ptr addrspace(3)
  %r = ptrtoint ptr addrspace(3) %c to i32
  store i32 %r, ptr addrspace(1) %o
  %d = getelementptr inbounds i8, ptr %p, i64 64
  %k = add i32 %i, 1
  %t = icmp eq i32 %k, %n
  br i1 %t, label %x, label %l
x:
  ret void
}
; A kernel's pointer is one to global memory: the cast that is there is the one that is made.
; CHECK-LABEL: define ptx_kernel void @global
; CHECK: addrspacecast ptr %p to ptr addrspace(1)
; CHECK-NOT: addrspacecast
; CHECK: ret void
define ptx_kernel void @global(ptr %p, i64 %i) {
  %q = getelementptr i32, ptr %p, i64 %i
  %c = addrspacecast ptr %q to ptr addrspace(1)
  store i32 1, ptr addrspace(1) %c
  %d = addrspacecast ptr %p to ptr addrspace(1)
  store i32 2, ptr addrspace(1) %d
  ret void
}
; A cast through another cast of the same address.
; CHECK-LABEL: define i32 @twice
; CHECK: getelementptr i8, ptr addrspace(3) @s, i64 %i
; CHECK-NOT: addrspacecast
; CHECK: ret i32
define i32 @twice(i64 %i) {
  %p = getelementptr i8, ptr addrspacecast (ptr addrspace(3) @s to ptr), i64 %i
  %c = addrspacecast ptr %p to ptr addrspace(3)
  %g = addrspacecast ptr addrspace(3) %c to ptr
  %v = load i32, ptr %g
  %h = getelementptr i8, ptr %g, i64 4
  %d = addrspacecast ptr %h to ptr addrspace(3)
  %r = ptrtoint ptr addrspace(3) %d to i32
  %w = add i32 %v, %r
  ret i32 %w
}
; Where the space is not known, is another one, or one of two, the casts stay.
; CHECK-LABEL: define i32 @unknown
; CHECK: addrspacecast ptr %q to ptr addrspace(3)
define i32 @unknown(ptr %p, i64 %i) {
  %q = getelementptr inbounds i32, ptr %p, i64 %i
  %c = addrspacecast ptr %q to ptr addrspace(3)
  %r = ptrtoint ptr addrspace(3) %c to i32
  ret i32 %r
}
; CHECK-LABEL: define i64 @other
; CHECK: addrspacecast ptr %q to ptr addrspace(1)
define i64 @other(i64 %i) {
  %q = getelementptr inbounds i32, ptr addrspacecast (ptr addrspace(3) @s to ptr), i64 %i
  %c = addrspacecast ptr %q to ptr addrspace(1)
  %r = ptrtoint ptr addrspace(1) %c to i64
  ret i64 %r
}
; CHECK-LABEL: define i32 @mixed
; CHECK: addrspacecast ptr %o to ptr addrspace(3)
define i32 @mixed(i1 %b, ptr %p) {
  %o = select i1 %b, ptr addrspacecast (ptr addrspace(3) @s to ptr), ptr %p
  %c = addrspacecast ptr %o to ptr addrspace(3)
  %r = ptrtoint ptr addrspace(3) %c to i32
  ret i32 %r
}
