; A kernel parameter by value: its address in the space of parameters is the name, and that in any other is made from it.
; RUN: cuprum %s -O0 -arch=sm_80 -o -
; CHECK: .entry global(
; CHECK: mov.b64 [[A:%rd[0-9]+]], global_param_0;
; CHECK-NEXT: cvta.param.u64 [[G:%rd[0-9]+]], [[A]];
; CHECK: cvta.to.global.u64 {{%rd[0-9]+}}, [[G]];
; CHECK: ld.global.u32
; CHECK: .entry param(
; CHECK-NOT: cvta.param
; CHECK: ld.param.u32 {{%r[0-9]+}}, [param_param_0+8];
target triple = "nvptx64-nvidia-cuda"
%S = type { [4 x i32] }
define ptx_kernel void @global(ptr byval(%S) align 4 %s, i32 %i, ptr addrspace(1) %out) {
  %g = addrspacecast ptr %s to ptr addrspace(1)
  %p = getelementptr i32, ptr addrspace(1) %g, i32 %i
  %v = load i32, ptr addrspace(1) %p
  store i32 %v, ptr addrspace(1) %out
  ret void
}
define ptx_kernel void @param(ptr byval(%S) align 4 %s, ptr addrspace(1) %out) {
  %g = addrspacecast ptr %s to ptr addrspace(101)
  %p = getelementptr i32, ptr addrspace(101) %g, i32 2
  %v = load i32, ptr addrspace(101) %p
  store i32 %v, ptr addrspace(1) %out
  ret void
}
