// SPDX-License-Identifier: Apache-2.0
// A matrix of 4-bit floats with a power of two for each 32 of them times a vector: values by a table in shared memory, a row a warp.
// RUN: sh %S/../kernel.sh %s --grid=4 --block=32,4 buf:u8:4096:rand:1 buf:u8:256:rand:2 buf:f32:512:rand:3 buf:f32:16:zero i32:512 i32:16
#include <cstdint>
__constant__ float kvalues[16] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6, -0.f, -0.5f, -1, -1.5f, -2, -3, -4, -6};

__device__ __forceinline__ float power(uint8_t e) {
    const uint32_t bits = e == 0 ? 0x00400000u : (uint32_t)e << 23;
    return __uint_as_float(bits);
}

__global__ void gemv(const uint8_t *__restrict__ w, const uint8_t *__restrict__ scales, const float *__restrict__ x, float *__restrict__ y, int columns, int rows) {
    __shared__ float table[16];
    const int tid = threadIdx.y * 32 + threadIdx.x;
    if (tid < 16) table[tid] = kvalues[tid];
    __syncthreads();
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return;
    const uint4 *line = reinterpret_cast<const uint4 *>(w + (size_t)row * columns / 2);
    float sum = 0;
    for (int block = threadIdx.x; block < columns / 32; block += 32) {
        const uint4 packed = line[block];
        const uint32_t words[4] = {packed.x, packed.y, packed.z, packed.w};
        const float scale = power((scales[row * (columns / 32) + block] & 15) + 120);
        const float *in = x + block * 32;
        float part = 0;
#pragma unroll
        for (int i = 0; i < 4; i++)
#pragma unroll
            for (int k = 0; k < 8; k++) part += table[(words[i] >> (4 * k)) & 15] * in[i * 8 + k];
        sum += scale * part;
    }
#pragma unroll
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if (threadIdx.x == 0) y[row] = sum;
}
