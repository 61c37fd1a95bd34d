// SPDX-License-Identifier: Apache-2.0
// cuda/atomic, cuda/barrier, cuda/pipeline, cuda/semaphore in a block; the older pipeline and barrier headers.
// RUN: sh %S/kernel.sh %s --min-sm=80 --grid=1 --block=64 buf:i32:64:rand:5 buf:i32:512:zero
// REQUIRES: nvcc
// TIMEOUT: 180
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/atomic>
#include <cuda_awbarrier.h>
#include <cuda_pipeline.h>
__global__ void k(const int *in, int *o) {
    __shared__ int s[64], t[64];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ cuda::atomic<int, cuda::thread_scope_block> sum;
    int i = threadIdx.x;
    if (!i) init(&bar, blockDim.x), new (&sum) cuda::atomic<int, cuda::thread_scope_block>(0);
    __syncthreads();
    s[i] = in[i];
    auto token = bar.arrive();
    bar.wait(std::move(token));
    o[i] = s[63 - i];
    sum.fetch_add(s[i] & 255, cuda::memory_order_relaxed);
    bar.arrive_and_wait();
    o[64 + i] = sum.load();
    cuda::atomic_ref<int, cuda::thread_scope_device> r(o[128]);
    r.fetch_max(in[i] & 0xffff);
    int old = o[129], want = old;
    while (!cuda::atomic_ref<int>(o[129]).compare_exchange_weak(want, want + 1)) {
    }
    __pipeline_memcpy_async(&t[i], &in[i], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    o[192 + i] = t[(i + 1) % 64];
    auto pipe = cuda::make_pipeline();
    pipe.producer_acquire();
    cuda::memcpy_async(&s[i], &in[i], sizeof(int), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    o[256 + i] = s[i] + 1;
    pipe.consumer_release();
    cuda::std::atomic_thread_fence(cuda::std::memory_order_seq_cst);
}
