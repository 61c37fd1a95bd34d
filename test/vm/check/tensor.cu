// SPDX-License-Identifier: Apache-2.0
// The race checker and tensor copies: what a load writes is known to who waited for its mbarrier, in any order of a
// ring with producer and consumers; a missing, wrong or early step is found.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: nvcc -std=c++17 -cudart shared -gencode arch=compute_90a,code=compute_90a -o %t.exe %s && sh %S/inputs/tensor.sh %t.exe
// CHECK: once 0 right none
// CHECK-NEXT: one_waits 0 right none
// CHECK-NEXT: ring 0 right none
// CHECK-NEXT: multicast 0 right none
// CHECK-NEXT: store 0 right none
// CHECK-NEXT: no_wait 1 {{.*}} race: read-write: read of shared memory that an asynchronous copy writes, with no wait
// CHECK-NEXT: wrong_barrier 1 {{.*}} race: read-write: read of shared memory that an asynchronous copy writes, with no wait
// CHECK-NEXT: ring_early 1 {{.*}} race: read-write: write and read of the same shared memory by threads of two warps
// CHECK-NEXT: multicast_no_wait 1 {{.*}} race: read-write: {{read of shared memory that an asynchronous|write and read of the same shared}}
// CHECK-NEXT: store_early 1 {{.*}} race: read-write: read and write of the same shared memory by threads
#include <cstdio>
#include <cstring>
#include <cuda.h>
typedef unsigned long long u64;
typedef unsigned u32;
enum { ROWS = 64, COLS = 32, BOX = 8, TILE = BOX * COLS }; // tiles of 8 rows of 128 bytes, swizzled

__device__ u32 sh(const void *p) { return (u32)__cvta_generic_to_shared(p); }
__device__ void init(u64 *b, u32 n) { asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(sh(b)), "r"(n) : "memory"); }
__device__ void expect(u64 *b, u32 n) { asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(sh(b)), "r"(n) : "memory"); }
__device__ void arrive(u64 *b) { asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(sh(b)) : "memory"); }
__device__ void wait(u64 *b, u32 parity) {
    u32 done = 0;
    while (!done)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(sh(b)), "r"(parity) : "memory");
}
__device__ void load(void *to, const CUtensorMap *m, int row, u64 *b) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(sh(to)), "l"(m), "r"(0), "r"(row), "r"(sh(b)) : "memory");
}
__device__ float at(const float *tile, u32 row, u32 col) { return tile[row * COLS + (((col / 4) ^ row) * 4 | col % 4)]; }
__device__ float sum(const float *tile) { // of column t
    float s = 0;
    for (u32 r = 0; r < BOX; r++) s += at(tile, r, threadIdx.x % COLS);
    return s;
}
__device__ void cluster_sync() { asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory"); }

// One thread loads the first tile; who waits for it?
template <int who> __device__ void single(const CUtensorMap &m, float *out) {
    __shared__ __align__(1024) float tile[TILE];
    __shared__ u64 bar, other;
    if (!threadIdx.x) { init(&bar, 1); init(&other, 1); }
    __syncthreads();
    if (!threadIdx.x) {
        expect(&bar, sizeof tile);
        load(tile, &m, 0, &bar);
        arrive(&other);
        if (who == 1) wait(&bar, 0);
    }
    if (who == 2) wait(&bar, 0);
    if (who == 3) wait(&other, 0);
    __syncthreads();
    out[threadIdx.x] = sum(tile);
}
__global__ void once(const __grid_constant__ CUtensorMap m, float *out) { single<2>(m, out); }
__global__ void one_waits(const __grid_constant__ CUtensorMap m, float *out) { single<1>(m, out); }
__global__ void no_wait(const __grid_constant__ CUtensorMap m, float *out) { single<0>(m, out); }
__global__ void wrong_barrier(const __grid_constant__ CUtensorMap m, float *out) { single<3>(m, out); }

// All eight tiles through three stages; the last warp is the producer.
template <bool early> __device__ void all(const CUtensorMap &m, float *out) {
    enum { S = 3, N = ROWS / BOX };
    __shared__ __align__(1024) float tile[S][TILE];
    __shared__ u64 full[S], empty[S];
    u32 t = threadIdx.x;
    if (!t) for (int s = 0; s < S; s++) { init(full + s, 1); init(empty + s, 2); }
    __syncthreads();
    if (t >= 64) {
        if (t == 64) for (int i = 0; i < N; i++) {
            if (i >= S) wait(empty + i % S, (i / S - 1) & 1);
            expect(full + i % S, sizeof tile[0]);
            load(tile[i % S], &m, i * BOX, full + i % S);
        }
        return;
    }
    float s = 0;
    for (int i = 0; i < N; i++) {
        wait(full + i % S, i / S & 1);
        if (early && t % 32 == 0) arrive(empty + i % S);
        s += sum(tile[i % S]);
        __syncwarp();
        if (!early && t % 32 == 0) arrive(empty + i % S); // for the warp
    }
    out[t] = s;
}
__global__ void ring(const __grid_constant__ CUtensorMap m, float *out) { all<false>(m, out); }
__global__ void ring_early(const __grid_constant__ CUtensorMap m, float *out) { all<true>(m, out); }

// Each block of a cluster loads a tile for both.
template <bool waits> __device__ void both(const CUtensorMap &m, float *out) {
    __shared__ __align__(1024) float tile[2][TILE];
    __shared__ u64 bar;
    u32 rank;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    if (!threadIdx.x) init(&bar, 1);
    cluster_sync();
    if (!threadIdx.x) {
        expect(&bar, sizeof tile);
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster "
                     "[%0], [%1, {%2, %3}], [%4], %5;" ::"r"(sh(tile[rank])), "l"(&m), "r"(0), "r"((int)rank * BOX), "r"(sh(&bar)), "h"((short)3) : "memory");
    }
    if (waits) wait(&bar, 0);
    if (!blockIdx.x) out[threadIdx.x] = sum(tile[0]) + sum(tile[1]);
    cluster_sync();
}
__global__ void __cluster_dims__(2) multicast(const __grid_constant__ CUtensorMap m, float *out) { both<true>(m, out); }
__global__ void __cluster_dims__(2) multicast_no_wait(const __grid_constant__ CUtensorMap m, float *out) { both<false>(m, out); }

