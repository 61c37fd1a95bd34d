// SPDX-License-Identifier: Apache-2.0
// Warps that store the same matrix to the same shared memory by stmatrix (Triton's, where a tile has fewer elements than the block
// has threads) are in no race, as with st; different matrices are.
// RUN: cuprum run %s -arch=sm_90 --check --kernel=store --block=64 --print=0 buf:i32:2:zero i32:0 2>&1
// CHECK: arg 0: 36 36
// CHECK-NOT: race
// RUN[DIFFERENT]: cuprum run %s -arch=sm_90 --check=race --kernel=store --block=64 buf:i32:2:zero i32:1 2>&1
// DIFFERENT: race: write-write: write and write of the same shared memory by threads of two warps
// DIFFERENT: stmatrix
// EXIT[DIFFERENT]: 1
// RUN[LANES]: cuprum run %s -arch=sm_90 --check=race --kernel=lanes --block=32 buf:i32:1:zero i32:0 2>&1
// LANES-NOT: race
// RUN[OTHERS]: cuprum run %s -arch=sm_90 --check=race --kernel=lanes --block=32 buf:i32:1:zero i32:1 2>&1
// OTHERS: race: write-write: write and write of the same shared memory by threads of one warp
// EXIT[OTHERS]: 1
__device__ void stmatrix(void *to, unsigned value) {
    unsigned at = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(at), "r"(value) : "memory");
}

// Both warps store 0 ... 63, or each its own.
extern "C" __global__ void store(int *sum, int differ) {
    __shared__ __align__(16) short tile[8][8];
    unsigned lane = threadIdx.x % 32, first = 2 * lane + (differ ? threadIdx.x / 32 : 0);
    stmatrix(tile[lane % 8], first | (first + 1) << 16);
    __syncthreads();
    if (lane == 0) sum[threadIdx.x / 32] = tile[0][0] + tile[1][1] + tile[3][3];
}

// All rows at one address.
extern "C" __global__ void lanes(int *out, int differ) {
    __shared__ __align__(16) short row[8];
    stmatrix(row, differ ? threadIdx.x : threadIdx.x % 4);
    __syncwarp();
    if (threadIdx.x == 0) *out = row[2];
}
