// SPDX-License-Identifier: Apache-2.0
// cuda/atomic and cuda/std/atomic of our own.
// RUN: sh %S/own.sh %s --grid=1 --block=64 buf:i32:16:zero buf:u8:8:zero buf:f32:4:zero buf:f64:2:zero buf:u32:4:zero buf:u8:8:zero
// TIMEOUT: 180
#include <cuda/atomic>
#include <cuda/std/atomic>
struct P { int a, b; };
__global__ void k(int *p, unsigned char *c, float *f, double *d, unsigned long long *u, short *h) {
  cuda::atomic_ref<int, cuda::thread_scope_device> a(p[0]);
  a.fetch_add(1); a.fetch_add(2, cuda::std::memory_order_relaxed); a += 3; a++; --a; a |= 8;
  cuda::atomic_ref<int, cuda::thread_scope_block> b(p[1]); b.fetch_max((int)threadIdx.x); 
  cuda::atomic_ref<int> m(p[2]); m.fetch_min(-(int)threadIdx.x); m.fetch_xor(0);
  cuda::atomic_ref<unsigned char, cuda::thread_scope_device> e(c[threadIdx.x & 3]); e.fetch_add(1); e.fetch_or(128); 
  cuda::atomic_ref<short, cuda::thread_scope_device> g(h[threadIdx.x & 1]); g.fetch_add(3);
  cuda::atomic_ref<float> x(f[0]); x.fetch_add(1.5f); cuda::atomic_ref<float> y(f[1]); y.fetch_max(threadIdx.x); cuda::atomic_ref<double> z(d[0]); z.fetch_sub(0.5);
  cuda::std::atomic_ref<unsigned long long> l(u[0]); l.fetch_add(1ull << 33); l.fetch_and(~0ull);
  int v = p[3]; cuda::atomic_ref<int> q(p[3]); while (!q.compare_exchange_weak(v, v + 2, cuda::memory_order_acq_rel)) {}
  __shared__ cuda::atomic<int, cuda::thread_scope_block> s; if (threadIdx.x == 0) s.store(5); __syncthreads(); s.fetch_add(threadIdx.x); __syncthreads(); if (threadIdx.x == 0) p[4] = s.load(cuda::memory_order_acquire) + s;
  __shared__ cuda::atomic<P, cuda::thread_scope_block> sp; if (threadIdx.x == 0) { sp = P{3, 4}; P o = sp.exchange(P{5, 6}); p[5] = o.a + sp.load().b; }
  __shared__ cuda::atomic<int *, cuda::thread_scope_block> ptr; if (threadIdx.x == 0) { ptr = p; ptr.fetch_add(2); ptr++; p[6] = ptr.load() - p; }
  __shared__ cuda::std::atomic_flag fl; if (threadIdx.x == 0) { fl.clear(); p[7] = fl.test_and_set() * 2 + fl.test(); }
  __shared__ cuda::atomic<bool, cuda::thread_scope_block> bo; if (threadIdx.x == 0) bo = false; __syncthreads(); if (threadIdx.x == 63) { bo.store(true); bo.notify_all(); } bo.wait(false);
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device); cuda::atomic_thread_fence(cuda::std::memory_order_release); cuda::std::atomic_thread_fence(cuda::std::memory_order_acquire);
}
