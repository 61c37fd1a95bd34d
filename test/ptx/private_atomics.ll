; Atomics on a thread's own memory are plain accesses.
; EACH: -O0, -O3
; RUN: cuprum %s %E -arch=sm_90 -o %t.ptx && ptxas -c -arch=sm_90 %t.ptx -o /dev/null && ! grep -q atom %t.ptx && echo fine
; REQUIRES: ptxas
; CHECK: fine
define double @f(ptr addrspace(5) %p, double %v, i32 %n) {
  %r = atomicrmw fadd ptr addrspace(5) %p, double %v monotonic, align 8
  %a = alloca [4 x i32]
  %q = getelementptr i32, ptr %a, i32 %n
  store volatile i32 1, ptr %q
  %s = atomicrmw max ptr %q, i32 %n seq_cst
  %c = cmpxchg ptr %q, i32 %s, i32 3 acq_rel monotonic
  %o = extractvalue {i32, i1} %c, 1
  %x = select i1 %o, double %r, double 0.0
  ret double %x
}
