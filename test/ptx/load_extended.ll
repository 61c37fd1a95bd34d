; A byte or short that is only extended is loaded into the wide register.
; RUN: cuprum %s -arch=sm_90 -O3 -o %t.ptx && cat %t.ptx && ptxas -arch=sm_90 %t.ptx -o %t.cubin
; REQUIRES: ptxas
; CHECK: ld.volatile.global.u8 [[A:%r\d+]], [{{%rd\d+}}];
; CHECK-NEXT: st.volatile.global.u32 [{{%rd\d+}}], [[A]];
; CHECK-NEXT: ld.volatile.global.s16 [[B:%rd\d+]], [{{%rd\d+}}+2];
; CHECK-NEXT: st.volatile.global.u64 [{{%rd\d+}}], [[B]];
; two users, one of them of the byte itself
; CHECK-NEXT: ld.volatile.global.u8 [[C:%rs\d+]]
; CHECK: cvt.u32.u8 {{%r\d+}}, [[C]];
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %p) {
  %a = load volatile i8, ptr addrspace(1) %p
  %x = zext i8 %a to i32
  store volatile i32 %x, ptr addrspace(1) %p
  %q = getelementptr i8, ptr addrspace(1) %p, i64 2
  %b = load volatile i16, ptr addrspace(1) %q
  %y = sext i16 %b to i64
  store volatile i64 %y, ptr addrspace(1) %p
  %c = load volatile i8, ptr addrspace(1) %p
  %z = zext i8 %c to i32
  store volatile i32 %z, ptr addrspace(1) %p
  store volatile i8 %c, ptr addrspace(1) %q
  ret void
}
