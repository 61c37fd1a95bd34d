; A local variable that is filled or copied lies as wide stores like it; nothing converts its address.
; RUN: cuprum %s -arch=sm_90 -O1 --passes=globaldce -o -
; RUN[RAN]: for o in 0 1 3; do cuprum run %s -O$o --kernel=fill --print=0:2 buf:u8:2:zero i64:5; done
; RAN: arg 0: 9 7
; RAN: arg 0: 9 7
; RAN: arg 0: 9 7
target triple = "nvptx64-nvidia-cuda"
; CHECK-LABEL: .entry fill(
; CHECK: .local .align 16 .b8
; CHECK-NOT: cvta
; CHECK: st.local.v4.u32 [%SPL],
; CHECK: st.local.v4.u32 [%SPL+16],
; CHECK-NOT: cvta.local
; CHECK: st.local.u8 [%SPL+3], 9;
; CHECK: ret;
define ptx_kernel void @fill(ptr addrspace(1) %out, i64 %i) {
  %a = alloca [32 x i8], align 1
  %l = addrspacecast ptr %a to ptr addrspace(5)
  call void @llvm.memset.p5.i64(ptr addrspace(5) %l, i8 7, i64 32, i1 false)
  %at = getelementptr i8, ptr %a, i64 3
  %t = addrspacecast ptr %at to ptr addrspace(5)
  store i8 9, ptr addrspace(5) %t
  %v = load volatile i8, ptr addrspace(5) %t
  %p = getelementptr i8, ptr addrspace(5) %l, i64 %i
  %w = load i8, ptr addrspace(5) %p
  store i8 %v, ptr addrspace(1) %out
  %q = getelementptr i8, ptr addrspace(1) %out, i64 1
  store i8 %w, ptr addrspace(1) %q
  ret void
}
declare void @llvm.memset.p5.i64(ptr addrspace(5), i8, i64, i1)
