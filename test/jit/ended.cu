// SPDX-License-Identifier: Apache-2.0
// Lanes that have ended while others of the block stand at a store that a warp's lanes do together,
// or at a barrier, do not go on behind it: what they have written stays.
// RUN: sh %S/both.sh %s --grid=3,2 --block=16,16 buf:u32:1536:iota buf:u32:1536:zero
// CHECK: arg 0: 1536 x u32 fnv1a64
// CHECK: status 0
// CHECK-NEXT: {{functions in native code: 1;|without a processor}}
extern "C" __global__ void k(unsigned *words, unsigned *behind) {
    __shared__ unsigned counts[4][256];
    unsigned x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    unsigned thread = threadIdx.y * 16 + threadIdx.x, at = y * 48 + x, word = words[at];
    for (int i = 0; i < 4; i++) counts[i][thread] = i;
    // The last rows' threads, and no others of the block, do not store once more before they end.
    unsigned more = 0;
    if ((int)x > -1 && y + 1 < 32) {
        counts[word & 3][thread]++;
        more = 1;
    }
    words[at] = counts[0][thread] * 9 + counts[word & 3][thread] * 3 + more;
    // Some rows' threads end before a barrier.
    if (x + y * 3 < 200 && threadIdx.y % 5 == 2) return;
    counts[1][thread] = word;
    __syncthreads();
    behind[at] = counts[1][thread] + counts[2][255 - thread];
}
