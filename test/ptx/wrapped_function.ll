; no_cfi and dso_local_equivalent say how a host program is linked: here they are the function itself,
; as a callee, an argument, in a table and in address arithmetic.
; EACH: -O0, -O1, -O3
; RUN: cuprum run %s %E --print=0:4 buf:i32:4:zero
; CHECK: arg 0: 11 22 11 22
; RUN[P]: cuprum %s -arch=sm_90 -O0 -o -
; P: .global .align 8 .u64 table[2] = {one, two};
; P-LABEL: .entry k(
; P: one;
@table = internal addrspace(1) global [2 x ptr] [ptr no_cfi @one, ptr dso_local_equivalent @two]
define i32 @one() noinline { ret i32 11 }
define i32 @two() noinline { ret i32 22 }
define internal i32 @through(ptr %f) noinline {
  %r = call i32 %f()
  ret i32 %r
}
define ptx_kernel void @k(ptr addrspace(1) %o) {
  %a = call i32 no_cfi @one()
  store i32 %a, ptr addrspace(1) %o
  %b = call i32 @through(ptr dso_local_equivalent @two)
  %p1 = getelementptr i32, ptr addrspace(1) %o, i32 1
  store i32 %b, ptr addrspace(1) %p1
  %f = load ptr, ptr addrspace(1) @table
  %c = call i32 %f()
  %p2 = getelementptr i32, ptr addrspace(1) %o, i32 2
  store i32 %c, ptr addrspace(1) %p2
  %q = getelementptr ptr, ptr addrspace(1) @table, i64 1
  %g = load ptr, ptr addrspace(1) %q
  %d = call i32 %g()
  %p3 = getelementptr i32, ptr addrspace(1) %o, i32 3
  store i32 %d, ptr addrspace(1) %p3
  ret void
}
