// SPDX-License-Identifier: Apache-2.0
// One step of a radix sort: ranks of 4-bit digits by ballots, counters a warp, a scan over digits and warps, scatter.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=128 buf:u32:1024:rand:1 buf:u32:1024:zero buf:u32:32:zero i32:8
constexpr int DIGITS = 16, WARPS = 4, ITEMS = 4;

__global__ void rank(const unsigned *in, unsigned *out, unsigned *totals, int shift) {
    __shared__ unsigned count[WARPS][DIGITS], start[DIGITS];
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5, base = blockIdx.x * 512 + warp * 32 * ITEMS;
    for (int i = t; i < WARPS * DIGITS; i += blockDim.x) (&count[0][0])[i] = 0;
    __syncthreads();
    unsigned key[ITEMS], place[ITEMS];
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        key[i] = in[base + i * 32 + lane];
        const unsigned digit = key[i] >> shift & 15;
        unsigned same = ~0u;
#pragma unroll
        for (int b = 0; b < 4; b++) {
            const bool bit = digit >> b & 1;
            const unsigned vote = __ballot_sync(~0u, bit);
            same &= bit ? vote : ~vote;
        }
        const unsigned before = count[warp][digit];
        place[i] = before + __popc(same & ((1u << lane) - 1));
        __syncwarp();
        if (lane == __ffs(same) - 1) count[warp][digit] = before + __popc(same);
        __syncwarp();
    }
    __syncthreads();
    if (t < DIGITS) {
        unsigned sum = 0;
        for (int w = 0; w < WARPS; w++) {
            const unsigned n = count[w][t];
            count[w][t] = sum;
            sum += n;
        }
        unsigned upto = sum;
        for (int o = 1; o < DIGITS; o *= 2) {
            const unsigned up = __shfl_up_sync(0xffff, upto, o, 16);
            if (t >= o) upto += up;
        }
        start[t] = upto - sum;
        totals[blockIdx.x * DIGITS + t] = sum;
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        const unsigned digit = key[i] >> shift & 15;
        out[blockIdx.x * 512 + start[digit] + count[warp][digit] + place[i]] = key[i];
    }
}
