// SPDX-License-Identifier: Apache-2.0
// cta_group::2: two blocks of a cluster multiply together. Each has half of A's and of B's rows; D's rows are those of A, of M = 256
// in 128 lanes, of M = 128 in 64 with the columns in two halves. A commit tells both; an address of shared memory whose bit 24 is
// cleared is that of the block of even rank.
// EACH: --check, --jit=on, --jit=off
// RUN: cuprum run %s -arch=sm_100a %E --grid=2 --block=128 --shared=16384 --print=0 buf:i32:8:zero
// CHECK: arg 0: 0 0 2 0 0 0 0 256
#include "inputs/tensor.h"
extern __shared__ __align__(1024) unsigned char memory[];
__shared__ u32 address;
__shared__ int leaders;
__shared__ __align__(8) u64 mbarrier;
__device__ int value(int matrix, int row, int k) { return (row * (3 + matrix) + k * 5 + (row ^ k)) % 9 - 4; }
__device__ void cluster_sync() {
    asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" ::: "memory");
}
__device__ void fill(int from, int matrix, int rows, u32 rank) {
    for (int i = threadIdx.x; i < rows * 16; i += 128) {
        int row = i / 16, k = i % 16;
        *(__half *)(memory + from + row / 8 * 128 + k / 8 * rows * 16 + row % 8 * 16 + k % 8 * 2) =
            __int2half_rn(value(matrix, rank * rows + row, k));
    }
    proxy_fence();
}
__device__ int wrong(u32 rank, int m) {
    int count = 0, w = threadIdx.x / 32, row = rank * m / 2 + threadIdx.x % (m / 2), columns = m == 256 ? 64 : 32;
    for (int c = 0; c < columns; c++) {
        float got = __uint_as_float(load1(address + (w * 32 << 16) + c)), sum = 0;
        int column = c + (m == 128 && threadIdx.x >= 64 ? 32 : 0);
        for (int k = 0; k < 16; k++) sum += value(0, row, k) * value(1, column, k);
        count += got != sum;
    }
    before_sync();
    return count;
}
extern "C" __global__ void __cluster_dims__(2, 1, 1) k(int *out) {
    u32 rank;
    asm volatile("mov.u32 %0, %cluster_ctarank;" : "=r"(rank));
    if (threadIdx.x == 0) mbarrier_init(&mbarrier, 1), leaders = 0;
    if (threadIdx.x < 32)
        asm volatile("tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(shared_address(&address)), "r"(64) : "memory");
    __syncthreads();
    cluster_sync();
    for (int m = 256, test = 0; m >= 128; m /= 2, test++) {
        fill(0, 0, m / 2, rank);
        fill(8192, 1, 32, rank);
        cluster_sync();
        if (rank == 0 && threadIdx.x == 0) {
            u64 a = describe(shared_address(memory), m / 2 * 16, 128, 0), b = describe(shared_address(memory) + 8192, 32 * 16, 128, 0);
            asm volatile("{ .reg .pred p; setp.ne.b32 p, 0, 0; tcgen05.mma.cta_group::2.kind::f16 [%0], %1, %2, %3, p; }" ::"r"(address),
                         "l"(a), "l"(b), "r"(shape(m, 64, 1, 0, 0)) : "memory");
            asm volatile("tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%0], %1;" ::"r"(
                             shared_address(&mbarrier)), "h"((unsigned short)3) : "memory");
        }
        mbarrier_wait(&mbarrier, test);
        after_sync();
        atomicAdd(&out[test], wrong(rank, m));
        cluster_sync();
    }
    if (threadIdx.x == 0)
        asm volatile("red.relaxed.cluster.shared::cluster.add.u32 [%0], 1;" ::"r"(shared_address(&leaders) & 0xfeffffff) : "memory");
    cluster_sync();
    if (threadIdx.x == 0) atomicAdd(&out[2 + rank], leaders);
    if (threadIdx.x < 32)
        asm volatile("tcgen05.dealloc.cta_group::2.sync.aligned.b32 %0, %1;" ::"r"(address), "r"(64));
    atomicAdd(&out[7], 1);
}
