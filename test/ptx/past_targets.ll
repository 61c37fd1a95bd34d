; SPDX-License-Identifier: Apache-2.0
; What targets of CUDA 12 lack: arithmetic on halves (sm_50), scopes (sm_50) and orders of accesses, fences, additions of halves and
; 16-bit compare-and-swap (before sm_70), additions of doubles (sm_50).
; RUN[M]: cuprum %s -arch=sm_50 -o %t.50.ptx && cat %t.50.ptx
; RUN[P]: cuprum %s -arch=sm_60 -o %t.60.ptx && cat %t.60.ptx
; RUN[V]: cuprum %s -arch=sm_70 -o %t.70.ptx && cat %t.70.ptx
; M: .version 8.8
; M: .target sm_50
; M-NOT: {{(add|mul|fma|setp)[.a-z]*\.f16}}
; M: atom.global.cas.b32
; M: atom.global.cas.b64
; M: membar.cta;
; M: membar.sys;
; M: atom.global.cas.b32
; M: membar.sys;
; M: ld.volatile.global.{{[bu]}}32
; M-NEXT: membar.gl;
; M-NEXT: membar.cta;
; M-NEXT: st.volatile.global.{{[bu]}}32
; M-NEXT: membar.sys;
; M-NEXT: st.volatile.global.{{[bu]}}32
; M-NEXT: membar.gl;
; M: atom.global.add.u32
; M-NEXT: membar.sys;
; M-NEXT: atom.global.exch.b32
; M-NEXT: membar.sys;
; P: add.f16
; P: fma.rn.f16
; P: setp.lt.f16
; P: atom.sys.global.cas.b32
; P: membar.cta;
; P: atom.cta.global.add.f64
; P: membar.cta;
; P: atom.sys.global.cas.b32
; P: membar.gl;
; P: atom.cta.global.add.u32
; V: atom.sys.global.add.noftz.f16
; V: atom.acq_rel.cta.global.add.f64
; V: fence.sc.sys;
; V: atom.acquire.sys.global.cas.b16
; V: ld.acquire.gpu.global
; V: st.release.cta.global
; V: fence.acq_rel.gpu;
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, half %a, half %b, half %c, i32 %n) {
  %s = fadd half %a, %b
  store volatile half %s, ptr %p
  %m = fmul contract half %a, %b
  %f = fadd contract half %m, %c
  store volatile half %f, ptr %p
  %g = call half @llvm.fma.f16(half %a, half %b, half %c)
  store volatile half %g, ptr %p
  %d = fdiv half %a, %b
  store volatile half %d, ptr %p
  %q = fneg half %a
  store volatile half %q, ptr %p
  %ab = call half @llvm.fabs.f16(half %a)
  store volatile half %ab, ptr %p
  %mx = call half @llvm.maxnum.f16(half %a, half %b)
  store volatile half %mx, ptr %p
  %sq = call half @llvm.sqrt.f16(half %a)
  store volatile half %sq, ptr %p
  %cc = fcmp olt half %a, %b
  %z = zext i1 %cc to i32
  store volatile i32 %z, ptr %p
  %v = load <2 x half>, ptr %p
  %w = fadd <2 x half> %v, %v
  %w2 = fmul <2 x half> %w, %v
  store volatile <2 x half> %w2, ptr %p
  %fl = call half @llvm.floor.f16(half %a)
  store volatile half %fl, ptr %p
  %at = atomicrmw fadd ptr %p, half %a monotonic
  store volatile half %at, ptr %p
  %da = atomicrmw fadd ptr %p, double 1.0 syncscope("block") acq_rel
  store volatile double %da, ptr %p
  %cs = cmpxchg ptr %p, i16 2, i16 3 seq_cst seq_cst
  %cs0 = extractvalue { i16, i1 } %cs, 0
  store volatile i16 %cs0, ptr %p
  %l = load atomic i32, ptr %p syncscope("device") acquire, align 4
  store atomic i32 %l, ptr %p syncscope("block") release, align 4
  store atomic i32 %l, ptr %p seq_cst, align 4
  fence syncscope("device") acq_rel
  %x = atomicrmw add ptr %p, i32 1 syncscope("block") monotonic
  %x2 = atomicrmw xchg ptr %p, i32 %x acq_rel
  ret void
}
declare half @llvm.fma.f16(half,half,half)
declare half @llvm.fabs.f16(half)
declare half @llvm.maxnum.f16(half,half)
declare half @llvm.sqrt.f16(half)
declare half @llvm.floor.f16(half)