// Two warps write a tile, one thread stores it.
template <bool waits> __device__ void back(const CUtensorMap &m, float *out) {
    __shared__ __align__(1024) float tile[TILE];
    for (u32 i = threadIdx.x; i < TILE; i += 64) tile[i] = 1;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    if (waits) __syncthreads();
    if (threadIdx.x == 63)
        asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3]; cp.async.bulk.commit_group; "
                     "cp.async.bulk.wait_group 0;" ::"l"(&m), "r"(0), "r"(0), "r"(sh(tile)) : "memory");
    out[threadIdx.x] = 8;
}
__global__ void store(const __grid_constant__ CUtensorMap m, float *out) { back<true>(m, out); }
__global__ void store_early(const __grid_constant__ CUtensorMap m, float *out) { back<false>(m, out); }

struct { const char *name; void (*kernel)(CUtensorMap, float *); int blocks, threads, tiles; } rows[] = {
    {"once", once, 1, 64, 1}, {"one_waits", one_waits, 1, 64, 1}, {"no_wait", no_wait, 1, 64, 1},
    {"wrong_barrier", wrong_barrier, 1, 64, 1}, {"ring", ring, 1, 96, 8}, {"ring_early", ring_early, 1, 96, 8},
    {"multicast", multicast, 2, 64, 2}, {"multicast_no_wait", multicast_no_wait, 2, 64, 2},
    {"store", store, 1, 64, 0}, {"store_early", store_early, 1, 64, 0},
};
int main(int argc, char **argv) {
    static float host[ROWS * COLS], got[64];
    float *in, *out;
    void *encode = nullptr;
    cudaDriverEntryPointQueryResult found;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof got);
    for (int i = 0; i < ROWS * COLS; i++) host[i] = i % 1000;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000, cudaEnableDefault, &found);
    if (!encode) return 9;
    CUtensorMap m;
    cuuint64_t dim[] = {COLS, ROWS}, pitch[] = {COLS * 4};
    cuuint32_t box[] = {COLS, BOX}, step[] = {1, 1};
    if (((decltype(&cuTensorMapEncodeTiled))encode)(&m, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, in, dim, pitch, box, step,
                                                    CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                                                    CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE))
        return 8;
    for (auto &r : rows) {
        if (strcmp(r.name, argv[1])) continue;
        r.kernel<<<r.blocks, r.threads>>>(m, out);
        cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
        bool right = true;
        for (int t = 0; t < 64; t++) {
            float want = r.tiles ? 0 : 8;
            for (int i = 0; i < r.tiles * BOX; i++) want += host[i * COLS + t % COLS];
            right &= got[t] == want;
        }
        printf("%s\n", right ? "right" : "wrong");
    }
    cudaFree(in);
    cudaFree(out);
}
