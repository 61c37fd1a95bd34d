// SPDX-License-Identifier: Apache-2.0
// Edit distances of one pattern of up to 64 letters to many words: Myers' bit vectors, one word a thread.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=32 buf:u8:64:rand:1 buf:u8:2048:rand:2 buf:i32:65:iota buf:i32:64:zero i32:40 i32:64
typedef unsigned long long u64;

__global__ void distances(const unsigned char *__restrict__ pattern, const unsigned char *__restrict__ words, const int *__restrict__ offsets, int *__restrict__ out, int m, int n) {
    __shared__ u64 peq[8];
    if (threadIdx.x < 8) {
        u64 mask = 0;
        for (int i = 0; i < m; i++)
            if ((pattern[i] & 7) == threadIdx.x) mask |= 1ull << i;
        peq[threadIdx.x] = mask;
    }
    __syncthreads();
    const int w = blockIdx.x * blockDim.x + threadIdx.x;
    if (w >= n) return;
    u64 pv = ~0ull, mv = 0;
    int score = m;
    const u64 last = 1ull << (m - 1);
    for (int i = offsets[w] * 32, end = offsets[w + 1] * 32; i < end; i++) {
        const u64 eq = peq[words[i] & 7];
        const u64 xv = eq | mv, xh = (((eq & pv) + pv) ^ pv) | eq;
        u64 ph = mv | ~(xh | pv), mh = pv & xh;
        if (ph & last) score++;
        if (mh & last) score--;
        ph = ph << 1 | 1;
        mh <<= 1;
        pv = mh | ~(xv | ph);
        mv = ph & xv;
    }
    out[w] = score;
}
