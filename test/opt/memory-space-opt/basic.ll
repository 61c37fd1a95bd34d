; Pointers whose space is known are accessed there: a kernel's parameters, variables, phis and selects of them.
; RUN: %B/tools/iropt --passes=memory-space-opt --stress=all %s
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@sh = internal addrspace(3) global [64 x float] undef, align 4
@tab = internal addrspace(1) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4], align 4
%S = type { ptr, i32 }
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i1 @llvm.nvvm.isspacep.shared(ptr)
declare void @use(ptr)

; kernel parameters point to global memory
; CHECK-LABEL: define ptx_kernel void @param
; CHECK: [[G:%.*]] = addrspacecast ptr %p to ptr addrspace(1)
; CHECK: [[Q:%.*]] = getelementptr i32, ptr addrspace(1) [[G]], i64 %i
; CHECK-NEXT: store i32 0, ptr addrspace(1) [[Q]]
define ptx_kernel void @param(ptr %p, i64 %i) {
  %q = getelementptr i32, ptr %p, i64 %i
  store i32 0, ptr %q
  ret void
}
; those of other functions do not
; CHECK-LABEL: define void @device
; CHECK: store i32 0, ptr %p
define void @device(ptr %p) {
  store i32 0, ptr %p
  ret void
}
; pointers in by-value structs of a kernel
; CHECK-LABEL: define ptx_kernel void @byval
; CHECK: store i32 1, ptr addrspace(1)
define ptx_kernel void @byval(ptr byval(%S) align 8 %s) {
  %p = load ptr, ptr %s
  store i32 1, ptr %p
  ret void
}
; loops: the phi gets its space; comparison of global pointers too
; CHECK-LABEL: define ptx_kernel void @loop
; CHECK: phi ptr addrspace(1)
; CHECK: store float 0.0{{.*}}, ptr addrspace(1)
; CHECK: icmp eq ptr addrspace(1)
; CHECK-NOT: getelementptr float, ptr %
define ptx_kernel void @loop(ptr %p, i64 %n) {
e:
  %end = getelementptr float, ptr %p, i64 %n
  br label %l
l:
  %c = phi ptr [ %p, %e ], [ %d, %l ]
  store float 0.0, ptr %c
  %d = getelementptr float, ptr %c, i64 1
  %t = icmp eq ptr %d, %end
  br i1 %t, label %o, label %l
o:
  ret void
}
; shared memory through constant expressions, with atomics; volatile stays volatile
; CHECK-LABEL: define void @shared
; CHECK: atomicrmw add ptr addrspace(3) @sh
; CHECK: load volatile float, ptr addrspace(3)
define void @shared() {
  %o = atomicrmw add ptr addrspacecast (ptr addrspace(3) @sh to ptr), i32 1 monotonic
  %v = load volatile float, ptr getelementptr (i8, ptr addrspacecast (ptr addrspace(3) @sh to ptr), i64 8)
  ret void
}
; select of two spaces stays generic, of one does not
; CHECK-LABEL: define ptx_kernel void @select
; CHECK: store i32 2, ptr %m
; CHECK: store i32 3, ptr addrspace(1)
define ptx_kernel void @select(ptr %p, ptr %q, i1 %c) {
  %m = select i1 %c, ptr %p, ptr addrspacecast (ptr addrspace(3) @sh to ptr)
  store i32 2, ptr %m
  %s = select i1 %c, ptr %p, ptr %q
  store i32 3, ptr %s
  ret void
}
; CHECK-LABEL: define ptx_kernel void @copy
; CHECK: call void @llvm.memcpy.p5.p1.i64(ptr addrspace(5) {{.*}}, ptr addrspace(1)
define ptx_kernel void @copy(ptr %p) {
  %a = alloca [16 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 16, i1 false)
  call void @use(ptr %a)
  ret void
}
; CHECK-LABEL: define i1 @isspace
; CHECK: ret i1 true
define i1 @isspace() {
  %r = call i1 @llvm.nvvm.isspacep.shared(ptr addrspacecast (ptr addrspace(3) @sh to ptr))
  ret i1 %r
}
; noalias and never written: ld.global.nc
; CHECK-LABEL: define ptx_kernel void @nc
; CHECK: load i32, ptr addrspace(1) {{.*}}!invariant.load
; CHECK: load i32, ptr addrspace(1) {{%[a-z0-9.]+}}, align 4{{$}}
; CHECK: load volatile i32, ptr addrspace(1) {{%[a-z0-9.]+}}, align 4{{$}}
; CHECK: load i32, ptr addrspace(1) {{%[a-z0-9.]+}}, align 4{{$}}
define ptx_kernel void @nc(ptr noalias %r, ptr noalias %w, ptr noalias %v, ptr %x) {
  %a = load i32, ptr %r
  %b = load i32, ptr %w
  %c = load volatile i32, ptr %v
  %d = load i32, ptr %x
  %e = add i32 %a, %b
  %f = add i32 %c, %d
  %g = add i32 %e, %f
  store i32 %g, ptr %w
  ret void
}
; CHECK-LABEL: define i32 @table
; CHECK: load i32, ptr addrspace(1) {{.*}}!invariant.load
define i32 @table(i64 %i) {
  %p = getelementptr i32, ptr addrspacecast (ptr addrspace(1) @tab to ptr), i64 %i
  %v = load i32, ptr %p
  ret i32 %v
}
