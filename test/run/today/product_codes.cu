// SPDX-License-Identifier: Apache-2.0
// Distances of a query to vectors that are kept as codes of their eight parts: a table of distances in shared memory, codes by words, the least of each block.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=64 buf:f32:32:rand:1 buf:f32:2048:rand:2 buf:u8:2400:rand:3 buf:f32:4:zero buf:i32:4:zero i32:300
constexpr int PARTS = 8, CODES = 64, SUB = 4;

__global__ void distances(const float *__restrict__ query, const float *__restrict__ centres, const unsigned char *__restrict__ codes, float *__restrict__ best, int *__restrict__ who, int n) {
    __shared__ float table[PARTS][CODES];
    __shared__ float least[64];
    __shared__ int at[64];
    for (int i = threadIdx.x; i < PARTS * CODES; i += blockDim.x) {
        const int part = i / CODES;
        float d = 0;
        for (int k = 0; k < SUB; k++) {
            const float e = query[part * SUB + k] - centres[i * SUB + k];
            d += e * e;
        }
        table[part][i % CODES] = d;
    }
    __syncthreads();
    float m = INFINITY;
    int mi = -1;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const uint2 word = *reinterpret_cast<const uint2 *>(codes + i * PARTS);
        float d = 0;
#pragma unroll
        for (int part = 0; part < PARTS; part++) {
            const unsigned code = ((part < 4 ? word.x : word.y) >> (8 * (part % 4))) & 63;
            d += table[part][code];
        }
        if (d < m) m = d, mi = i;
    }
    least[threadIdx.x] = m;
    at[threadIdx.x] = mi;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s && least[threadIdx.x + s] < least[threadIdx.x]) {
            least[threadIdx.x] = least[threadIdx.x + s];
            at[threadIdx.x] = at[threadIdx.x + s];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) best[blockIdx.x] = least[0], who[blockIdx.x] = at[0];
}
