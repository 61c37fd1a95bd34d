; Whether the upper half of a register with a byte is known to be zero: then no `and` is needed in front of its use.
; RUN: %B/bin/cicc --arch=sm_90 -O0 %s -o -
target triple = "nvptx64-nvidia-cuda"
; A register that ld.u8 wrote is zero above the byte: comparisons and conversions take it as it is.
; CHECK-LABEL: .visible .entry loaded(
; CHECK: ld.global.u8 [[A:%rs[0-9]+]],
; CHECK: ld.global.u8 [[B:%rs[0-9]+]],
; CHECK: setp.lt.u16 %p{{[0-9]+}}, [[A]], [[B]];
; CHECK: cvt.rn.f32.u16 %f{{[0-9]+}}, [[A]];
; CHECK: ret;
define ptx_kernel void @loaded(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %o) {
  %a = load i8, ptr addrspace(1) %p
  %b = load i8, ptr addrspace(1) %q
  %c = icmp ult i8 %a, %b
  %f = uitofp i8 %a to float
  %s = select i1 %c, float %f, float 0.0
  store float %s, ptr addrspace(1) %o
  ret void
}
; So are its conjunctions and choices, and elements of a vector.
; CHECK-LABEL: .visible .entry parts(
; CHECK: ld.global.v2.u8 {[[A:%rs[0-9]+]], [[B:%rs[0-9]+]]},
; CHECK: xor.b16 [[X:%rs[0-9]+]], [[A]], [[B]];
; CHECK: setp.eq.s16 %p{{[0-9]+}}, [[X]], 7;
; CHECK: ret;
define ptx_kernel void @parts(ptr addrspace(1) %p, ptr addrspace(1) %o) {
  %v = load <2 x i8>, ptr addrspace(1) %p
  %a = extractelement <2 x i8> %v, i32 0
  %b = extractelement <2 x i8> %v, i32 1
  %x = xor i8 %a, %b
  %c = icmp eq i8 %x, 7
  %z = zext i1 %c to i32
  store i32 %z, ptr addrspace(1) %o
  ret void
}
; Sums are not, and signed comparisons need the sign.
; CHECK-LABEL: .visible .entry others(
; CHECK: add.s16 [[S:%rs[0-9]+]],
; CHECK: and.b16 [[T:%rs[0-9]+]], [[S]], 255;
; CHECK: cvt.s16.s8
; CHECK: ret;
define ptx_kernel void @others(ptr addrspace(1) %p, ptr addrspace(1) %o) {
  %a = load i8, ptr addrspace(1) %p
  %s = add i8 %a, 7
  %c = icmp ult i8 %s, 9
  %d = icmp slt i8 %a, 3
  %e = and i1 %c, %d
  %z = zext i1 %e to i32
  store i32 %z, ptr addrspace(1) %o
  ret void
}
