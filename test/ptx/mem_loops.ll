; Loops of block copies: by units, a test where the alignment is not known.
; RUN: cuprum -arch=sm_90 %s -o -
declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)
; CHECK-LABEL: .entry unknown(
; CHECK: and.b64 {{.*}}, 15;
; CHECK: ld.global.v4.u32
; CHECK: and.b64 {{.*}}, 3;
; CHECK: ld.global.u32
; CHECK: ld.global.u8
; CHECK: ret;
define ptx_kernel void @unknown(ptr addrspace(1) %d, ptr addrspace(1) %s, i64 %n) {
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %d, ptr addrspace(1) %s, i64 %n, i1 false)
  ret void
}
; nothing is left over for smaller units
; CHECK-LABEL: .entry known(
; CHECK-NOT: and.b64 {{.*}}, 15;
; CHECK: ld.global.v4.u32
; CHECK-NOT: ld.global.u
; CHECK: ret;
define ptx_kernel void @known(ptr addrspace(1) %d, ptr addrspace(1) %s, i64 %n) {
  %m = shl i64 %n, 4
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 16 %d, ptr addrspace(1) align 16 %s, i64 %m, i1 false)
  ret void
}
; CHECK-LABEL: .entry eight(
; CHECK: st.global.v4.u32
; CHECK: st.global.u64
; CHECK-NOT: st.global
; CHECK: ret;
define ptx_kernel void @eight(ptr addrspace(1) %d, i8 %v) {
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 8 %d, i8 %v, i64 1000, i1 false)
  ret void
}
; few accesses need no loop
; CHECK-LABEL: .entry straight(
; CHECK-NOT: setp
; CHECK: ret;
define ptx_kernel void @straight(ptr addrspace(1) %d, ptr addrspace(1) %s) {
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 16 %d, ptr addrspace(1) align 16 %s, i64 1024, i1 false)
  ret void
}
