; Small integers are loaded extended, and stored from wider registers: no conversions.
; RUN: cuprum %s -arch=sm_90 -O1 --passes=globaldce -o -
; RUN[RAN]: for o in 0 1 3; do cuprum run %s -O$o --kernel=bytes --print=0:6 buf:u8:6:zero buf:u8:6:rand:3; done
; RAN: arg 0: 213 0 213 145 0 0
; RAN: arg 0: 213 0 213 145 0 0
; RAN: arg 0: 213 0 213 145 0 0
target triple = "nvptx64-nvidia-cuda"
; CHECK-LABEL: .entry bytes(
; CHECK: ld.global.u8 %r{{[0-9]+}},
; CHECK: ld.global.s8 %r{{[0-9]+}},
; CHECK-NOT: cvt.
; CHECK: st.global.u8 [%rd{{[0-9]+}}], %r{{[0-9]+}};
; CHECK-NOT: cvt.
; CHECK: st.global.u16 [%rd{{[0-9]+}}+2], %r{{[0-9]+}};
; CHECK: ret;
define ptx_kernel void @bytes(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %a = load i8, ptr addrspace(1) %in
  %p = getelementptr i8, ptr addrspace(1) %in, i64 1
  %b = load i8, ptr addrspace(1) %p
  %x = zext i8 %a to i32
  %y = sext i8 %b to i32
  %s = mul i32 %x, %y
  %t = trunc i32 %s to i8
  store i8 %t, ptr addrspace(1) %out
  %q = getelementptr i8, ptr addrspace(1) %out, i64 2
  %u = trunc i32 %s to i16
  store i16 %u, ptr addrspace(1) %q
  ret void
}
; extensions of two kinds, or another use: converted as before
; CHECK-LABEL: .entry mixed(
; CHECK: ld.global.u8 [[V:%rs[0-9]+]],
; CHECK-DAG: cvt.u32.u8 %r{{[0-9]+}}, [[V]];
; CHECK-DAG: cvt.s32.s8 %r{{[0-9]+}}, [[V]];
; CHECK: ld.global.u16 [[W:%rs[0-9]+]],
; CHECK: cvt.u32.u16 %r{{[0-9]+}}, [[W]];
; CHECK: ret;
define ptx_kernel void @mixed(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %a = load i8, ptr addrspace(1) %in
  %x = zext i8 %a to i32
  %y = sext i8 %a to i32
  %s = mul i32 %x, %y
  store i32 %s, ptr addrspace(1) %out
  %b = load i16, ptr addrspace(1) %in
  store i16 %b, ptr addrspace(1) %out
  %z = zext i16 %b to i32
  store i32 %z, ptr addrspace(1) %out
  ret void
}
; not aligned, atomic: as before
; CHECK-LABEL: .entry apart(
; CHECK: ld.global.u8
; CHECK: ld.global.u8
; CHECK: ld.relaxed.sys.global.u16 [[V:%rs[0-9]+]],
; CHECK: cvt.u32.u16 %r{{[0-9]+}}, [[V]];
; CHECK: cvt.u16.u32 [[L:%rs[0-9]+]], %r{{[0-9]+}};
; CHECK: st.global.u8
; CHECK: st.global.u8
; CHECK: ret;
define ptx_kernel void @apart(ptr addrspace(1) %out, ptr addrspace(1) %in) {
  %a = load i16, ptr addrspace(1) %in, align 1
  %x = zext i16 %a to i32
  %b = load atomic i16, ptr addrspace(1) %in monotonic, align 2
  %y = zext i16 %b to i32
  %s = mul i32 %x, %y
  %t = trunc i32 %s to i16
  store i16 %t, ptr addrspace(1) %out, align 1
  ret void
}
