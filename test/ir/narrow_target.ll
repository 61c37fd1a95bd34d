; 64-bit code for a module of the 32-bit target would be wrong in silence.
; RUN[BAD]: cuprum %s -arch=sm_75 -o -
; RUN[BAD]: sed s/nvptx-/nvptx64-/ %s >%t.ll && cuprum %t.ll -o -
; RUN[OK]: sed s/p:32:32/p:64:64/ %t.ll >%t.wide.ll && cuprum %t.wide.ll -o - && cuprum %s --emit=bc -o %t.bc
; ERROR[BAD]@0: code with 32-bit addresses (nvptx) is not made; use nvptx64
; OK: .address_size 64
target datalayout = "e-p:32:32-i64:64-v16:16-v32:32-n16:32:64"
target triple = "nvptx-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
