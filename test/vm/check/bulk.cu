// SPDX-License-Identifier: Apache-2.0
// The race checker and bulk copies: a copy's writes are known to who waited for its mbarrier, and to what that
// thread synchronises with; a thread that did not wait races, be it the one that started the copy.
// RUN[CLEAN]: sh %S/inputs/bulk.sh %s once one_waits ring_ok store reduce multicast dsmem
// CLEAN: once 0 none
// CLEAN-NEXT: one_waits 0 none
// CLEAN-NEXT: ring_ok 0 none
// CLEAN-NEXT: store 0 none
// CLEAN-NEXT: reduce 0 none
// CLEAN-NEXT: multicast 0 none
// CLEAN-NEXT: dsmem 0 none
// RUN[RACE]: sh %S/inputs/bulk.sh %s no_wait wrong_stage ring_early multicast_no_wait store_early dsmem_no_wait
// RACE: no_wait 1 race: read-write: read of shared memory that an asynchronous copy writes, with no wait
// RACE-NEXT: wrong_stage 1 race: read-write: read of shared memory that an asynchronous copy writes, with no wait
// RACE-NEXT: ring_early 1 race: read-write: write and read of the same shared memory by threads of two warps
// RACE-NEXT: multicast_no_wait 1 race: read-write: {{read of shared memory that an asynchronous|write and read of the same shared}}
// RACE-NEXT: store_early 1 race: read-write: read and write of the same shared memory by threads
// RACE-NEXT: dsmem_no_wait 1 race: read-write: read of shared memory that an asynchronous copy writes
typedef unsigned long long u64;
typedef unsigned u32;
__device__ u32 sh(const void *p) { return (u32)__cvta_generic_to_shared(p); }
__device__ void init(u64 *b, u32 n) { asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(sh(b)), "r"(n) : "memory"); }
__device__ void expect(u64 *b, u32 n) { asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(sh(b)), "r"(n) : "memory"); }
__device__ void arrive(u64 *b) { asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(sh(b)) : "memory"); }
__device__ void wait(u64 *b, u32 parity) {
    u32 done = 0;
    while (!done)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(sh(b)), "r"(parity) : "memory");
}
__device__ void load(void *to, const void *from, u32 n, u64 *b) {
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(sh(to)), "l"(from), "r"(n), "r"(sh(b)) : "memory");
}
extern "C" __global__ void once(const float *in, float *out) {
    __shared__ __align__(16) float buf[64]; __shared__ u64 bar;
    if (!threadIdx.x) init(&bar, 1);
    __syncthreads();
    if (!threadIdx.x) { expect(&bar, 256); load(buf, in, 256, &bar); }
    wait(&bar, 0);
    out[blockIdx.x * 64 + threadIdx.x] = buf[63 - threadIdx.x];
}
extern "C" __global__ void no_wait(const float *in, float *out) {
    __shared__ __align__(16) float buf[64]; __shared__ u64 bar;
    if (!threadIdx.x) init(&bar, 1);
    __syncthreads();
    if (!threadIdx.x) { expect(&bar, 256); load(buf, in, 256, &bar); }
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = buf[63 - threadIdx.x];
}
extern "C" __global__ void one_waits(const float *in, float *out) {
    __shared__ __align__(16) float buf[64]; __shared__ u64 bar;
    if (!threadIdx.x) init(&bar, 1);
    __syncthreads();
    if (!threadIdx.x) { expect(&bar, 256); load(buf, in, 256, &bar); wait(&bar, 0); }
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = buf[63 - threadIdx.x];
}
template <bool ordered> __device__ void ring(const float *in, float *out) {
    enum { S = 3, N = 10 };
    __shared__ __align__(16) float buf[S][64]; __shared__ u64 full[S], empty[S];
    if (!threadIdx.x) for (int s = 0; s < S; s++) { init(full + s, 1); init(empty + s, 64); }
    __syncthreads();
    if (threadIdx.x >= 64) {
        if (threadIdx.x == 64) for (int i = 0; i < N; i++) {
            int s = i % S;
            if (i >= S) wait(empty + s, (i / S - 1) & 1);
            expect(full + s, 256); load(buf[s], in + 64 * i, 256, full + s);
        }
    } else {
        float sum = 0;
        for (int i = 0; i < N; i++) {
            int s = i % S;
            wait(full + s, i / S & 1);
            if (!ordered) arrive(empty + s);
            sum += buf[s][threadIdx.x ^ 1];
            if (ordered) arrive(empty + s);
        }
        out[blockIdx.x * 64 + threadIdx.x] = sum;
    }
}
extern "C" __global__ void ring_ok(const float *in, float *out) { ring<true>(in, out); }
extern "C" __global__ void ring_early(const float *in, float *out) { ring<false>(in, out); }
extern "C" __global__ void wrong_stage(const float *in, float *out) {
    __shared__ __align__(16) float buf[2][64]; __shared__ u64 full[2];
    if (!threadIdx.x) { init(full, 1); init(full + 1, 1); }
    __syncthreads();
    if (!threadIdx.x) for (int i = 0; i < 2; i++) { expect(full + i, 256); load(buf[i], in + 64 * i, 256, full + i); }
    wait(full + 1, 0);
    out[blockIdx.x * 64 + threadIdx.x] = buf[0][threadIdx.x];
}
extern "C" __global__ void store(const float *in, float *out) {
    __shared__ __align__(16) float buf[64];
    for (int i = 0; i < 4; i++) {
        if (!threadIdx.x) asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
        __syncthreads();
        buf[threadIdx.x] = in[threadIdx.x + 64 * i];
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        if (!threadIdx.x) {
            asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256; cp.async.bulk.commit_group;" ::"l"(out + 256 * blockIdx.x + 64 * i), "r"(sh(buf)) : "memory");
        }
    }
    if (!threadIdx.x) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}
