; The types of loads and stores: bits of halves, numbers of integers, with the sign where the bytes are extended so.
; RUN: cuprum %s -O3 -arch=sm_80 -o -
; CHECK: .globl half
; CHECK: ld.global.b16
; CHECK: st.global.b16
; CHECK: .globl brain
; CHECK: ld.global.b16
; CHECK: st.global.b16
; CHECK: .globl short
; CHECK: ld.global.u16
; CHECK: st.global.u16
; CHECK: .globl byte
; CHECK: ld.global.u8
; CHECK: st.global.u8
; CHECK: .globl signed_byte
; CHECK: ld.global.s8
; CHECK: .globl single
; CHECK: ld.global.f32
; CHECK: st.global.f32
; CHECK: .globl double
; CHECK: ld.global.f64
; CHECK: st.global.f64
; CHECK: .globl word
; CHECK: ld.global.u32
; CHECK: .globl long
; CHECK: ld.global.u64
target triple = "nvptx64-nvidia-cuda"
define void @half(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %v = load half, ptr addrspace(1) %p
  store half %v, ptr addrspace(1) %q
  ret void
}
define void @brain(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %v = load bfloat, ptr addrspace(1) %p
  store bfloat %v, ptr addrspace(1) %q
  ret void
}
define void @short(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %v = load i16, ptr addrspace(1) %p
  store i16 %v, ptr addrspace(1) %q
  ret void
}
define void @byte(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %v = load i8, ptr addrspace(1) %p
  store i8 %v, ptr addrspace(1) %q
  ret void
}
define void @signed_byte(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %v = load i8, ptr addrspace(1) %p
  %w = sext i8 %v to i32
  store i32 %w, ptr addrspace(1) %q
  ret void
}
define void @single(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %v = load float, ptr addrspace(1) %p
  store float %v, ptr addrspace(1) %q
  ret void
}
define void @double(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %v = load double, ptr addrspace(1) %p
  store double %v, ptr addrspace(1) %q
  ret void
}
define void @word(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %v = load i32, ptr addrspace(1) %p
  store i32 %v, ptr addrspace(1) %q
  ret void
}
define void @long(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %v = load i64, ptr addrspace(1) %p
  store i64 %v, ptr addrspace(1) %q
  ret void
}
