; A product or shift of an extended value is one mul.wide, and the extension alone is not computed.
; RUN: cuprum %s -arch=sm_90 -O3 -o -
; CHECK-LABEL: .entry k(
; CHECK-NOT: cvt.u64
; CHECK: mul.wide.u32 {{%rd\d+}}, {{%r\d+}}, {{%r\d+}};
; CHECK: mul.wide.u32 {{%rd\d+}}, {{%r\d+}}, 512;
; CHECK: mul.wide.s32 {{%rd\d+}}, {{%r\d+}}, 8;
; 2^31 is no positive number of 32 bits
; CHECK: cvt.s64.s32
; CHECK: shl.b64 {{%rd\d+}}, {{%rd\d+}}, 31;
; an address of the same product takes it
; CHECK-LABEL: .entry shared(
; CHECK-COUNT-1: mul.wide.u32
; CHECK-NOT: mul.wide
; CHECK: ret;
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %a, i32 %b, i32 %c, i32 %d) {
  %x = zext i32 %a to i64
  %y = zext i32 %b to i64
  %m = mul i64 %x, %y
  store volatile i64 %m, ptr addrspace(1) %p
  %s = shl i64 %x, 9
  store volatile i64 %s, ptr addrspace(1) %p
  %z = sext i32 %c to i64
  %t = shl i64 %z, 3
  store volatile i64 %t, ptr addrspace(1) %p
  %w = sext i32 %d to i64
  %u = shl i64 %w, 31
  store volatile i64 %u, ptr addrspace(1) %p
  ret void
}

define ptx_kernel void @shared(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %a) {
  %x = zext i32 %a to i64
  %r = getelementptr i64, ptr addrspace(1) %q, i64 %x
  %s = shl i64 %x, 3
  store volatile i64 %s, ptr addrspace(1) %p
  store volatile i64 7, ptr addrspace(1) %r
  ret void
}
