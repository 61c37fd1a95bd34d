; SPDX-License-Identifier: Apache-2.0
; Writes to constant memory and to a __grid_constant__ parameter trap, as NVIDIA's do, and say so: code that never runs may have them.
; RUN: cuprum %s -O0 -arch=sm_90 -o -
; CHECK-LABEL: .entry stores
; CHECK-NOT: st.
; CHECK: trap;
; CHECK-LABEL: .entry atomics
; CHECK-NOT: {{atom\.|red\.|st\.const}}
; CHECK: trap;
; CHECK: trap;
; CHECK: trap;
; CHECK-LABEL: .entry parameter
; CHECK-NOT: st.param
; CHECK: trap;
; CHECK: warning: cannot write to constant memory: the function "stores" traps where it would
; CHECK: warning: cannot write to constant memory: the function "atomics" traps where it would
; CHECK: warning: cannot write to parameter memory: the function "parameter" traps where it would
; RUN[O3]: cuprum %s -O3 -arch=sm_90 -o -
; O3: .entry atomics
; O3-NOT: {{atom\.|red\.|st\.const}}
; O3: trap;
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
define ptx_kernel void @stores(ptr addrspace(4) %i) {
  store i32 1, ptr addrspace(4) %i
  ret void
}
define ptx_kernel void @atomics(ptr addrspace(1) %o, ptr addrspace(4) %i) {
  %a = atomicrmw add ptr addrspace(4) %i, i32 1 seq_cst
  %f = atomicrmw fadd ptr addrspace(4) %i, float 1.0 seq_cst
  %c = cmpxchg ptr addrspace(4) %i, i32 1, i32 2 seq_cst seq_cst
  store i32 %a, ptr addrspace(1) %o
  ret void
}
define ptx_kernel void @parameter(ptr addrspace(1) %o, ptr byval([2 x i32]) align 4 "nvvm.grid_constant" %p) {
  store i32 1, ptr %p
  %v = load i32, ptr %p
  store i32 %v, ptr addrspace(1) %o
  ret void
}
