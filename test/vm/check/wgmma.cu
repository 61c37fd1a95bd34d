// SPDX-License-Identifier: Apache-2.0
// The race checker and wgmma: what it reads may be written again by whoever knows of a wgmma.wait_group for its
// group by one thread of the warpgroup, and by nobody else.
// RUN[CLEAN]: sh %S/inputs/wgmma.sh %s one_for_all one_pending barrier
// CLEAN: one_for_all 0 none
// CLEAN-NEXT: one_pending 0 none
// CLEAN-NEXT: barrier 0 none
// RUN[RACE]: sh %S/inputs/wgmma.sh %s no_wait too_many_pending barrier_no_wait not_committed copied_no_wait
// RACE: no_wait 1 race: read-write: write of shared memory that wgmma reads, with no wgmma.wait_group for it before
// RACE-NEXT: too_many_pending 1 race: read-write: write of shared memory that wgmma reads, with no wgmma.wait_group for it before
// RACE-NEXT: barrier_no_wait 1 race: read-write: write of shared memory that wgmma reads, with no wgmma.wait_group for it before
// RACE-NEXT: not_committed 1 race: read-write: write of shared memory that wgmma reads, with no wgmma.wait_group for it before
// RACE-NEXT: copied_no_wait 1 race: read-write: write of shared memory that wgmma reads, with no wgmma.wait_group for it before
typedef unsigned long long u64;
typedef unsigned u32;
__device__ u32 sh(const void *p) { return (u32)__cvta_generic_to_shared(p); }
__device__ void multiply(float *d, const void *tile, bool commit = true) {
    u64 b = (u64)(sh(tile) >> 4) | 8ull << 16;
    asm volatile("wgmma.fence.sync.aligned;\n\t"
                 "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0,%1,%2,%3}, {%5,%5,%5,%5}, %4, 0, 1, 1, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(b), "r"(0) : "memory");
    if (commit) asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}
template <int pending> __device__ void wait_group() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(pending) : "memory"); }

// The warpgroup reads three tiles; then its last thread hands the first one to the other warp, which writes to it.
template <int pending, bool bulk = false> __device__ void ring(const float *in, float *out) {
    __shared__ __align__(128) float tile[3][64];
    __shared__ u64 full, empty;
    u32 t = threadIdx.x, done = 0;
    for (u32 i = t; i < 192; i += 160) tile[0][i] = 0;
    if (!t) asm volatile("mbarrier.init.shared.b64 [%0], 1; mbarrier.init.shared.b64 [%1], 1;" ::"r"(sh(&empty)), "r"(sh(&full)) : "memory");
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    float d[4] = {0, 0, 0, 0};
    if (t < 128) {
        for (int i = 0; i < 3; i++) multiply(d, tile[i]);
        if (pending >= 0) wait_group<pending < 0 ? 0 : pending>();
        if (t == 127) asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(sh(&empty)) : "memory");
        wait_group<0>();
    } else {
        while (!done)
            asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(sh(&empty)) : "memory");
        if (!bulk) tile[0][t - 128] = 1;
        if (bulk && t == 128)
            asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%2], 256;\n\t"
                         "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" ::"r"(sh(tile)), "l"(in), "r"(sh(&full)) : "memory");
    }
    for (u32 i = 0; i < 4; i++) out[4 * t + i] = d[i];
}
extern "C" __global__ void one_for_all(const float *in, float *out) { ring<0, true>(in, out); }
extern "C" __global__ void one_pending(const float *in, float *out) { ring<2>(in, out); }
extern "C" __global__ void no_wait(const float *in, float *out) { ring<-1>(in, out); }
extern "C" __global__ void copied_no_wait(const float *in, float *out) { ring<-1, true>(in, out); }
extern "C" __global__ void too_many_pending(const float *in, float *out) { ring<3>(in, out); }

// Two warpgroups; the second one overwrites what the first one reads, behind a barrier.
template <bool wait, bool commit> __device__ void both(float *out) {
    __shared__ __align__(128) float tile[64];
    u32 t = threadIdx.x;
    if (t < 64) tile[t] = 0;
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    float d[4] = {0, 0, 0, 0};
    if (t < 128) multiply(d, tile, commit);
    if (wait) wait_group<0>();
    __syncthreads();
    if (t >= 128) tile[t - 128] = 1;
    wait_group<0>();
    for (u32 i = 0; i < 4; i++) out[4 * t + i] = d[i];
}
extern "C" __global__ void barrier(const float *in, float *out) { both<true, true>(out); }
extern "C" __global__ void barrier_no_wait(const float *in, float *out) { both<false, true>(out); }
extern "C" __global__ void not_committed(const float *in, float *out) { both<true, false>(out); }
