// SPDX-License-Identifier: Apache-2.0
// A warp's sum by shuffles among the lanes that __activemask names, behind loops that lanes leave in
// rounds far apart: where all of the warp run together it stays in native code, which runs 32 lanes
// at a time for it; else the machine tells which.
// RUN: sh %S/both.sh %s --grid=3 --block=80 buf:u32:1024:rand:3 buf:u32:1024:zero
// CHECK: arg 0: 1024 x u32 fnv1a64
// CHECK: status 0
// CHECK-NEXT: {{functions in native code: 1;|without a processor}}
__device__ unsigned warp_sum(unsigned x) {
    unsigned active = __activemask();
    for (int offset = 16; offset > 0; offset /= 2) x += __shfl_down_sync(active, x, offset);
    return x + (active << 3);
}
extern "C" __global__ void k(unsigned *words, unsigned *sums) {
    __shared__ unsigned of_warp[4];
    unsigned t = threadIdx.x, at = blockIdx.x * 80 + t, x = words[at], rounds = 0;
    for (; x > 40; x = (x >> 3) * 5 % (x | 1)) rounds++;
    unsigned sum = t < 64 ? warp_sum(rounds + x) : 0; // the last warp has no upper lanes to take from
    if (t % 32 == 0) of_warp[t / 32] = sum;
    __syncthreads();
    unsigned mine = t < 3 ? of_warp[t] : 0;
    if (t / 32 == 0) mine = warp_sum(mine);
    sums[at] = mine + rounds;
    words[300 + at] = __activemask();
    if (blockIdx.x == 2 && t >= 72) return; // of the last warp less is left
    words[at] = __activemask();
    if (t % 4 < 2) sums[512 + at] = __popc(__activemask()); // those of a branch
}
