// SPDX-License-Identifier: Apache-2.0
// A ring of tiles: a producer warp copies them, a warpgroup multiplies them. wgmma.mma_async is one instruction of
// all four warps, so that after wgmma.wait_group one thread may hand a stage back for the other 127.
// RUN: sh %S/inputs/wgmma_ring.sh %s ring
// CHECK: ring: 10 right
// RUN[SMALL]: sh %S/inputs/wgmma_ring.sh %s registers
// SMALL: registers: 10 right
// RUN[GROUPS]: sh %S/inputs/wgmma_ring.sh %s groups
// GROUPS: groups: 10 right
typedef unsigned long long u64;
typedef unsigned u32;
enum { STAGES = 2, TILES = 12, A_BYTES = 64 * 16 * 2, B_BYTES = 8 * 16 * 2 };
__device__ __align__(16) unsigned short tiles[TILES][(A_BYTES + B_BYTES) / 2];

__device__ u32 sh(const void *p) { return (u32)__cvta_generic_to_shared(p); }
__device__ void init(u64 *b, u32 n) { asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(sh(b)), "r"(n) : "memory"); }
__device__ void arrive(u64 *b) { asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(sh(b)) : "memory"); }
__device__ void wait(u64 *b, u32 parity) {
    u32 done = 0;
    while (!done)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(sh(b)), "r"(parity) : "memory");
}
__device__ void load(void *to, const void *from, u32 n, u64 *b) {
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%3], %2;\n\t"
                 "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(sh(to)), "l"(from), "r"(n), "r"(sh(b)) : "memory");
}

// Rows of 16 bytes in groups of eight, one after the other; the second half of k behind all of them.
__device__ u64 describe(const void *p, u32 rows) { return (u64)(sh(p) >> 4) | (u64)rows << 16 | 8ull << 32; }

__device__ void multiply(float *d, const unsigned short *tile, bool registers) {
    u64 a = describe(tile, 64), b = describe(tile + A_BYTES / 2, 8);
    u32 r = tile[0] | (u32)tile[0] << 16; // all elements of A are equal
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    if (registers)
        asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0,%1,%2,%3}, {%4,%4,%4,%4}, %5, 1, 1, 1, 0;"
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(r), "l"(b) : "memory");
    else
        asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0,%1,%2,%3}, %4, %5, 1, 1, 1, 0, 0;"
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b) : "memory");
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
}

// `groups` warpgroups take turns; each stage belongs to one of them. One thread of a group's last warp hands it back.
template <int groups, bool registers> __device__ void run(float *out) {
    __shared__ __align__(128) unsigned short tile[groups * STAGES][(A_BYTES + B_BYTES) / 2];
    __shared__ u64 full[groups * STAGES], empty[groups * STAGES];
    u32 t = threadIdx.x, ring = groups * STAGES;
    for (u32 i = t; i < sizeof tiles / 2; i += blockDim.x) {
        u32 n = i % (sizeof tiles[0] / 2) < A_BYTES / 2 ? i / (sizeof tiles[0] / 2) + 1 : 1;
        asm("{ .reg .f32 f; cvt.rn.f32.u32 f, %1; cvt.rn.f16.f32 %0, f; }" : "=h"((&tiles[0][0])[i]) : "r"(n));
    }
    if (!t) for (u32 s = 0; s < ring; s++) { init(full + s, 1); init(empty + s, 1); }
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    if (t >= groups * 128) {
        if (t == groups * 128) for (u32 i = 0; i < TILES; i++) {
            if (i >= ring) wait(empty + i % ring, (i / ring - 1) & 1);
            load(tile[i % ring], tiles[i], A_BYTES + B_BYTES, full + i % ring);
        }
        return;
    }
    float d[4] = {0, 0, 0, 0};
    for (u32 i = t / 128; i < TILES; i += groups) {
        wait(full + i % ring, i / ring & 1);
        multiply(d, tile[i % ring], registers);
        asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
        if (t % 128 == 96) arrive(empty + i % ring);
    }
    for (u32 i = 0; i < 4; i++) out[4 * t + i] = d[i];
}
extern "C" __global__ void ring(float *out) { run<1, false>(out); }
extern "C" __global__ void registers(float *out) { run<1, true>(out); }
extern "C" __global__ void groups(float *out) { run<2, false>(out); }
