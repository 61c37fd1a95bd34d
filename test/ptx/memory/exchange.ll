; Compare and swap: the old value, and whether it was exchanged.
; RUN: cuprum %s -arch=sm_90 -O3 -o -
; RUN[PTXAS]: cuprum %s -arch=sm_90 -O3 -o %t.ptx && ptxas -arch=sm_90 %t.ptx -o /dev/null
; REQUIRES: ptxas
target triple = "nvptx64-nvidia-cuda"
; Compare and swap takes constants; whether it swapped is computed where it is asked.

; CHECK: .entry old
; CHECK: atom.sys.global.cas.b32 [[O:%r[0-9]+]], [{{%rd[0-9]+}}], 0, [[N:%r[0-9]+]];
; CHECK-NOT: setp
; CHECK: st.global.u32 {{.*}}, [[O]];
define ptx_kernel void @old(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 %new) {
  %r = cmpxchg ptr addrspace(1) %p, i32 0, i32 %new monotonic monotonic
  %o = extractvalue { i32, i1 } %r, 0
  store i32 %o, ptr addrspace(1) %out
  ret void
}

; CHECK: .entry swapped
; CHECK: atom.sys.global.cas.b64 [[O:%rd[0-9]+]], [{{%rd[0-9]+}}], 7, -1;
; CHECK: setp.eq.s64 {{%p[0-9]+}}, [[O]], 7;
define ptx_kernel void @swapped(ptr addrspace(1) %p, ptr addrspace(1) %out) {
  %r = cmpxchg ptr addrspace(1) %p, i64 7, i64 -1 monotonic monotonic
  %b = extractvalue { i64, i1 } %r, 1
  %z = zext i1 %b to i8
  store i8 %z, ptr addrspace(1) %out
  ret void
}