extern "C" __global__ void reduce(const float *in, float *out) {
    __shared__ __align__(16) float buf[64];
    buf[threadIdx.x] = in[threadIdx.x];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (!threadIdx.x) {
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], 256; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::"l"(out), "r"(sh(buf)) : "memory");
    }
}
// Each block of a cluster of two loads half of a tile for both.
template <bool waits> __device__ void both(const float *in, float *out) {
    __shared__ __align__(16) float buf[64];
    __shared__ u64 bar;
    u32 rank;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    if (!threadIdx.x) init(&bar, 1);
    asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
    if (!threadIdx.x) {
        expect(&bar, 256);
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
                     "[%0], [%1], 128, [%2], %3;" ::"r"(sh(buf + 32 * rank)), "l"(in + 32 * rank), "r"(sh(&bar)),
                     "h"((short)3) : "memory");
    }
    if (waits) wait(&bar, 0);
    out[blockIdx.x * 64 + threadIdx.x] = buf[threadIdx.x ^ 32];
    asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
}
extern "C" __global__ void __cluster_dims__(2) multicast(const float *in, float *out) { both<true>(in, out); }
extern "C" __global__ void __cluster_dims__(2) multicast_no_wait(const float *in, float *out) { both<false>(in, out); }

// The first thread of a block stores into the other block, which waits or not.
template <bool waits> __device__ void remote(const float *in, float *out) {
    __shared__ __align__(16) float buf[4];
    __shared__ u64 bar;
    u32 rank, to, there;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    if (!threadIdx.x) {
        init(&bar, 1);
        expect(&bar, 4);
    }
    asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
    if (!threadIdx.x) {
        asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(to) : "r"(sh(buf)), "r"(rank ^ 1));
        asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(sh(&bar)), "r"(rank ^ 1));
        asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::"r"(to),
                     "r"(__float_as_int(in[0])), "r"(there) : "memory");
    }
    if (waits) wait(&bar, 0);
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = buf[0];
    asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
}
extern "C" __global__ void __cluster_dims__(2) dsmem(const float *in, float *out) { remote<true>(in, out); }
extern "C" __global__ void __cluster_dims__(2) dsmem_no_wait(const float *in, float *out) { remote<false>(in, out); }

// A store that starts before the other warp has written what it reads
extern "C" __global__ void store_early(const float *in, float *out) {
    __shared__ __align__(16) float buf[64];
    buf[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x == 63)
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256; cp.async.bulk.commit_group; "
                     "cp.async.bulk.wait_group 0;" ::"l"(out), "r"(sh(buf)) : "memory");
}
