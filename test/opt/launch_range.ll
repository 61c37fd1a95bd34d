; %tid and %ntid are bounded by the kernel's launch bounds.
; RUN: cuprum %s -arch=sm_90 -O3 --emit=ir -o -
; CHECK: @required
; CHECK: store volatile i32 1
; CHECK: store volatile i32 1
; CHECK: @bounded
; CHECK: store volatile i32 1
; CHECK: @free
; CHECK: icmp
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
define ptx_kernel void @required(ptr %p) "nvvm.reqntid"="64,1" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = icmp ult i32 %t, 64
  %x = zext i1 %a to i32
  store volatile i32 %x, ptr %p
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %e = icmp ult i32 %n, 2
  %y = zext i1 %e to i32
  store volatile i32 %y, ptr %p
  ret void
}
define ptx_kernel void @bounded(ptr %p) "nvvm.maxntid"="128" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = icmp ult i32 %t, 128
  %x = zext i1 %a to i32
  store volatile i32 %x, ptr %p
  ret void
}
define ptx_kernel void @free(ptr %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = icmp ult i32 %t, 128
  %x = zext i1 %a to i32
  store volatile i32 %x, ptr %p
  ret void
}
