; SPDX-License-Identifier: Apache-2.0
; The shared memory of a cluster begins with sm_90; an address of it that is only passed on is no use of it.
; RUN: cuprum %s -arch=sm_80 -o -
; EXIT: 1
; CHECK: error: the shared memory of a cluster, on targets before sm_90, is not supported in device code (function "reads")
; CHECK: error: the shared memory of a cluster, on targets before sm_90, is not supported in device code (function "casts")
; CHECK: 2 errors
; RUN[NEW]: cuprum %s -arch=sm_90 -o -
; EXIT[NEW]: 0
; NEW: ld.shared::cluster.u32
; NEW: cvta.shared::cluster.u64
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
define ptx_kernel void @reads(ptr addrspace(1) %o, ptr addrspace(7) %i) {
  %a = load i32, ptr addrspace(7) %i
  store i32 %a, ptr addrspace(1) %o
  ret void
}
define ptx_kernel void @casts(ptr addrspace(1) %o, ptr addrspace(7) %i) {
  %c = addrspacecast ptr addrspace(7) %i to ptr
  store volatile ptr %c, ptr addrspace(1) %o
  ret void
}
