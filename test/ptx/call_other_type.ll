; SPDX-License-Identifier: Apache-2.0
; A call of another type than its callee has goes through the address: ptxas compares a direct call with the declaration.
; EACH: -O0, -O3
; RUN: cuprum %s %E -arch=sm_90 -o %t.ptx && cuprum run %t.ptx --kernel=k --print=0:2 buf:i32:2:zero
; CHECK: arg 0: 7 1065353216
; RUN[PTX]: cuprum %s -O0 -arch=sm_90 -o -
; PTX: call.uni (retval0),
; PTX-NEXT: plain,
; PTX: prototype_0 : .callprototype (.param .b32 _) _ (.param .b32 _);
; PTX: call (retval0),
; PTX-NEXT: %rd
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
define i32 @plain(i32 %a) noinline {
  %s = add i32 %a, 4
  ret i32 %s
}
define i32 @bits(i32 %a) noinline {
  ret i32 %a
}
define ptx_kernel void @k(ptr addrspace(1) %o) {
  %a = call i32 @plain(i32 3)
  store i32 %a, ptr addrspace(1) %o
  %c = call float @bits(float 1.0)
  %p = getelementptr i32, ptr addrspace(1) %o, i64 1
  store float %c, ptr addrspace(1) %p
  ret void
}
