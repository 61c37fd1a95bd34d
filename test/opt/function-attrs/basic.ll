; RUN: %B/tools/iropt --passes=function-attrs --stress=all %s
; RUN[USE]: %B/tools/iropt --passes='function-attrs,gvn,loop(licm),adce' --stress=all %s
; What internal functions do, and what becomes of calls of those that only compute.
target triple = "nvptx64-nvidia-cuda"
@g = internal addrspace(1) global i32 0
@c = internal addrspace(4) constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]

; CHECK: define internal float @pure(float %a) [[PURE:#[0-9]+]]
define internal float @pure(float %a) noinline nounwind convergent {
  %v = alloca float
  store float %a, ptr %v
  %w = load float, ptr %v
  %r = fdiv float %w, 3.0
  ret float %r
}
; CHECK: define internal float @series(float %a) [[PURE]]
define internal float @series(float %a) noinline nounwind convergent {
e:
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %i2, %l ]
  %s = phi float [ 0.0, %e ], [ %s2, %l ]
  %p = call float @pure(float %s)
  %s2 = fadd float %p, %a
  %i2 = add nuw nsw i32 %i, 1
  %t = icmp ult i32 %i2, 100
  br i1 %t, label %l, label %x
x:
  ret float %s2
}
; constant memory does not count
; CHECK: define internal i32 @table(i64 %i) [[PURE]]
define internal i32 @table(i64 %i) noinline nounwind convergent {
  %p = getelementptr i32, ptr addrspace(4) @c, i64 %i
  %r = load i32, ptr addrspace(4) %p
  ret i32 %r
}
; CHECK: define internal i32 @reads(ptr %p) [[READS:#[0-9]+]]
define internal i32 @reads(ptr %p) noinline nounwind convergent {
  %r = load i32, ptr %p
  ret i32 %r
}
; it meets other threads
; CHECK: define internal i32 @meets(i32 %x) [[ANY:#[0-9]+]]
define internal i32 @meets(i32 %x) noinline nounwind convergent {
  %r = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %x, i32 1, i32 31)
  ret i32 %r
}
; it may run for ever; an atomic operation; recursion; a clock; anyone may call it with other code
; CHECK: define internal i32 @for_ever(i32 %x) [[FOREVER:#[0-9]+]]
define internal i32 @for_ever(i32 %x) noinline nounwind convergent {
e:
  br label %l
l:
  %i = phi i32 [ %x, %e ], [ %y, %l ]
  %y = mul i32 %i, %i
  %t = icmp eq i32 %y, 7
  br i1 %t, label %o, label %l
o:
  ret i32 %i
}
; CHECK: define internal i32 @counts() [[ANY]]
define internal i32 @counts() noinline nounwind convergent {
  %r = atomicrmw add ptr addrspace(1) @g, i32 1 monotonic
  ret i32 %r
}
; CHECK: define internal i32 @again(i32 %x) [[ANY]]
define internal i32 @again(i32 %x) noinline nounwind convergent {
  %r = call i32 @again(i32 %x)
  ret i32 %r
}
; CHECK: define internal i32 @clock() [[ANY]]
define internal i32 @clock() noinline nounwind convergent {
  %r = call i32 asm sideeffect "mov.u32 $0, %clock;", "=r"()
  ret i32 %r
}
; CHECK: define weak float @other(float %a) [[ANY]]
define weak float @other(float %a) noinline nounwind convergent {
  ret float %a
}
; CHECK-DAG: attributes [[PURE]] = { noinline nounwind willreturn memory(none) }
; CHECK-DAG: attributes [[READS]] = { noinline nounwind willreturn memory(read) }
; CHECK-DAG: attributes [[FOREVER]] = { noinline nounwind memory(none) }
; CHECK-DAG: attributes [[ANY]] = { convergent noinline nounwind }

; USE-LABEL: define ptx_kernel void @k
; USE: call i32 @meets
; USE: call i32 @for_ever
; USE: call float @series(float %a)
; USE: l:
; USE-NOT: @pure
; USE-NOT: @series
; USE: call i32 @reads
; USE: call i32 @counts
; USE: ret void
define ptx_kernel void @k(ptr addrspace(1) %o, ptr %q, float %a, i32 %n) {
e:
  %unused = call float @pure(float %a)
  %met = call i32 @meets(i32 %n)
  %ran = call i32 @for_ever(i32 %n)
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %i2, %l ]
  %p = getelementptr float, ptr addrspace(1) %o, i32 %i
  %x = call float @series(float %a)
  store volatile float %x, ptr addrspace(1) %p
  %y = call float @series(float %a)
  store volatile float %y, ptr addrspace(1) %p
  %r = call i32 @reads(ptr %q)
  %m = call i32 @counts()
  %s = add i32 %r, %m
  %i2 = add i32 %i, 1
  %t = icmp slt i32 %i2, %s
  br i1 %t, label %l, label %z
z:
  ret void
}
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
