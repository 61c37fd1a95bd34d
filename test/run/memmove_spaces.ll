; Overlapping block moves whose pointers name one object through two address spaces.
; EACH: -O0, -O1, -O3
; RUN: cuprum run %s %E --block=1 --print=1:4 --print=2:4 i64:11 buf:i32:4:zero buf:i32:4:zero buf:i32:8:iota
; CHECK: arg 1: 16974337 84148994 151521030 269421322
; CHECK-NEXT: arg 2: 151521030 218893066 202379022 269422093
target datalayout = "e-p3:32:32-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@buf = internal addrspace(3) global [16 x i8] undef, align 4
declare void @llvm.memmove.p0.p3.i64(ptr, ptr addrspace(3), i64, i1)
declare void @llvm.memmove.p3.p0.i64(ptr addrspace(3), ptr, i64, i1)

define internal void @fill() {
entry:
  br label %next
next:
  %i = phi i32 [ 0, %entry ], [ %j, %next ]
  %p = getelementptr i8, ptr addrspace(3) @buf, i32 %i
  %j = add i32 %i, 1
  %b = trunc i32 %j to i8
  store i8 %b, ptr addrspace(3) %p
  %more = icmp ult i32 %j, 16
  br i1 %more, label %next, label %end
end:
  ret void
}

define internal void @show(ptr %o) {
entry:
  br label %next
next:
  %i = phi i32 [ 0, %entry ], [ %j, %next ]
  %p = getelementptr i32, ptr addrspace(3) @buf, i32 %i
  %q = getelementptr i32, ptr %o, i32 %i
  %v = load i32, ptr addrspace(3) %p
  store i32 %v, ptr %q
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, 4
  br i1 %more, label %next, label %end
end:
  ret void
}

define ptx_kernel void @k(i64 %n, ptr %up, ptr %down, ptr %unused) {
  %generic = addrspacecast ptr addrspace(3) @buf to ptr
  call void @fill()
  %to = getelementptr i8, ptr %generic, i64 3
  call void @llvm.memmove.p0.p3.i64(ptr %to, ptr addrspace(3) @buf, i64 %n, i1 false)
  call void @show(ptr %up)
  call void @fill()
  %from = getelementptr i8, ptr %generic, i64 5
  call void @llvm.memmove.p3.p0.i64(ptr addrspace(3) @buf, ptr %from, i64 %n, i1 false)
  call void @show(ptr %down)
  ret void
}
