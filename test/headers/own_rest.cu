// SPDX-License-Identifier: Apache-2.0
// The rest of libcu++ of our own: bulk copies, latch, semaphore, cmath, functional, annotated_ptr.
// RUN: sh %S/own.sh %s --min-sm=90 --grid=1 --block=64 buf:i32:1000:zero buf:i32:128:rand:2 buf:i32:64:zero
// TIMEOUT: 180
#include <cuda/barrier>
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/annotated_ptr>
#include <cuda/latch>
#include <cuda/semaphore>
#include <cuda/std/chrono>
namespace cde = cuda::device::experimental;
static_assert(cuda::ceil_div(7, 2) == 4 && cuda::round_up(7, 4) == 8 && cuda::round_down(7, 4) == 4 && cuda::ilog2(9u) == 3);
__global__ void k(int *p, const int *src, int *dst) {
  __shared__ alignas(128) int s[64]; __shared__ cuda::barrier<cuda::thread_scope_block> bar; int t = threadIdx.x, n = 0;
  if (t == 0) { init(&bar, 64); cde::fence_proxy_async_shared_cta(); } __syncthreads();
  cuda::barrier<cuda::thread_scope_block>::arrival_token tk;
  if (t == 0) { cde::cp_async_bulk_global_to_shared(s, src, 256, bar); tk = cuda::device::barrier_arrive_tx(bar, 1, 256); } else tk = bar.arrive();
  bar.wait(std::move(tk)); p[n++ * 64 + t] = s[63 - t]; __syncthreads();
  if (t == 0) { cuda::memcpy_async(s, src + 64, cuda::aligned_size_t<16>(256), bar); } bar.arrive_and_wait(); p[n++ * 64 + t] = s[63 - t];
  if (t == 0) { cuda::device::memcpy_async_tx(s, src + 32, cuda::aligned_size_t<16>(256), bar); cuda::device::barrier_expect_tx(bar, 256); } bar.arrive_and_wait(); p[n++ * 64 + t] = s[63 - t];
  __syncthreads(); s[t] = t; cde::fence_proxy_async_shared_cta(); __syncthreads(); if (t == 0) { cde::cp_async_bulk_shared_to_global(dst, s, 256); cde::cp_async_bulk_commit_group(); cde::cp_async_bulk_wait_group_read<0>(); }
  p[n++ * 64 + t] = cuda::maximum<>()(t, 5) + cuda::minimum<int>()(t, 9) + cuda::proclaim_return_type<long>([](int x) -> long { return x + 1; })(t);
  cuda::annotated_ptr<const int, cuda::access_property::persisting> ap(src); p[n++ * 64 + t] = ap[t]; p[n++ * 64 + t] = *cuda::associate_access_property(src + t, cuda::access_property::streaming{});
  __shared__ cuda::latch<cuda::thread_scope_block> *lp; __shared__ alignas(16) char lb[64], sb[64]; if (t == 0) { lp = new (lb) cuda::latch<cuda::thread_scope_block>(64); new (sb) cuda::counting_semaphore<cuda::thread_scope_block>(0); } __syncthreads();
  s[t] = t * 2; lp->arrive_and_wait(); p[n++ * 64 + t] = s[63 - t] + lp->try_wait();
  auto *sem = (cuda::counting_semaphore<cuda::thread_scope_block> *)sb; if (t < 32) sem->release(1); else { sem->acquire(); } __syncthreads(); p[n++ * 64 + t] = t == 0 ? sem->try_acquire() : 0;
  __syncthreads(); auto tk2 = bar.arrive(); (void)bar.try_wait_for(std::move(tk2), cuda::std::chrono::nanoseconds(100)); p[n++ * 64 + t] = t == 0 ? sem->try_acquire_for(cuda::std::chrono::microseconds(1)) : 0;
}
