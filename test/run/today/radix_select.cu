// SPDX-License-Identifier: Apache-2.0
// The k-th largest logit of a row by four rounds of histograms of its bits, then every logit above it in order of places.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=128 buf:f32:1024:rand:1 buf:i32:64:zero buf:f32:64:zero i32:500 i32:20
constexpr int BINS = 256;

__device__ unsigned ordered(float x) {
    const unsigned b = __float_as_uint(x);
    return b & 0x80000000u ? ~b : b | 0x80000000u;
}

__global__ void select(const float *__restrict__ logits, int *__restrict__ places, float *__restrict__ values, int n, int k) {
    __shared__ int bins[BINS];
    __shared__ unsigned prefix;
    __shared__ int left, filled;
    const float *row = logits + blockIdx.x * n;
    if (threadIdx.x == 0) prefix = 0, left = k, filled = 0;
    for (int shift = 24; shift >= 0; shift -= 8) {
        for (int i = threadIdx.x; i < BINS; i += blockDim.x) bins[i] = 0;
        __syncthreads();
        const unsigned mask = shift == 24 ? 0 : ~0u << (shift + 8), want = prefix;
        for (int i = threadIdx.x; i < n; i += blockDim.x) {
            const unsigned key = ordered(row[i]);
            if ((key & mask) == want) atomicAdd(&bins[(key >> shift) & 255], 1);
        }
        __syncthreads();
        if (threadIdx.x < 32) {
            int sum = 0;
            for (int i = 0; i < 8; i++) sum += bins[255 - (threadIdx.x * 8 + i)];
            int scan = sum;
            for (int o = 1; o < 32; o *= 2) {
                const int below = __shfl_up_sync(~0u, scan, o);
                if (threadIdx.x >= o) scan += below;
            }
            int before = scan - sum;
            const int need = left;
            __syncwarp();
            if (before < need && scan >= need)
                for (int i = 0; i < 8; i++) {
                    const int bin = 255 - (threadIdx.x * 8 + i), count = bins[bin];
                    if (before + count >= need) {
                        prefix = want | (unsigned)bin << shift;
                        left = need - before;
                        break;
                    }
                    before += count;
                }
        }
        __syncthreads();
    }
    const unsigned bound = prefix;
    if (threadIdx.x < 32)
        for (int base = 0; base < n; base += 32) {
            const int i = base + threadIdx.x;
            const float x = i < n ? row[i] : -INFINITY;
            const bool keep = i < n && ordered(x) >= bound;
            const unsigned votes = __ballot_sync(~0u, keep);
            const int at = filled + __popc(votes & ((1u << threadIdx.x) - 1));
            __syncwarp();
            if (keep && at < k) {
                places[blockIdx.x * 32 + at] = i;
                values[blockIdx.x * 32 + at] = x;
            }
            if (threadIdx.x == 0) filled += __popc(votes);
            __syncwarp();
        }
}
