// SPDX-License-Identifier: Apache-2.0
// An exclusive scan of a block, eight items a thread, striped loads, a scan of warps by shuffles, block sums.
// RUN: sh %S/../kernel.sh %s --grid=3 --block=128 buf:i32:3000:rand:1 buf:i32:3000:zero buf:i32:4:zero i32:2900
constexpr int ITEMS = 8, THREADS = 128;

__global__ void __launch_bounds__(THREADS) scan(const int *in, int *out, int *sums, int n) {
    __shared__ int tile[THREADS * ITEMS + THREADS * ITEMS / 32];
    __shared__ int warps[THREADS / 32];
    const int base = blockIdx.x * THREADS * ITEMS, t = threadIdx.x;
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        const int k = i * THREADS + t;
        tile[k + k / 32] = base + k < n ? in[base + k] & 1023 : 0;
    }
    __syncthreads();
    int item[ITEMS], sum = 0;
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        const int k = t * ITEMS + i;
        item[i] = sum;
        sum += tile[k + k / 32];
    }
    int inclusive = sum;
#pragma unroll
    for (int o = 1; o < 32; o *= 2) {
        const int up = __shfl_up_sync(~0u, inclusive, o);
        if ((t & 31) >= o) inclusive += up;
    }
    if ((t & 31) == 31) warps[t / 32] = inclusive;
    __syncthreads();
    int before = inclusive - sum;
#pragma unroll
    for (int w = 0; w < THREADS / 32; w++)
        if (w < t / 32) before += warps[w];
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        const int k = t * ITEMS + i;
        tile[k + k / 32] = item[i] + before;
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        const int k = i * THREADS + t;
        if (base + k < n) out[base + k] = tile[k + k / 32];
    }
    if (t == THREADS - 1) sums[blockIdx.x] = before + sum;
}
