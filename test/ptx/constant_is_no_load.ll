; A constant's number is no instruction's: what is known of a load (that it gives its extension) is not
; known of a constant that has the same number.
; RUN: cuprum -x ir -O0 -arch=sm_90 %s -o -
; CHECK: st.global.v2.u64 [{{.*}}], {7, 0};
define ptx_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %b = load i8, ptr addrspace(1) %in
  %e = zext i8 %b to i32
  store i32 %e, ptr addrspace(1) %in
  %w = zext i63 7 to i128
  store i128 %w, ptr addrspace(1) %out, align 16
  ret void
}
