; A data layout's pointer of an address space that no machine of ours has says nothing of the others.
; RUN: %B/tools/iropt --passes=dce %s
; CHECK: load volatile ptr addrspace(5), ptr %at, align 8
; CHECK: load volatile ptr addrspace(3), ptr %at, align 4
; CHECK: load volatile ptr, ptr %at, align 8
target datalayout = "e-p:64:64-p3:32:32-p37:32:32-p32:32:32"
target triple = "nvptx64-nvidia-cuda"
define void @f(ptr %at) {
  %far = load volatile ptr addrspace(5), ptr %at
  %short = load volatile ptr addrspace(3), ptr %at
  %first = load volatile ptr, ptr %at
  ret void
}
