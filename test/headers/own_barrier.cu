// SPDX-License-Identifier: Apache-2.0
// cuda/barrier, cuda/pipeline and cooperative_groups/memcpy_async.h of our own.
// RUN: sh %S/own.sh %s --grid=1 --block=64 buf:i32:2000:zero buf:i32:1000:rand:4 buf:u8:500:rand:3 buf:i32:1:zero
// TIMEOUT: 180
// CHECK: arg 0: 2000 x i32 fnv1a64 3d6b94524c5c4bbb
#include <utility>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
struct Fn { int *p; __device__ void operator()() noexcept { ++*p; } };
__global__ void k(int *p, const int *src, const char *cs, int *cnt) {
  __shared__ int s[512]; __shared__ alignas(16) char sc[256];
  auto b = cg::this_thread_block(); int t = threadIdx.x, n = 0;
  cg::memcpy_async(b, s, src, sizeof(int) * 128); cg::wait(b); p[n++ * 64 + t] = s[t] + s[127 - t]; b.sync();
  cg::memcpy_async(b, s, 100, src + 3, 90); cg::memcpy_async(b, s + 200, src + 4, cuda::aligned_size_t<16>(256)); cg::wait_prior<1>(b); p[n++ * 64 + t] = s[t]; cg::wait(b); p[n++ * 64 + t] = s[200 + t]; b.sync();
  cg::memcpy_async(b, sc, cs + 1, 101); cg::wait(b); p[n++ * 64 + t] = sc[t] + sc[100 - t]; b.sync();
  auto w = cg::tiled_partition<32>(b); cg::memcpy_async(w, s + 32 * w.meta_group_rank(), src + 64 * w.meta_group_rank(), 128); cg::wait(w); p[n++ * 64 + t] = s[32 * w.meta_group_rank() + 31 - w.thread_rank()]; b.sync();
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  if (t == 0) init(&bar, 64);
  b.sync();
  for (int i = 0; i < 3; i++) { s[t] = t * i; auto tok = bar.arrive(); bar.wait(std::move(tok)); p[n++ * 64 + t] = s[63 - t]; bar.arrive_and_wait(); }
  cuda::memcpy_async(b, s, src + 7, sizeof(int) * 64, bar); bar.arrive_and_wait(); p[n++ * 64 + t] = s[63 - t]; bar.arrive_and_wait();
  cuda::memcpy_async(s + t, src + 2 * t, sizeof(int), bar); bar.arrive_and_wait(); p[n++ * 64 + t] = s[63 - t]; bar.arrive_and_wait();
  if (t >= 32) bar.arrive_and_drop(); else { bar.arrive_and_wait(); bar.arrive_and_wait(); }
  b.sync();
  __shared__ cuda::barrier<cuda::thread_scope_block, Fn> fb;
  if (t == 0) init(&fb, 64, Fn{cnt}); b.sync();
  for (int i = 0; i < 4; i++) fb.arrive_and_wait();
  b.sync(); // two threads alone end the next phase: nobody may still wait for this one
  if (t < 2) { auto tk = fb.arrive(32); fb.wait(std::move(tk)); } b.sync(); p[n++ * 64 + t] = *cnt;
  auto tp = cuda::make_pipeline();
  for (int i = 0; i < 4; i++) { tp.producer_acquire(); cuda::memcpy_async(s + i * 64 + t, src + i * 64 + t, sizeof(int), tp); tp.producer_commit(); if (i) { tp.consumer_wait(); p[n++ * 64 + t] = s[(i - 1) * 64 + t]; tp.consumer_release(); } }
  tp.consumer_wait(); tp.consumer_release(); b.sync();
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> st;
  { auto pipe = cuda::make_pipeline(b, &st);
  int sum = 0;
  pipe.producer_acquire(); cuda::memcpy_async(b, s, src, cuda::aligned_size_t<16>(256), pipe); pipe.producer_commit();
  for (int i = 1; i < 6; i++) { pipe.producer_acquire(); cuda::memcpy_async(b, s + (i & 1) * 64, src + i * 64, cuda::aligned_size_t<16>(256), pipe); pipe.producer_commit();
    pipe.consumer_wait(); sum = sum * 3 + s[((i - 1) & 1) * 64 + 63 - t]; pipe.consumer_release(); }
  pipe.consumer_wait(); sum = sum * 3 + s[64 + 63 - t]; pipe.consumer_release(); p[n++ * 64 + t] = sum; }
  b.sync();
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> st2;
  auto role = t < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto pc = cuda::make_pipeline(b, &st2, role); int sum = 0;
  for (int i = 0; i < 5; i++) if (t < 32) { pc.producer_acquire(); cuda::memcpy_async(s + (i & 1) * 32 + t, src + i * 32 + t, sizeof(int), pc); pc.producer_commit(); } else { pc.consumer_wait(); sum = sum * 3 + s[(i & 1) * 32 + 63 - t]; pc.consumer_release(); }
  p[n++ * 64 + t] = sum;
}
