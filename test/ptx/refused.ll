; What the target or PTX cannot do is refused with a reason.
; RUN: cuprum %s -arch=sm_80 -o %t.ptx 2>&1 | cat
; CHECK: the alias "v" must stand for a function that is no kernel
; CHECK: an atomic operation on 128 bits, before sm_90 and PTX 8.3
@g = addrspace(1) global i32 0
@v = alias i32, ptr addrspace(1) @g
define ptx_kernel void @k(ptr %p, i128 %x) {
  %1 = cmpxchg ptr %p, i128 %x, i128 0 monotonic monotonic
  ret void
}
