// SPDX-License-Identifier: Apache-2.0
// Races in shared memory: between warps, in a warp, with asynchronous copies, with other blocks of a cluster.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: sh %S/inputs/cases.sh %s %t
// CHECK: race_shared: 16 cases, 16 found, 16 clean
#include "inputs/cases.h"
#include "inputs/async.h"
#include <cooperative_groups.h>
#include <cuda_pipeline.h>

__global__ void read_after_write(int *out, bool bug) {
    __shared__ int s[128];
    s[threadIdx.x] = threadIdx.x;
    if (!bug) __syncthreads();
    out[threadIdx.x] = s[127 - threadIdx.x]; // BUG race_raw: race: read-write
}
static void race_raw(bool bug) {
    Ints out(128);
    read_after_write<<<1, 128>>>(out, bug);
}
__global__ void write_after_read(int *out, bool bug) {
    __shared__ int s[128];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    int v = s[127 - threadIdx.x];
    if (!bug) __syncthreads();
    s[threadIdx.x] = v + 1; // BUG race_war: race: read-write
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
static void race_war(bool bug) {
    Ints out(128);
    write_after_read<<<1, 128>>>(out, bug);
}
__global__ void write_after_write(int *out, bool bug) {
    __shared__ int s[64];
    s[bug ? threadIdx.x / 2 : threadIdx.x % 64] = threadIdx.x % 64; // BUG race_waw: race: write-write
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x / 2];
}
static void race_waw(bool bug) {
    Ints out(128);
    write_after_write<<<1, 128>>>(out, bug);
}
__global__ void lockstep(int *out, bool bug) {
    __shared__ volatile int s[32];
    int *plain = (int *)s;
    plain[threadIdx.x] = threadIdx.x;
    if (!bug) __syncwarp();
    out[threadIdx.x] = plain[threadIdx.x ^ 1]; // BUG race_warp: race: read-write
}
static void race_warp(bool bug) {
    Ints out(32);
    lockstep<<<1, 32>>>(out, bug);
}
// The last step of a sum in one warp, as it was written before Volta
__global__ void sum(int *out, bool bug) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    s[threadIdx.x + 32] = 1;
    __syncwarp();
    for (int d = 32; d; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d]; // BUG race_reduction: race: read-write
        if (!bug) __syncwarp();
    }
    out[threadIdx.x] = s[0];
}
static void race_reduction(bool bug) {
    Ints out(32);
    sum<<<1, 32>>>(out, bug);
}
__global__ void named(int *out, bool bug) {
    __shared__ int s[128];
    int half = threadIdx.x / 64;
    s[threadIdx.x] = threadIdx.x;
    asm volatile("bar.sync %0, 64;" ::"r"(bug ? 1 + half : 1 + half) : "memory");
    out[threadIdx.x] = s[bug ? threadIdx.x ^ 64 : threadIdx.x ^ 32]; // BUG race_named: race: read-write
}
static void race_named(bool bug) {
    Ints out(128);
    named<<<1, 128>>>(out, bug);
}
__global__ void tile(int *out, const int *in, int steps, bool bug) {
    __shared__ int s[64];
    int v = 0;
    for (int i = 0; i < steps; i++) {
        s[threadIdx.x] = in[threadIdx.x] + i; // BUG race_loop: race: read-write
        __syncthreads();
        v += s[63 - threadIdx.x];
        if (!bug) __syncthreads();
    }
    out[threadIdx.x] = v;
}
static void race_loop(bool bug) {
    Ints out(64), in(64);
    tile<<<1, 64>>>(out, in, 3, bug);
}
// The thread itself must wait for its copies
__global__ void copy_own(int *out, const int *in, bool bug) {
    __shared__ int s[64];
    __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    if (!bug) __pipeline_wait_prior(0);
    out[threadIdx.x] = s[threadIdx.x]; // BUG async_own: race: read-write
    __pipeline_wait_prior(0);
}
static void async_own(bool bug) {
    Ints out(64), in(64);
    copy_own<<<1, 64>>>(out, in, bug);
}
// ... and others for a barrier after that
__global__ void copy_others(int *out, const int *in, bool bug) {
    __shared__ int s[64];
    __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    if (bug) __syncthreads();
    __pipeline_wait_prior(0);
    if (!bug) __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x]; // BUG async_barrier_first: race: read-write
}
static void async_barrier_first(bool bug) {
    Ints out(64), in(64);
    copy_others<<<1, 64>>>(out, in, bug);
}
__global__ void copy_groups(int *out, const int *in, int pending) {
    __shared__ int s[128];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&s[t], &in[t], 4);
    __pipeline_commit();
    __pipeline_memcpy_async(&s[64 + t], &in[64 + t], 4);
    __pipeline_commit();
    if (pending) __pipeline_wait_prior(1); else __pipeline_wait_prior(0);
    __syncthreads();
    out[t] = s[t ^ 1] + s[64 + (t ^ 1)]; // BUG async_groups: race: read-write
}
static void async_groups(bool bug) {
    Ints out(64), in(128);
    copy_groups<<<1, 64>>>(out, in, bug);
}
// The source is changed while the copy may still read it
__global__ void copy_source(int *out, int *in, bool bug) {
    __shared__ int s[64];
    __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);
    __pipeline_commit();
    if (!bug) __pipeline_wait_prior(0);
    in[threadIdx.x] = 5; // BUG async_source: race: read-write
    __pipeline_wait_prior(0);
    out[threadIdx.x] = s[threadIdx.x];
}
static void async_source(bool bug) {
    Ints out(64), in(64);
    copy_source<<<1, 64>>>(out, in, bug);
}
// Two stages; the next copy goes where others still read
__global__ void ring(int *out, const int *in, bool bug) {
    __shared__ int s[2][64];
    int t = threadIdx.x, v = 0;
    __pipeline_memcpy_async(&s[0][t], &in[t], 4);
    __pipeline_commit();
    for (int i = 0; i < 4; i++) {
        if (i < 3) __pipeline_memcpy_async(&s[(i + 1) % 2][t], &in[t + 64 * (i + 1)], 4); // BUG async_ring: race: read-write
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        v += s[i % 2][63 - t];
        if (!bug) __syncthreads();
    }
    out[t] = v;
}
static void async_ring(bool bug) {
    Ints out(64), in(256);
    ring<<<1, 64>>>(out, in, bug);
}
__global__ void bulk(int *out, const int *in, bool bug) {
    __shared__ __align__(128) int s[64];
    __shared__ uint64_t b;
    if (!threadIdx.x) bar_init(&b, 1);
    __syncthreads();
    if (!threadIdx.x) {
        bar_expect(&b, 256);
        bulk_load(s, in, 256, &b);
    }
    if (!bug) BAR_WAIT(&b, 0);
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x]; // BUG bulk_no_wait: race: read-write
    BAR_WAIT(&b, 0);
}
static void bulk_no_wait(bool bug) {
    Ints out(64), in(64);
    bulk<<<1, 64>>>(out, in, bug);
}
// A bulk store reads shared memory by another proxy: what threads wrote needs a fence before it
__global__ void store_fence(int *out, bool bug) {
    __shared__ __align__(128) int s[64];
    s[threadIdx.x] = threadIdx.x;
    if (!bug) proxy_fence();
    __syncthreads();
    if (!threadIdx.x) {
        bulk_store(out, s, 256); // BUG proxy_fence_missing: race: missing-proxy-fence
        bulk_commit();
        bulk_wait();
    }
}
static void proxy_fence_missing(bool bug) {
    Ints out(64);
    store_fence<<<1, 64>>>(out, bug);
}
// The store has not read the memory when it is written again
__global__ void store_early(int *out, bool bug) {
    __shared__ __align__(128) int s[64];
    s[threadIdx.x] = threadIdx.x;
    proxy_fence();
    __syncthreads();
    if (!threadIdx.x) {
        bulk_store(out, s, 256);
        bulk_commit();
        if (!bug) bulk_wait_read();
    }
    __syncthreads();
    s[threadIdx.x] = 7; // BUG bulk_store_early: race: read-write
    if (!threadIdx.x) bulk_wait();
}
static void bulk_store_early(bool bug) {
    Ints out(64);
    store_early<<<1, 64>>>(out, bug);
}
__global__ void __cluster_dims__(2, 1, 1) peers(int *out, bool bug) {
    __shared__ int s[32];
    auto cluster = cooperative_groups::this_cluster();
    cluster.sync();
    *cluster.map_shared_rank(&s[threadIdx.x], cluster.block_rank() ^ 1) = threadIdx.x;
    if (bug) __syncthreads(); else cluster.sync();
    out[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x]; // BUG race_cluster: race: read-write
    cluster.sync();
}
static void race_cluster(bool bug) {
    Ints out(64);
    peers<<<2, 32>>>(out, bug);
}
CASES(CASE(race_raw), CASE(race_war), CASE(race_waw), CASE(race_warp), CASE(race_reduction), CASE(race_named), CASE(race_loop), CASE(async_own),
      CASE(async_barrier_first), CASE(async_groups), CASE(async_source), CASE(async_ring), CASE(bulk_no_wait), CASE(proxy_fence_missing),
      CASE(bulk_store_early), CASE(race_cluster))
