// SPDX-License-Identifier: Apache-2.0
// Sums within segments whose beginnings are flags: items of a thread, lanes of a warp, warps of a block.
// RUN: sh %S/../kernel.sh %s --grid=3 --block=128 buf:i32:1536:rand:1 buf:u8:1536:rand:2 buf:i32:1536:zero buf:i32:6:zero i32:1500
constexpr int ITEMS = 4;

__global__ void scan(const int *__restrict__ values, const unsigned char *__restrict__ flags, int *__restrict__ sums, int *__restrict__ carry, int count) {
    __shared__ int warp_sum[4], warp_flag[4];
    const int base = (blockIdx.x * blockDim.x + threadIdx.x) * ITEMS, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int item[ITEMS], head[ITEMS];
    int sum = 0, any = 0;
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        const bool in = base + i < count;
        const int v = in ? values[base + i] >> 8 : 0;
        head[i] = in && flags[base + i] < 16;
        sum = head[i] ? v : sum + v;
        any |= head[i];
        item[i] = sum;
    }
    int scanned = sum, flagged = any;
    for (int o = 1; o < 32; o <<= 1) {
        const int s = __shfl_up_sync(~0u, scanned, o), f = __shfl_up_sync(~0u, flagged, o);
        if (lane >= o) {
            if (!flagged) scanned += s;
            flagged |= f;
        }
    }
    if (lane == 31) warp_sum[warp] = scanned, warp_flag[warp] = flagged;
    int before = __shfl_up_sync(~0u, scanned, 1), stopped = __shfl_up_sync(~0u, flagged, 1);
    if (lane == 0) before = 0, stopped = 0;
    __syncthreads();
    if (!stopped)
        for (int w = warp - 1; w >= 0; w--) {
            before += warp_sum[w];
            if (warp_flag[w]) break;
        }
    bool open = true;
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        open = open && !head[i];
        if (base + i < count) sums[base + i] = item[i] + (open ? before : 0);
    }
    if (threadIdx.x == blockDim.x - 1) {
        carry[2 * blockIdx.x] = item[ITEMS - 1] + (open ? before : 0);
        carry[2 * blockIdx.x + 1] = warp_flag[0] | warp_flag[1] | warp_flag[2] | flagged;
    }
}
